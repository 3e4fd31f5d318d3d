"""How long a person waits: from the start of a program to its first real work, each in a process of its own."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from src.bench.training import play_records
from src.files.errors import UserError
from src.games.rules import Game

SELFPLAY = """
from src import commands, entry, games
import src.generation.generate
from src.models.engines import make_engine
from src.nets.evaluator import NetEvaluator
from src.selfplay.play import SelfPlay
from src.selfplay.seeds import game_seed

chosen = entry.compose("bench", commands.BenchSettings, {overrides!r})
game = games.make(chosen.game.name, **chosen.game.sizes)
judge = NetEvaluator(make_engine(Path({model!r}), game, **chosen.inference.engine), game, chosen.mcts.margin_weight)
play = chosen.mcts.model_dump() | chosen.selfplay.model_dump(exclude={{"num_games", "shard_games", "num_slots"}})
worker = SelfPlay(game, judge, num_slots=chosen.games, **play)
steps = worker.play((i, game_seed(0, 1, i)) for i in range(10**6))
while worker.search.num_evaluations == 0:
    next(steps)
"""
TRAINING = """
from src import commands, entry, games
import src.generation.fit
from src.bench.training import read_window
from src.learn.fit import fit
from src.learn.recipe import Recipe
from src.models.folder import load_model

chosen = entry.compose("bench", commands.BenchSettings, {overrides!r})
game = games.make(chosen.game.name, **chosen.game.sizes)
window = read_window(game, [Path(path) for path in {records!r}])
fit(load_model(Path({model!r}), game), window, Recipe(batch_size=64), num_steps=1)
"""
PROGRAMS = {"self-play": SELFPLAY, "training": TRAINING}
BEGIN = "from pathlib import Path\n"
END = "\nprint('first work')\n"


def seconds_to_first_work(program: str) -> float:
    """From before the process starts to its word that it has worked."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", BEGIN + program + END], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    said = process.stdout.readline()
    spent = time.perf_counter() - start
    if "first work" not in said:
        raise UserError(f"a program that should begin to work ended: {process.communicate()[1].strip()[-300:]}")
    process.communicate()
    return spent


def measure(
    game: Game, model: Path, overrides: list[str], *, repeats: int, seed: int, tell: Callable[[str], None]
) -> dict:
    """Seconds to the first evaluation of self-play and to the first step of training, kernels compiled before."""
    numbers: dict = {"game": str(game)}
    with TemporaryDirectory() as folder:
        records = [str(path) for path in play_records(game, Path(folder), seed)]
        for name, program in PROGRAMS.items():
            tell(f"start of {name}")
            text = program.format(model=str(model), records=records, overrides=overrides)
            seconds_to_first_work(text)  # compiles what was never compiled
            numbers[f"seconds to first work, {name}"] = median(seconds_to_first_work(text) for _ in range(repeats))
    return numbers
