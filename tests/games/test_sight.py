"""What a net sees of the boards before: each plane beside the boards of a game that was played without a past."""

import numpy as np
import pytest

from src.games import GAMES, make
from src.games.draw import read
from src.models.name import board_name
from src.solvers.referee import referee
from tests.games.random_games import play_randomly

SMALL = {  # a game of each kind, on a board that is soon full
    "dots": {"rows": 2, "cols": 3},
    "connect4": {"rows": 4, "cols": 5, "in_row": 4},
    "tictactoe": {},
    "othello": {"rows": 4, "cols": 6},
    "hex": {"rows": 4, "cols": 4, "swap": True},
    "gomoku": {"rows": 5, "cols": 6, "in_row": 4},
}


def marked(plane: np.ndarray) -> list[str]:
    """A plane of zeros and ones as text."""
    return ["".join(".1"[int(value)] for value in row) for row in plane]


@pytest.mark.plain
def test_the_last_three_boards_of_connect_four():
    """X drops into 1, O into 1, X into 2; now O sees the board, and those of one and two plies ago, as his and X's."""
    game = make("connect4", rows=2, cols=3, in_row=3, history=3)
    planes = game.observe(game.replay([1, 1, 2]))
    own, other, empty, own_1, other_1, own_2, other_2 = map(marked, planes)
    assert (own, other, empty) == ([".1.", "..."], ["...", ".11"], ["1.1", "1.."])
    assert (own_1, other_1) == ([".1.", "..."], ["...", ".1."])
    assert (own_2, other_2) == (["...", "..."], ["...", ".1."])


@pytest.mark.plain
def test_edges_that_were_drawn_one_and_two_plies_ago():
    """One box: its top edge 0 was drawn first, then 1 below it; 2 and 3 stand left and right of it."""
    game = make("dots", rows=1, cols=1, history=3)
    planes = game.observe(game.replay([0, 1, 2]))
    assert [marked(plane) for plane in planes[-2:]] == [[".1.", "...", ".1."], [".1.", "...", "..."]]


def boards(game, played, i: int) -> np.ndarray:
    """`[plies + 1, n]` whose each stone was, or which edges were drawn, at every ply of game `i`."""
    num_cells = game.num_actions if game.picture == "edges" else game.planes[1] * game.planes[2]
    return played.reached(i)[:, :num_cells] & 3


@pytest.mark.parametrize("history", [2, 4, 8])
@pytest.mark.parametrize("name", SMALL)
def test_every_plane_is_a_board_of_the_game(name, history):
    """Random games beside the same game without a past: its planes come first, then a board for each ply ago."""
    plain, game = make(name, **SMALL[name]), make(name, **SMALL[name], history=history)
    played = play_randomly(plain, 20, seed=history)
    num_planes, cells = plain.planes[0], plain.action_cells if plain.picture == "edges" else slice(None)
    for i in range(20):
        state, seen = game.initial_state(), boards(plain, played, i)
        for ply, action in enumerate([*played.history(i), None]):
            planes = game.observe(state)
            assert np.array_equal(planes[:num_planes], plain.observe(played.reached(i)[ply]))
            before = planes[num_planes:].reshape(len(planes) - num_planes, -1)
            of_players = (1,) if plain.picture == "edges" else np.array([1, 2])[:: 1 - 2 * plain.to_play(state)]
            for ago in range(1, history):
                board = seen[ply - ago] if ago <= ply else np.zeros_like(seen[0])
                for player in of_players:
                    expected, before = before[0], before[1:]
                    assert np.array_equal(expected[cells], board == player)
            assert len(before) == 0
            state = state if action is None else game.step(state, action)


@pytest.mark.parametrize("name", SMALL)
def test_a_past_changes_neither_rules_nor_results(name):
    plain, game = make(name, **SMALL[name]), make(name, **SMALL[name], history=8)
    with_past, without = play_randomly(game, 50, seed=0), play_randomly(plain, 50, seed=0)
    assert np.array_equal(with_past.masks, without.masks)
    assert np.array_equal(with_past.actions, without.actions)
    assert np.array_equal(with_past.states[:, :, : plain.state_size], without.states)


@pytest.mark.plain
def test_boards_that_came_about_otherwise_are_other_states_only_with_a_past():
    one, other = [0, 4, 8], [8, 4, 0]
    for history, equal in ((1, True), (2, False), (4, False)):
        game = make("tictactoe", history=history)
        assert (game.key(game.replay(one)) == game.key(game.replay(other))) is equal


@pytest.mark.parametrize(
    ("name", "sizes"), [("tictactoe", {}), ("dots", {"rows": 2, "cols": 2}), ("hex", {"rows": 3, "cols": 3})]
)
def test_exact_play_looks_at_the_board_alone(name, sizes):
    plain, game = make(name, **sizes), make(name, **sizes, history=8)
    without, with_past = (play_randomly(each, 20, seed=1).reached(0) for each in (plain, game))
    assert referee(game).values(with_past).tolist() == referee(plain).values(without).tolist()
    margins, expected = referee(game).move_values(with_past[1]).margins, referee(plain).move_values(without[1]).margins
    assert margins.tolist() == expected.tolist()


def test_a_board_that_is_read_has_no_past():
    game = make("tictactoe", history=3)
    planes = game.observe(read(game, "X . .\n. O .\n. . .\nX to move"))
    assert planes[:2].sum() == 2
    assert not planes[3:].any()


def test_names_tell_the_history_where_it_is_not_the_usual_one():
    """What was made before there was a choice keeps its name."""
    assert board_name(make("dots")) == board_name(make("dots", history=1)) == "dots-3x3"
    assert board_name(make("dots", history=4)) == "dots-3x3x4"
    for name in GAMES:
        assert ("history" in make(name).sizes) == (name == "go")
