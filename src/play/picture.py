"""A board for a person who types moves: the picture of `draw`, with the names of rows and columns around it."""

import re

import numpy as np

from src.games.draw import draw
from src.games.rules import NO_CELL, Game

_NAME = re.compile(r"([A-Za-z]*)([0-9]*)")


def labelled(game: Game, state: np.ndarray, history: list[int]) -> str:
    """Edges carry their numbers; stones stand between the letters of columns and the numbers of rows.

    Where a move is a column and no cell, as in Connect Four, rows have no names.
    """
    if game.picture == "edges":
        return draw(game, state, history, numbers=True)
    *lines, status = draw(game, state).split("\n")
    columns, rows = _labels(game)
    width = max(map(len, rows))
    slant = max(len(line) for line in lines)
    head = " " * (width + 1) + " ".join(columns)
    body = [f"{row:>{width}} {line}".rstrip() for row, line in zip(rows, lines, strict=True)]
    return "\n".join([head[: width + 1 + slant].rstrip(), *body, status])


def _labels(game: Game) -> tuple[list[str], list[str]]:
    """The names of the columns and rows, from those of the moves."""
    _, height, width = game.planes
    name_at = {cell: name for cell, name in zip(game.action_cells.tolist(), game.action_names, strict=True)}
    name_at.pop(NO_CELL, None)
    if len(name_at) < height * width:
        return [name_at[col] for col in range(width)], [""] * height
    columns = [_NAME.fullmatch(name_at[col])[1] for col in range(width)]
    rows = [_NAME.fullmatch(name_at[row * width])[2] for row in range(height)]
    return columns, rows
