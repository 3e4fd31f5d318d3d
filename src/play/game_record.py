"""A game that somebody has written down: SGF, a list of moves, or the digits of Connect Four."""

import os
import re
from pathlib import Path

from src.files.errors import UserError
from src.games.history import parse_columns, parse_history
from src.games.rules import Game
from src.records.sgf import NUMBERS, parse_sgf

_TOLD_BY_SGF = ("rows", "cols", "komi")


def read_record(record: str, game: Game) -> tuple[Game, list[int]]:
    """The game and its moves; `record` is a file, or the moves themselves.

    SGF begins with a bracket and says itself which game it is; of `game` it takes what the format does not tell, as
    suicide. In Connect Four one block of digits counts columns from 1, as its solvers do: `4455`; between blanks stand
    actions, from 0, or names. Raises UserError for what is no record, and for an illegal move, and OSError.
    """
    text, source = _content(record)
    try:
        if text.lstrip().startswith("("):
            own = {key: value for key, value in game.sizes.items() if key not in _TOLD_BY_SGF}
            found = parse_sgf(text.encode(), **own if game.name in NUMBERS else {})
            return found.game, _some(found.history)
        is_notation = game.name == "connect4" and re.fullmatch(r"\s*[0-9]{2,}\s*", text)
        history = parse_columns(game, text.strip()) if is_notation else parse_history(game, text)
        game.replay(_some(history))
    except UserError as error:
        raise UserError(f"{source}{error}") from None
    return game, history


def _content(record: str) -> tuple[str, str]:
    """The text, and what to say before a mistake in it."""
    if record.lstrip().startswith("("):
        return record, ""
    path = Path(record)
    try:
        is_file = path.is_file()
    except OSError:  # too long for a name
        is_file = False
    if is_file:
        return path.read_bytes().decode(errors="replace"), f"{path}: "
    if path.suffix or os.sep in record:
        raise UserError(f"there is no game record {record[:200]}; give an SGF file, a file of moves, or the moves")
    return record, ""


def _some(history: list[int]) -> list[int]:
    if not history:
        raise UserError("the record holds no moves")
    return history
