"""What a walk notes, so that its memory can be asked for before the next one."""

import numpy as np

from src import games
from src.search.evaluator import HashEvaluator
from src.search.mcts import Search
from src.search.near import NUM_STOPS
from src.search.tree import PENDING, ROOT

GAME = games.make("dots", rows=2, cols=2)


def test_a_trail_is_the_way_from_the_root_to_the_parent_of_the_leaf():
    search = Search(GAME, HashEvaluator(GAME), num_slots=1, num_simulations=60, prove=False)
    search.begin(0, GAME.initial_state(), seed=0)
    seen = set()
    for _ in range(50):
        search.step()
        forest = search.forest
        num_stops = forest.slots[0]["num_stops"]
        trail, leaf = forest.trails[0, :num_stops], forest.nodes[0, forest.pending[0, 0]]
        assert leaf["status"] == PENDING
        nodes = trail["node"].tolist()
        if leaf["parent"] == -1:  # the root itself waits
            continue
        assert nodes[0] == ROOT
        assert [forest.nodes[0, node]["parent"] for node in nodes[1:]] == nodes[:-1]
        assert nodes[-1] == leaf["parent"]
        assert np.array_equal(trail["first_edge"], forest.nodes[0, nodes]["first_edge"])
        seen.add(len(nodes))
    assert max(seen) > 2
    assert max(seen) <= NUM_STOPS
