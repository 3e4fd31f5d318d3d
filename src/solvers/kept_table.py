"""Full tables of a game's values: made once, kept on disk, and mapped from there by every process."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import psutil

from src.files.compiled import cache_root
from src.files.errors import UserError
from src.files.tables import load_table, save_table
from src.games.rules import Game


def kept_table(
    game: Game, meaning: str, size: int, build: Callable[[], np.ndarray], folder: Path | None = None
) -> np.ndarray:
    """`[size]` int8 of this board: found in `folder` (the project's cache unless given), else built and put there.

    `meaning` names the content and its version. Where the folder cannot be written, each process builds the table
    anew. Raises UserError where there is not the memory for it.
    """
    rows, cols = game.sizes["rows"], game.sizes["cols"]
    path = (folder or cache_root() / "solvers") / f"{game.name}_{rows}x{cols}.table"
    kind = f"{game.name} {rows}x{cols} {meaning}"
    found = load_table(path, kind, size)
    if found is not None:
        return found
    free = psutil.virtual_memory().available
    if size > free:
        raise UserError(
            f"the full table of {game} needs {size >> 20} MiB of memory, and {free >> 20} MiB are free; "
            "end other programs or choose a smaller board"
        )
    table = build()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_table(path, kind, table)
    except OSError:
        pass  # no place to write: the table serves this process only
    return table
