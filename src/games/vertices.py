"""Moves and players as the Go Text Protocol writes them, for every game: `D4`, `pass`, `17`; black is player 0.

A vertex is the game's own name of the move, in capitals or not. Letters of Go leave out I and its rows count from
below; those of the other boards leave out none and count from above, as programs for Othello and Hex do. The swap of
Hex is `swap-pieces`, as there.
"""

from src.games.rules import Game

COLOURS = ("black", "white")
PASS = "pass"
_SWAP = "swap-pieces"


def vertex(game: Game, action: int) -> str:
    name = game.action_names[action]
    return _SWAP if name == "swap" else name


def actions_by_vertex(game: Game) -> dict[str, int]:
    """The action of each vertex, in small letters."""
    return {vertex(game, action).lower(): action for action in range(game.num_actions)}


def player_of(word: str) -> int | None:
    """0 or 1 for a colour, as `b`, `Black` or `white`; None for any other word."""
    small = word.lower()
    return next((player for player, colour in enumerate(COLOURS) if small and small in (colour, colour[0])), None)
