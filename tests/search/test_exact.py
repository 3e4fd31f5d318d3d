"""Search and exact play: what the search must find."""

import numpy as np
import pytest

from src import games
from src.arena.positions import random_positions, read_positions
from src.search.exact import ExactEvaluator
from src.search.mcts import Search
from src.search.rollout import RolloutEvaluator
from src.solvers.referee import referee


def mistakes(game, positions, **settings):
    """Positions in which a search with the exact evaluator and a uniform prior worsens the result."""
    search = Search(game, ExactEvaluator(referee(game)), num_slots=len(positions), num_simulations=64, **settings)
    found = search.run(np.stack([p.state for p in positions]), np.arange(len(positions)))
    chosen = found.policy_target.argmax(1)
    return sum(np.sign(p.move_values[a]) < np.sign(p.best) for p, a in zip(positions, chosen.tolist(), strict=True))


def test_no_mistake_with_exact_values():
    game = games.make("dots", rows=2, cols=2)
    assert mistakes(game, random_positions(game, referee(game), count=300, seed=0)) == 0


def test_no_mistake_by_values_alone():
    """Without proofs the mean values must lead the search, whose exploration is halved for 64 simulations to do."""
    game = games.make("dots", rows=2, cols=2)
    assert mistakes(game, random_positions(game, referee(game), count=300, seed=0), prove=False, c_init=0.5) == 0


def test_no_mistake_in_the_recorded_positions(truth):
    game = games.make("dots", rows=2, cols=2)
    positions = read_positions(truth / "audit" / "dots_2x2.jsonl", game)
    assert len(positions) == 600
    assert mistakes(game, positions) == 0
    assert mistakes(game, positions, prove=False, c_init=0.5) == 0


def test_exact_values_are_proofs():
    # 24 moves tried once each settle 3×3 from the start: all openings lose.
    game = games.make("dots")
    search = Search(game, ExactEvaluator(referee(game)), num_slots=1, num_simulations=100)
    found = search.run(game.initial_state()[None], [0])
    assert found.lower[0] == found.upper[0] == -1
    assert found.num_simulations[0] == 24
    assert (found.policy_target[0] == np.float32(1 / 24)).all()


def test_exact_evaluator_blends_result_and_margin():
    # 3×3 from the start is lost by 3 of 9 boxes: -(1 - 0.25) - 0.25 * 3 / 9 = -0.8333
    game = games.make("dots")
    _, values = ExactEvaluator(referee(game), margin_weight=0.25).evaluate(game.initial_state()[None])
    assert values[0] == pytest.approx(-0.75 - 0.25 * 3 / 9)


class TestTheBlogsPosition:
    """The position of the blog post that made the game popular for AlphaZero: 16 edges drawn, the other player has
    2 boxes, and only edge 23 wins (by 1); after it only edge 9 does. The post's own network called it lost."""

    DRAWN = (0, 1, 2, 4, 5, 6, 7, 8, 10, 11, 13, 14, 15, 16, 20, 22)
    MARGINS = {3: -9, 9: -1, 12: -9, 17: -9, 18: -9, 19: -9, 21: -3, 23: 1}  # noqa: RUF012

    @pytest.fixture
    def game(self):
        return games.make("dots")

    @pytest.fixture
    def state(self, game):
        edges = np.zeros(24, np.int8)
        edges[list(self.DRAWN)] = 1
        return game.assemble(edges, 0, (0, 2))

    def test_exact_values(self, game, state):
        moves = referee(game).move_values(state)
        assert {action: int(moves.margins[action]) for action in game.legal_actions(state)} == self.MARGINS

    def test_rollouts_find_the_only_winning_moves(self, game, state):
        search = Search(game, RolloutEvaluator(game), num_slots=1, num_simulations=2000)
        for move in (23, 9):
            found = search.run(state[None], [0])
            assert found.policy_target[0].argmax() == move
            assert found.node_value[0] > 0
            state = game.step(state, move)
