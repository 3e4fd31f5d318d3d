"""Self-play against the engine alone: of what the network could do, how much is left?"""

import itertools
import math
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
import psutil

from src.bench.streams import engines, in_turns, rate, ratios, raw_work
from src.games.random_play import random_observations
from src.games.rules import Game
from src.nets.engine import Engine
from src.nets.evaluator import NetEvaluator
from src.search.tree import Forest
from src.selfplay.play import SelfPlay
from src.selfplay.seeds import game_seed

SLICES = 8  # of a round


class Timed:
    """An evaluator that knows how long it took."""

    reads = "observations"

    def __init__(self, evaluator: NetEvaluator):
        self.evaluator, self.name, self.seconds = evaluator, evaluator.name, 0.0
        self.batch_size, self.rows = evaluator.batch_size, evaluator.rows

    def evaluate(self, leaves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        start = time.perf_counter()
        answer = self.evaluator.evaluate(leaves)
        self.seconds += time.perf_counter() - start
        return answer


class Stream:
    """One worker's self-play, a step at a time, for ever."""

    def __init__(self, game: Game, engine: Engine, number: int, *, seed: int, margin_weight: float, **play):
        self.judge = Timed(NetEvaluator(engine, game, margin_weight))
        self.worker = SelfPlay(game, self.judge, margin_weight=margin_weight, **play)
        self.num_games = 0
        self.seconds = self.search_seconds = 0.0
        self._step_of_search = self.worker.search.step
        self.worker.search.step = self._timed_step
        self._steps = self.worker.play((i, game_seed(seed, number, i)) for i in itertools.count())

    def _timed_step(self) -> np.ndarray:
        start, before = time.perf_counter(), self.judge.seconds
        finished = self._step_of_search()
        self.search_seconds += time.perf_counter() - start - (self.judge.seconds - before)
        return finished

    def step(self) -> int:
        """One step of all games. Returns how many leaves the net judged."""
        start, before = time.perf_counter(), self.worker.search.num_evaluations
        self.num_games += len(next(self._steps))
        self.seconds += time.perf_counter() - start
        return self.worker.search.num_evaluations - before


def play_until_steady(streams: list[Stream], num_games: int, seconds: float = math.inf) -> None:
    """Until games begin and end at all times, or for so long: in a long game many are under way in any case."""
    end = time.perf_counter() + seconds

    def work(stream: Stream) -> Callable[[], int]:
        return lambda: stream.step() if stream.num_games < num_games else 0

    while time.perf_counter() < end and any(stream.num_games < num_games for stream in streams):
        rate([work(stream) for stream in streams], rounds=0.25)


def games_of(stream: Stream) -> Callable[[], int]:
    """A step that returns how many games it ended."""

    def work() -> int:
        before = stream.num_games
        stream.step()
        return stream.num_games - before

    return work


def measure(
    game: Game,
    model: Path,
    *,
    inference: dict,
    play: dict,
    num_workers: int,
    repeats: int,
    seed: int,
    tell: Callable[[str], None],
) -> dict:
    """`ratio` is by turns: leaves judged a second in self-play without a cache, to full batches alone.

    Both by the same engines: two of one kind differ by some percent, by where their memory happens to lie.
    """
    tell("self-play until it is steady")
    made = engines(model, game, num_workers, **inference)
    uncached, cached = (
        [Stream(game, engine, i, seed=seed, **(play | memory)) for i, engine in enumerate(made)]
        for memory in ({"cache_megabytes": 0.0}, {})
    )
    rows = random_observations(game, inference["batch_size"], seed)
    raw = [raw_work(engine, rows) for engine in made]
    for streams in (uncached, cached):
        play_until_steady(streams, play["num_slots"])
        for stream in streams:
            stream.seconds = stream.search_seconds = stream.judge.seconds = 0.0
    works = {
        "the engine": raw,
        "leaves": [stream.step for stream in uncached],
        "games": [games_of(stream) for stream in uncached],
        "games with the cache": [games_of(stream) for stream in cached],
    }
    rates = in_turns(works, repeats, rounds=1.0, slices=SLICES, tell=tell)
    shares = share_of_time(uncached)
    searches = [stream.worker.search for stream in cached]
    known = sum(search.num_remembered for search in searches)
    return {
        "game": str(game),
        "workers": num_workers,
        "raw_evals_per_s": median(rates["the engine"]),
        "evals_per_s": median(rates["leaves"]),
        "ratio": ratios(rates, "the engine")["leaves"],
        "games_per_s": median(rates["games"]),
        "share_of_time": shares,
        "with_cache": {
            "games_per_s": median(rates["games with the cache"]),
            "speedup": ratios(rates, "games")["games with the cache"],
            "hit_rate": known / (known + sum(search.num_evaluations for search in searches)),
        },
        "memory_mb": {
            "trees, a worker": memory_mb(searches[0].forest),
            "cache, a worker, at most": sum(array.nbytes for array in searches[0].cache) / 1e6,
            "process": psutil.Process().memory_info().rss / 1e6,
        },
    }


def memory_mb(forest: Forest) -> float:
    """What the trees of a worker take when they are full."""
    return sum(array.nbytes for array in vars(forest).values()) / 1e6


def share_of_time(streams: list[Stream]) -> dict[str, float]:
    """Of the workers' time: in the network, in the search around it, and in what else there is to a game."""
    total = sum(stream.seconds for stream in streams)
    network = sum(stream.judge.seconds for stream in streams) / total
    search = sum(stream.search_seconds for stream in streams) / total
    return {"network": network, "search": search, "rest": 1 - network - search}
