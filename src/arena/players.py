"""Who plays: a name in the settings becomes something that chooses moves for many positions at once."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from src.files.errors import UserError
from src.games.hashing import mixed, uniform
from src.games.rules import Game
from src.search.evaluator import Evaluator, UniformEvaluator
from src.search.mcts import Search
from src.search.rollout import RolloutEvaluator
from src.search.root import choose_actions, move_temperature
from src.search.tree import EDGE, MOVE, NODE
from src.solvers.referee import Referee, referee

KINDS = "exact, random, rollout:1000 or uniform:1000"
MAX_SLOTS = 256
MAX_BYTES = 1_000_000_000  # of trees side by side
_TREE_SEED, _MOVE_SEED = 1, 2  # two streams of one seed


@dataclass(frozen=True)
class Choices:
    """Moves for B positions; `values` `[B]` is the player's opinion for the player to move, None if it has none."""

    actions: np.ndarray
    values: np.ndarray | None


class Player(Protocol):
    name: str

    def choose(self, states: np.ndarray, plies: np.ndarray, seeds: np.ndarray) -> Choices:
        """Moves for `states` `[B, S]`, none final, `plies` `[B]` moves after the start, with `seeds` `[B]` uint64."""
        ...


def streams(seeds: np.ndarray, stream: int) -> np.ndarray:
    """`[B]` uint64 seeds that follow from `seeds`; those of different streams are independent."""
    return np.array([mixed(np.uint64(seed)) ^ np.uint64(stream) for seed in seeds], np.uint64)


def draws(seeds: np.ndarray, stream: int) -> np.ndarray:
    """`[B]` numbers in [0, 1), one a seed."""
    return np.array([uniform(seed) for seed in streams(seeds, stream)])


class RandomPlayer:
    """Every legal move alike."""

    name = "random"

    def __init__(self, game: Game):
        self.game = game

    def choose(self, states: np.ndarray, plies: np.ndarray, seeds: np.ndarray) -> Choices:
        masks = np.stack([self.game.legal_mask(state) for state in states])
        return Choices(choose_actions(masks, np.ones(len(states)), draws(seeds, _MOVE_SEED)), None)


class ExactPlayer:
    """One of the moves with the best margin, each alike."""

    name = "exact"

    def __init__(self, judge: Referee):
        self.referee = judge

    def choose(self, states: np.ndarray, plies: np.ndarray, seeds: np.ndarray) -> Choices:
        judged = [self.referee.move_values(state) for state in states]
        optimal = np.stack([moves.margins == moves.margin for moves in judged])
        actions = choose_actions(optimal, np.ones(len(states)), draws(seeds, _MOVE_SEED))
        return Choices(actions, np.array([np.sign(moves.margin) for moves in judged], np.float32))


class SearchPlayer:
    """The move that a search chooses, with the search's own opinion of the position."""

    def __init__(
        self,
        name: str,
        game: Game,
        evaluator: Evaluator,
        *,
        num_simulations: int,
        temperature: float = 0.0,
        temperature_plies: int = 30,
        temperature_final: float = 0.0,
        **search,
    ):
        self.name = name
        self.game = game
        self.evaluator = evaluator
        self.num_simulations = num_simulations
        self.schedule = {"temperature": temperature, "plies": temperature_plies, "final": temperature_final}
        self.settings = search
        self._search: Search | None = None

    def choose(self, states: np.ndarray, plies: np.ndarray, seeds: np.ndarray) -> Choices:
        if self._search is None or self._search.num_slots < len(states):
            self._search = Search(
                self.game,
                self.evaluator,
                num_slots=len(states),
                num_simulations=self.num_simulations,
                **self.settings,
            )
        found = self._search.run(states, streams(seeds, _TREE_SEED))
        actions = choose_actions(
            found.policy_target,
            move_temperature(plies, **self.schedule),
            draws(seeds, _MOVE_SEED),
            tie_break=np.nan_to_num(found.q_values, nan=-2.0),
        )
        return Choices(actions, found.node_value)


def slots_for(game: Game, num_simulations: int, leaves_per_step: int = 1) -> int:
    """How many trees of that size are searched side by side, bounded by memory."""
    a_node = NODE.itemsize + game.state_size + game.num_actions * (MOVE.itemsize + EDGE.itemsize)
    return max(1, min(MAX_SLOTS, MAX_BYTES // ((num_simulations + 1 + leaves_per_step) * a_node)))


def parse(spec: str, default_simulations: int) -> tuple[str, int]:
    """`rollout:1000` → ("rollout", 1000); without a number the default. Raises UserError for what is no player."""
    kind, colon, number = spec.partition(":")
    if kind not in ("exact", "random", "rollout", "uniform") or (colon and kind in ("exact", "random")):
        raise UserError(f"there is no player {spec!r}; a player is {KINDS}")
    if not colon:
        return kind, default_simulations
    if not number.isdecimal() or int(number) < 1:
        raise UserError(f"player {spec!r} needs a whole number of simulations from 1 on, as {kind}:1000")
    return kind, int(number)


def make_player(
    spec: str, game: Game, *, num_simulations: int, margin_weight: float, big_table: bool = False, **search
) -> Player:
    """The player of that name; `search` as for `SearchPlayer`. Raises UserError for what is no player."""
    kind, num_simulations = parse(spec, num_simulations)
    if kind == "random":
        return RandomPlayer(game)
    if kind == "exact":
        return ExactPlayer(referee(game, big_table=big_table))
    evaluator = RolloutEvaluator(game, margin_weight=margin_weight) if kind == "rollout" else UniformEvaluator(game)
    return SearchPlayer(spec, game, evaluator, num_simulations=num_simulations, margin_weight=margin_weight, **search)
