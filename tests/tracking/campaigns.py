"""Small campaigns for MLflow to remember: real journals and real models, made without playing or learning."""

import hashlib
import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch

from src import games
from src.files.machine import describe_machine
from src.models.folder import Lineage, save_model
from src.nets import make_net
from src.tracking.journal import Event

GAME = games.make("dots", rows=2, cols=2)
BOARD = "dots-2x2"
BEGUN = 1_764_475_200_000
WINDOW = 2  # generations
NUM_GAMES, NUM_POSITIONS = 48, 500
SECONDS = {"begin": 1.0, "selfplay": 30.0, "train": 20.5, "arena": 9.25}
BASELINES = ("random", "greedy", "alphabeta:4")
SETTINGS = {
    "game.name": "dots",
    "game.rows": 2,
    "game.cols": 2,
    "seed": 0,
    "arena.baselines": [*BASELINES],
    "train.lr": 0.002,
    "train.threads": None,
    "train.window.kind": "growing",
    "train.window.min_generations": WINDOW,
    "train.window.max_generations": WINDOW,
    "train.window.generations_per_growth": 1,
}


@cache
def _made(place: Path, seed: int, generation: int, parent: str | None) -> tuple[Path, str]:
    """A model's folder, made once a session, and the model's name."""
    torch.set_num_threads(1)
    net = make_net("mlp", GAME, seed=1000 * seed + generation, units=4, layers=1)
    folder = place / f"s{seed}-g{generation:03d}"
    return folder, save_model(folder, net, GAME, Lineage(seed, generation, parent)).name


class MadeCampaign:
    """A campaign's folder and journal that grow by a generation at a time; generation 2 is not promoted."""

    def __init__(self, folder: Path, *, models: Path, campaign: str = "9f3c0a77d2e1", seed: int = 0, name: str = "c"):
        self.folder = folder / name
        self.models = models  # where models are made once
        self.seed = seed
        self.journal = self.folder / "journal-1a2b3c4d.jsonl"
        self.names: list[str] = []
        self.at = BEGUN
        self.champion = 0
        self.folder.mkdir(parents=True)
        facts = {"name": name, "board": BOARD, "settings": SETTINGS, "commit": "949c384", "clean": True}
        begun = {"event": "begun", "campaign": campaign, "at": BEGUN, "machine": describe_machine()}
        self._write(begun | facts)
        self.done(0, "begin", {"model": self.make_model(0)})

    def _write(self, event: Event) -> None:
        with open(self.journal, "a", encoding="utf-8") as file:
            file.write(json.dumps(event) + "\n")

    def done(self, generation: int, part: str, numbers: dict[str, Any], *, restored: bool = False, **measured) -> None:
        """A line of the journal; a part that was restored has no times."""
        self.at += round(1000 * SECONDS[part])
        event = {"event": "done", "generation": generation, "part": part, "content": "", "at": self.at}
        measured = {} if restored else {"seconds": SECONDS[part], **measured}
        self._write(event | {"measured": measured, "numbers": numbers})

    def make_model(self, generation: int) -> str:
        parent = self.names[-1] if self.names else None
        made, name = _made(self.models, self.seed, generation, parent)
        shutil.copytree(made, self.folder / f"g{generation:03d}" / "model")
        self.names.append(name)
        return name

    def grow(self, *, restored: bool = False, upto: str = "arena", curve_rows: int = 3, audit: bool = True) -> None:
        """One more generation, up to the part of that name."""
        number = len(self.names)
        rng = np.random.default_rng([self.seed, number])
        played_by = self.names[self.champion]
        rates = {"num_evaluations": 9000, "games_per_second": 1.5, "evaluations_per_second": 300.0}
        self.done(number, "selfplay", records(self.seed, number, played_by), restored=restored, **rates)
        if upto == "selfplay":
            return
        numbers = training(rng, number, curve_rows) | {"parent": self.names[-1], "model": self.make_model(number)}
        self.done(number, "train", numbers, restored=restored, samples_per_second=9000.5)
        if upto == "train":
            return
        promote = number != 2
        numbers = arena(rng, number, self.champion, promote, audit)
        self.champion = number if promote else self.champion
        self.done(number, "arena", numbers | {"champion": self.champion}, restored=restored)


def records(seed: int, number: int, model: str) -> dict[str, Any]:
    return {
        "num_games": NUM_GAMES,
        "num_positions": NUM_POSITIONS,
        "num_bytes": 70_000 + number,
        "records": hashlib.sha256(f"{seed} {number}".encode()).hexdigest(),
        "model": model,
    }


def training(rng: np.random.Generator, number: int, curve_rows: int) -> dict[str, Any]:
    losses = ("policy_loss", "value_loss", "margin_loss", "target_entropy", "policy_entropy", "policy_accuracy")
    keys = (*losses, "policy_kl", "value_error_early", "value_error_middle", "value_error_late")
    curve = [
        {"global_step": 100 * number + 10 * row, "lr": 0.002, "grad_norm": float(rng.random())}
        | {key: float(rng.random()) for key in keys}
        for row in range(curve_rows)
    ]
    return {
        "num_games": NUM_GAMES * min(number, WINDOW),
        "num_positions": NUM_POSITIONS * min(number, WINDOW),
        "num_distinct_positions": 400,
        "num_distinct_games": 40,
        "num_bytes": 7,
        "global_step": 100 * number + 50,
        "samples_per_position": 2.9,
        "warnings": ["the loss grew", "few games differ"] if number == 2 else [],
        "metrics": {f"{group}_{key}": float(rng.random()) for group in ("train", "held_out") for key in keys},
        "curve": curve,
    }


def arena(rng: np.random.Generator, number: int, opponent: int, promote: bool, audit: bool) -> dict[str, Any]:
    pairings = []
    for name in (f"g{opponent:03d}", *BASELINES):
        wins = int(rng.integers(10, 15))
        score = {"games": 20, "wins": wins, "draws": 1, "losses": 19 - wins, "points": (wins + 0.5) / 20}
        pairings.append({"a": f"g{number:03d}", "b": name, **score, "interval_95": [0.3, 0.9]})
    numbers = {
        "opponent": opponent,
        "num_simulations": 50,
        "distinct_games": 0.95,
        "verdict": {"promote": promote, "reason": "because", "kind": "not_worse", **pairings[0]},
        "pairings": pairings,
    }
    for name in ("audit", "audit_net") if audit else ():
        rate = float(rng.random() / 2)
        numbers[name] = {
            "positions": 100,
            "mean_regret": 2 * rate,
            "mistake_rate": rate,
            "mistake_rate_95": [rate / 2, rate * 1.5],
            "value_sign_agreement": 1 - rate,
        }
    return numbers
