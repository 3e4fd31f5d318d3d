"""Shards: files of a range of games each, sorted by id, whole or absent; their bytes follow from the games alone."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from src.files.errors import UserError
from src.files.whole import whole_file
from src.games.rules import Game
from src.records.faults import describe_fault
from src.records.schema import SCHEMA, VERSION, PlayedGame, PlayedGames, from_table, gathered, to_table

_ABOUT = b"zerolab"  # the key in the file's metadata under which the shard says what it is; one key, so one order
_COMPRESSION = {"compression": "zstd", "compression_level": 3}
_AGAIN = "copy it again or play its games anew"


def _game_facts(game: Game) -> dict[str, Any]:
    return {"name": game.name, "sizes": dict(game.sizes), "rules_version": game.version}


def _said(facts: dict[str, Any]) -> str:
    sizes = ", ".join(f"{key} {size}" for key, size in sorted(facts["sizes"].items()))
    return f"{facts['name']} ({sizes}; rules version {facts['rules_version']})"


def write_shard(path: Path, game: Game, games: Sequence[PlayedGame], *, model: str) -> None:
    """Write the games of `model` (a name) to `path`, sorted by id. Raises ValueError for what is no game; OSError."""
    ordered = gathered(sorted(games, key=lambda played: played.game_id))
    fault = describe_fault(game, ordered)
    if fault:
        raise ValueError(f"{game}: {fault}")
    about = {
        "schema": VERSION,
        "game": _game_facts(game),
        "model": model,
        "num_targets": int(ordered.arrays["is_target"].sum()),
    }
    table = to_table(ordered).replace_schema_metadata({_ABOUT: json.dumps(about, sort_keys=True)})
    with whole_file(path) as file:
        pq.write_table(table, file, row_group_size=max(1, len(ordered)), write_page_checksum=True, **_COMPRESSION)


def _about(path: Path, metadata: dict[bytes, bytes] | None) -> dict[str, Any]:
    """What the file says it is. Raises UserError where it is no shard of this schema."""
    try:
        about = json.loads((metadata or {})[_ABOUT])
    except (KeyError, ValueError):
        raise UserError(f"{path} is a Parquet file, but no shard of game records; name a shard") from None
    if about["schema"] != VERSION:
        raise UserError(
            f"{path} holds records of schema {about['schema']}, and this program reads {VERSION}; play its games anew"
        )
    return about


def read_about(path: Path) -> dict[str, Any]:
    """What a shard says it is, without reading the games: schema, game, model, num_games and num_targets.

    Raises UserError for an absent, torn or foreign file.
    """
    try:
        found = pq.read_metadata(path)
    except FileNotFoundError:
        raise UserError(f"there is no shard {path}; play its games") from None
    except (pa.ArrowException, OSError):
        raise UserError(f"{path} is no whole Parquet file; {_AGAIN}") from None
    return _about(path, found.metadata) | {"num_games": found.num_rows}


def read_shard(path: Path, game: Game) -> PlayedGames:
    """The games in a shard. Raises UserError for one that is absent, torn, foreign or older, or holds no games."""
    about = read_about(path)
    if about["game"] != _game_facts(game):
        raise UserError(
            f"{path} holds games of {_said(about['game'])}, not of {_said(_game_facts(game))}; name another shard"
        )
    try:
        # opened here: given a path, pyarrow would take a folder's name as a column's value
        with open(path, "rb") as file:
            table = pq.read_table(file, page_checksum_verification=True)
        if not table.schema.equals(SCHEMA):
            raise UserError(f"{path} has other columns than game records have; {_AGAIN}")
        games = from_table(table)
    except UserError:
        raise
    except (pa.ArrowException, OSError, ValueError):
        raise UserError(f"{path} is torn; {_AGAIN}") from None
    fault = describe_fault(game, games)
    if fault:
        raise UserError(f"{path} cannot be read on: {fault}; {_AGAIN}")
    if about["num_targets"] != int(np.sum(games.arrays["is_target"])):
        raise UserError(f"{path} has another number of targets than it says; {_AGAIN}")
    return games
