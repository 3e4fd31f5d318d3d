"""What each engine makes of one net: positions a second, and how far its answers are from float32."""

from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from src.bench.streams import engines, rate, raw_work
from src.files.errors import UserError
from src.games.random_play import random_observations
from src.games.rules import Game
from src.models.choice import softmax
from src.models.engines import ENGINES, make_engine

PRECISIONS = ("float32", "bfloat16", "int8")
BATCHES = (1, 16, 64, 256, 1024)
COMPARED = 1024


def differences(engine, reference, observations: np.ndarray) -> dict[str, float]:
    """Largest difference of a value and of a move's probability, over all actions."""
    (logits, values, _), (their_logits, their_values, _) = (each.run(observations) for each in (engine, reference))
    return {
        "value_off_by": float(np.abs(values - their_values).max()),
        "prob_off_by": float(np.abs(softmax(logits) - softmax(their_logits)).max()),
    }


def measure(game: Game, model: Path, *, num_workers: int, repeats: int, seed: int, tell: Callable[[str], None]) -> dict:
    """Positions a second, an engine a worker, by engine, precision and batch; what this machine lacks is absent."""
    observations = random_observations(game, max(*BATCHES, COMPARED), seed)
    reference = make_engine(model, game, inference="torch", precision="float32", device="cpu", batch_size=64)
    numbers: dict = {"game": str(game), "workers": num_workers}
    for name in ENGINES:
        for precision in PRECISIONS:
            found: dict = {}
            for batch in BATCHES:
                tell(f"{name} {precision}, batch {batch}")
                settings = {"inference": name, "precision": precision, "batch_size": batch}
                try:
                    made = engines(model, game, num_workers, **settings)
                except UserError:
                    break
                works = [raw_work(engine, observations[:batch]) for engine in made]
                rate(works, rounds=0.15)
                found[f"positions_per_s, batch {batch}"] = median(rate(works, rounds=0.35) for _ in range(repeats))
                if batch == 64:
                    found |= differences(made[0], reference, observations[:COMPARED])
            if found:
                numbers[f"{name} {precision}"] = found
    return numbers
