"""Every position of a board: what chains say, and the few moves they leave, give what all moves give."""

import numpy as np
import pytest

from src import games
from src.files.compiled import kernel
from src.solvers.dots_graph import free_edges, make_graph
from src.solvers.dots_moves import quiet_moves, resolve
from src.solvers.dots_table import make_table
from tests.solvers.positions import quiet_state, random_state


@kernel
def wrong_masks(boxes, sides, values, moves, kinds):
    """How many masks the reduced moves judge differently from the table, and how many have no box to take."""
    wrong, quiet = 0, 0
    for left in range(1, values.shape[0]):
        taken, kept, rest = resolve(boxes, sides, left)
        if kept:
            value = taken - kept + abs(kept + values[rest])
        elif taken:
            value = taken + values[rest]
        else:
            quiet += 1
            value = -127
            for i in range(quiet_moves(boxes, sides, left, moves, kinds)[1]):
                value = max(value, -values[left ^ moves[i]])
        wrong += value != values[left]
    return wrong, quiet


def count_wrong(rows, cols, edges=None):
    """Of all positions of a board, or of those in which at most these `edges` are free."""
    game = games.make("dots", rows=rows, cols=cols)
    graph = make_graph(game, np.arange(game.num_actions) if edges is None else edges)
    moves, kinds = np.zeros((2, len(graph.edges)), np.int64)
    return wrong_masks(graph.boxes, graph.sides, make_table(graph), moves, kinds)


def test_all_positions_of_3x3():
    assert count_wrong(3, 3) == (0, 1716097)


def test_all_positions_of_2x4():
    assert count_wrong(2, 4)[0] == 0


def test_a_chain_that_closes_only_when_others_are_eaten():
    """Three arms meet in a box of 5×3, and a chain lies elsewhere: the arms are eaten, and the chain is kept."""
    assert count_wrong(5, 3, np.array([2, 3, 7, 15, 17, 20, 23, 24, 35, 36]))[0] == 0


@pytest.mark.parametrize("kind", [random_state, quiet_state])
def test_all_late_positions_of_larger_boards(kind):
    rng = np.random.default_rng(16)
    for _ in range(150):
        rows, cols = rng.integers(3, 8, 2).tolist()
        game = games.make("dots", rows=rows, cols=cols)
        edges = free_edges(game, kind(game, game.num_actions - 16, rng)[None])
        assert count_wrong(rows, cols, edges)[0] == 0, (rows, cols, edges.tolist())


@pytest.mark.plain
def test_all_positions_of_1x2():
    """By hand: 49 masks with the edge between the boxes free, 25 without, less the empty one, have no box to take."""
    assert count_wrong(1, 2) == (0, 49 + 25 - 1)
