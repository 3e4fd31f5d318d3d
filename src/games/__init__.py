"""The rules of the games: pure compiled functions on flat arrays, and boards as text."""

from functools import lru_cache
from importlib import import_module
from inspect import signature

from src.files.errors import UserError
from src.games.rules import Game

GAMES = {  # name in the settings → the module that makes it
    "tictactoe": "src.games.tictactoe",
    "dots": "src.games.dots",
    "connect4": "src.games.connect4",
    "othello": "src.games.othello",
    "hex": "src.games.hex",
    "gomoku": "src.games.gomoku",
    "go": "src.games.go",
}


@lru_cache(maxsize=None, typed=True)  # typed, or rows=True would find the game of rows=1
def make(name: str, **sizes: int | float | bool) -> Game:
    """The game of that name, at its usual size or at `sizes` (rows, cols, …). Raises UserError for what cannot be."""
    if name not in GAMES:
        raise UserError(f"there is no game {name!r}; there are {', '.join(sorted(GAMES))}")
    maker = import_module(GAMES[name]).make
    allowed = signature(maker).parameters
    for key in sizes:
        if key not in allowed:
            raise UserError(f"game.{key} is no size of {name}; its sizes are {', '.join(allowed)}")
    return maker(**sizes)
