"""Small boards first: a campaign a board, each with the weights of the one before, the last on the game's own board.

Above the entry points, since a campaign is what `src.train` and the pipeline run.
"""

from pathlib import Path
from typing import Any

from src.files.compiled import PROJECT_ROOT
from src.files.errors import UserError
from src.nets import net_class
from src.settings import TrainSettings


def boards(chosen: TrainSettings) -> list[dict[str, Any]]:
    """What each campaign has of its own: rows, cols, generations and run.

    With a curriculum and a name, each board's campaign is named after its board, too: `run`-2x2, `run`-3x3, … Raises
    UserError for a curriculum with a net whose weights cannot go from board to board.
    """
    last = {"rows": chosen.game.rows, "cols": chosen.game.cols, "generations": chosen.generations}
    if chosen.curriculum and not net_class(chosen.net.kind).size_free:
        raise UserError(
            f"a curriculum needs a net that is free of the board's size, and {chosen.net.kind} is not; choose another"
        )
    if not chosen.curriculum:
        return [last | {"run": chosen.run}]
    found = [board.model_dump() for board in chosen.curriculum] + [last]
    return [board | {"run": f"{chosen.run}-{board['rows']}x{board['cols']}" if chosen.run else None} for board in found]


def on_board(chosen: TrainSettings, board: dict[str, Any], start: str | None) -> TrainSettings:
    """The settings of one board's campaign, which begins with the model `start`."""
    game = chosen.game.model_copy(update={"rows": board["rows"], "cols": board["cols"]})
    own = {"generations": board["generations"], "run": board["run"], "start": start, "curriculum": []}
    return chosen.model_copy(update={"game": game} | own)


def start_of(model: Path) -> str:
    """How settings name a model's folder: from the project on where it lies there, as in every clone."""
    model = model.resolve()
    return str(model.relative_to(PROJECT_ROOT) if model.is_relative_to(PROJECT_ROOT) else model)
