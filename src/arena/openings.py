"""Random openings: where the games of a match begin."""

import numpy as np

from src.files.errors import UserError
from src.games.rules import Game


def openings(game: Game, count: int, plies: int, seed: int) -> list[list[int]]:
    """`count` histories of `plies` random legal moves; the game goes on after each.

    No two lead to the same position, unless there are too few of them: once 10 · count + 100 tries in a row found no
    other, those found are repeated in turn. The first N openings do not depend on `count` where none is repeated.
    Raises UserError where no game goes on for so long.
    """
    rng = np.random.default_rng(seed)
    found: dict[int, list[int]] = {}
    tries = 0
    if plies >= game.max_plies:
        raise UserError(f"{game}: a game has at most {game.max_plies} moves, so an opening of {plies} leaves none")
    while len(found) < count and tries < 10 * count + 100:
        history, state = random_moves(game, plies, rng)
        tries += 1
        if not game.is_terminal(state) and game.key(state) not in found:
            found[game.key(state)] = history
            tries = 0
    if not found:
        raise UserError(f"{game}: no game was found that goes on after {plies} random moves; ask for fewer")
    distinct = list(found.values())
    return [distinct[i % len(distinct)] for i in range(count)]


def random_moves(game: Game, plies: int, rng: np.random.Generator) -> tuple[list[int], np.ndarray]:
    """A history of `plies` random moves, or fewer where the game ends, and the state after it."""
    history: list[int] = []
    state = game.initial_state()
    while len(history) < plies and not game.is_terminal(state):
        history.append(int(rng.choice(game.legal_actions(state))))
        state = game.step(state, history[-1])
    return history, state
