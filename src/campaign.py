"""A campaign: a line of models of one game with one set of settings, and where its parts lie.

    runs/<name>/settings.json            what it was begun with
    runs/<name>/g000/model/              the untrained model
    runs/<name>/g001/selfplay/           the records of the games that generation 1 learns from
    runs/<name>/g001/model/              what it learnt; training.safetensors goes on from there
    runs/<name>/g001/match.json          candidate against champion
    runs/<name>/g001/audit.json          candidate against exact play
    runs/<name>/g001/champion.json       who is champion after it

Each part is whole or absent, so that a campaign goes on where it was, however it was ended.
"""

import json
from pathlib import Path
from typing import Any

from src.files.errors import UserError
from src.files.whole import whole_file

FREE_KEYS = ("generations", "run", "selfplay.num_workers")  # may change from one start to the next


class Campaign:
    """The folder of a campaign; raises UserError if it was begun with other settings."""

    def __init__(self, folder: Path, settings: dict[str, Any]):
        self.folder = folder
        kept = {key: value for key, value in flat(settings).items() if key not in FREE_KEYS}
        path = folder / "settings.json"
        if path.exists():
            check_same(folder, read_json(path), kept)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            write_json(path, kept)

    def generation(self, number: int) -> Path:
        return self.folder / f"g{number:03d}"

    def model(self, number: int) -> Path:
        """The folder of the model that a generation learnt."""
        return self.generation(number) / "model"

    def champion(self, number: int) -> int:
        """The generation whose model is champion after generation `number`."""
        return 0 if number == 0 else read_json(self.generation(number) / "champion.json")["generation"]


def flat(values: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested settings by dotted key."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        found |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return found


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
