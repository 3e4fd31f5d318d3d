"""One thread a worker in one process: kernels and engines release the interpreter's lock, and memory is shared."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import TypeVar

T = TypeVar("T")


class SharedQueue:
    """Hands out items one after the other, to whichever thread asks next; none once it is closed."""

    def __init__(self, items: list):
        self._items = list(reversed(items))
        self._lock = threading.Lock()

    def close(self) -> None:
        with self._lock:
            self._items.clear()

    def __iter__(self) -> Iterator:
        while True:
            with self._lock:
                if not self._items:
                    return
                item = self._items.pop()
            yield item


def run_workers(work: Callable[[threading.Event], None], num_workers: int) -> None:
    """Run `work(stop)` in each of `num_workers` threads until all return.

    `work` must look at `stop` now and then. The first error, or Ctrl-C, sets it; all threads are waited for, then
    it is raised here.
    """
    stop = threading.Event()
    with ThreadPoolExecutor(num_workers) as pool:
        futures = [pool.submit(work, stop) for _ in range(num_workers)]
        try:
            wait(futures, return_when=FIRST_EXCEPTION)
        finally:
            stop.set()  # all have returned, or one has failed, or Ctrl-C came
    for future in futures:
        future.result()


def run_jobs(jobs: list[Callable[[threading.Event], T]], num_workers: int) -> list[T]:
    """What each of `jobs` returns, in their order; they are begun in it, by whichever of `num_workers` threads is free.

    Errors and Ctrl-C as in `run_workers`: a job must look at `stop` now and then.
    """
    queue, results = SharedQueue(list(enumerate(jobs))), {}

    def work(stop: threading.Event) -> None:
        for place, job in queue:
            try:
                results[place] = job(stop)
            except KeyboardInterrupt:
                if not stop.is_set():
                    raise
            if stop.is_set():
                return  # another job has failed, and its error is the one to raise

    run_workers(work, min(num_workers, len(jobs)))
    return [results[place] for place in range(len(jobs))]
