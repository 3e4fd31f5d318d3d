"""Players that need no search: at random, and exact."""

import numpy as np

from src.arena.player import MOVE_SEED, Choices, draws
from src.games.rules import Game
from src.search.root import choose_actions
from src.solvers.referee import Referee


class RandomPlayer:
    """Every legal move alike."""

    name = "random"
    num_simulations = None

    def __init__(self, game: Game):
        self.game = game

    def choose(self, states: np.ndarray, plies: np.ndarray, seeds: np.ndarray) -> Choices:
        masks = np.stack([self.game.legal_mask(state) for state in states])
        return Choices(choose_actions(masks, np.ones(len(states)), draws(seeds, MOVE_SEED)), None)


class ExactPlayer:
    """One of the moves with the best margin, each alike."""

    name = "exact"
    num_simulations = None

    def __init__(self, judge: Referee):
        self.referee = judge

    def choose(self, states: np.ndarray, plies: np.ndarray, seeds: np.ndarray) -> Choices:
        judged = [self.referee.move_values(state) for state in states]
        optimal = np.stack([moves.margins == moves.margin for moves in judged])
        actions = choose_actions(optimal, np.ones(len(states)), draws(seeds, MOVE_SEED))
        return Choices(actions, np.array([np.sign(moves.margin) for moves in judged], np.float32))
