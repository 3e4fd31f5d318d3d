"""Othello: a stone turns over what it encloses; when nobody can move, more stones win.

Action `row * cols + col` puts a stone on that cell. The last action is the pass, which is legal exactly when the
player to move has no other move but the opponent has one; when neither has one the game is over. X is black and
starts. The four stones of the start lie as on the usual board, O on the diagonal from the top left:

    . . . .
    . O X .
    . X O .
    . . . .

State: rows * cols cells from the top left (0 empty, 1 player 0, 2 player 1), then the player to move (0 when the
game is over) and whether it goes on, by a move or by a pass, then the past (`src.games.sight`). `score` is the
difference in stones on the board.
"""

import numpy as np

from src.files.compiled import inlined, kernel
from src.files.errors import UserError
from src.games import grid, sight
from src.games.hashing import hash_state
from src.games.othello_bits import ONE, ZERO, moves, placed, taken, turned
from src.games.rules import NO_CELL, Game, functions_of, rule, sign

VERSION = 1
SMALLEST, LARGEST = 4, 10  # sides; ten rows of eleven bits fit two words

ROWS, COLS, PAST = range(3)  # places in spec
TO_PLAY, STATUS = 0, 1  # places in the state behind the cells
STATE_TAIL = 2
MOVES, MUST_PASS, OVER = range(3)  # what STATUS says

LEGAL_PLANE = sight.NUM_PLANES  # the cells on which the player to move may put a stone
NUM_PLANES = LEGAL_PLANE + 1  # before those of the past


@inlined
def sets_of(spec, state, player):
    """The cells of `player`, of the other, and the free ones, as (lo, hi) each."""
    rows, cols = spec[ROWS], spec[COLS]
    full = (ONE << np.uint64(cols)) - ONE
    x_lo, x_hi, o_lo, o_hi, free_lo, free_hi = ZERO, ZERO, ZERO, ZERO, ZERO, ZERO
    for row in range(rows):
        x_bits, o_bits = ZERO, ZERO
        for col in range(cols):
            stone = np.uint64(state[row * cols + col])
            x_bits |= (stone & ONE) << np.uint64(col)
            o_bits |= (stone >> ONE) << np.uint64(col)
        at = np.uint64(row * (cols + 1))
        lo, hi = placed(x_bits, at)
        x_lo, x_hi = x_lo | lo, x_hi | hi
        lo, hi = placed(o_bits, at)
        o_lo, o_hi = o_lo | lo, o_hi | hi
        lo, hi = placed(full ^ x_bits ^ o_bits, at)
        free_lo, free_hi = free_lo | lo, free_hi | hi
    if player == 0:
        return x_lo, x_hi, o_lo, o_hi, free_lo, free_hi
    return o_lo, o_hi, x_lo, x_hi, free_lo, free_hi


@inlined
def moves_of(spec, state, player):
    """The cells on which `player` may move: (lo, hi)."""
    rows, cols = spec[ROWS], spec[COLS]
    own_lo, own_hi, other_lo, other_hi, free_lo, free_hi = sets_of(spec, state, player)
    return moves(own_lo, own_hi, other_lo, other_hi, free_lo, free_hi, cols, max(rows, cols) - 2)


@kernel
def settle(spec, state, player):
    """Write who is to move, and how, when it is the turn of `player`."""
    tail = spec[ROWS] * spec[COLS]
    state[tail + TO_PLAY] = player
    lo, hi = moves_of(spec, state, player)
    if lo | hi:
        state[tail + STATUS] = MOVES
        return
    lo, hi = moves_of(spec, state, 1 - player)
    if lo | hi:
        state[tail + STATUS] = MUST_PASS
    else:
        state[tail + STATUS] = OVER
        state[tail + TO_PLAY] = 0  # nobody is to move, so equal boards are equal states


@rule("init")
def init(spec, state):
    rows, cols = spec[ROWS], spec[COLS]
    state[:] = 0
    middle = (rows // 2) * cols + cols // 2
    state[middle - cols - 1] = state[middle] = 2
    state[middle - cols] = state[middle - 1] = 1


@rule("legal_mask")
def legal_mask(spec, state, mask):
    rows, cols = spec[ROWS], spec[COLS]
    tail = rows * cols
    status = state[tail + STATUS]
    mask[:] = False
    mask[tail] = status == MUST_PASS
    if status != MOVES:
        return
    lo, hi = moves_of(spec, state, state[tail + TO_PLAY])
    for row in range(rows):
        bits = taken(lo, hi, np.uint64(row * (cols + 1)))
        for col in range(cols):
            mask[row * cols + col] = (bits >> np.uint64(col)) & ONE != ZERO


@rule("step")
def step(spec, state, action):
    rows, cols = spec[ROWS], spec[COLS]
    tail = rows * cols
    player = state[tail + TO_PLAY]
    if spec[PAST]:
        sight.remember(state[:tail], state[tail + STATE_TAIL :], spec[PAST])
    if action < tail:
        own_lo, own_hi, other_lo, other_hi, _, _ = sets_of(spec, state, player)
        bit_lo, bit_hi = placed(ONE, np.uint64(action // cols * (cols + 1) + action % cols))
        lo, hi = turned(own_lo, own_hi, other_lo, other_hi, bit_lo, bit_hi, cols)
        lo, hi = lo | bit_lo, hi | bit_hi
        for row in range(rows):
            bits = taken(lo, hi, np.uint64(row * (cols + 1)))
            for col in range(cols):
                if (bits >> np.uint64(col)) & ONE:
                    state[row * cols + col] = player + 1
    settle(spec, state, 1 - player)


@rule("to_play")
def to_play(spec, state):
    return state[spec[ROWS] * spec[COLS] + TO_PLAY]


@rule("is_terminal")
def is_terminal(spec, state):
    return state[spec[ROWS] * spec[COLS] + STATUS] == OVER


@rule("score")
def score(spec, state, player):
    margin = 0
    for cell in range(spec[ROWS] * spec[COLS]):
        stone = state[cell]
        margin += (stone & 1) - (stone >> 1)
    return margin if player == 0 else -margin


@rule("returns")
def returns(spec, state, player):
    if state[spec[ROWS] * spec[COLS] + STATUS] != OVER:
        return 0
    return sign(score(spec, state, player))


@rule("observe")
def observe(spec, state, planes):
    rows, cols = spec[ROWS], spec[COLS]
    tail = rows * cols
    player = state[tail + TO_PLAY]
    lo, hi = ZERO, ZERO
    if state[tail + STATUS] == MOVES:
        lo, hi = moves_of(spec, state, player)
    sight.show(state, player, planes)
    for row in range(rows):
        bits = taken(lo, hi, np.uint64(row * (cols + 1)))
        for col in range(cols):
            planes[LEGAL_PLANE, row, col] = (bits >> np.uint64(col)) & ONE != ZERO
    before = planes.reshape(planes.size)[NUM_PLANES * tail :]
    sight.show_past(state[tail + STATE_TAIL :], spec[PAST], player, before)


@rule("key")
def key(spec, state):
    return hash_state(state)


def final_stones(game: Game, state: np.ndarray) -> tuple[int, int]:
    """The stones of both players as tournaments count them: empty cells are the winner's, or halved in a draw."""
    margin, cells = game.score(state, 0), game.num_actions - 1
    empty = int((state[:cells] == 0).sum())
    margin += empty * sign(margin)
    return (cells + margin) // 2, (cells - margin) // 2


def _middle(rows: int, cols: int) -> list[int]:
    """The four cells that are taken from the start."""
    below = rows // 2 * cols + cols // 2
    return [below - cols - 1, below - cols, below - 1, below]


def _assemble(spec: np.ndarray, state_size: int, cells: np.ndarray, to_play: int) -> np.ndarray:
    """A state from a board that nothing came before; raises UserError for one without stones in the middle."""
    if not cells[_middle(int(spec[ROWS]), int(spec[COLS]))].all():
        raise UserError("othello: the four cells in the middle are taken from the start and cannot be empty")
    state = np.zeros(state_size, np.int8)
    state[: len(cells)] = cells
    settle(spec, state, to_play)
    return state


def _symmetries(rows: int, cols: int) -> np.ndarray:
    """Those that keep the start: each of its stones goes to one of its colour."""
    corner, _, _, opposite = _middle(rows, cols)
    return np.stack([cells for cells in grid.all_symmetries(rows, cols) if cells[corner] in (corner, opposite)])


def make(rows: int = 8, cols: int = 8, history: int = 1) -> Game:
    """Rows and cols even, from 4 to 10; a net sees `history` boards, 1 to 8."""
    for side, value in (("rows", rows), ("cols", cols)):
        grid.check_size("othello", side, value, SMALLEST, LARGEST)
        if value % 2:
            raise UserError(f"game.{side} of othello must be even, for the four stones in the middle, not {value}")
    told = sight.checked_history("othello", history)
    size = rows * cols
    state_size = size + STATE_TAIL + sight.past_size(2 * size, history - 1)
    action_cells = np.array([*range(size), NO_CELL], np.int32)
    symmetries = _symmetries(rows, cols)
    spec = np.array([rows, cols, history - 1], np.int32)
    return Game(
        name="othello",
        version=VERSION,
        sizes={"rows": rows, "cols": cols} | told,
        functions=functions_of(globals()),
        spec=spec,
        state_size=state_size,
        num_actions=size + 1,
        max_plies=2 * (size - 4) - 1,  # each pass is followed by a stone, and the game begins with one
        planes=(NUM_PLANES + 2 * (history - 1), rows, cols),
        action_cells=action_cells,
        action_names=(*grid.cell_names(rows, cols), "pass"),
        cell_symmetries=symmetries,
        action_symmetries=grid.action_symmetries(symmetries, action_cells),
        max_score=size,
        picture="stones",
        assemble=lambda cells, to_play, scores: _assemble(spec, state_size, cells, to_play),
    )
