"""Positions with the exact value of every move: read from a file, or drawn at random and judged here.

`python -m src.arena.positions game=connect4 plies=8 count=500 out=FILE` keeps random ones in a file.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console

from src import entry, games, settings
from src.arena.openings import random_moves
from src.files.errors import UserError
from src.files.whole import whole_file
from src.games.rules import Game, sign
from src.solvers.referee import Referee, referee

USAGE = "usage: python -m src.arena.positions game=connect4 plies=8 count=500 seed=0 out=FILE"


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


def random_positions(
    game: Game, judge: Referee, count: int, seed: int, *, plies: int | None = None, tell=lambda found: None
) -> list[Position]:
    """`count` distinct positions of random play in which the move matters, each judged.

    `plies` random moves are played, or by default a number drawn from all a game can have, each alike. A position is
    kept if the game goes on, the referee can judge it, and some move gives a worse result than another. `tell` hears
    how many are found. Raises UserError where there are too few.
    """
    rng = np.random.default_rng(seed)
    found: dict[int, Position] = {}
    tries, refused = 0, ""
    while len(found) < count:
        tries += 1
        if tries > 200 * count + 10_000:
            raise UserError(
                f"{game}: only {len(found)} distinct positions where the move matters were found in {tries} random "
                f"games; ask for fewer than {count}{refused}"
            )
        history, state = random_moves(game, rng.integers(game.max_plies) if plies is None else plies, rng)
        if game.is_terminal(state) or game.key(state) in found:
            continue
        try:
            moves = judge.move_values(state)
        except UserError as error:
            refused = f" ({error})"
            continue
        values = {action: int(moves.margins[action]) for action in game.legal_actions(state)}
        if len({sign(value) for value in values.values()}) > 1:
            found[game.key(state)] = Position(history, state, values)
            tell(len(found))
    return list(found.values())


def load_positions(source: str, game: Game, seed: int, *, big_table: bool = False) -> list[Position]:
    """A file, or `random:N`, which are judged here."""
    kind, _, number = source.partition(":")
    if kind != "random":
        return read_positions(Path(source), game)
    if not number.isdecimal() or int(number) < 1:
        raise UserError(f"positions={source} needs a whole number from 1 on, as random:1000")
    return random_positions(game, referee(game, big_table=big_table), int(number), seed)


def write_positions(path: Path, positions: list[Position]) -> None:
    """A file that `read_positions` reads; it is whole or absent. Raises OSError."""
    with whole_file(path) as file:
        for position in positions:
            row = {"history": position.history, "move_values": position.move_values}
            file.write(json.dumps(row, separators=(",", ":")).encode() + b"\n")


def main(chosen: settings.PositionsSettings) -> None:
    game = games.make(chosen.game.name, **chosen.game.sizes)
    judge = referee(game, big_table=chosen.big_table)
    say = Console(stderr=True, soft_wrap=True)
    with say.status("") as status:
        found = random_positions(
            game,
            judge,
            chosen.count,
            chosen.seed,
            plies=chosen.plies,
            tell=lambda number: status.update(f"{number} of {chosen.count} positions of {game}"),
        )
    write_positions(Path(chosen.out), found)
    say.print(f"{len(found)} positions of {game} written to {chosen.out}")


if __name__ == "__main__":
    entry.enter(main, "positions", settings.PositionsSettings, USAGE, sys.argv[1:])
