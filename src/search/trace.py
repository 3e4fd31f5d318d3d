"""The simulations of a search one by one: which moves each followed, and what it brought back.

A search of n simulations begins as one of n - 1 does, so the one more is what they differ in. Searching anew for
each costs half of their number squared, which is nothing where a person is to read them.
"""

from typing import NamedTuple

import numpy as np

from src.files.errors import UserError
from src.search.mcts import Search
from src.search.tree import EXPANDED, NO_EDGE, ROOT, Forest


class Simulation(NamedTuple):
    """From the root to where a value was found, a new position or one whose value is known."""

    path: tuple[int, ...]  # actions
    value: float  # for the player to move at the root, in [-1, 1]


def trace(search: Search, state: np.ndarray, seed: int, num_simulations: int) -> list[Simulation]:
    """All simulations of `search` from `state` `[S]`, without the root's own evaluation; fewer where it is proven.

    Raises UserError for a search of which a shorter one is not the beginning.
    """
    knobs = search.settings[0]
    for key, alone in (("leaves_per_step", 1), ("considered_moves", 0), ("stop_decided", 0)):
        if knobs[key] != alone:
            raise UserError(f"simulations can be followed with mcts.{key}={alone}, not {knobs[key]}")
    found, visits, value_sum = [], {}, None
    for number in range(1, num_simulations + 1):
        search.run(state[None], [seed], number)
        forest = search.forest
        root = forest.nodes[0, ROOT]
        if value_sum is None:
            value_sum = float(root["raw_value"])
        if root["visits"] <= number:  # nothing was left to find out
            break
        now = _visits(forest)
        found.append(Simulation(_followed(forest, visits, now), float(root["value_sum"]) - value_sum))
        visits, value_sum = now, float(root["value_sum"])
    return found


def _tried(forest: Forest, index: int) -> range:
    """The places of a node's tried edges."""
    node = forest.nodes[0, index]
    return range(node["first_edge"], node["first_edge"] + node["num_tried"]) if node["status"] == EXPANDED else range(0)


def _visits(forest: Forest) -> dict[int, int]:
    """Of all tried edges, by place; a place belongs to the same edge in a longer search."""
    nodes = range(forest.slots[0]["num_nodes"])
    return {e: int(forest.edges[0, e]["visits"]) for index in nodes for e in _tried(forest, index)}


def _followed(forest: Forest, before: dict[int, int], now: dict[int, int]) -> tuple[int, ...]:
    """The actions of the edges that have one visit more than before, from the root on."""
    path, index = [], ROOT
    while True:
        e = next((e for e in _tried(forest, index) if now[e] > before.get(e, 0)), NO_EDGE)
        if e == NO_EDGE:
            return tuple(path)
        path.append(int(forest.edges[0, e]["action"]))
        index = forest.edges[0, e]["child"]
