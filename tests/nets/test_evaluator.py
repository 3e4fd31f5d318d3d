"""A net as the judge of a search."""

import numpy as np
import pytest
import torch

from src import games
from src.files.errors import UserError
from src.games.batch import legal_masks
from src.nets.evaluator import NetEvaluator, PriorsWithRollouts
from src.nets.torch_engine import TorchEngine
from src.search.mcts import Search
from src.search.rollout import RolloutEvaluator
from src.search.utility import blend_all
from tests.nets.lived import lived_net, random_observations

DOTS = games.make("dots", rows=2, cols=2)


def evaluator_of(game, net=None, **settings) -> NetEvaluator:
    net = net or lived_net("resnet_small", game)
    return NetEvaluator(TorchEngine(net, game, batch_size=16, device="cpu", name="a net"), game, **settings)


class Certain:
    """An engine that knows the final margins of its positions."""

    name = "certain"

    def __init__(self, margins: np.ndarray):
        self.margins = margins
        self.batch_size, self.rows = len(margins), np.zeros((len(margins), *DOTS.planes), np.float32)

    def run(self, observations):
        margins = (self.margins / DOTS.max_score).astype(np.float32)
        return np.zeros((len(margins), DOTS.num_actions), np.float32), np.sign(margins), margins


@pytest.mark.parametrize("weight", [0.0, 0.1, 0.3, 0.99])
def test_a_certain_net_is_worth_what_the_search_gives_final_states(weight):
    margins = np.arange(-4, 5)
    wanted = np.empty(len(margins), np.float32)
    blend_all(margins, weight, DOTS.max_score, wanted)
    _, values = NetEvaluator(Certain(margins), DOTS, weight).evaluate(None)
    assert values.dtype == np.float32
    assert np.array_equal(values, wanted)


def test_games_without_points_are_worth_their_result():
    game = games.make("tictactoe")
    observations = random_observations(game, 8)
    plain, weighted = evaluator_of(game), evaluator_of(game, margin_weight=0.5)
    assert np.array_equal(plain.evaluate(observations)[1], weighted.evaluate(observations)[1])


@pytest.mark.parametrize("weight", [-0.1, 1.0, float("nan")])
def test_a_weight_that_cannot_be(weight):
    with pytest.raises(UserError, match="from 0 to below 1"):
        evaluator_of(DOTS, margin_weight=weight)


def test_a_search_runs_with_a_net_and_its_targets_are_legal():
    evaluator = evaluator_of(DOTS, margin_weight=0.1)
    assert (evaluator.name, evaluator.reads) == ("a net", "observations")
    num_slots = 24  # more than the engine's batch
    search = Search(DOTS, evaluator, num_slots=num_slots, num_simulations=40, prove=False, margin_weight=0.1)
    states = []
    for slot in range(num_slots):
        state = DOTS.initial_state()
        for edge in range(slot % 9):
            state = DOTS.step(state, (slot + 5 * edge) % 12)
        states.append(state)
        search.begin(slot, state, seed=slot)
    while (search.forest.slots["status"] != 0).any():
        search.step()
    result = search.result(np.arange(num_slots))
    masks = np.zeros((num_slots, DOTS.num_actions), np.bool_)
    legal_masks(DOTS.rules, DOTS.spec, np.stack(states), masks)
    assert np.allclose(result.policy_target.sum(1), 1)
    assert not result.policy_target[~masks].any()
    observations = np.stack([DOTS.observe(state) for state in states])
    prior_logits, values = evaluator.evaluate(observations)
    assert np.array_equal(result.raw_value, values)
    priors = torch.from_numpy(np.where(masks, prior_logits, -np.inf)).softmax(1).numpy()
    assert np.allclose(result.prior_probs, priors, atol=1e-6)


def test_a_search_writes_where_the_net_reads():
    """What stands in an engine's rows is not copied to them, and is judged as if it were."""
    evaluator = evaluator_of(DOTS)
    search = Search(DOTS, evaluator, num_slots=16, num_simulations=1, prove=False)
    states = np.stack([DOTS.replay(range(row % 9)) for row in range(16)])
    observations = np.stack([DOTS.observe(state) for state in states])
    search.begin_all(np.arange(16), states, search.tasks(np.arange(16)))
    search.step()
    assert np.array_equal(evaluator.engine.rows, observations)
    lent = evaluator.evaluate(evaluator.engine.rows[:9])
    copied = evaluator_of(DOTS).evaluate(observations[:9])
    assert all(np.array_equal(a, b) for a, b in zip(lent, copied, strict=True))
    shifted = evaluator.evaluate(evaluator.engine.rows[3:])  # not the first ones: these are copied
    assert np.array_equal(shifted[1], evaluator_of(DOTS).evaluate(observations[3:])[1])


def test_priors_with_rollouts_take_moves_from_the_net_and_values_from_random_play():
    """Both halves are what the net and the rollouts say alone, position by position."""
    evaluator = evaluator_of(DOTS, margin_weight=0.3)
    both = PriorsWithRollouts(evaluator.engine, DOTS, 0.3)
    states = np.stack([DOTS.replay(history) for history in ([], [0], [3, 5], [0, 6, 2], [1, 4, 7, 9, 11])])
    observations = np.stack([DOTS.observe(state) for state in states])
    prior_logits, values = both.evaluate(states)
    assert np.array_equal(prior_logits, evaluator.evaluate(observations)[0])
    assert np.array_equal(values, RolloutEvaluator(DOTS, margin_weight=0.3).evaluate(states)[1])
    assert not np.array_equal(values, evaluator.evaluate(observations)[1])
    one_form = PriorsWithRollouts(evaluator.engine, DOTS, 0.3, canonical=True)
    search = Search(DOTS, evaluator, num_slots=len(states), num_simulations=1, canonical=True, prove=False)
    priors = search.run(states, np.zeros(len(states), np.uint64)).prior_probs
    masks = np.stack([DOTS.legal_mask(state) for state in states])
    logits = np.where(masks, one_form.evaluate(states)[0], -np.inf)
    assert np.allclose(priors, torch.from_numpy(logits).softmax(1).numpy(), atol=1e-6)
    found = Search(DOTS, both, num_slots=2, num_simulations=30).run(states[:2], [0, 0])
    assert found.visit_counts.sum(1).tolist() == [30, 30]


def test_more_leaves_a_step_than_the_net_has_rows():
    """What does not fit where the net reads is written elsewhere, and judged in parts."""
    net, states = lived_net("resnet_small", DOTS), np.stack([DOTS.initial_state()] * 2)
    results = []
    for rows in (16, 64):
        evaluator = NetEvaluator(TorchEngine(net, DOTS, batch_size=rows, device="cpu"), DOTS)
        search = Search(DOTS, evaluator, num_slots=2, num_simulations=60, leaves_per_step=24, prove=False)
        results.append(search.run(states, np.zeros(2, np.uint64)).visit_counts)
    assert np.array_equal(*results)
