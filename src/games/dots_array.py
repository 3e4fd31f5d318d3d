"""Dots and Boxes in the notation of C. Aguayo's AlphaZero (github.com/carlos-aguayo/carlos-aguayo.github.io).

A position is an array `[2R + 1, C + 1]` of 0 and 1, for R×C boxes: R + 1 rows of C horizontal edges, then R rows of
C + 1 vertical ones. The last column of the first rows is free, and holds three numbers:

    own boxes, the other's boxes, and whether the player to move must pass

as the player to move sees them. For 3×3, with 24 edges:

     0  1  2  own
     3  4  5  other
     6  7  8  pass
     9 10 11  0
    12 13 14 15
    16 17 18 19
    20 21 22 23

Edges are numbered as here. One more action, 24, is the pass: who completes a box moves again, and so the other must
pass in between. After the last edge nobody passes. The array does not say which player is which.
"""

import re
from itertools import pairwise

import numpy as np

from src.files.errors import UserError
from src.games import dots
from src.games.rules import Game

OWN, OTHER, PASS = range(3)  # rows of the three numbers


def shape_of(game: Game) -> tuple[int, int]:
    """Of the array. Raises UserError for another game, and for boards too small for the three numbers."""
    if game.name != "dots" or game.sizes["rows"] < 2:
        raise UserError(f"the array with scores and a pass is for dots of two rows of boxes or more, not for {game}")
    return 2 * game.sizes["rows"] + 1, game.sizes["cols"] + 1


def _edge_places(game: Game) -> np.ndarray:
    """`[A]` the flat place of each edge in the array."""
    rows, cols = game.sizes["rows"], game.sizes["cols"]
    height, width = shape_of(game)
    is_edge = np.ones((height, width), np.bool_)
    is_edge[: rows + 1, cols] = False
    return np.flatnonzero(is_edge)


def read_array(game: Game, array: np.ndarray, player: int = 0) -> np.ndarray:
    """The state that `array` shows to `player`, whose move or pass it is.

    Where that is a pass, the state has the other to move. Raises UserError for what cannot be.
    """
    shape = shape_of(game)
    array = np.asarray(array)
    if array.shape != shape:
        raise UserError(f"{game}: the array has {shape[0]} rows of {shape[1]} numbers, not the shape {array.shape}")
    edges = array.ravel()[_edge_places(game)]
    own, other, must_pass = (int(array[row, -1]) for row in (OWN, OTHER, PASS))
    if (
        not np.isin(edges, (0, 1)).all()
        or must_pass not in (0, 1)
        or array[PASS + 1 : game.sizes["rows"] + 1, -1].any()
    ):
        raise UserError(f"{game}: edges and the pass are 0 or 1, and what lies below the pass is 0: {array.tolist()}")
    scores = (own, other) if player == 0 else (other, own)
    state = game.assemble(edges.astype(np.int8), 1 - player if must_pass else player, scores)
    if must_pass and (other == 0 or game.is_terminal(state)):
        raise UserError(f"{game}: who must pass has seen the other complete a box, and the game go on; not so here")
    return state


def write_array(game: Game, state: np.ndarray, *, must_pass: bool = False) -> np.ndarray:
    """`[2R + 1, C + 1]` int64 the state as the player to move sees it; with `must_pass` as the other, who passes."""
    array = np.zeros(shape_of(game), np.int64)
    num_edges = game.num_actions
    array.ravel()[_edge_places(game)] = state[:num_edges]
    seen_by = game.to_play(state) ^ must_pass
    scores = state[num_edges + dots.SCORES :]
    array[OWN, -1], array[OTHER, -1], array[PASS, -1] = scores[seen_by], scores[1 - seen_by], must_pass
    return array


def parse_array(game: Game, text: str) -> np.ndarray | None:
    """The array in `text`, numbers between blanks, commas or brackets; None if there are not as many as it has.

    A history never has so many numbers, since the array has one for each edge and more.
    """
    height, width = shape_of(game)
    tokens = re.sub(r"[\[\],;]", " ", text).split()
    if len(tokens) != height * width or not all(token.isdecimal() for token in tokens):
        return None
    return np.array(tokens, np.int64).reshape(height, width)


def read_moves(game: Game, moves: list[int]) -> list[int]:
    """The history without its passes. Raises UserError for a pass that must not be, or lacks."""
    the_pass, history = game.num_actions, []
    state, must_pass = game.initial_state(), False
    for ply, move in enumerate(moves):
        if (move == the_pass) != must_pass:
            wanted = f"{the_pass}, the pass," if must_pass else "an edge"
            raise UserError(f"{game}: {wanted} must stand at ply {ply}, not {move}")
        if must_pass:
            must_pass = False
            continue
        player = game.to_play(state)
        state = game.step(state, move)
        history.append(move)
        must_pass = game.to_play(state) == player and not game.is_terminal(state)
    return history


def write_moves(game: Game, history: list[int]) -> list[int]:
    """The history with its passes; none follows the last move, though who comes next may have to begin with one."""
    states = [game.replay(history[:ply]) for ply in range(len(history) + 1)]
    movers = [game.to_play(state) for state in states]
    moves = []
    for ply, (mover, following) in enumerate(pairwise(movers)):
        moves.append(history[ply])
        if mover == following and ply + 1 < len(history):
            moves.append(game.num_actions)
    return moves
