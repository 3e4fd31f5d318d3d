"""Simulations one by one: on a planted tree by hand, and against a slow search that tells its own."""

import numpy as np
import pytest

from src import games
from src.files.errors import UserError
from src.search.evaluator import HashEvaluator
from src.search.mcts import Search
from src.search.trace import trace
from tests.search.planted import PlantedEvaluator, game_of, node, state_of
from tests.search.reference import Reference
from tests.search.test_reference import some_state


class Telling(Reference):
    """Writes down where each simulation went."""

    def __init__(self, *arguments, **settings):
        super().__init__(*arguments, **settings)
        self.paths = []

    def simulate(self, node, is_root=False):
        if is_root:
            self.paths.append([])
        before = {action: edge["visits"] for action, edge in node["children"].items()} if node["children"] else {}
        found = super().simulate(node, is_root)
        followed = [action for action in before if node["children"][action]["visits"] > before[action]]
        self.paths[-1] = followed + self.paths[-1]  # what lies below has told already
        return found


@pytest.mark.plain
def test_three_simulations_by_hand():
    # c = 1, untried moves are worth 0. Root 0 has children 1 (prior 0.6, worth -0.5 for who moves there, the other:
    # +0.5 for the root) and 4 (prior 0.4). N is 1, 2, 3 with the root's own visit:
    # 1: left 0.6 against right 0.4 → left, +0.5.
    # 2: left 0.5 + 0.6 * 1.41 / 2 = 0.92 against right 0.4 * 1.41 = 0.57 → below left, where both moves have prior
    #    0.5 and the first is tried: a final position, lost for the root's player: -1.
    # 3: left -0.25 + 0.6 * 1.73 / 3 = 0.10 against right 0.4 * 1.73 = 0.69 → right, which is worth +0.2.
    root = node(0, node(1, -1, 1), node(1, 1, -1))
    evaluator = PlantedEvaluator({0: ([0.6, 0.4], 0.0), 1: ([1, 1], -0.5), 4: ([1, 1], -0.2)})
    settings = {"c_init": 1.0, "c_base": 1e18, "prove": False}
    search = Search(game_of(root), evaluator, num_slots=1, num_simulations=3, **settings)
    found = trace(search, state_of(root), 0, 3)
    assert [simulation.path for simulation in found] == [(0,), (0, 0), (1,)]
    assert [simulation.value for simulation in found] == pytest.approx([0.5, -1.0, 0.2])


@pytest.mark.parametrize(("name", "sizes"), [("dots", {"rows": 2, "cols": 2}), ("tictactoe", {})])
def test_paths_are_those_of_a_slow_search(name, sizes):
    game = games.make(name, **sizes)
    evaluator = HashEvaluator(game, salt=7)
    oracle = Telling(game, lambda state: [answer[0] for answer in evaluator.evaluate(state[None])])
    search = Search(game, evaluator, num_slots=1, num_simulations=60)
    state = some_state(game, 3, seed=3)
    counts, _, _ = oracle.search(state, 60)
    found = trace(search, state, 0, 60)
    assert [simulation.path for simulation in found] == [tuple(path) for path in oracle.paths]
    first_moves = [simulation.path[0] for simulation in found]
    assert np.bincount(first_moves, minlength=game.num_actions).tolist() == counts


def test_what_is_proven_has_no_more_simulations():
    # Dots 1×1 with three edges drawn: the one simulation takes the box, and nothing is left to find out.
    game = games.make("dots", rows=1, cols=1)
    search = Search(game, HashEvaluator(game), num_slots=1, num_simulations=20)
    found = trace(search, game.replay([0, 1, 2]), 0, 20)
    assert found == [((3,), 1.0)]


def test_a_search_that_does_not_begin_as_a_shorter_one_is_refused():
    game = games.make("tictactoe")
    for settings in ({"leaves_per_step": 2}, {"considered_moves": 4}, {"stop_decided": True}):
        search = Search(game, HashEvaluator(game), num_slots=1, num_simulations=20, **settings)
        with pytest.raises(UserError, match=f"with mcts.{next(iter(settings))}=[01], not"):
            trace(search, game.initial_state(), 0, 20)
