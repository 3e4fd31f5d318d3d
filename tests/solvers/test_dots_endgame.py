import json

import numpy as np
import pytest

from src import games
from src.files.errors import UserError
from src.solvers.dots_endgame import DotsEndgame
from src.solvers.dots_graph import free_edges, make_graph, masks_left
from src.solvers.dots_table import DotsTable, make_table
from src.solvers.negamax import Negamax
from src.solvers.referee import ILLEGAL, referee
from tests.solvers.positions import quiet_state, random_state

MAKERS = {"random": random_state, "quiet": quiet_state}


def margins_by_table(game, state):
    """What each move leads to, by trying all moves of all that is left."""
    free = free_edges(game, state[None])
    graph = make_graph(game, free)
    table, mover = make_table(graph), game.to_play(state)
    margins = np.full(game.num_actions, ILLEGAL)
    for action in free:
        after = game.step(state, int(action))
        player = game.to_play(after)
        margin = game.score(after, player) + int(table[masks_left(graph, after[None])[0]])
        margins[action] = margin if player == mover else -margin
    return margins


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize(("side", "num_free"), [(4, 21), (4, 17), (4, 9), (5, 20), (7, 19)])
def test_every_move_is_worth_what_all_moves_of_the_rest_say(kind, side, num_free):
    game, rng = games.make("dots", rows=side, cols=side), np.random.default_rng(side * num_free)
    judge = DotsEndgame(game)
    for _ in range(6):
        state = MAKERS[kind](game, game.num_actions - num_free, rng)
        if not game.is_terminal(state):
            assert np.array_equal(judge.move_values(state).margins, margins_by_table(game, state))


@pytest.mark.slow
@pytest.mark.parametrize("kind", MAKERS)
def test_every_move_of_24_free_edges(kind):
    game, rng = games.make("dots", rows=4, cols=4), np.random.default_rng(24)
    for _ in range(20):
        state = MAKERS[kind](game, 16, rng)
        assert np.array_equal(DotsEndgame(game).move_values(state).margins, margins_by_table(game, state))


def test_search_and_table_agree_on_whole_boards(tmp_path):
    for rows, cols in ((1, 3), (2, 2), (2, 3), (3, 3)):
        game = games.make("dots", rows=rows, cols=cols)
        first = game.initial_state()
        assert np.array_equal(
            DotsEndgame(game).move_values(first).margins, DotsTable(game, tmp_path).move_values(first).margins
        )


@pytest.mark.plain
def test_search_agrees_with_plain_negamax():
    for rows, cols in ((1, 1), (1, 2)):
        game = games.make("dots", rows=rows, cols=cols)
        slow = Negamax(game)
        slow.values(game.initial_state()[None])
        states = np.array([np.frombuffer(name, np.int8) for name in slow._known])
        assert DotsEndgame(game).values(states).tolist() == list(slow._known.values())


@pytest.mark.plain
def test_the_last_two_boxes_of_a_chain_are_handed_over_for_the_next_chain():
    """2×4 as two chains of four; the first is open and two of its boxes are taken.

    Edge 15 takes on, so both get four; edge 16 hands two boxes over and gets the other chain: 6 to 2.
    """
    game = games.make("dots", rows=2, cols=4)
    state = game.replay([*range(12), 12, 13, 14])
    assert DotsEndgame(game).move_values(state).margins[15:].tolist() == [0, 4, -4, -4, -4, -4, -4]


def test_a_batch_gives_what_the_singles_give():
    game, rng = games.make("dots", rows=4, cols=4), np.random.default_rng(3)
    judge = DotsEndgame(game)
    states = np.stack([random_state(game, num_drawn, rng) for num_drawn in (18, 20, 25, 30, 36, 40)])
    singles = [int(judge.values(state[None])[0]) for state in states]
    assert judge.values(states).tolist() == singles
    assert judge.values(states[::-1]).tolist() == singles[::-1]
    assert judge.values(states[:0]).tolist() == []


def test_boards_of_more_edges_than_a_mask_holds():
    game, rng = games.make("dots", rows=10, cols=10), np.random.default_rng(10)
    states = np.stack([random_state(game, game.num_actions - 16, rng) for _ in range(12)])
    assert len(free_edges(game, states)) > 63
    expected = [margins_by_table(game, state).max() for state in states]
    assert DotsEndgame(game).values(states).tolist() == expected


@pytest.mark.parametrize("folder", ["dab_exact/dab", "audit/dots"])
def test_exact_positions_of_4x4(folder, truth):
    game = games.make("dots", rows=4, cols=4)
    judge = referee(game)
    for line in (truth / f"{folder}_4x4_mid_late.jsonl").read_text().splitlines():
        row = json.loads(line)
        judged = judge.move_values(game.replay(row["history"]))
        lead = row["final_diff"] - row["value"] if "value" in row else 0
        found = {str(i): int(margin) - lead for i, margin in enumerate(judged.margins) if margin != ILLEGAL}
        assert found == row["move_values"]
        if "value" in row:
            assert judged.optimal_actions.tolist() == row["best"]
            assert judged.keeps_result.tolist() == row["keeps_result"]


@pytest.mark.parametrize(("side", "num_free", "room"), [(4, 38, 30), (10, 218, 198)])
def test_a_position_too_far_from_the_end_is_refused_in_a_sentence(side, num_free, room):
    # Two border edges are drawn: every box could lose two of its four, but for one each of two boxes.
    game = games.make("dots", rows=side, cols=side)
    says = f"dots {side}×{side} needs a later position: here {num_free} edges are free and leave room for {room} "
    with pytest.raises(UserError, match=says):
        DotsEndgame(game).values(game.replay([0, 1])[None])


def test_more_free_edges_are_judged_where_there_is_little_room():
    game, rng = games.make("dots", rows=5, cols=5), np.random.default_rng(36)
    state = quiet_state(game, 24, rng)
    judged = DotsEndgame(game).move_values(state)
    assert (judged.margins != ILLEGAL).sum() == 36
    assert DotsEndgame(game).values(state[None]).tolist() == [judged.margin]
