"""What exact play says of the moves of a position, where a referee can say it."""

import sys

import numpy as np

from src.files.errors import UserError
from src.games.rules import Game
from src.solvers.referee import MoveValues, Referee, referee


def find_referee(game: Game, big_table: bool) -> Referee | None:
    """Who judges the moves, if anyone can."""
    try:
        return referee(game, big_table=big_table)
    except UserError as error:
        print(f"no move is judged: {error}", file=sys.stderr)
        return None


def values_of(found: Referee | None, state: np.ndarray) -> MoveValues | None:
    """The exact values of the moves; None where nobody can say, as early in the game on large boards."""
    if found is None:
        return None
    try:
        return found.move_values(state)
    except UserError:
        return None


def is_mistake(moves: MoveValues, action: int) -> bool:
    """Whether a move worsens the game's result."""
    return bool(moves.results[action] < moves.results.max())


def verdict(moves: MoveValues, action: int) -> str:
    """What exact play says of a move, for the player who makes it."""
    best, value = moves.margin, int(moves.margins[action])
    if is_mistake(moves, action):
        return f"a mistake: {value:+d} instead of {best:+d}"
    return f"best, {value:+d}" if value == best else f"{value:+d}, could be {best:+d}"
