"""A generation's games, spread over workers and written shard by shard; what is there already is not played again."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from src.games.rules import Game
from src.records.schema import PlayedGame
from src.records.shards import write_shard
from src.search.evaluator import Evaluator
from src.selfplay.play import SelfPlay
from src.selfplay.seeds import game_seed
from src.workers.progress import meter
from src.workers.threads import SharedQueue, run_workers


@dataclass(frozen=True)
class Shard:
    """A fixed range of game numbers and its file."""

    path: Path
    first: int
    num_games: int


@dataclass(frozen=True)
class Played:
    """What was played now, not what was there."""

    num_games: int
    num_positions: int
    num_evaluations: int
    num_remembered: int  # leaves that the cache of evaluations judged instead
    seconds: float


def shards_of(folder: Path, num_games: int, shard_games: int) -> list[Shard]:
    """The shards of a generation of `num_games`."""
    starts = range(0, num_games, shard_games)
    return [
        Shard(folder / f"shard-{number:04d}.parquet", first, min(shard_games, num_games - first))
        for number, first in enumerate(starts)
    ]


class ShardWriter:
    """Collects records and writes a shard when its last game has ended; used by one thread."""

    def __init__(self, game: Game, model: str):
        self.game, self.model = game, model
        self._open: list[tuple[Shard, list[PlayedGame]]] = []

    def expect(self, shard: Shard) -> None:
        self._open.append((shard, []))

    def add(self, record: PlayedGame) -> None:
        for place, (shard, records) in enumerate(self._open):
            if shard.first <= record.game_id < shard.first + shard.num_games:
                records.append(record)
                if len(records) == shard.num_games:
                    write_shard(shard.path, self.game, records, model=self.model)
                    del self._open[place]
                return


def generate(
    game: Game,
    make_evaluator: Callable[[], Evaluator],
    folder: Path,
    *,
    num_games: int,
    shard_games: int,
    seed: int,
    generation: int,
    model: str,
    num_workers: int,
    title: str = "self-play",
    **play,
) -> Played:
    """Play the games of a generation that `folder` lacks. `play` is for `SelfPlay`, an evaluator for each worker.

    The shards' bytes do not depend on the number of workers, nor on interruptions.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = [shard for shard in shards_of(folder, num_games, shard_games) if not shard.path.exists()]
    if not missing:
        return Played(0, 0, 0, 0, 0.0)
    queue = SharedQueue(missing)

    def work(stop: threading.Event) -> None:
        worker = SelfPlay(game, make_evaluator(), generation=generation, **play)
        writer = ShardWriter(game, model)

        def games() -> Iterator:
            for shard in queue:
                writer.expect(shard)
                for game_id in range(shard.first, shard.first + shard.num_games):
                    yield game_id, game_seed(seed, generation, game_id)

        search = worker.search
        evaluated = remembered = 0
        for ended in worker.play(games()):
            if stop.is_set():
                return
            for record in ended:
                writer.add(record)
            line.add(
                games=len(ended),
                positions=sum(int(record.is_target.sum()) for record in ended),
                evaluations=search.num_evaluations - evaluated,
                remembered=search.num_remembered - remembered,
            )
            evaluated, remembered = search.num_evaluations, search.num_remembered

    with meter(title, sum(shard.num_games for shard in missing), "games") as line:
        run_workers(work, num_workers)
        counts = line.counts
        kinds = ("games", "positions", "evaluations", "remembered")
        return Played(*(counts[kind] for kind in kinds), line.seconds)
