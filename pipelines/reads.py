"""What each part reads of settings and code: DVC watches one small file for a part in place of all of them.

`dvc.lock` has a record for every stage of every generation, and DVC reads and writes all of it after each: with
a dozen folders and forty settings in every record that took seconds a stage.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipelines.params import ROOT

GENERATION = ("src/generation/campaign.py", "src/generation/found.py", "src/generation/part.py")
NETS = ("src/files", "src/games", "src/nets", "src/models", "src/records")
GAMES = (*NETS, "src/search", "src/workers")


@dataclass(frozen=True)
class Reads:
    """`settings` by dotted name, whole groups too; `code` by package or file."""

    settings: tuple[str, ...]
    code: tuple[str, ...]


READS = {
    "begin": Reads(
        ("game", "net", "seed", "start", "started_from", "inference", "train.accelerator", "train.precision"),
        ("pipelines/begin.py", *GENERATION, "src/generation/begin.py", "src/generation/promote.py", *NETS),
    ),
    "selfplay": Reads(
        ("game", "mcts", "selfplay", "inference", "seed"),
        ("pipelines/selfplay.py", *GENERATION, "src/generation/generate.py", *GAMES, "src/selfplay"),
    ),
    "train": Reads(
        ("game", "selfplay.num_games", "selfplay.shard_games", "mcts.canonical", "train", "seed"),
        ("pipelines/train.py", *GENERATION, "src/generation/fit.py", *GAMES, "src/selfplay", "src/learn"),
    ),
    "arena": Reads(
        ("game", "mcts", "arena", "inference", "seed", "big_table"),
        (
            "pipelines/arena.py",
            *GENERATION,
            "src/generation/judge.py",
            "src/generation/promote.py",
            *GAMES,
            "src/solvers",
            "src/arena",
            "reports/positions",
        ),
    ),
    "report": Reads(("tracking",), ("pipelines/report.py", "src/reports")),
}


def reads(part: str, settings: dict[str, Any]) -> dict[str, Any]:
    """What a part reads: its settings of `settings` (by group), and a checksum of each piece of its code."""
    chosen = READS[part]
    return {
        "settings": {name: setting(settings, name) for name in sorted(chosen.settings)},
        "code": {name: checksum(ROOT / name) for name in sorted(chosen.code)},
    }


def setting(settings: dict[str, Any], name: str) -> Any:
    for key in name.split("."):
        settings = settings[key]
    return settings


def checksum(path: Path) -> str:
    """Of a file, or of all files in a folder with their names; what Python compiles beside them is left out."""
    found = hashlib.sha256()
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file() and "__pycache__" not in file.parts:
            found.update(f"{file.relative_to(path)}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()
