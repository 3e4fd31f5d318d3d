"""What a search promises to whoever uses it: seeds, batches, kept trees, several leaves, noise."""

import numpy as np
import pytest

from src import games
from src.search.evaluator import HashEvaluator, UniformEvaluator
from src.search.mcts import Search
from src.search.result import SearchResult
from src.search.rollout import RolloutEvaluator
from tests.search.planted import PlantedEvaluator, game_of, node, state_of

NOISY = {"noise_fraction": 0.25, "root_temperature": 1.2, "fpu": "parent", "fpu_value": 0.2}


def same(one: SearchResult, other: SearchResult, row: int = 0, other_row: int = 0) -> bool:
    """Equal to the last bit."""
    return all(
        np.array_equal(getattr(one, name)[row], getattr(other, name)[other_row], equal_nan=True)
        for name in SearchResult.__dataclass_fields__
    )


def positions(game, count, seed=0):
    """States of random games, none final."""
    rng = np.random.default_rng(seed)
    found = []
    while len(found) < count:
        state = game.initial_state()
        for _ in range(rng.integers(game.max_plies)):
            if not game.is_terminal(state):
                state = game.step(state, rng.choice(game.legal_actions(state)))
        if not game.is_terminal(state):
            found.append(state)
    return np.stack(found)


@pytest.fixture(scope="module", params=[("dots", {"rows": 3, "cols": 3}), ("connect4", {})], ids=lambda p: p[0])
def game(request):
    name, sizes = request.param
    return games.make(name, **sizes)


class TestSeeds:
    @pytest.mark.parametrize("leaves_per_step", [1, 4])
    def test_batch_gives_what_singles_give(self, game, leaves_per_step):
        states = positions(game, 9)
        settings = NOISY | {"num_simulations": 60, "leaves_per_step": leaves_per_step}
        together = Search(game, HashEvaluator(game), num_slots=9, **settings).run(states, np.arange(9))
        alone = Search(game, HashEvaluator(game), num_slots=1, **settings)
        for row in range(9):
            assert same(together, alone.run(states[row : row + 1], [row]), row)

    def test_a_slot_may_start_while_others_are_under_way(self, game):
        states = positions(game, 4)
        search = Search(game, HashEvaluator(game), num_slots=4, num_simulations=40, **NOISY)
        expected = search.run(states, np.arange(4))
        started, left = 0, 4
        while left:
            if started < 4:  # one more slot each step, with another budget before it
                search.begin(started, states[started], started)
                started += 1
            left -= len(search.step())
        found = search.result(np.arange(4))
        assert all(same(expected, found, row, row) for row in range(4))

    def test_slots_that_are_done_are_named_once_and_in_order(self, game):
        search = Search(game, HashEvaluator(game), num_slots=5, num_simulations=40, prove=False)
        for slot, budget in zip((4, 1, 3, 0), (2, 2, 2, 5), strict=True):
            search.begin(slot, positions(game, 1)[0], slot, budget)
        assert [search.step().tolist() for _ in range(7)] == [[], [], [], [1, 3, 4], [], [], [0]]
        assert search.step().tolist() == []

    def test_another_seed_gives_another_search(self, game):
        states = positions(game, 1)
        search = Search(game, HashEvaluator(game), num_slots=1, num_simulations=40, **NOISY)
        assert same(search.run(states, [0]), search.run(states, [0]))
        assert not same(search.run(states, [0]), search.run(states, [1]))

    def test_budgets_may_differ(self, game):
        states = positions(game, 1)
        search = Search(game, HashEvaluator(game), num_slots=1, num_simulations=100, prove=False)
        assert search.run(states, [0], 7).visit_counts.sum() == 7
        assert search.run(states, [0]).visit_counts.sum() == 100


class TestKeptTree:
    def test_a_kept_tree_goes_on_as_if_it_had_begun_there(self, game):
        """What is visited below a node depends on what is known there alone, so both must agree to the last bit."""
        for seed, state in enumerate(positions(game, 6)):
            kept = Search(game, HashEvaluator(game), num_slots=1, num_simulations=80, prove=False)
            fresh = Search(game, HashEvaluator(game), num_slots=1, num_simulations=80, prove=False)
            for _ in range(4):
                counts = kept.run(state[None], [seed]).visit_counts[0]
                for _ in range(3):
                    action = int(counts.argmax())
                    state = game.step(state, action)
                    if game.is_terminal(state):
                        break
                    kept.follow(0, action, seed)
                    while not len(kept.step()):
                        pass
                    found = kept.result(np.array([0]))
                    assert same(found, fresh.run(state[None], [seed]))
                    counts = found.visit_counts[0]
                if game.is_terminal(state):
                    break

    def test_kept_visits_count(self, game):
        search = Search(game, HashEvaluator(game), num_slots=1, num_simulations=80, prove=False)
        counts = search.run(game.initial_state()[None], [0]).visit_counts[0]
        before = search.num_evaluations
        search.follow(0, int(counts.argmax()), 0)
        while not len(search.step()):
            pass
        # The root's own evaluation is one of the kept visits; no position of the first moves is final.
        assert search.num_evaluations - before == 80 + 1 - counts.max()

    def test_a_move_that_was_never_tried_starts_anew(self, game):
        search = Search(game, UniformEvaluator(game), num_slots=1, num_simulations=2)
        counts = search.run(game.initial_state()[None], [0]).visit_counts[0]
        action = int(np.flatnonzero(counts == 0)[0])
        search.follow(0, action, 0)
        while not len(search.step()):
            pass
        assert search.result(np.array([0])).visit_counts.sum() == 2


class TestSeveralLeaves:
    def test_all_visits_return(self, game):
        search = Search(game, HashEvaluator(game), num_slots=3, num_simulations=50, leaves_per_step=8, prove=False)
        found = search.run(positions(game, 3), np.arange(3))
        assert found.visit_counts.sum(1).tolist() == [50, 50, 50]
        assert (search.forest.edges["virtual"] == 0).all()

    def test_fewer_steps(self):
        game = games.make("dots", rows=4, cols=4)
        calls = {}
        for leaves_per_step in (1, 8):

            class Counting(HashEvaluator):
                calls = 0

                def evaluate(self, leaves):
                    self.calls += 1
                    return super().evaluate(leaves)

            evaluator = Counting(game)
            search = Search(game, evaluator, num_slots=1, num_simulations=200, leaves_per_step=leaves_per_step)
            search.run(game.initial_state()[None], [0])
            calls[leaves_per_step] = evaluator.calls
        assert calls[1] == 201
        assert calls[8] < 40  # 1 for the root, 25 full steps, and some that met an occupied leaf

    @pytest.mark.plain
    def test_virtual_losses_spread_the_leaves(self):
        # Priors 0.6 and 0.4, c = 1, N = 1. The first leaf goes left: 0.6 against 0.4. While it is under way it counts
        # as lost: left -1 + 0.6 * 1 / 2 = -0.7 against right 0.4 → the second leaf goes right, in the same step.
        root = node(0, node(1, 1, -1), node(1, 1, -1))
        evaluator = PlantedEvaluator({0: ([0.6, 0.4], 0.0), 1: ([1, 1], 0.9), 4: ([1, 1], 0.9)})
        settings = {"c_init": 1.0, "c_base": 1e18, "prove": False}
        search = Search(game_of(root), evaluator, num_slots=1, num_simulations=2, leaves_per_step=2, **settings)
        found = search.run(state_of(root)[None], [0])
        assert evaluator.asked == [0, 1, 4]
        assert found.visit_counts[0].tolist() == [1, 1, 0, 0]
        assert found.q_values[0, :2].tolist() == pytest.approx([-0.9, -0.9])


class TestNoise:
    def priors(self, num_searches, **settings):
        game = games.make("tictactoe")
        search = Search(game, UniformEvaluator(game), num_slots=num_searches, num_simulations=1, **settings)
        return search.run(np.stack([game.initial_state()] * num_searches), np.arange(num_searches)).prior_probs

    @pytest.mark.parametrize(
        ("settings", "concentration"),
        [({"noise_alpha": 0.3}, 9 * 0.3), ({"noise_alpha": 2.0}, 9 * 2.0), ({"noise_total_alpha": 10.83}, 10.83)],
    )
    def test_noise_is_dirichlet(self, settings, concentration):
        # Pure noise on 9 moves: mean 1/9 and variance (1/9)(8/9) / (concentration + 1) each (Dirichlet's moments).
        noise = self.priors(4000, noise_fraction=1.0, **settings)
        variance = (1 / 9) * (8 / 9) / (concentration + 1)
        error = 5 * np.sqrt(variance / noise.size)  # five standard errors over all moves
        assert noise.sum(1) == pytest.approx(1, abs=1e-5)
        assert np.abs(noise.mean(0) - 1 / 9).max() < 3 * error  # one move has a ninth of the numbers: 3 times the error
        assert noise.var() == pytest.approx(variance, rel=0.1)

    def test_the_fraction_mixes(self):
        noise, mixed = self.priors(50, noise_fraction=1.0), self.priors(50, noise_fraction=0.25)
        assert mixed == pytest.approx(0.75 / 9 + 0.25 * noise, abs=1e-6)

    def test_a_tiny_alpha_still_sums_to_one(self):
        assert self.priors(200, noise_fraction=1.0, noise_alpha=1e-4).sum(1) == pytest.approx(1, abs=1e-5)

    @pytest.mark.plain
    def test_root_temperature(self):
        # Priors 0.8 and 0.2 at temperature 2: sqrt(0.8) : sqrt(0.2) = 2 : 1
        root = node(0, node(1, 1, -1), node(1, 1, -1))
        evaluator = PlantedEvaluator({n: ([0.8, 0.2], 0.0) for n in range(7)})
        search = Search(game_of(root), evaluator, num_slots=1, num_simulations=1, root_temperature=2.0)
        found = search.run(state_of(root)[None], [0])
        assert found.prior_probs[0, :2].tolist() == pytest.approx([2 / 3, 1 / 3])


class TestRollouts:
    def test_one_position_is_worth_what_random_play_makes_of_it(self):
        # Tic-tac-toe from the start: the first player wins 58.49 %, loses 28.81 % and draws 12.70 % of random games
        # (counted over all 255,168 games weighted by their probability): 0.5849 - 0.2881 = 0.2968.
        game = games.make("tictactoe")
        evaluator = RolloutEvaluator(game, num_rollouts=100_000)
        _, values = evaluator.evaluate(game.initial_state()[None])
        assert values[0] == pytest.approx(0.2968, abs=4 / np.sqrt(100_000))

    def test_the_value_is_for_the_player_to_move(self):
        # Dots 1×1 with three edges drawn: who moves takes the box, whoever it is.
        game = games.make("dots", rows=1, cols=1)
        state = game.replay([0, 1, 2])
        assert game.to_play(state) == 1
        assert RolloutEvaluator(game).evaluate(state[None])[1].tolist() == [1.0]

    def test_one_state_always_gets_the_same_rollouts(self, game):
        states = positions(game, 8)
        evaluator = RolloutEvaluator(game)
        _, values = evaluator.evaluate(states)
        assert evaluator.evaluate(states[::-1].copy())[1].tolist() == values[::-1].tolist()
        other = RolloutEvaluator(game, num_rollouts=20, salt=1).evaluate(states)[1]
        assert other.tolist() != RolloutEvaluator(game, num_rollouts=20).evaluate(states)[1].tolist()
