"""Seeded random games, many at once by the batch kernels, kept ply by ply."""

from dataclasses import dataclass

import numpy as np

from src.games import batch
from src.games.rules import Game

ENDED = -1  # the action of a game that is over


@dataclass(frozen=True)
class Played:
    """N games of up to P plies; a game that is over keeps its final state."""

    states: np.ndarray  # [P + 1, N, S] before each ply, and the last
    masks: np.ndarray  # [P + 1, N, A]
    ended: np.ndarray  # [P + 1, N]
    actions: np.ndarray  # [P, N] or ENDED

    def history(self, i: int) -> list[int]:
        return self.actions[:, i][self.actions[:, i] != ENDED].tolist()

    def reached(self, i: int) -> np.ndarray:
        """`[plies + 1, S]` the states of game `i` from the first to the final one."""
        return self.states[: len(self.history(i)) + 1, i]


def play_randomly(game: Game, num_games: int, seed: int) -> Played:
    """Plays every game to its end; each legal move is as likely as another."""
    rng = np.random.default_rng(seed)
    states = np.tile(game.initial_state(), (num_games, 1))
    kept_states, kept_masks, kept_ended, kept_actions = [], [], [], []
    for _ in range(game.max_plies + 1):
        masks = np.zeros((num_games, game.num_actions), np.bool_)
        ended = np.zeros(num_games, np.bool_)
        batch.legal_masks(game.rules, game.spec, states, masks)
        batch.are_terminal(game.rules, game.spec, states, ended)
        kept_states.append(states.copy())
        kept_masks.append(masks)
        kept_ended.append(ended)
        if ended.all():
            break
        actions = np.where(masks, rng.random(masks.shape), -1.0).argmax(1)
        running = states[~ended]
        batch.step_all(game.rules, game.spec, running, actions[~ended])
        states[~ended] = running
        kept_actions.append(np.where(ended, ENDED, actions))
    return Played(np.stack(kept_states), np.stack(kept_masks), np.stack(kept_ended), np.stack(kept_actions))
