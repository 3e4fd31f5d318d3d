"""Positions with the exact value of every move: read from a file, or drawn at random and judged here.

`python -m src.arena.positions game=connect4 plies=8 count=500 out=FILE` keeps random ones in a file.
"""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

import numpy as np
from rich.console import Console

from src import commands, entry, games
from src.arena.openings import random_moves
from src.files.errors import UserError
from src.files.machine import num_cores
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
    game: Game, *judges: Referee, count: int, seed: int, plies: int | None = None, tell=lambda found: None
) -> list[Position]:
    """`count` distinct positions of random play in which the move matters, each judged.

    `plies` random moves are played, or by default a number drawn from all a game can have, each alike. A position is
    kept if the game goes on, the referee can judge it, and some move gives a worse result than another. Several judges
    of the game share the work and change nothing. `tell` hears how many are found. Raises UserError where there are
    too few.
    """
    found: list[Position] = []
    refused = ""
    drawn = _drawn(game, np.random.default_rng(seed), plies, 200 * count + 10_000)
    free = SimpleQueue()
    for judge in judges:
        free.put(judge)

    def judged(candidate: tuple[list[int], np.ndarray]) -> Position | UserError:
        judge = free.get()
        try:
            moves = judge.move_values(candidate[1])
        except UserError as error:
            return error
        finally:
            free.put(judge)
        return Position(*candidate, {each: int(moves.margins[each]) for each in game.legal_actions(candidate[1])})

    with ThreadPoolExecutor(len(judges)) as pool:
        while chunk := list(islice(drawn, 4 * len(judges))):
            for position in pool.map(judged, chunk):
                if isinstance(position, UserError):
                    refused = f" ({position})"
                elif len({sign(value) for value in position.move_values.values()}) > 1:
                    found.append(position)
                    tell(len(found))
                    if len(found) == count:
                        return found
    raise UserError(
        f"{game}: only {len(found)} distinct positions where the move matters were found in {200 * count + 10_000} "
        f"random games; ask for fewer than {count}{refused}"
    )


def _drawn(
    game: Game, rng: np.random.Generator, plies: int | None, tries: int
) -> Iterator[tuple[list[int], np.ndarray]]:
    """Histories and states of random games that go on, each state once."""
    seen: set[int] = set()
    for _ in range(tries):
        history, state = random_moves(game, rng.integers(game.max_plies) if plies is None else plies, rng)
        if not game.is_terminal(state) and game.key(state) not in seen:
            seen.add(game.key(state))
            yield history, state


def load_positions(source: str, game: Game, seed: int, *, big_table: bool = False) -> list[Position]:
    """A file, or `random:N`, which are judged here."""
    kind, _, number = source.partition(":")
    if kind != "random":
        return read_positions(Path(source), game)
    if not number.isdecimal() or int(number) < 1:
        raise UserError(f"positions={source} needs a whole number from 1 on, as random:1000")
    return random_positions(game, referee(game, big_table=big_table), count=int(number), seed=seed)


def write_positions(path: Path, positions: list[Position]) -> None:
    """A file that `read_positions` reads; it is whole or absent. Raises OSError."""
    with whole_file(path) as file:
        for position in positions:
            row = {"history": position.history, "move_values": position.move_values}
            file.write(json.dumps(row, separators=(",", ":")).encode() + b"\n")


def main(chosen: commands.PositionsSettings) -> None:
    game = games.make(chosen.game.name, **chosen.game.sizes)
    judges = [referee(game, big_table=chosen.big_table) for _ in range(num_cores())]
    say = Console(stderr=True, soft_wrap=True)
    with say.status("") as status:
        found = random_positions(
            game,
            *judges,
            count=chosen.count,
            seed=chosen.seed,
            plies=chosen.plies,
            tell=lambda number: status.update(f"{number} of {chosen.count} positions of {game}"),
        )
    write_positions(Path(chosen.out), found)
    say.print(f"{len(found)} positions of {game} written to {chosen.out}")


if __name__ == "__main__":
    entry.enter(main, "positions", commands.PositionsSettings, USAGE, sys.argv[1:])
