"""Dots and Boxes as a graph of free edges: only they matter for the boxes still to come.

A graph numbers the free edges of a position from 0; what is left of them later is an int64 mask `left`
(bit set: free), so a graph holds at most 63 edges. The solvers' values of such a mask are future net
boxes: those the player to move still takes minus those the other takes, under best play by both.
"""

from typing import NamedTuple

import numpy as np

from src.files.compiled import kernel
from src.games.dots import SCORES, TO_PLAY, edge_boxes
from src.games.rules import Game

MOST_EDGES = 63
TWIN = 2  # the column of `Graph.sides` behind the two boxes

# Where a single bit stands: the powers of 2 leave different remainders by 67, since 2 is a primitive root of it.
_PLACES = np.full(67, -1, np.int64)
for _place in range(MOST_EDGES):
    _PLACES[2**_place % 67] = _place


class Graph(NamedTuple):
    """The n free edges of a position and the m boxes beside them; box m is the rim, beyond the border."""

    edges: np.ndarray  # [n] int64 the board's number of each edge
    boxes: np.ndarray  # [m+1] int64 mask of the edges round each box, none round the rim
    sides: np.ndarray  # [n, 3] int64 the two boxes beside each edge, and its twin: the bit of the next lower
    #   edge between the same two, as in a corner, or 0


def make_graph(game: Game, edges: np.ndarray) -> Graph:
    """The graph of the free `edges` (the board's numbers, at most 63, ascending) of a dots board."""
    on_board = edge_boxes(game.sizes["rows"], game.sizes["cols"])[edges]
    touched = np.unique(on_board[on_board >= 0])
    rim = len(touched)
    sides = np.zeros((len(edges), 3), np.int64)
    sides[:, :TWIN] = np.where(on_board >= 0, np.searchsorted(touched, on_board), rim)
    boxes = np.zeros(rim + 1, np.int64)
    last: dict[tuple[int, int], int] = {}
    for place, (one, other) in enumerate(sides[:, :TWIN].tolist()):
        for box in {one, other} - {rim}:
            boxes[box] |= 1 << place
        sides[place, TWIN] = last.get((one, other), 0)
        last[one, other] = 1 << place
    return Graph(np.asarray(edges, np.int64), boxes, sides)


def free_edges(game: Game, states: np.ndarray) -> np.ndarray:
    """The edges that are free in any of the states `[B, S]`, ascending."""
    return np.flatnonzero((states[:, : game.num_actions] == 0).any(0))


def lead(game: Game, states: np.ndarray) -> np.ndarray:
    """`[B]` int16: boxes so far of the player to move, minus the other's, in states `[B, S]`."""
    tail = states[:, game.num_actions :].astype(np.int16)
    ahead = tail[:, SCORES] - tail[:, SCORES + 1]
    return np.where(tail[:, TO_PLAY] == 0, ahead, -ahead)


def masks_left(graph: Graph, states: np.ndarray) -> np.ndarray:
    """`[B]` int64 masks of the graph's edges that are free in states `[B, S]`."""
    masks = np.empty(len(states), np.int64)
    _write_masks(graph.edges, np.ascontiguousarray(states), masks)
    return masks


@kernel
def _write_masks(edges, states, masks):
    for b in range(states.shape[0]):
        mask = 0
        for place in range(edges.shape[0]):
            if states[b, edges[place]] == 0:
                mask |= 1 << place
        masks[b] = mask


@kernel
def boxes_left(boxes, left):
    """How many boxes are still to be taken."""
    count = 0
    for box in range(boxes.shape[0]):
        if left & boxes[box]:
            count += 1
    return count


@kernel
def edge_of(bit):
    """The number of the edge whose bit this is."""
    return _PLACES[bit % 67]


@kernel
def across(sides, box, bit):
    """The box on the other side of the edge `bit` of `box`."""
    edge = edge_of(bit)
    return sides[edge, 0] + sides[edge, 1] - box
