"""Workers: all work is done once, and the first failure ends them all."""

import threading
import time

import pytest

from src.workers.progress import meter
from src.workers.threads import SharedQueue, num_cores, run_workers


def test_every_item_goes_to_one_worker():
    queue, seen, lock = SharedQueue(list(range(1000))), [], threading.Lock()

    def work(stop):
        for item in queue:
            with lock:
                seen.append(item)

    run_workers(work, 4)
    assert sorted(seen) == list(range(1000))


def test_the_first_error_stops_the_others():
    started = time.monotonic()

    def work(stop):
        if not failed.is_set():
            failed.set()
            raise ValueError("one worker fails")
        assert stop.wait(20), "nobody said stop"

    failed = threading.Event()
    with pytest.raises(ValueError, match="one worker fails"):
        run_workers(work, 3)
    assert time.monotonic() - started < 10


def test_the_meter_counts_what_threads_do():
    with meter("work", 40, "games") as line:
        run_workers(lambda stop: [line.add(games=1, positions=10) for _ in range(10)], 4)
    assert line.counts == {"games": 40, "positions": 400}
    assert line.seconds > 0


def test_there_is_a_core():
    assert num_cores() >= 1
