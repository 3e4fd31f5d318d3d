"""Random rollouts: a position is worth what random play makes of it."""

import numpy as np

from src.files.compiled import allocating, kernel
from src.games.hashing import mixed, next_seed, uniform
from src.games.rules import (
    IS_TERMINAL_AT,
    KEY_AT,
    LEGAL_MASK_AT,
    STEP_AT,
    TO_PLAY_AT,
    Game,
    call_is_terminal,
    call_key,
    call_legal_mask,
    call_step,
    call_to_play,
)
from src.search.utility import utility


@kernel
def random_legal(mask, seed):
    """A legal action, each alike."""
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action]
    choice = int(uniform(seed) * count)
    for action in range(mask.shape[0]):
        if mask[action]:
            if choice == 0:
                return action
            choice -= 1
    return -1


@kernel
def play_out(rules, spec, state, seed, mask):
    """Play random legal moves to the end, in place."""
    while not call_is_terminal(rules[IS_TERMINAL_AT], spec, state):
        call_legal_mask(rules[LEGAL_MASK_AT], spec, state, mask)
        seed = next_seed(seed)
        call_step(rules[STEP_AT], spec, state, random_legal(mask, seed))
    return seed


@allocating
def rollout_values(rules, spec, states, salt, num_rollouts, margin_weight, max_score, mask, values):
    """Write `[B]` float32: the mean utility of rollouts for the player to move in each state."""
    state = np.empty(states.shape[1], np.int8)
    for b in range(states.shape[0]):
        player = call_to_play(rules[TO_PLAY_AT], spec, states[b])
        seed = mixed(call_key(rules[KEY_AT], spec, states[b]) ^ salt)
        total = 0.0
        for _ in range(num_rollouts):
            state[:] = states[b]
            seed = play_out(rules, spec, state, seed, mask)
            total += utility(rules, spec, state, player, margin_weight, max_score)
        values[b] = total / num_rollouts


class RolloutEvaluator:
    """All moves alike; the value is that of random play to the end. The same state gets the same rollouts."""

    name = "rollout"
    reads = "states"

    def __init__(self, game: Game, *, num_rollouts: int = 1, margin_weight: float = 0.0, salt: int = 0):
        self.game = game
        self.num_rollouts = num_rollouts
        self.margin_weight = margin_weight
        self.salt = np.uint64(salt)

    def evaluate(self, leaves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        game = self.game
        values = np.empty(len(leaves), np.float32)
        mask = np.empty(game.num_actions, np.bool_)
        rollout_values(
            game.rules,
            game.spec,
            leaves,
            self.salt,
            self.num_rollouts,
            self.margin_weight,
            game.max_score,
            mask,
            values,
        )
        return np.zeros((len(leaves), game.num_actions), np.float32), values
