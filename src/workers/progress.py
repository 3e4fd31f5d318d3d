"""How far long work is: done, rates and time left, on standard error."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn


class Meter:
    """Counts what several threads do. The first kind that is counted is the one with a total."""

    def __init__(self, progress: Progress, task: TaskID, unit: str):
        self.counts: Counter[str] = Counter()
        self._progress, self._task, self._unit = progress, task, unit
        self._lock = threading.Lock()
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    def add(self, **counts: int) -> None:
        """Count, by kind, what was done."""
        with self._lock:
            self.counts.update(counts)
            rates = ", ".join(f"{count / self.seconds:,.0f} {kind}/s" for kind, count in self.counts.items())
            self._progress.update(self._task, advance=counts.get(self._unit, 0), rates=rates)


@contextmanager
def meter(title: str, total: int, unit: str) -> Iterator[Meter]:
    """A line of progress while the block runs; `total` of kind `unit` are to be done."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[rates]}"),
    )
    with Progress(*columns, console=Console(stderr=True), refresh_per_second=2) as progress:
        yield Meter(progress, progress.add_task(title, total=total, rates=""), unit)
