"""Positions that are one up to symmetry are shown to the evaluator as one, and its answer is turned back.

The one is the form whose observation comes first in the order of its numbers. So a net judges all forms alike,
which it else learns only nearly, and a cache of its answers serves all of them.
"""

from typing import NamedTuple

import numpy as np

from src.files.compiled import allocating, copy_row, inlined, kernel
from src.games.rules import Game


class Forms(NamedTuple):
    """The symmetries under which leaves are shown; the identity alone where they are shown as they are."""

    cells: np.ndarray  # [K, H*W] int32
    actions: np.ndarray  # [K, A] int32
    pending: np.ndarray  # [B, L] int32, of the leaves that wait for the evaluator
    seen: np.ndarray  # [C, H*W] float32, room for a leaf as it is
    turned: np.ndarray  # [A] float32


def make_forms(game: Game, num_slots: int, leaves_per_step: int, *, canonical: bool) -> Forms:
    num_forms = len(game.cell_symmetries) if canonical else 1
    num_planes, height, width = game.planes
    return Forms(
        cells=np.ascontiguousarray(game.cell_symmetries[:num_forms], np.int32),
        actions=np.ascontiguousarray(game.action_symmetries[:num_forms], np.int32),
        pending=np.zeros((num_slots, leaves_per_step), np.int32),
        seen=np.zeros((num_planes, height * width), np.float32),
        turned=np.zeros(game.num_actions, np.float32),
    )


@kernel
def smallest_form(observation, cells):
    """Which of the symmetries `cells` `[K, H*W]`, taken as sources, gives the smallest observation `[C, H*W]`."""
    smallest = 0
    for k in range(1, cells.shape[0]):
        is_decided = False
        for plane in range(observation.shape[0]):
            for cell in range(observation.shape[1]):
                ours = observation[plane, cells[k, cell]]
                best = observation[plane, cells[smallest, cell]]
                if ours != best:
                    is_decided = True
                    if ours < best:
                        smallest = k
                    break
            if is_decided:
                break
    return smallest


@kernel
def turn(observation, cells, seen):
    """Turn an observation `[C, H*W]` in place: `cells` `[H*W]` are the sources, `seen` is room for what it was."""
    for plane in range(observation.shape[0]):
        copy_row(observation[plane], seen[plane])
        for cell in range(observation.shape[1]):
            observation[plane, cell] = seen[plane, cells[cell]]


@inlined
def turn_back(prior_logits, actions, k, turned):
    """Write the logits `[A]` of form `k` as those of the position itself; `actions` `[K, A]` are the symmetries."""
    for action in range(prior_logits.shape[0]):
        turned[actions[k, action]] = prior_logits[action]


@allocating
def to_smallest_forms(observations, cells, forms):
    """Turn each of `observations` `[B, C, H*W]` to its smallest form, and say in `forms` `[B]` which that is."""
    seen = np.empty_like(observations[0])
    for b in range(observations.shape[0]):
        forms[b] = smallest_form(observations[b], cells)
        turn(observations[b], cells[forms[b]], seen)


def shown_forms(game: Game, observations: np.ndarray) -> np.ndarray:
    """Turn `observations` `[B, C, H, W]` in place to the forms that a canonical search shows.

    Returns `[B, A]` int32: which action of the position itself each action of the form is.
    """
    forms = np.zeros(len(observations), np.int64)
    if len(observations):
        pictures = observations.reshape(len(observations), game.planes[0], -1)
        to_smallest_forms(pictures, game.cell_symmetries.astype(np.int32), forms)
    return game.action_symmetries[forms]


def turned_back(prior_logits: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """The logits `[B, A]` of forms as those of the positions themselves; `actions` of `shown_forms`."""
    own_logits = np.empty_like(prior_logits)
    np.put_along_axis(own_logits, actions, prior_logits, 1)
    return own_logits
