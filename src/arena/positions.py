"""Positions with the exact value of every move: read from a file, or drawn at random and judged here."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from src.files.errors import UserError
from src.games.rules import Game, sign
from src.solvers.referee import Referee, referee


@dataclass(frozen=True)
class Position:
    """A state, how it came about, and the final margin of each legal move for the player to move."""

    history: list[int]
    state: np.ndarray
    move_values: dict[int, int]

    @property
    def best(self) -> int:
        return max(self.move_values.values())


def read_positions(path: Path, game: Game) -> list[Position]:
    """The positions of a file of JSON lines with `history` and `move_values`. Raises UserError that names the line."""
    if not path.is_file():
        raise UserError(f"there is no positions file {path}; give a file of JSON lines, or random:1000")
    found = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    found.append(_read(line, game))
                except UserError as error:
                    raise UserError(f"{path}, line {number}: {error}") from None
    if not found:
        raise UserError(f"{path} holds no positions; each line should be an object with history and move_values")
    return found


def _read(line: str, game: Game) -> Position:
    try:
        row = json.loads(line)
        history = row["history"]
        move_values = {int(action): value for action, value in row["move_values"].items()}
        is_sound = all(type(number) is int for number in [*history, *move_values.values()])
    except (ValueError, KeyError, TypeError, AttributeError):
        is_sound = False
    if not is_sound:
        raise UserError(
            'expected an object like {"history": [1, 8], "move_values": {"0": 2, "2": -1}}, '
            f"found {line.strip()[:60]}"
        )
    state = game.replay(history)
    legal = set(game.legal_actions(state))
    if not legal:
        raise UserError(f"{game}: the game is over after this history, so there is no move to judge")
    if legal != move_values.keys():
        wrong = min(legal ^ move_values.keys())
        what = "lacks the legal move" if wrong in legal else "holds the illegal move"
        raise UserError(f"{game}: move_values {what} {wrong}")
    return Position(history, state, move_values)


def random_positions(game: Game, judge: Referee, count: int, seed: int) -> list[Position]:
    """`count` distinct positions of random play in which the move matters, each judged.

    A number of moves is drawn from all a game can have, each alike, then as many random moves are played; a
    position is kept if the game goes on and some move gives a worse result than another.
    """
    rng = np.random.default_rng(seed)
    found: dict[int, Position] = {}
    tries = 0
    while len(found) < count:
        tries += 1
        if tries > 200 * count + 10_000:
            raise UserError(
                f"{game}: only {len(found)} distinct positions where the move matters were found in {tries} random "
                f"games; ask for fewer than {count}"
            )
        history: list[int] = []
        state = game.initial_state()
        for _ in range(rng.integers(game.max_plies)):
            if game.is_terminal(state):
                break
            history.append(int(rng.choice(game.legal_actions(state))))
            state = game.step(state, history[-1])
        if game.is_terminal(state) or game.key(state) in found:
            continue
        moves = judge.move_values(state)
        values = {action: int(moves.margins[action]) for action in game.legal_actions(state)}
        if len({sign(value) for value in values.values()}) > 1:
            found[game.key(state)] = Position(history, state, values)
    return list(found.values())


def load_positions(source: str, game: Game, seed: int, *, big_table: bool = False) -> list[Position]:
    """A file, or `random:N`, which are judged here."""
    kind, _, number = source.partition(":")
    if kind != "random":
        return read_positions(Path(source), game)
    if not number.isdecimal() or int(number) < 1:
        raise UserError(f"positions={source} needs a whole number from 1 on, as random:1000")
    return random_positions(game, referee(game, big_table=big_table), int(number), seed)
