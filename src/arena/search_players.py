"""Players that search: by Monte Carlo trees, and by alpha-beta."""

import numpy as np

from src.arena.player import MOVE_SEED, TREE_SEED, Choices, draws, streams
from src.games.rules import Game
from src.search.alphabeta import FINISHED, FRAME, best_moves
from src.search.evaluator import Evaluator
from src.search.mcts import Search, SearchResult
from src.search.root import choose_actions
from src.search.tree import EDGE, MOVE, NODE

MAX_SLOTS = 256
MAX_BYTES = 1_000_000_000  # of trees side by side


def slots_for(game: Game, num_simulations: int, leaves_per_step: int = 1) -> int:
    """How many trees of that size are searched side by side, bounded by memory."""
    a_node = NODE.itemsize + game.state_size + game.num_actions * (MOVE.itemsize + EDGE.itemsize)
    return max(1, min(MAX_SLOTS, MAX_BYTES // ((num_simulations + 1 + leaves_per_step) * a_node)))


def best_actions(found: SearchResult) -> np.ndarray:
    """`[B]` the moves that searches end with: those of the largest weights, of equal ones the one worth most."""
    zeros = np.zeros(len(found.node_value))
    return choose_actions(found.move_weights, zeros, zeros, tie_break=found.tie_break)


class SearchPlayer:
    """The move that a search chooses, with the search's own opinion of the position."""

    def __init__(
        self,
        name: str,
        game: Game,
        evaluator: Evaluator,
        *,
        num_simulations: int,
        leaves_per_step: int = 1,
        **search,
    ):
        self.name = name
        self.game = game
        self.evaluator = evaluator
        self.num_simulations = num_simulations
        self.settings = {"num_simulations": num_simulations, "leaves_per_step": leaves_per_step, **search}
        self.most_slots = slots_for(game, num_simulations, leaves_per_step)
        self._search: Search | None = None

    def choose(self, states: np.ndarray, plies: np.ndarray, seeds: np.ndarray) -> Choices:
        starts = range(0, len(states), self.most_slots)
        parts = [self._choose(*(rows[at : at + self.most_slots] for rows in (states, plies, seeds))) for at in starts]
        return Choices(np.concatenate([p.actions for p in parts]), np.concatenate([p.values for p in parts]))

    def _choose(self, states: np.ndarray, plies: np.ndarray, seeds: np.ndarray) -> Choices:
        if self._search is None or self._search.num_slots < len(states):
            self._search = Search(self.game, self.evaluator, num_slots=len(states), **self.settings)
        found = self._search.run(states, streams(seeds, TREE_SEED))
        return Choices(best_actions(found), found.node_value)


class AlphaBetaPlayer:
    """One of the moves that are best `depth` plies ahead, each alike; see `src.search.alphabeta`.

    Its opinion is the result where it sees the end, else its lead as a share of all points.
    """

    num_simulations = None

    def __init__(self, name: str, game: Game, *, depth: int):
        self.name = name
        self.game = game
        self.depth = min(depth, game.max_plies)

    def choose(self, states: np.ndarray, plies: np.ndarray, seeds: np.ndarray) -> Choices:
        game = self.game
        best = np.zeros((len(states), game.num_actions), np.bool_)
        values = np.zeros(len(states), np.int64)
        best_moves(game.rules, game.spec, states, np.zeros(self.depth, FRAME), best, values)
        actions = choose_actions(best, np.ones(len(states)), draws(seeds, MOVE_SEED))
        lead = values / max(game.max_score, 1)
        return Choices(actions, np.where(abs(values) > FINISHED // 2, np.sign(values), lead).astype(np.float32))
