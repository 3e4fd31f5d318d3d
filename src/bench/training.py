"""How fast a net learns: samples a second of the real training, on positions of random play."""

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from src.games.rules import Game
from src.learn.datamodule import TrainBatches
from src.learn.fit import fit
from src.learn.recipe import Recipe
from src.models.folder import load_model
from src.records.samples import Window, make_window
from src.records.schema import joined
from src.records.shards import read_shard
from src.search.evaluator import UniformEvaluator
from src.selfplay.generate import generate, shards_of

NUM_GAMES = 256
NUM_STEPS = 40


def play_records(game: Game, folder: Path, seed: int) -> list[Path]:
    """Files of games by a search that knows nothing."""
    generate(
        game,
        lambda: UniformEvaluator(game),
        folder,
        num_games=NUM_GAMES,
        shard_games=NUM_GAMES,
        seed=seed,
        generation=1,
        model="uniform",
        num_workers=1,
        num_slots=NUM_GAMES,
        num_simulations=8,
    )
    return [shard.path for shard in shards_of(folder, NUM_GAMES, NUM_GAMES)]


def read_window(game: Game, paths: list[Path]) -> Window:
    return make_window(game, joined([read_shard(path, game) for path in paths]))


def loader_rate(window: Window, batch_size: int, seed: int) -> float:
    """Samples a second of the batches alone, with nobody who learns from them."""
    batches = TrainBatches(window.train, batch_size=batch_size, num_batches=NUM_STEPS, first=0, seed=seed)
    start = time.perf_counter()
    num_samples = sum(len(batch.observations) for batch in batches)
    return num_samples / (time.perf_counter() - start)


def measure(game: Game, model: Path, *, recipe: dict, repeats: int, seed: int, tell: Callable[[str], None]) -> dict:
    """Samples a second, by precision, and of the loader alone, in turns; the first steps of each training count, too.

    `loader, times the trainer` is of the faster precision: well above 1, training never waits for its batches.
    """
    with TemporaryDirectory() as folder:
        window = read_window(game, play_records(game, Path(folder), seed))
    net = load_model(model, game)
    recipes = {
        precision: Recipe(**(recipe | {"precision": precision, "max_samples_per_position": float("inf")}))
        for precision in ("float32", "bfloat16")
    }
    loader_rate(window, recipe["batch_size"], seed)
    loader: list[float] = []
    rates: dict[str, list[float]] = {precision: [] for precision in recipes}
    for turn in range(repeats):
        tell(f"turn {turn + 1} of {repeats}")
        loader.append(loader_rate(window, recipe["batch_size"], seed))
        for precision, chosen in recipes.items():
            rates[precision].append(fit(net, window, chosen, num_steps=NUM_STEPS, seed=seed).samples_per_second)
    return {
        "game": str(game),
        "steps": NUM_STEPS,
        **{f"samples_per_s, {precision}": median(found) for precision, found in rates.items()},
        "samples_per_s, loader alone": median(loader),
        "loader, times the trainer": median(
            alone / max(both) for alone, *both in zip(loader, *rates.values(), strict=True)
        ),
    }
