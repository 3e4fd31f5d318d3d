"""Searches small enough to compute by hand; the arithmetic stands beside the assert."""

import math

import numpy as np
import pytest

from src.files.errors import UserError
from src.search.evaluator import EvaluatorError, UniformEvaluator
from src.search.knobs import SETTINGS, UCT, UCT_PRIOR
from src.search.mcts import Search
from src.search.select import exploration, exploration_scale
from tests.search.planted import PlantedEvaluator, game_of, minimax, node, nodes_of, state_of

pytestmark = pytest.mark.plain


def search(root, evaluator=None, *, num_simulations, max_score=1, **settings):
    game = game_of(root, max_score)
    evaluator = evaluator or UniformEvaluator(game)
    found = Search(game, evaluator, num_slots=1, num_simulations=num_simulations, **settings)
    return found.run(state_of(root)[None], [0])


def term(prior, visits, node_visits, knobs):
    """The exploration term of an edge's score."""
    return exploration(exploration_scale(node_visits, knobs), prior, visits, knobs[0]["rule"])


def open_node(player):
    """A node whose two moves both lead on, so that nothing is proven soon."""
    return node(player, node(1 - player, 1, -1), node(1 - player, -1, 1))


class TestPuct:
    """One player, two moves with priors 0.6 and 0.4, c_init = 1 and an endless c_base, so that c = 1."""

    # number 0 is the root, 1 its first child (with 2, 3, … below), 8 the second
    root = node(0, open_node(0), open_node(0))
    evaluations = {0: ([0.6, 0.4], 0.1), 1: ([1, 1], 0.2), 8: ([1, 1], 0.5)}  # noqa: RUF012
    settings = {"c_init": 1.0, "c_base": 1e18, "prove": False}  # noqa: RUF012

    def found(self, num_simulations):
        return search(self.root, PlantedEvaluator(self.evaluations), num_simulations=num_simulations, **self.settings)

    def test_first_simulation_follows_the_prior(self):
        # N = 1, the root's own evaluation: U = 0.6 * sqrt(1) / 1 = 0.6 against 0.4
        found = self.found(1)
        assert found.visit_counts[0].tolist() == [1, 0, 0, 0]
        assert found.q_values[0, 0] == pytest.approx(0.2)
        assert found.node_value[0] == pytest.approx((0.1 + 0.2) / 2)

    def test_second_simulation(self):
        # N = 2: first 0.2 + 0.6 * sqrt(2) / 2 = 0.624; second, untried, 0 + 0.4 * sqrt(2) = 0.566 → the first again,
        # whose own first child is number 2, valued -0.8
        evaluator = PlantedEvaluator(self.evaluations | {2: ([1, 1], -0.8)})
        found = search(self.root, evaluator, num_simulations=2, **self.settings)
        assert found.visit_counts[0].tolist() == [2, 0, 0, 0]
        assert evaluator.asked == [0, 1, 2]
        # number 2 has player 1 to move, so its -0.8 is +0.8 for player 0: (0.2 + 0.8) / 2
        assert found.q_values[0, 0] == pytest.approx(0.5)

    def test_third_simulation_turns(self):
        # Let number 2 be +0.8 for player 1: the first move's mean is (0.2 - 0.8) / 2 = -0.3.
        # N = 3: first -0.3 + 0.6 * sqrt(3) / 3 = 0.046; second 0.4 * sqrt(3) = 0.693 → the second, valued 0.5
        evaluator = PlantedEvaluator(self.evaluations | {2: ([1, 1], 0.8)})
        found = search(self.root, evaluator, num_simulations=3, **self.settings)
        assert found.visit_counts[0].tolist() == [2, 1, 0, 0]
        assert found.q_values[0, 1] == pytest.approx(0.5)
        assert found.node_value[0] == pytest.approx((0.1 + 0.2 - 0.8 + 0.5) / 4, abs=1e-6)

    def test_exploration_grows_with_the_log(self):
        # c_base = 1, c_init = 0: c(1) = log((1 + 1 + 1) / 1) = log(3); c(7) = log((1 + 7 + 1) / 1) = log(9)
        knobs = np.zeros(1, SETTINGS)
        knobs["c_base"] = 1.0
        assert term(0.6, 0, 1, knobs) == pytest.approx(0.6 * 1.0986122886681098)
        assert term(0.6, 2, 7, knobs) == pytest.approx(0.6 * math.log(9) * 2.6457513110645907 / 3)

    def test_default_constants_are_alphazeros(self):
        # At N = 1: c = log((1 + 1 + 19652) / 19652) + 1.25 = 1.2501017706; at N = 19651 the log is log(2) = 0.693
        game = game_of(self.root)
        knobs = Search(game, UniformEvaluator(game), num_slots=1, num_simulations=1).settings
        assert term(1.0, 0, 1, knobs) == pytest.approx(1.2501017706)
        assert term(1.0, 0, 19651, knobs) == pytest.approx((0.6931471806 + 1.25) * math.sqrt(19651))

    def test_uct_with_prior(self):
        knobs = np.zeros(1, SETTINGS)
        knobs["rule"], knobs["c_init"] = UCT, 1.4
        # 1.4 * 0.5 * sqrt(log(10) / (1 + 3)) = 0.7 * sqrt(2.302585 / 4) = 0.7 * 0.758714
        assert term(0.5, 3, 10, knobs) == pytest.approx(0.53110, abs=1e-5)
        # With all moves tried first it divides by 3 alone: 0.7 * sqrt(2.302585 / 3) = 0.7 * 0.876087
        knobs["rule"] = UCT_PRIOR
        assert term(0.5, 3, 10, knobs) == pytest.approx(0.61326, abs=1e-5)


class TestAllMovesTriedFirst:
    """UCT with a prior as AlphaGo-like programs for beginners have it: each move once, in the order of the priors."""

    root = node(0, open_node(0), open_node(0), open_node(0))
    evaluations = {0: ([0.1, 0.7, 0.2], 0.0), 1: ([1, 1], -0.5), 8: ([1, 1], 0.9), 15: ([1, 1], 0.2)}  # noqa: RUF012
    evaluations |= {9: ([1, 1], 0.0)}

    def counts(self, num_simulations, **settings):
        settings = {"rule": "uct_prior", "c_init": 1.4, "prove": False} | settings
        found = search(self.root, PlantedEvaluator(self.evaluations), num_simulations=num_simulations, **settings)
        return found.visit_counts[0, :3].tolist()

    @pytest.mark.parametrize("settings", [{}, {"c_init": 0.0}, {"fpu": "parent", "fpu_value": 1.0}])
    def test_in_the_order_of_the_priors_whatever_their_values(self, settings):
        assert [self.counts(n, **settings) for n in (1, 2, 3)] == [[0, 1, 0], [0, 1, 1], [1, 1, 1]]

    def test_then_by_the_score(self):
        # N = 4, sqrt(log 4) = 1.177: -0.5 + 0.165, 0.9 + 1.154 and 0.2 + 0.330 → the second
        assert self.counts(4) == [1, 2, 1]

    def test_not_where_more_cannot_be_won(self):
        # The second move wins at once; behind it nothing is left to find out inside the tree, and the third move of
        # number 1 is never tried: its node is proven won for player 1.
        root = node(0, node(1, open_node(0), -1, open_node(0)), node(1, open_node(0), open_node(0)))
        evaluator = PlantedEvaluator({n: ([1, 1] if n else [0.9, 0.1], 0.0) for n in range(40)})
        evaluator.evaluations[1] = ([0.2, 0.5, 0.3], 0.0)
        found = search(root, evaluator, num_simulations=30, rule="uct_prior", c_init=1.4)
        assert found.action_upper[0, 0] == -1
        assert not {2, 10} & set(evaluator.asked)


class TestFirstPlayUrgency:
    def counts(self, **settings):
        # The root is worth -0.5 and so is its first move, prior 0.9; the second, prior 0.1, is good but unknown.
        root = node(0, open_node(0), open_node(0))
        evaluations = {0: ([0.9, 0.1], -0.5), 1: ([1, 1], -0.5), 2: ([1, 1], 0.5), 8: ([1, 1], 0.9)}
        settings = {"c_init": 0.5, "c_base": 1e18, "prove": False} | settings
        return search(root, PlantedEvaluator(evaluations), num_simulations=2, **settings).visit_counts[0, :2].tolist()

    def test_constant(self):
        # N = 2: tried -0.5 + 0.5 * 0.9 * sqrt(2) / 2 = -0.182; untried 0 + 0.5 * 0.1 * sqrt(2) = 0.071 → the second
        assert self.counts(fpu="constant", fpu_value=0.0) == [1, 1]

    def test_parent(self):
        # untried: mean (-0.5 - 0.5) / 2 - 0.2 * sqrt(0.9) + 0.071 = -0.619, below -0.182 → the first again
        assert self.counts(fpu="parent", fpu_value=0.2) == [2, 0]


class TestPerspective:
    def test_two_moves_in_a_row_keep_the_sign(self):
        # Player 0 moves twice; its second move wins. Player 1 never gets to move.
        found = search(node(0, node(0, 1, -1), node(0, -1, -1)), num_simulations=20)
        assert found.lower[0] == found.upper[0] == 1
        assert found.policy_target[0].tolist() == [1, 0, 0, 0]

    def test_values_are_for_the_player_to_move(self):
        # The same with player 1 to move: it wins where the margin for player 0 is -1.
        found = search(node(1, node(1, 1, -1), node(1, 1, 1)), num_simulations=20)
        assert found.lower[0] == 1
        assert found.policy_target[0].tolist() == [1, 0, 0, 0]

    @pytest.mark.parametrize("seed", range(20))
    def test_root_values_equal_minimax_with_double_moves(self, seed):
        # Random trees in which who moves is drawn anew at every node: for every state with a move,
        # proven bounds meet at the minimax value.
        rng = np.random.default_rng(seed)

        def grow(depth):
            if depth == 0 or (depth < 4 and rng.random() < 0.15):
                return int(rng.integers(-1, 2))
            return node(int(rng.integers(2)), *(grow(depth - 1) for _ in range(rng.integers(1, 4))))

        root = grow(5)
        game = game_of(root)
        tree = Search(game, UniformEvaluator(game), num_slots=1, num_simulations=2000)
        for at in nodes_of(root):
            if at.children:
                value = minimax(at) if at.player == 0 else -minimax(at)
                found = tree.run(state_of(at)[None], [0])
                assert found.lower[0] == found.upper[0] == value
                optimal = [minimax(child) == minimax(at) for child in at.children]
                assert (found.policy_target[0, : len(optimal)] > 0).tolist() == optimal

    def test_minimax_is_found_without_proofs(self):
        # Player 0 must not let player 1 move into -1: the second move, where player 0 moves again, is worth 1.
        root = node(0, node(1, 1, -1), node(0, -1, node(0, 1, 1)))
        found = search(root, num_simulations=4000, prove=False)
        assert found.visit_counts[0, 1] > 3900
        assert found.node_value[0] == pytest.approx(1, abs=0.05)


class TestSwindle:
    def test_a_tempting_move_with_a_refutation(self):
        # The first move looks won (prior 0.95, value -0.9 for the player to move behind it), but the reply
        # wins for player 1; the second move draws.
        root = node(0, node(1, 1, node(1, -1, -1)), node(1, 0, 0))
        evaluations = {0: ([0.95, 0.05], 0.0), 1: ([0.99, 0.01], -0.9), 3: ([1, 1], -0.9), 6: ([1, 1], 0.0)}
        found = search(root, PlantedEvaluator(evaluations), num_simulations=100)
        assert found.policy_target[0].tolist() == [0, 1, 0, 0]
        assert found.lower[0] == found.upper[0] == 0

    def test_also_without_proofs(self):
        root = node(0, node(1, 1, node(1, -1, -1)), node(1, 0, 0))
        evaluations = {0: ([0.95, 0.05], 0.0), 1: ([0.9, 0.1], -0.9), 3: ([1, 1], -0.9), 6: ([1, 1], 0.0)}
        found = search(root, PlantedEvaluator(evaluations), num_simulations=2000, prove=False)
        assert found.visit_counts[0, 1] > found.visit_counts[0, 0]


class TestBounds:
    def test_a_proven_branch_is_cut(self):
        # The first move (number 1) draws at once. Behind the second (2), player 1 can win at once (3): that is
        # below what player 0 has, so number 4 and all below it are never looked at.
        root = node(0, 0, node(1, -1, open_node(0)))
        evaluator = PlantedEvaluator({number: ([1, 1], 0.0) for number in range(11)})
        found = search(root, evaluator, num_simulations=1000)
        assert found.lower[0] == found.upper[0] == 0
        assert found.action_upper[0, 1] == -1
        assert evaluator.asked == [0, 2]
        assert found.num_simulations[0] < 10

    def test_a_win_cuts_its_siblings_but_equals_are_looked_for(self):
        # Two of three moves win; the policy target is shared by both, and the third gets nothing.
        found = search(node(0, 1, node(1, -1, -1), node(1, 1, 1)), num_simulations=50)
        assert found.policy_target[0].tolist() == [0.5, 0, 0.5, 0]

    def test_the_margin_matters_when_the_result_is_lost(self):
        # Both moves lose, by 5 and by 1 of 9 boxes. With w = 0.5: the second is worth -0.5 - 0.5 / 9.
        root = node(0, node(1, -5), node(1, -1))
        found = search(root, num_simulations=20, max_score=9, margin_weight=0.5)
        assert found.policy_target[0].tolist() == [0, 1, 0, 0]
        assert found.node_value[0] == pytest.approx(-0.5 - 0.5 / 9)
        by_result = search(root, num_simulations=20, max_score=9)
        assert by_result.policy_target[0].tolist() == [0.5, 0.5, 0, 0]

    def test_a_win_by_little_beats_a_draw(self):
        found = search(node(0, 0, 1), num_simulations=20, max_score=9, margin_weight=0.9)
        assert found.policy_target[0].tolist() == [0, 1, 0, 0]

    def test_proven_values_replace_what_was_thought_before(self):
        # The evaluator calls the first move lost (+0.9 for player 1 behind it), but it is a win.
        root = node(0, node(1, node(0, 1)), node(1, node(0, -1)))
        evaluations = {number: ([1, 1, 1], 0.9) for number in range(10)}
        found = search(root, PlantedEvaluator(evaluations), num_simulations=20)
        assert found.q_values[0, 0] == 1
        assert found.node_value[0] == 1


class TestEdges:
    def test_a_forced_move(self):
        found = search(node(0, node(1, 1, -1)), num_simulations=1)
        assert found.policy_target[0].tolist() == [1, 0, 0, 0]

    @pytest.mark.parametrize("num_simulations", [1, 2])
    def test_few_simulations_give_a_legal_move(self, num_simulations):
        found = search(open_node(0), num_simulations=num_simulations)
        assert found.visit_counts[0].sum() == num_simulations
        assert (found.policy_target[0, 2:] == 0).all()
        assert found.policy_target[0].sum() == pytest.approx(1)

    def test_all_prior_mass_on_illegal_moves(self):
        # Logits of -inf on both legal moves and 50 on an illegal one: the legal moves are alike, 0.5 each.
        class Perverse(PlantedEvaluator):
            def evaluate(self, leaves):
                prior_logits, values = super().evaluate(leaves)
                prior_logits[:] = -np.inf
                prior_logits[:, 3] = 50.0
                return prior_logits, values

        root = open_node(0)
        found = search(root, Perverse({n: ([1, 1], 0.0) for n in range(7)}), num_simulations=1, prove=False)
        assert found.prior_probs[0].tolist() == [0.5, 0.5, 0, 0]

    @pytest.mark.parametrize(
        ("priors", "value", "what"),
        [([0.5, 0.5], np.nan, "the value nan"), ([0.5, 0.5], 1.5, "the value 1.5"), ([np.nan, 0.5], 0.0, "a logit")],
    )
    def test_an_evaluation_that_cannot_be_used(self, priors, value, what):
        evaluations = {0: ([0.5, 0.5], 0.0), 1: (priors, value)}
        with pytest.raises(EvaluatorError, match=f"evaluator planted gave {what}"):
            search(open_node(0), PlantedEvaluator(evaluations), num_simulations=5)

    def test_wrong_shapes_are_named(self):
        class Short(UniformEvaluator):
            def evaluate(self, leaves):
                return np.zeros((len(leaves), 3), np.float32), np.zeros(len(leaves), np.float32)

        root = open_node(0)
        with pytest.raises(EvaluatorError, match=r"evaluator uniform must answer with shapes \(1, 4\) and \(1,\)"):
            search(root, Short(game_of(root)), num_simulations=5)

    def test_a_finished_game_cannot_be_searched(self):
        root = node(0, 1, 0)
        game = game_of(root)
        with pytest.raises(UserError, match="the game is over"):
            Search(game, UniformEvaluator(game), num_slots=1, num_simulations=5).begin(0, state_of(root.children[0]), 0)

    def test_a_budget_that_does_not_fit(self):
        root = open_node(0)
        game = game_of(root)
        for asked in (0, 6):
            with pytest.raises(UserError, match=f"of {asked} simulations was asked for; this one has room for 1 to 5"):
                Search(game, UniformEvaluator(game), num_slots=1, num_simulations=5).begin(0, state_of(root), 0, asked)
