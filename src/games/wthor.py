"""Tournament games of Othello in WTHOR's format (French Othello Federation): files `.wtb`, in and out.

A header of 16 bytes: four of the date, the number of games (4 bytes), 0 (2), the year of the games (2), the side of
the board or 0 for 8 (1), three more. Then 68 bytes a game: tournament and both players as numbers (2 each), black's
stones at the end as tournaments count them, the most he could have had from some late position on, and 60 moves as
10 * row + column, both from 1, with 0 after the last. Numbers of several bytes begin with the lowest. Passes are
not written; `Wthor.histories` has them.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from src.files.compiled import allocating
from src.files.errors import UserError
from src.files.whole import whole_file
from src.games import make, othello
from src.games.othello import MUST_PASS, OVER, STATUS

HEADER = np.dtype(
    [("date", "u1", 4), ("games", "<u4"), ("zero", "<u2"), ("year", "<u2"), ("side", "u1"), ("other", "u1", 3)]
)
RECORD = np.dtype(
    [("tournament", "<u2"), ("black", "<u2"), ("white", "<u2"), ("stones", "u1"), ("best", "u1"), ("moves", "u1", 60)]
)
SIDE = 8
_NO_ACTION = -1  # behind the last ply of a game


@dataclass(frozen=True, eq=False)
class Wthor:
    """The games of one file."""

    year: int
    records: np.ndarray  # [N] of RECORD
    histories: list[list[int]]  # actions with passes
    final_states: np.ndarray  # [N, S] the last position of each; a game may have been given up before its end


@allocating
def replay_all(spec, first, cells, states, actions):
    """Play the moves `cells` `[N, 60]`, each a cell of the board or -1 after the last, with the passes between them.

    Writes final `states` `[N, S]` and `actions` `[N, P]` up to the last one. Returns the first game and its move that
    cannot be played, or -1 and -1.
    """
    tail = spec[othello.ROWS] * spec[othello.COLS]
    mask = np.empty(tail + 1, np.bool_)
    for game in range(cells.shape[0]):
        state, ply = states[game], 0
        state[:] = first
        for number in range(cells.shape[1]):
            if cells[game, number] == _NO_ACTION:
                break
            if state[tail + STATUS] == MUST_PASS:
                actions[game, ply] = tail
                othello.step(spec, state, tail)
                ply += 1
            othello.legal_mask(spec, state, mask)
            if state[tail + STATUS] == OVER or not mask[cells[game, number]]:
                return game, number
            actions[game, ply] = cells[game, number]
            othello.step(spec, state, cells[game, number])
            ply += 1
    return -1, -1


def read_wthor(path: Path) -> Wthor:
    """The games of a file. Raises UserError where it is absent, torn, foreign, or has a move that cannot be played."""
    if not path.is_file():
        raise UserError(f"there is no WTHOR file {path}; give a file of games, as WTH_2021.wtb")
    content = path.read_bytes()
    header, records = _split(path, content)
    cells = _cells(path, records["moves"])
    game = make("othello", rows=SIDE, cols=SIDE)
    states = np.tile(game.initial_state(), (len(records), 1))
    actions = np.full((len(records), game.max_plies), _NO_ACTION, np.int64)
    wrong, move = replay_all(game.spec, game.initial_state(), cells, states, actions)
    if wrong >= 0:
        name = game.action_names[cells[wrong, move]]
        raise UserError(f"{path}, game {wrong + 1}, move {move + 1}: {name} cannot be played there")
    histories = [history[history != _NO_ACTION].tolist() for history in actions]
    return Wthor(int(header["year"]), records, histories, states)


def _split(path: Path, content: bytes) -> tuple[np.ndarray, np.ndarray]:
    """The header and the records, if the file is whole and what it should be."""
    if len(content) < HEADER.itemsize:
        raise UserError(f"{path} must begin with a header of {HEADER.itemsize} bytes, but has {len(content)} in all")
    header = np.frombuffer(content, HEADER, 1)[0]
    expected = HEADER.itemsize + int(header["games"]) * RECORD.itemsize
    if header["zero"] or len(content) != expected:
        raise UserError(
            f"{path} is torn or no WTHOR file of games: its header says {header['games']} games, which are "
            f"{expected} bytes, but it has {len(content)}"
        )
    if header["side"] not in (0, SIDE):
        raise UserError(f"{path} has games on a board of side {header['side']}; only those of side {SIDE} can be read")
    return header, np.frombuffer(content, RECORD, offset=HEADER.itemsize)


def _cells(path: Path, moves: np.ndarray) -> np.ndarray:
    """`[N, 60]` int64 cells of the board, -1 after the last move, from WTHOR's numbers."""
    row, col = np.divmod(moves.astype(np.int64), 10)
    ended = moves == 0
    on_board = (row >= 1) & (row <= SIDE) & (col >= 1) & (col <= SIDE)
    wrong = np.argwhere((~ended & ~on_board) | (~ended & np.maximum.accumulate(ended, 1)))
    if len(wrong):
        game, move = wrong[0]
        found = moves[game, move]
        raise UserError(f"{path}, game {game + 1}, move {move + 1}: {found} must be a cell, 11 to 88, before any 0")
    return np.where(ended, _NO_ACTION, (row - 1) * SIDE + col - 1)


def write_wthor(path: Path, year: int, histories: list[list[int]]) -> None:
    """Write games, from the start, of players without names. Raises UserError for an illegal move, and OSError."""
    game = make("othello", rows=SIDE, cols=SIDE)
    records = np.zeros(len(histories), RECORD)
    for record, history in zip(records, histories, strict=True):
        stones, _ = othello.final_stones(game, game.replay(history))
        cells = np.array([action for action in history if action < SIDE * SIDE], np.int64)
        record["stones"] = record["best"] = stones
        record["moves"][: len(cells)] = (cells // SIDE + 1) * 10 + cells % SIDE + 1
    header = np.zeros(1, HEADER)
    header["games"], header["year"] = len(histories), year
    with whole_file(path) as file:
        file.write(header.tobytes() + records.tobytes())
