"""Hex: stones on a rhombus of hexagons; player 0 (X) joins top and bottom, player 1 (O) left and right.

Action `row * cols + col` puts a stone on that cell. Cell (row, col) touches the cells left and right of it, the
two above, (row - 1, col) and (row - 1, col + 1), and the two below, (row + 1, col - 1) and (row + 1, col). A full
board has exactly one winner, so there are no draws.

With `swap` there is one more action, the last one, that only player 1's first move may be: the first stone becomes
his, mirrored so that it is to his sides what it was to the other's: (row, col) goes to (col, row). Then player 0
moves. With best play on both sides player 1 wins then, on every board.

State: rows * cols cells from the top left, 0 if empty, else the colour, 1 of player 0 or 2 of player 1, plus which
of its player's two sides the stone is joined to: 4 the top or left one, 8 the bottom or right one. Behind them the
player to move, the winner (0 none, else the colour), with `swap` how many plies it is until that is past, and then the
past (`src.games.sight`).
"""

import numpy as np

from src.files.compiled import allocating, kernel
from src.files.errors import UserError
from src.games import grid, sight, stones
from src.games.rules import NO_CELL, Game, functions_of, rule
from src.games.sight import COLOUR
from src.games.stones import COLS, ROWS, TO_PLAY, WINNER

VERSION = 1
SMALLEST, LARGEST = 2, 13  # sides

SWAP, PAST, NEAR_AT = 2, 3, 4  # places in spec behind rows and cols; the last begins a table of six neighbours a cell
NO_NEIGHBOUR = -1
NEIGHBOURS = 6
FIRST_SIDE, SECOND_SIDE = 4, 8  # what a cell's number is made of, beside COLOUR
BOTH_SIDES = FIRST_SIDE | SECOND_SIDE
SWAP_ENDS = 2  # place in the state behind the cells, the player to move and the winner
STATE_TAIL = 3

SIDES_PLANE = sight.NUM_PLANES  # constant: 1 if the player to move joins top and bottom
NUM_PLANES = SIDES_PLANE + 1  # before those of the past


@kernel
def rim_sides(spec, cell, colour):
    """The sides of the player of `colour` that the cell lies at."""
    rows, cols = spec[ROWS], spec[COLS]
    place, last = (cell // cols, rows - 1) if colour == 1 else (cell % cols, cols - 1)
    sides = 0
    if place == 0:
        sides |= FIRST_SIDE
    if place == last:
        sides |= SECOND_SIDE
    return sides


@allocating
def spread(spec, state, cell):
    """Let all stones that are joined to the one on `cell` be joined to the sides that it is joined to."""
    stone = state[cell]
    to_see = np.empty(spec[ROWS] * spec[COLS], np.int64)
    to_see[0] = cell
    count = 1
    while count:
        count -= 1
        at = NEAR_AT + NEIGHBOURS * to_see[count]
        for place in range(at, at + NEIGHBOURS):
            near = spec[place]
            if near != NO_NEIGHBOUR and state[near] & COLOUR == stone & COLOUR and state[near] != stone:
                state[near] = stone
                to_see[count] = near
                count += 1


@kernel
def put(spec, state, cell, colour):
    """Put a stone on an empty cell, and see whether it wins."""
    sides = rim_sides(spec, cell, colour)
    known = BOTH_SIDES  # sides that all stones of its colour beside it are joined to
    at = NEAR_AT + NEIGHBOURS * cell
    for place in range(at, at + NEIGHBOURS):
        near = spec[place]
        if near != NO_NEIGHBOUR and state[near] & COLOUR == colour:
            sides |= state[near] & BOTH_SIDES
            known &= state[near]
    state[cell] = colour | sides
    if sides & ~known:
        spread(spec, state, cell)
    if sides == BOTH_SIDES:
        state[spec[ROWS] * spec[COLS] + WINNER] = colour


@rule("init")
def init(spec, state):
    state[:] = 0
    state[spec[ROWS] * spec[COLS] + SWAP_ENDS] = 2 * spec[SWAP]


@rule("legal_mask")
def legal_mask(spec, state, mask):
    size = spec[ROWS] * spec[COLS]
    stones.legal_mask(spec, state, mask)
    if spec[SWAP]:
        mask[size] = state[size + SWAP_ENDS] == 1


@rule("step")
def step(spec, state, action):
    cols = spec[COLS]
    size = spec[ROWS] * cols
    player = state[size + TO_PLAY]
    if spec[PAST]:
        sight.remember(state[:size], state[size + STATE_TAIL :], spec[PAST])
    if action < size:
        put(spec, state, action, player + 1)
    else:
        cell = 0
        while state[cell] == 0:
            cell += 1
        stone = state[cell]
        state[cell] = 0
        state[cell % cols * cols + cell // cols] = stone + 1  # the other colour, joined to the same of its sides
    state[size + SWAP_ENDS] = max(state[size + SWAP_ENDS] - 1, 0)
    state[size + TO_PLAY] = 1 - player


@rule("observe")
def observe(spec, state, planes):
    size = spec[ROWS] * spec[COLS]
    player = state[size + TO_PLAY]
    sight.show(state, player, planes)
    planes[SIDES_PLANE] = player == 0
    before = planes.reshape(planes.size)[NUM_PLANES * size :]
    sight.show_past(state[size + STATE_TAIL :], spec[PAST], player, before)


def neighbours(rows: int, cols: int) -> np.ndarray:
    """`[cells, 6]` the cells that each one touches, NO_NEIGHBOUR beyond the rim."""
    row, col = np.divmod(np.arange(rows * cols), cols)
    found = []
    for down, right in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
        r, c = row + down, col + right
        on_board = (r >= 0) & (r < rows) & (c >= 0) & (c < cols)
        found.append(np.where(on_board, r * cols + c, NO_NEIGHBOUR))
    return np.stack(found, 1).astype(np.int32)


def _assemble(spec: np.ndarray, state_size: int, cells: np.ndarray, to_play: int) -> np.ndarray:
    """A state from stones on a board that nothing came before; raises UserError where the counts cannot be."""
    size = len(cells)
    counts = [int((cells == colour).sum()) for colour in (1, 2)]
    ahead = counts[0] - counts[1]
    is_swapped = spec[SWAP] and counts[1] > 0 and ahead == to_play - 1  # player 0 has moved once less
    if ahead != to_play and not is_swapped:
        raise UserError(
            f"hex: a board with {counts[0]} X and {counts[1]} O cannot have {'XO'[to_play]} to move; X starts"
        )
    state = np.zeros(state_size, np.int8)
    for cell in np.flatnonzero(cells):
        put(spec, state, int(cell), int(cells[cell]))
    if state[size + WINNER] == to_play + 1:
        raise UserError(f"hex: {'XO'[to_play]} to move has joined both sides already; check who is to move")
    state[size + TO_PLAY] = to_play
    state[size + SWAP_ENDS] = spec[SWAP] * max(2 - counts[0] - 2 * counts[1], 0)
    return state


def make(rows: int = 11, cols: int = 11, swap: bool = False, history: int = 1) -> Game:
    """Rows and cols from 2 to 13; `swap` needs as many rows as columns; a net sees `history` boards, 1 to 8."""
    grid.check_size("hex", "rows", rows, SMALLEST, LARGEST)
    grid.check_size("hex", "cols", cols, SMALLEST, LARGEST)
    grid.check_switch("hex", "swap", swap)
    if swap and rows != cols:
        raise UserError(f"game.swap of hex needs as many rows as columns, not {rows} and {cols}")
    told = sight.checked_history("hex", history)
    size = rows * cols
    spec = np.concatenate([[rows, cols, swap, history - 1], neighbours(rows, cols).ravel()]).astype(np.int32)
    state_size = size + STATE_TAIL + sight.past_size(2 * size, history - 1)
    action_cells = np.array([*range(size), *[NO_CELL] * swap], np.int32)
    half_turn = np.arange(size)[::-1]  # all others give the players each other's sides
    symmetries = np.stack([np.arange(size), half_turn]).astype(np.int32)
    return Game(
        name="hex",
        version=VERSION,
        sizes={"rows": rows, "cols": cols, "swap": swap} | told,
        functions=functions_of(vars(stones), init=init, legal_mask=legal_mask, step=step, observe=observe),
        spec=spec,
        state_size=state_size,
        num_actions=size + swap,
        max_plies=size + swap,
        planes=(NUM_PLANES + 2 * (history - 1), rows, cols),
        action_cells=action_cells,
        action_names=(*grid.cell_names(rows, cols), *["swap"] * swap),
        cell_symmetries=symmetries,
        action_symmetries=grid.action_symmetries(symmetries, action_cells),
        max_score=0,
        picture="rhombus",
        assemble=lambda cells, to_play, scores: _assemble(spec, state_size, cells, to_play),
    )
