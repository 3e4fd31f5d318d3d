"""What a model is: the content of `model.json`, which follows from the settings and the data alone.

No time, host, path or measurement stands in it; these belong to reports.
"""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from src.files.errors import UserError
from src.games.rules import Game

SCHEMA = 1
DESCRIPTION = "model.json"
WEIGHTS = "weights.safetensors"
ONNX = "model.onnx"
INT8 = "model.int8.onnx"  # only where a campaign plays with it
FILES = (WEIGHTS, ONNX)  # what `model.json` holds checksums of, beside INT8
_GAME_KEYS = ("name", "sizes", "version", "planes", "num_actions")


@dataclass(frozen=True)
class Description:
    """A model's place in the world; `files` are the SHA-256 of the files beside it, in hex."""

    name: str
    game: dict[str, Any]  # name, sizes, version of the rules, planes, num_actions
    net: dict[str, Any]  # kind and settings
    seed: int  # of the campaign
    generation: int
    parent: str | None  # the name of the model it was trained from
    data: dict[str, Any]  # what it was trained on, as whoever trained it says
    files: dict[str, str]
    schema: int = SCHEMA


def describe_game(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "sizes": dict(game.sizes),
        "version": game.version,
        "planes": list(game.planes),
        "num_actions": game.num_actions,
    }


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def to_bytes(description: Description) -> bytes:
    """The bytes of `model.json`. Raises TypeError or ValueError for data that JSON cannot hold."""
    text = json.dumps(asdict(description), indent=2, sort_keys=True, allow_nan=False, ensure_ascii=False)
    return f"{text}\n".encode()


def read_description(folder: Path) -> Description:
    """What the model in `folder` is. Raises UserError for a folder without a model, a torn file or another schema."""
    try:
        found = json.loads((folder / DESCRIPTION).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise UserError(f"{folder} holds no model: it has no {DESCRIPTION}; name a model's folder") from None
    except ValueError:
        raise UserError(f"{folder / DESCRIPTION} is torn; copy the model again or make it anew") from None
    schema = found.get("schema") if isinstance(found, dict) else None
    if schema != SCHEMA:
        raise UserError(f"{folder} holds a model of schema {schema}, and this program reads {SCHEMA}; make it anew")
    if found.keys() != Description.__dataclass_fields__.keys() or not _is_whole(found):
        raise UserError(f"{folder / DESCRIPTION} is not as it was written; copy the model again or make it anew")
    return Description(**found)


def _is_whole(found: dict[str, Any]) -> bool:
    """Whether the parts that others read are there."""
    parts = {"game": _GAME_KEYS, "net": ("kind", "settings"), "files": FILES}
    return all(isinstance(found[part], dict) and found[part].keys() - {INT8} == {*keys} for part, keys in parts.items())


def check_game(description: Description, game: Game, folder: Path, *, any_size: bool = False) -> None:
    """Raises UserError unless the model plays `game`; with `any_size` the board may be another with as many planes."""
    mine, theirs = describe_game(game), description.game
    order = tuple(game.sizes)
    differs = any(mine[key] != theirs[key] for key in (("name", "version") if any_size else _GAME_KEYS))
    if differs or mine["planes"][0] != theirs["planes"][0]:
        raise UserError(
            f"{folder} holds a model of {_spelled(theirs, order)}, and one of {_spelled(mine, order)} was asked for; "
            "choose a model of that game, or train one"
        )


def check_forms(description: Description, folder: Path, *, canonical: bool) -> None:
    """Raises UserError where a net that knows each position in one form alone would be shown it in others."""
    if description.data.get("canonical") and not canonical:
        raise UserError(
            f"the net in {folder} has learnt each position in one of its symmetric forms alone; "
            "play it with mcts.canonical=true"
        )


def _spelled(game: dict[str, Any], order: tuple[str, ...]) -> str:
    """`order`: of the sizes; those that another game has come last."""
    keys = [key for key in order if key in game["sizes"]] + sorted(game["sizes"].keys() - set(order))
    sizes = ", ".join(f"{key}={game['sizes'][key]}" for key in keys)
    return f"{game['name']} ({sizes}, rules version {game['version']})"
