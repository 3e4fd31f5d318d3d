"""Captures, suicide, ko and superko, the end and the score, on boards drawn as text and worked out by hand."""

import numpy as np
import pytest

from src.files.errors import UserError
from src.games import go, make
from src.games.draw import draw, read
from src.solvers.referee import referee
from tests.games.random_games import play_randomly

pytestmark = pytest.mark.plain


def played(game, moves: str, state: np.ndarray | None = None) -> np.ndarray:
    """The state after `moves`, names of points."""
    state = game.initial_state() if state is None else state
    for name in moves.split():
        state = game.step(state, game.action_names.index(name))
    return state


def is_legal(game, state: np.ndarray, name: str) -> bool:
    return bool(game.legal_mask(state)[game.action_names.index(name)])


def board(game, state: np.ndarray) -> list[str]:
    return draw(game, state).split("\n")[:-1]


def test_rows_are_named_from_the_bottom_and_no_column_is_i():
    names = make("go").action_names
    assert (names[0], names[8], names[72], names[80], names[81]) == ("A9", "J9", "A1", "J1", "pass")
    assert make("go", rows=19, cols=19).action_names[3 * 19 + 15] == "Q16"


def test_a_chain_without_a_liberty_is_taken():
    """X surrounds the two stones at b2 and c2; the last liberty is d2."""
    game = make("go", rows=4, cols=5)
    before = read(game, ". . . . .\n. X X . .\nX O O . .\n. X X . .\nX to move")
    after = played(game, "D2", before)
    assert board(game, after) == [". . . . .", ". X X . .", "X . . X .", ". X X . ."]


def test_one_stone_may_take_several_chains():
    """The point in the middle is the last liberty of four stones."""
    game = make("go", rows=5, cols=5)
    before = read(game, ". . X . .\n. X O X .\nX O . O X\n. X O X .\n. . X . .\nX to move")
    assert board(game, played(game, "C3", before)) == [
        ". . X . .", ". X . X .", "X . X . X", ". X . X .", ". . X . .",
    ]  # fmt: skip


def test_a_stone_that_takes_is_no_suicide():
    """At a1 X has no liberty until the stone at a2 is taken."""
    game = make("go", rows=3, cols=3)
    state = read(game, "X . .\nO X .\n. O .\nX to move")
    assert board(game, played(game, "A1", state)) == ["X . .", ". X .", "X O ."]


@pytest.mark.parametrize("allowed", [False, True])
def test_suicide_of_several_stones_is_a_setting(allowed):
    """X at a4 and a3 and O round them: X at a2 would fill their last liberty, and its own chain is taken."""
    game = make("go", rows=4, cols=4, suicide=allowed)
    state = read(game, "X O . .\nX O . .\n. O . .\nO . . .\nX to move")
    assert is_legal(game, state, "A2") == allowed
    if allowed:
        assert board(game, played(game, "A2", state)) == [". O . .", ". O . .", ". O . .", "O . . ."]


def test_suicide_of_a_single_stone_changes_nothing_and_so_is_never_legal():
    """The board would stand again: superko."""
    game = make("go", rows=3, cols=3, suicide=True)
    state = read(game, ". O .\nO . .\n. . .\nX to move")
    assert not is_legal(game, state, "A3")
    assert is_legal(game, state, "C3")


KO = ". X O .\nX . X O\n. X O .\n. . . .\nO to move"


def test_ko_must_wait_for_a_move_elsewhere():
    """O at b3 takes the stone at c3; X may take back only after another move, since the board would stand again."""
    game = make("go", rows=4, cols=4)
    taken = played(game, "B3", read(game, KO))
    assert board(game, taken) == [". X O .", "X O . O", ". X O .", ". . . ."]
    assert not is_legal(game, taken, "C3")
    after = played(game, "A1 D1", taken)
    assert is_legal(game, after, "C3")
    assert board(game, played(game, "C3", after)) == [". X O .", "X . X O", ". X O .", "X . . O"]


def test_superko_sending_two_and_returning_one():
    """O plays a3 beside b3, X takes both from c3, and O at b3 would take that stone: the first board would stand again.
    The stone that O would take took two, so this is no ko that forbids to take back at once.
    """
    game = make("go", rows=3, cols=4)
    state = played(game, "A3 C3", read(game, ". O . O\nX X O .\n. . . .\nO to move"))
    assert board(game, state) == [". . X O", "X X O .", ". . . ."]
    assert not is_legal(game, state, "B3")
    assert is_legal(game, state, "A3")
    later = played(game, "D1 A1", state)  # O elsewhere, and X
    assert board(game, played(game, "B3", later)) == [". O . O", "X X O .", "X . . O"]


def test_superko_ends_a_triple_ko():
    """Of three kos O has taken the upper two and X the lowest. Each takes one in turn, never the one just taken, and
    after six moves all would be as before; the sixth is forbidden.
    """
    game = make("go", rows=7, cols=4)
    rows = [". X O .", "X O . O", ". X O .", "X O . O", ". X O .", "X . X O", ". X O ."]
    state = played(game, "C6 B2 C4 B6 C2", read(game, "\n".join([*rows, "X to move"])))
    rows[3], rows[5] = "X . X O", "X . X O"
    assert board(game, state) == rows
    assert not is_legal(game, state, "B4")
    elsewhere = played(game, "A7 D1", state)
    assert is_legal(game, elsewhere, "B4")


def brute_force_legal(game, state: np.ndarray, boards: set[bytes]) -> list[bool]:
    """Legal points by trying each on a grid of characters; `boards` are all that stood so far."""
    rows, cols, size = game.sizes["rows"], game.sizes["cols"], game.sizes["rows"] * game.sizes["cols"]
    mine = 1 + game.to_play(state)
    found = []
    for point in range(size):
        cells = state[:size].copy().reshape(rows, cols)
        if cells.flat[point] or game.is_terminal(state):
            found.append(False)
            continue
        cells.flat[point] = mine
        after, own_died = taken(taken(cells, 3 - mine)[0], mine)
        found.append((game.sizes["suicide"] or not own_died) and after.tobytes() not in boards)
    return found


def taken(cells: np.ndarray, stone: int) -> tuple[np.ndarray, bool]:
    """The board without the chains of `stone` that have no liberty, and whether there were any.

    Stones that touch an empty point live, then those that touch a living one of their colour, and so on.
    """
    padded = np.pad(cells, 1, constant_values=9)
    alive = padded == 0
    while True:
        near = alive[:-2, 1:-1] | alive[2:, 1:-1] | alive[1:-1, :-2] | alive[1:-1, 2:]
        grown = alive.copy()
        grown[1:-1, 1:-1] |= near & (cells == stone)
        if np.array_equal(grown, alive):
            break
        alive = grown
    is_dead = (cells == stone) & ~alive[1:-1, 1:-1]
    return np.where(is_dead, 0, cells).astype(np.int8), bool(is_dead.any())


@pytest.mark.parametrize(
    "sizes",
    [
        {"rows": 2, "cols": 2, "plies_per_point": 10},
        {"rows": 1, "cols": 5, "plies_per_point": 10, "suicide": True},
        {"rows": 2, "cols": 3, "plies_per_point": 10, "suicide": True},
        {"rows": 3, "cols": 3, "plies_per_point": 10},
        {"rows": 4, "cols": 4, "plies_per_point": 6, "suicide": True},
    ],
    ids=str,
)
def test_legal_moves_of_long_games_against_brute_force(sizes):
    """Small boards come back soon: superko decides about many of the moves. Boards are compared, not hashes."""
    game = make("go", **sizes)
    size = game.sizes["rows"] * game.sizes["cols"]
    games = play_randomly(game, 12, seed=4)
    forbidden = 0
    for i in range(12):
        boards = set()
        for state in games.reached(i):
            boards.add(state[:size].tobytes())
            legal = brute_force_legal(game, state, boards)
            assert game.legal_mask(state)[:size].tolist() == legal, draw(game, state)
            forbidden += sum(brute_force_legal(game, state, set())) - sum(legal)
    assert forbidden > 0  # by superko alone


def test_three_points_in_a_row_belong_to_who_starts():
    """X in the middle leaves O no point with a liberty, so X holds all three, 6 half points; at an end X is taken."""
    game = make("go", rows=1, cols=3, komi=0)
    judged = referee(game).move_values(game.initial_state())
    assert judged.margin == 6
    assert judged.optimal_actions.tolist() == [1]


def test_two_passes_in_a_row_end_the_game():
    game = make("go", rows=3, cols=3)
    assert not game.is_terminal(played(game, "pass A1 pass B1"))
    final = played(game, "B2 pass pass")
    assert game.is_terminal(final)
    assert not game.legal_mask(final).any()


def test_the_game_ends_at_the_cap_and_is_scored_as_it_stands():
    """Three points and one ply for each: X holds the board with two stones after the third."""
    game = make("go", rows=1, cols=3, komi=0.5, plies_per_point=1)
    state = played(game, "B1 pass")
    assert not game.is_terminal(state)
    state = played(game, "A1", state)
    assert game.is_terminal(state)
    assert game.score(state, 0) == 2 * 3 - 1
    assert game.returns(state, 0) == 1


AREA = [  # a board, and X's area less O's
    (". . .\n. . .\n. . .", 0),
    (". . .\n. X .\n. . .", 9),
    ("X X . O\nX X . O\n. X . O", 5 + 1 - 3),  # the column between them is nobody's; a1 is X's
    (". X O .\nX X O O\nO . X O\nO O X X", 6 + 1 - 7 - 1),  # b2 touches both
]


@pytest.mark.parametrize(("cells", "lead"), AREA)
@pytest.mark.parametrize("komi", [0, 0.5, 7, -1])
def test_area(cells, lead, komi):
    rows = cells.split("\n")
    game = make("go", rows=len(rows), cols=len(rows[0].split()), komi=komi)
    state = read(game, f"{cells}\nX to move")
    assert game.score(state, 0) == 2 * lead - 2 * komi == -game.score(state, 1)
    assert game.returns(state, 0) == 0
    ended = played(game, "pass pass", state)
    assert game.returns(ended, 0) == np.sign(lead - komi)


def test_the_observation_is_the_last_boards_from_both_sides():
    """X c1, O a1, pass: with a history of 3, O to move sees now, one and two plies ago; planes own, other, own, …"""
    game = make("go", rows=1, cols=3, history=3)
    planes = game.observe(played(game, "C1 A1 pass")).astype(int)[:, 0].tolist()
    assert planes == [
        [1, 0, 0], [0, 0, 1],  # now: O at a1, X at c1
        [1, 0, 0], [0, 0, 1],  # before the pass
        [0, 0, 0], [0, 0, 1],  # before O's move
        [0, 0, 0],  # O is to move
    ]  # fmt: skip
    first = game.observe(game.initial_state()).astype(int)[:, 0].tolist()
    assert first == [[0, 0, 0]] * 6 + [[1, 1, 1]]


def test_a_stone_that_was_taken_is_still_seen_in_the_past():
    game = make("go", rows=4, cols=4, history=2)
    state = played(game, "B3", read(game, KO))
    planes = game.observe(state)
    c3 = 1, 2
    assert [planes[plane][c3] for plane in range(4)] == [0, 0, 1, 0]  # X, to move, had a stone there one ply ago


def test_what_stood_before_matters_to_the_key():
    """The same board after as many plies, but a1 stood alone in one game and b1 in the other."""
    game = make("go", rows=3, cols=3, history=1)
    one, other = played(game, "A1 C3 B1"), played(game, "B1 C3 A1")
    assert board(game, one) == board(game, other)
    assert game.observe(one).tobytes() == game.observe(other).tobytes()
    assert game.key(one) != game.key(other)


def test_a_picture_has_no_past_and_says_no_passes():
    """What is read back has the board, the player to move and the result; drawn again it looks the same."""
    game = make("go", rows=5, cols=5)
    games = play_randomly(game, 3, seed=6)
    for i in range(3):
        for state in games.reached(i):
            again = read(game, draw(game, state))
            assert again[:25].tobytes() == state[:25].tobytes()
            assert (game.is_terminal(again), game.returns(again, 0)) == (
                game.is_terminal(state),
                game.returns(state, 0),
            )
            assert game.is_terminal(state) or game.to_play(again) == game.to_play(state)
            assert draw(game, again) == draw(game, state)
    first = game.initial_state()
    assert read(game, draw(game, first)).tobytes() == first.tobytes()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("O X .\nX . .\n. . .\nX to move", "the stone at A3 has no liberty; leave out what is taken"),
        (". . .\n. X .\n. . .\nO wins", "the last line must be 'X wins' under this board, not 'O wins'"),
    ],
)
def test_what_is_wrong_with_a_board_of_go_is_said(text, sentence):
    with pytest.raises(UserError, match=f"^go( 3×3)?: {sentence}$"):
        read(make("go", rows=3, cols=3, komi=0), text)


def test_a_state_is_whole_words_so_that_hashes_are_aligned():
    for side in range(1, 20):
        game = make("go", rows=side, cols=side)
        assert game.state_size % 8 == game.spec[go.board.WORDS_AT] % 8 == 0
