"""Workers: all work is done once, and the first failure ends them all."""

import threading
import time

import pytest

from src.workers.progress import meter
from src.workers.threads import SharedQueue, run_jobs, run_workers


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


def test_jobs_answer_in_their_order():
    """The second is done before the first."""
    second_done = threading.Event()

    def first(stop):
        assert second_done.wait(20)
        return "first"

    def second(stop):
        second_done.set()
        return "second"

    assert run_jobs([first, second, lambda stop: "third"], 2) == ["first", "second", "third"]
    assert run_jobs([lambda stop: "alone"], 8) == ["alone"]


def test_the_error_of_a_job_is_raised_and_not_what_it_stops():
    """The first job ends as by Ctrl-C, because the second has failed; the third is never begun."""
    begun = []

    def first(stop):
        assert stop.wait(20), "nobody said stop"
        raise KeyboardInterrupt

    def second(stop):
        raise ValueError("the second job fails")

    with pytest.raises(ValueError, match="the second job fails"):
        run_jobs([first, second, begun.append], 2)
    assert begun == []


def test_the_meter_counts_what_threads_do():
    with meter("work", 40, "games") as line:
        run_workers(lambda stop: [line.add(games=1, positions=10) for _ in range(10)], 4)
    assert line.counts == {"games": 40, "positions": 400}
    assert line.seconds > 0
