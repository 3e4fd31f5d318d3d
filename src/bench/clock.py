"""How long a piece of work takes."""

import time
from collections.abc import Callable
from statistics import median


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The median time of a call, after one that does not count."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)
