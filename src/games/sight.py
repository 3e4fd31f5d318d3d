"""What a network sees of a board of stones, and of the boards before it; and how a state remembers these.

A cell's lowest two bits say whose stone it holds: 0 nobody's, 1 player 0's, 2 player 1's. A past of `num_boards` boards
is a byte a cell for each player, player 0 first; bit k of it says whether a stone of theirs stood there on the board
that is k before the latest of them. Where boards are not made of stones but of edges, the past has one byte an edge.

`history` counts the boards that a net sees, the present one among them. AlphaGo Zero (Silver et al. 2017) shows it 8.
"""

import numpy as np

from src.files.compiled import inlined, kernel
from src.games import grid

MAX_HISTORY = 8  # the bits of a byte
COLOUR = 3  # the bits of a cell that say whose stone it holds
NUM_PLANES = 3  # of `show`
OWN_PLANE, OTHER_PLANE, EMPTY_PLANE = range(NUM_PLANES)


@kernel
def remember(board, past, num_boards):
    """Let `board` `[n]` be the latest of the boards in `past` `[n]` or `[2 * n]` int8; the oldest is forgotten."""
    kept = (1 << num_boards) - 1
    bits = past.view(np.uint8)
    num_cells = board.shape[0]
    for player in range(past.shape[0] // num_cells):
        for cell in range(num_cells):
            at = player * num_cells + cell
            bits[at] = ((bits[at] << 1) | (board[cell] & COLOUR == 1 + player)) & kept


@inlined
def show(board, player, planes):
    """Write three of `planes` `[C, H, W]`: the stones of `player`, those of the other, and the empty cells."""
    cols = planes.shape[2]
    for row in range(planes.shape[1]):
        for col in range(cols):
            stone = board[row * cols + col] & COLOUR
            planes[OWN_PLANE, row, col] = stone == 1 + player
            planes[OTHER_PLANE, row, col] = stone == 2 - player
            planes[EMPTY_PLANE, row, col] = stone == 0


@inlined
def show_past(past, num_boards, player, planes):
    """Write `planes` `[2 * num_boards * n]`: of each board, the latest first, stones of `player`, then the other's."""
    num_cells = past.shape[0] // 2
    for side in range(2):
        stones = past[(player ^ side) * num_cells :]
        for ago in range(num_boards):
            at = (2 * ago + side) * num_cells
            for cell in range(num_cells):
                planes[at + cell] = (stones[cell] >> ago) & 1


def past_size(num_bytes: int, num_boards: int) -> int:
    """Bytes of a state's past: `num_bytes` for up to 8 boards, none for none."""
    return num_bytes if num_boards else 0


def checked_history(game: str, history: int) -> dict[str, int]:
    """What the sizes of a game say of its history. Raises UserError unless it is from 1 to 8.

    They say nothing of a history of 1, the usual one, so that models and records are called what they always were.
    """
    grid.check_size(game, "history", history, 1, MAX_HISTORY)
    return {"history": history} if history > 1 else {}
