"""What measurements of throughput share: one stream of work a core, and rounds of it in turns.

Machines are noisy and slow down when they are warm, so what is to be compared is measured in turns in one run, each a
slice at a time, and the median of the turns' ratios counts.
"""

import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory

import numpy as np

from src.games.random_play import random_observations
from src.games.rules import Game
from src.models.engines import make_engine
from src.models.folder import Lineage, save_model
from src.nets import make_net
from src.nets.engine import Engine
from src.workers.threads import run_workers

ROUND_SECONDS = 2.0
NUM_CALIBRATING = 256


@contextmanager
def untrained_model(game: Game, net: dict, seed: int):
    """The folder of a model with random weights, none of its blocks idle, also in 8 bits."""
    from src.nets.net import awake  # imports torch

    with TemporaryDirectory() as folder:
        made = awake(make_net(game=game, seed=seed, **net))
        calibration = random_observations(game, NUM_CALIBRATING, seed)
        save_model(Path(folder) / "model", made, game, Lineage(seed=seed), calibration=calibration)
        yield Path(folder) / "model"


def rate(works: list[Callable[[], int]], rounds: float = 1.0) -> float:
    """Units a second of all `works`, a thread each, that are called again and again; each call says what it did."""
    seconds = rounds * ROUND_SECONDS
    waiting = list(works)
    done = []
    lock = threading.Lock()

    def work(stop: threading.Event) -> None:
        with lock:
            one = waiting.pop()
        units, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds and not stop.is_set():
            units += one()
        done.append(units / spent)

    run_workers(work, len(works))
    return sum(done)


def in_turns(
    works: dict[str, list[Callable[[], int]]],
    repeats: int,
    *,
    rounds: float,
    slices: int = 1,
    tell: Callable[[str], None],
) -> dict[str, list[float]]:
    """The `rate` of each, a number a turn, after a short one that does not count.

    slices: so many times in a turn each has its share of the round, so that all see the same slow moments.
    """
    rates: dict[str, list[float]] = {name: [] for name in works}
    for name, work in works.items():
        tell(f"{name} gets warm")
        rate(work, rounds=0.25)
    for turn in range(repeats):
        found: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(slices):
            for name, work in works.items():
                tell(f"turn {turn + 1} of {repeats}: {name}")
                found[name].append(rate(work, rounds=rounds / slices))
        for name in works:
            rates[name].append(mean(found[name]))
    return rates


def ratios(rates: dict[str, list[float]], base: str) -> dict[str, float]:
    """How many times the rate of `base` each other reaches, by the median of the turns."""
    return {
        name: median(mine / theirs for mine, theirs in zip(found, rates[base], strict=True))
        for name, found in rates.items()
        if name != base
    }


def engines(model: Path, game: Game, count: int, **settings) -> list[Engine]:
    return [make_engine(model, game, **settings) for _ in range(count)]


def raw_work(engine: Engine, observations: np.ndarray) -> Callable[[], int]:
    """One full batch."""

    def one() -> int:
        engine.run(observations)
        return len(observations)

    return one
