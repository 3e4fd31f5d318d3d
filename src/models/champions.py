"""Who is champion on a board: a local pointer to the model of the campaign that last ended a generation there."""

import json
import os
from pathlib import Path

from src.files.errors import UserError
from src.files.whole import whole_file
from src.games.rules import Game
from src.models.name import board_name


def runs_folder() -> Path:
    """Where campaigns lie: `ZEROLAB_RUNS`, else `runs` in the project."""
    return Path(os.environ.get("ZEROLAB_RUNS") or Path(__file__).resolve().parents[2] / "runs")


def pointer(game: Game) -> Path:
    return runs_folder() / "champions" / f"{board_name(game)}.json"


def point_to(game: Game, model: Path) -> None:
    """Make `model`, a folder, the champion of its board."""
    path = pointer(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(json.dumps({"model": str(model.resolve())}).encode() + b"\n")


def champion(game: Game) -> Path:
    """The champion's folder. Raises UserError where no campaign has ended a generation."""
    path = pointer(game)
    if not path.is_file():
        raise UserError(f"there is no champion of {game} yet; train one: python -m src.train game={game.name} …")
    return Path(json.loads(path.read_bytes())["model"])
