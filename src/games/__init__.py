"""The rules of the games: pure compiled functions on flat arrays, and boards as text."""

from functools import cache
from importlib import import_module

from src.files.errors import UserError
from src.games.rules import Game

GAMES = {  # name in the settings → the module that makes it
    "tictactoe": "src.games.tictactoe",
    "dots": "src.games.dots",
    "connect4": "src.games.connect4",
}


@cache
def make(name: str, **sizes: int) -> Game:
    """The game of that name, at its usual size or at `sizes` (rows, cols, …). Raises UserError for what cannot be."""
    if name not in GAMES:
        raise UserError(f"there is no game {name!r}; there are {', '.join(sorted(GAMES))}")
    return import_module(GAMES[name]).make(**sizes)
