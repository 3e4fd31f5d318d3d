"""Exact play as an evaluator: the true utility of every leaf, all moves alike."""

import numpy as np

from src.search.utility import blend_all
from src.solvers.referee import Referee


class ExactEvaluator:
    """What a referee knows, as utility; to a search that proves, also as bounds. The prior says nothing."""

    name = "exact"
    reads = "states"
    is_exact = True

    def __init__(self, referee: Referee, *, margin_weight: float = 0.0):
        self.referee = referee
        self.margin_weight = margin_weight

    def evaluate(self, leaves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        game = self.referee.game
        utilities = np.empty(len(leaves), np.float32)
        blend_all(self.referee.values(leaves), self.margin_weight, game.max_score, utilities)
        return np.zeros((len(leaves), game.num_actions), np.float32), utilities
