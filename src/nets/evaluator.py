"""A net as the judge of a search: of moves and values, or of moves alone beside rollouts."""

import numpy as np

from src.files.errors import UserError
from src.games.batch import observe_all
from src.games.rules import Game
from src.nets.engine import Engine
from src.search.rollout import RolloutEvaluator
from src.search.symmetry import shown_forms, turned_back
from src.search.utility import blend_shares


class NetEvaluator:
    """An `Evaluator`: the net's priors, and its result and margin weighted as `search.utility` weighs final ones.

    margin_weight: share of the margin in the utility, in [0, 1); the same as the search's.
    """

    reads = "observations"

    def __init__(self, engine: Engine, game: Game, margin_weight: float = 0.0):
        if not 0 <= margin_weight < 1:
            raise UserError(f"the margin's weight must be from 0 to below 1, not {margin_weight}")
        self.engine = engine
        self.name = engine.name
        self.batch_size, self.rows = engine.batch_size, engine.rows
        self.margin_weight = margin_weight if game.max_score else 0.0

    def evaluate(self, leaves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """`[B, C, H, W]` → `(prior_logits [B, A], values [B])`, float32; utility for the player to move."""
        prior_logits, values, margins = self.engine.run(leaves)
        if self.margin_weight:
            blend_shares(values, margins, self.margin_weight)
        return prior_logits, values


class PriorsWithRollouts:
    """An `Evaluator`: the net's priors, and for a value what random play to the end makes of the position.

    So a policy net plays that has no value net beside it (Silver et al. 2016, with rollouts alone: lambda = 1).
    canonical: the net sees each position as a search with `canonical` would show it to a `NetEvaluator`.
    """

    reads = "states"

    def __init__(self, engine: Engine, game: Game, margin_weight: float = 0.0, *, canonical: bool = False):
        self.engine, self.game, self.canonical = engine, game, canonical
        self.name = f"{engine.name} with rollouts"
        self.batch_size = engine.batch_size
        self.rollouts = RolloutEvaluator(game, margin_weight=margin_weight)

    def evaluate(self, leaves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """`[B, S]` → `(prior_logits [B, A], values [B])`, float32; utility for the player to move."""
        observations = np.empty((len(leaves), *self.game.planes), np.float32)
        observe_all(self.game.rules, self.game.spec, leaves, observations)
        actions = shown_forms(self.game, observations) if self.canonical else None
        prior_logits = self.engine.run(observations)[0]
        if self.canonical:
            prior_logits = turned_back(prior_logits, actions)
        return prior_logits, self.rollouts.evaluate(leaves)[1]
