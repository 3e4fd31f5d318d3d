"""Self-play as OpenSpiel's AlphaZero has it: its search in Python, one game, one position at a time on JAX.

The net is a compiled function, which answers faster than OpenSpiel's own models.
"""

from collections.abc import Callable
from pathlib import Path

import jax
import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.alpha_zero.evaluator import AlphaZeroEvaluator

from src import games
from src.bench import jax_net

UCT_C, NOISE = 1.41, (0.25, 1.0)  # the defaults of OpenSpiel's example


class Model:
    """What OpenSpiel's evaluator asks, by the name that it uses."""

    def __init__(self, forward: jax_net.Forward, planes: tuple[int, int, int]):
        self._forward, self._planes = jax.jit(forward), planes
        self.num_evaluations = 0

    def inference(self, observation: np.ndarray, legal_mask: np.ndarray) -> tuple[float, np.ndarray]:
        """The value of one position, and probabilities `[A]`. The order of the planes does not matter for speed."""
        self.num_evaluations += 1
        picture = observation.reshape(1, *self._planes).transpose(0, 2, 3, 1).astype(np.float32)
        logits, values = (np.asarray(answer)[0] for answer in self._forward(picture))
        weights = np.where(legal_mask, np.exp(logits - logits.max()), 0.0)
        return float(values), weights / weights.sum()


def make(model: Path, num_simulations: int, seed: int) -> Callable[[], int]:
    """What plays a move. Returns how many positions the net was asked about; those in its cache are not asked again."""
    game, ours = pyspiel.load_game("connect_four"), games.make("connect4")
    judge = Model(jax_net.load(model, ours), ours.planes)
    bot = mcts.MCTSBot(
        game,
        UCT_C,
        num_simulations,
        AlphaZeroEvaluator(game, judge),
        solve=False,
        random_state=np.random.RandomState(seed),
        dirichlet_noise=NOISE,
        child_selection_fn=mcts.SearchNode.puct_value,
        dont_return_chance_node=True,
    )
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()

    def step() -> int:
        nonlocal state
        before = judge.num_evaluations
        children = bot.mcts_search(state).children
        visits = np.array([child.explore_count for child in children])
        state.apply_action(rng.choice([child.action for child in children], p=visits / visits.sum()))
        if state.is_terminal():
            state = game.new_initial_state()
        return judge.num_evaluations - before

    return step
