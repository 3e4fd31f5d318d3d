"""What games share in which two players put stones on a grid and the first line of them wins.

State: rows * cols cells from the top left (0 empty, 1 player 0, 2 player 1), then the player to move, the winner (0
while the game goes on, else as in the cells, or DRAWN), and the past (`src.games.sight`). `spec`: rows, cols, stones in
a row to win, 1 if a longer row does not, and how many boards are in the past.

Where a game has no moves of its own, action `row * cols + col` puts a stone on that cell.
"""

from collections.abc import Callable

import numpy as np

from src.files.compiled import kernel
from src.files.errors import UserError
from src.games import grid, sight
from src.games.hashing import hash_state
from src.games.rules import Game, functions_of, rule

ROWS, COLS, IN_ROW, EXACT, PAST = range(5)  # places in spec
TO_PLAY, WINNER = 0, 1  # places in the state behind the cells
STATE_TAIL = 2
DRAWN = 3  # in the winner's place


@kernel
def line_through(spec, cells, row, col):
    """Whether the stone at (row, col) stands in a line of its colour that wins."""
    rows, cols = spec[ROWS], spec[COLS]
    stone = cells[row * cols + col]
    for direction in range(4):
        down = 0 if direction == 0 else 1
        right = 1 if direction < 2 else (0 if direction == 2 else -1)
        length = 1
        for sign in (1, -1):
            r, c = row + sign * down, col + sign * right
            while 0 <= r < rows and 0 <= c < cols and cells[r * cols + c] == stone:
                length += 1
                r += sign * down
                c += sign * right
        if length == spec[IN_ROW] or (length > spec[IN_ROW] and not spec[EXACT]):
            return True
    return False


@kernel
def put(spec, state, cell):
    """Put a stone of the player to move on an empty cell, see whether it ends the game, and pass the turn."""
    cols = spec[COLS]
    tail = spec[ROWS] * cols
    player = state[tail + TO_PLAY]
    if spec[PAST]:
        sight.remember(state[:tail], state[tail + STATE_TAIL :], spec[PAST])
    state[cell] = player + 1
    if line_through(spec, state, cell // cols, cell % cols):
        state[tail + WINNER] = player + 1
    elif state[:tail].all():
        state[tail + WINNER] = DRAWN
    state[tail + TO_PLAY] = 1 - player


@rule("init")
def init(spec, state):
    state[:] = 0


@rule("legal_mask")
def legal_mask(spec, state, mask):
    size = spec[ROWS] * spec[COLS]
    going_on = state[size + WINNER] == 0
    for cell in range(size):
        mask[cell] = going_on & (state[cell] == 0)


@rule("step")
def step(spec, state, action):
    put(spec, state, action)


@rule("to_play")
def to_play(spec, state):
    return state[spec[ROWS] * spec[COLS] + TO_PLAY]


@rule("is_terminal")
def is_terminal(spec, state):
    return state[spec[ROWS] * spec[COLS] + WINNER] != 0


@rule("returns")
def returns(spec, state, player):
    winner = state[spec[ROWS] * spec[COLS] + WINNER]
    if winner == 0 or winner == DRAWN:
        return 0
    return 1 if winner == player + 1 else -1


@rule("score")
def score(spec, state, player):
    return 0


@rule("observe")
def observe(spec, state, planes):
    size = spec[ROWS] * spec[COLS]
    player = state[size + TO_PLAY]
    sight.show(state, player, planes)
    before = planes.reshape(planes.size)[sight.NUM_PLANES * size :]
    sight.show_past(state[size + STATE_TAIL :], spec[PAST], player, before)


@rule("key")
def key(spec, state):
    return hash_state(state)


def assemble(spec: np.ndarray, state_size: int, name: str, cells: np.ndarray, to_play: int) -> np.ndarray:
    """A state from stones on a board that nothing came before; raises UserError where the counts cannot be."""
    size = int(spec[ROWS] * spec[COLS])
    counts = [int((cells == player + 1).sum()) for player in (0, 1)]
    if counts[0] - counts[1] != to_play:
        raise UserError(
            f"{name}: a board with {counts[0]} X and {counts[1]} O cannot have {'XO'[to_play]} to move; X starts"
        )
    state = np.zeros(state_size, np.int8)
    state[:size] = cells
    state[size + TO_PLAY] = to_play
    cols = int(spec[COLS])
    winners = {int(cells[i]) for i in range(size) if cells[i] and line_through(spec, state, *divmod(i, cols))}
    if winners - {2 - to_play}:
        raise UserError(f"{name}: {'XO'[to_play]} to move has a finished line already; check who is to move")
    state[size + WINNER] = max(winners, default=DRAWN if cells.all() else 0)
    return state


def make_game(
    name: str,
    version: int,
    sizes: dict[str, int],
    *,
    history: int,
    action_names: tuple[str, ...],
    cell_symmetries: np.ndarray,
    check_cells: Callable = lambda cells: None,
    **own: Callable,
) -> Game:
    """A game of this family; action `i` belongs to cell `i` of the picture. `own`: its functions of the contract."""
    rows, cols = sizes["rows"], sizes["cols"]
    told = sight.checked_history(name, history)
    spec = np.array([rows, cols, sizes["in_row"], sizes.get("exact", False), history - 1], np.int32)
    state_size = rows * cols + STATE_TAIL + sight.past_size(2 * rows * cols, history - 1)
    num_actions = len(action_names)
    action_cells = np.arange(num_actions, dtype=np.int32)

    def checked_state(cells: np.ndarray, to_play: int, scores: tuple[int, int]) -> np.ndarray:
        check_cells(cells.reshape(rows, cols))
        return assemble(spec, state_size, name, cells, to_play)

    return Game(
        name=name,
        version=version,
        sizes=sizes | told,
        functions=functions_of(globals(), **own),
        spec=spec,
        state_size=state_size,
        num_actions=num_actions,
        max_plies=rows * cols,
        planes=(sight.NUM_PLANES + 2 * (history - 1), rows, cols),
        action_cells=action_cells,
        action_names=action_names,
        cell_symmetries=cell_symmetries,
        action_symmetries=grid.action_symmetries(cell_symmetries, action_cells),
        max_score=0,
        picture="stones",
        assemble=checked_state,
    )


def checked_sizes(name: str, rows: int, cols: int, in_row: int, max_side: int) -> dict[str, int]:
    """The sizes, or UserError: sides from 1 to `max_side`, a line no longer than the longer side."""
    grid.check_size(name, "rows", rows, 1, max_side)
    grid.check_size(name, "cols", cols, 1, max_side)
    grid.check_size(name, "in_row", in_row, 1, max(rows, cols))
    return {"rows": rows, "cols": cols, "in_row": in_row}
