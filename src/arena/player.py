"""What a player is: something that chooses moves for many positions at once."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from src.games.hashing import mixed, uniform

TREE_SEED, MOVE_SEED = 1, 2  # two streams of one seed
RESIGN = -1  # in place of an action, by which only programs of others give a game up


@dataclass(frozen=True)
class Choices:
    """Moves for B positions; `values` `[B]` is the player's opinion for the player to move, None if it has none."""

    actions: np.ndarray
    values: np.ndarray | None


class Player(Protocol):
    name: str
    num_simulations: int | None  # a move; None for a player that makes none

    def choose(self, states: np.ndarray, plies: np.ndarray, seeds: np.ndarray) -> Choices:
        """Moves for `states` `[B, S]`, none final, `plies` `[B]` moves after the start, with `seeds` `[B]` uint64.

        What a row gets depends on that row alone.
        """
        ...


class HistoryPlayer(Protocol):
    """A player that must know how a position came about, as a program that keeps a board of its own."""

    name: str
    num_simulations: int | None

    def choose_after(self, histories: list[list[int]], seeds: np.ndarray) -> Choices:
        """Moves after B `histories`, none of a finished game; an action may be `RESIGN`."""
        ...


def needs_histories(player: Player | HistoryPlayer) -> bool:
    return hasattr(player, "choose_after")


def choose(
    player: Player | HistoryPlayer, states: np.ndarray, histories: list[list[int]], seeds: np.ndarray
) -> Choices:
    """What the player chooses in `states` `[B, S]`, to which `histories` led, whichever of the two it asks for."""
    if needs_histories(player):
        return player.choose_after(histories, seeds)
    return player.choose(states, np.array([len(history) for history in histories]), seeds)


def streams(seeds: np.ndarray, stream: int) -> np.ndarray:
    """`[B]` uint64 seeds that follow from `seeds`; those of different streams are independent."""
    return np.array([mixed(np.uint64(seed)) ^ np.uint64(stream) for seed in seeds], np.uint64)


def draws(seeds: np.ndarray, stream: int) -> np.ndarray:
    """`[B]` numbers in [0, 1), one a seed."""
    return np.array([uniform(seed) for seed in streams(seeds, stream)])
