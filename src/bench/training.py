"""How fast a net learns: samples a second of the real training, on positions of random play."""

from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from src.games.rules import Game
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


def measure(game: Game, model: Path, *, recipe: dict, repeats: int, seed: int, tell: Callable[[str], None]) -> dict:
    """Samples a second, by precision; the first steps of each training count, too."""
    with TemporaryDirectory() as folder:
        window = read_window(game, play_records(game, Path(folder), seed))
    net = load_model(model, game)
    numbers: dict = {"game": str(game), "steps": NUM_STEPS}
    for precision in ("float32", "bfloat16"):
        tell(f"training in {precision}")
        chosen = Recipe(**(recipe | {"precision": precision, "max_samples_per_position": float("inf")}))
        rates = [fit(net, window, chosen, num_steps=NUM_STEPS, seed=seed).samples_per_second for _ in range(repeats)]
        numbers[f"samples_per_s, {precision}"] = median(rates)
    return numbers
