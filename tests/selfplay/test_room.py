"""Games side by side: as many as keep batches full, and as memory holds."""

import pytest

from src import games
from src.search.tree import EDGE, MOVE, NODE, Forest, tree_bytes
from src.selfplay import room
from src.selfplay.room import fitting_slots, fitting_workers

DOTS = games.make("dots", rows=3, cols=3)


def slots(game=DOTS, **changed) -> int:
    usual = {"batch_size": 256, "num_simulations": 100, "leaves_per_step": 1, "num_workers": 2, "memory": 1e9}
    return fitting_slots(game, **usual | changed)


@pytest.mark.parametrize(("cores", "on_cpu", "on_gpu"), [(1, 1, 2), (2, 2, 2), (16, 16, 4)])
def test_a_worker_a_core_but_on_a_gpu_two_to_four(cores, on_cpu, on_gpu, monkeypatch):
    monkeypatch.setattr(room, "num_cores", lambda: cores)
    assert fitting_workers({"inference": "openvino"}) == fitting_workers({"device": "cpu"}) == on_cpu
    assert fitting_workers({"inference": "torch", "device": "cuda"}) == on_gpu


@pytest.mark.parametrize(("batch_size", "leaves_per_step", "expected"), [(256, 1, 320), (64, 1, 80), (256, 8, 40)])
def test_a_quarter_more_than_fill_a_batch(batch_size, leaves_per_step, expected):
    assert slots(batch_size=batch_size, leaves_per_step=leaves_per_step) == expected


def test_fewer_where_memory_is_short():
    """A tree of 100 simulations: 102 nodes, and a record of each kind for each of 24 moves."""
    tree = tree_bytes(DOTS, 100, 1)
    records = 102 * (NODE.itemsize + DOTS.state_size + DOTS.num_actions * (MOVE.itemsize + EDGE.itemsize))
    assert records < tree < 1.01 * records
    assert slots(memory=2 * 50.5 * tree) == 50
    assert slots(memory=1) == 1
    whole = sum(array.nbytes for array in vars(Forest(DOTS, 50, 100, 1)).values())
    assert whole == 50 * tree


def test_long_searches_on_large_boards_fit_a_common_machine():
    """800 simulations of 9×9 Go and of 8×8 boxes: below 4 GB a worker, on two workers with 16 GB."""
    for game in (games.make("go", rows=9, cols=9), games.make("dots", rows=8, cols=8)):
        found = slots(game, num_simulations=800, memory=0.25 * 16e9)
        assert found * tree_bytes(game, 800, 1) <= 2e9
        assert found >= 256
