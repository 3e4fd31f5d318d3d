"""A campaign: a line of models of one game with one set of settings, and where its parts lie.

    runs/<name>/g000/model/              the untrained model
    runs/<name>/g000/chosen.json         engine and arithmetic, chosen when the campaign began
    runs/<name>/g001/selfplay/           the records of the games that generation 1 learns from
    runs/<name>/g001/model/              what it learnt; training.safetensors goes on from there
    runs/<name>/g001/arena.json          candidate against champion, fixed players and exact play
    runs/<name>/g001/champion.json       who is champion after it
    runs/<name>/journal-<digest>.jsonl   what was done, and how long it took; the digest is of the settings
    runs/<name>/settings.json            what `src.train` began it with; absent where DVC keeps the parts

Each part is whole or absent, so that a campaign goes on where it was, however it was ended.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from src.files.errors import UserError
from src.files.whole import remove_torn, whole_file

# May change from one start to the next; a curriculum is of several campaigns, see `src.curriculum`.
FREE_KEYS = ("generations", "run", "num_workers", "tracking", "curriculum")
SETTINGS = "settings.json"


class Campaign:
    """Where the parts of a campaign lie; `settings` are all of them, by group."""

    def __init__(self, folder: Path, settings: dict[str, Any]):
        self.folder = folder
        self.settings = flat({key: value for key, value in settings.items() if key not in FREE_KEYS})

    def generation(self, number: int) -> Path:
        return self.folder / f"g{number:03d}"

    def model(self, number: int) -> Path:
        """The folder of the model that a generation learnt."""
        return self.generation(number) / "model"

    def selfplay(self, number: int) -> Path:
        """The folder of the records that a generation played."""
        return self.generation(number) / "selfplay"

    def arena_report(self, number: int) -> Path:
        return self.generation(number) / "arena.json"

    def champion_file(self, number: int) -> Path:
        return self.generation(number) / "champion.json"

    def has_champion(self, number: int) -> bool:
        return self.champion_file(number).exists()

    def num_done(self, most: int) -> int:
        """How many of the first `most` generations are done, without a gap."""
        numbers = range(1, most + 1)
        return next((number - 1 for number in numbers if not self.has_champion(number)), most)

    def champion(self, number: int) -> int:
        """The generation whose model is champion after generation `number`."""
        return read_json(self.champion_file(number))["generation"]

    @property
    def journal(self) -> Path:
        return self.folder / f"journal-{digest(self.settings)}.jsonl"


@contextmanager
def opened(folder: Path, settings: dict[str, Any]) -> Iterator[Campaign]:
    """A campaign that no other process works on meanwhile.

    Raises UserError if another does, if it was begun with other settings, and if DVC keeps its parts.
    """
    campaign = Campaign(folder, settings)
    path = folder / SETTINGS
    with alone(folder):
        if path.exists():
            check_same(folder, read_json(path), campaign.settings)
        elif any(folder.glob("g*")):
            raise UserError(f"the parts in {folder} are kept by DVC; name another campaign with run=…")
        else:
            write_json(path, campaign.settings)
        yield campaign


@contextmanager
def alone(folder: Path, *, patience: float = 0.0) -> Iterator[None]:
    """Nobody else works in a campaign's `folder`, which is made if need be; what a kill left half written goes.

    Raises UserError if another process works in it and goes on for `patience` seconds.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / ".lock", timeout=patience):
            for generation in folder.glob("g*"):
                remove_torn(generation)
            yield
    except Timeout:
        raise UserError(f"another process works on {folder}; wait for it or stop it") from None


def flat(values: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested settings by dotted key."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        found |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return found


def digest(settings: dict[str, Any]) -> str:
    """Eight hex digits that differ where settings do."""
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:8]


def check_same(folder: Path, begun: dict[str, Any], asked: dict[str, Any]) -> None:
    for key in sorted(begun.keys() | asked.keys()):
        if begun.get(key) != asked.get(key):
            raise UserError(
                f"{folder} was begun with {key}={begun.get(key)}, and {key}={asked.get(key)} was asked for; "
                "name another campaign with run=…"
            )


def read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except ValueError:
        raise UserError(f"{path} is torn; remove it, and the same command makes it again") from None


def write_json(path: Path, content: Any) -> None:
    with whole_file(path) as file:
        file.write(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False).encode() + b"\n")
