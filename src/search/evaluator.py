"""The seam of the search: what judges positions. And the two judges that need no knowledge.

B leaves, A actions. An evaluator answers with `prior_logits` `[B, A]` (those of illegal moves are not read) and
`values` `[B]`, the utility for the player to move, in [-1, 1]. What it says of a leaf depends on that leaf alone.
An evaluator with `is_exact = True` knows: a search that proves takes its values as bounds.
"""

from typing import Literal, Protocol

import numpy as np

from src.files.compiled import kernel
from src.files.errors import UserError
from src.games.hashing import mixed, next_seed, uniform
from src.games.rules import KEY_AT, Game, call_key


class EvaluatorError(UserError):
    """An evaluator said something that a search cannot use."""


class Evaluator(Protocol):
    name: str
    # An evaluator may also say `batch_size`, how many rows it answers at once, and lend `rows` `[batch_size, C, H, W]`,
    # which it reads: a search then writes observations there, and gives it the first of them.
    reads: Literal["states", "observations"]  # what `evaluate` is given: `[B, S]` int8 or `[B, C, H, W]` float32

    def evaluate(self, leaves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """`(prior_logits [B, A], values [B])`, float32. `leaves` is only lent."""
        ...


class UniformEvaluator:
    """Knows nothing: every move alike, every position even."""

    name = "uniform"
    reads = "states"

    def __init__(self, game: Game):
        self.num_actions = game.num_actions

    def evaluate(self, leaves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros((len(leaves), self.num_actions), np.float32), np.zeros(len(leaves), np.float32)


@kernel
def hash_evaluations(rules, spec, states, salt, prior_logits, values):
    """Fill in logits in [-2, 2) and values in [-1, 1) that follow from each state's key."""
    for b in range(states.shape[0]):
        seed = mixed(call_key(rules[KEY_AT], spec, states[b]) ^ salt)
        values[b] = 2.0 * uniform(seed) - 1.0
        for action in range(prior_logits.shape[1]):
            seed = next_seed(seed)
            prior_logits[b, action] = 4.0 * uniform(seed) - 2.0


class HashEvaluator:
    """Arbitrary but reproducible: the same state always gets the same logits and value, on every machine."""

    name = "hash"
    reads = "states"

    def __init__(self, game: Game, salt: int = 0):
        self.game = game
        self.salt = np.uint64(salt)

    def evaluate(self, leaves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        prior_logits = np.empty((len(leaves), self.game.num_actions), np.float32)
        values = np.empty(len(leaves), np.float32)
        hash_evaluations(self.game.rules, self.game.spec, leaves, self.salt, prior_logits, values)
        return prior_logits, values
