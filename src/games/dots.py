"""Dots and Boxes: draw an edge; who completes a box owns it and moves again; more boxes win.

Edges are numbered row by row, all horizontal ones first (`r*C + c`), then the vertical ones
(`(R+1)*C + r*(C+1) + c`), as in OpenSpiel:

    *- 0-*- 1-*- 2-*
    12   13   14   15
    *- 3-*- 4-*- 5-*
    16   17   18   19
    *- 6-*- 7-*- 8-*
    20   21   22   23
    *- 9-*-10-*-11-*

State: a byte per edge (1 drawn), the player to move, each player's boxes, and the past (`src.games.sight`). Who owns
which box does not matter for the rest of the game and is not in the state; `draw` finds it from the history.

The observation is the picture of dots, edges and boxes as (2R+1)×(2C+1) cells, so that the symmetries of
the board are symmetries of the picture.
"""

import numpy as np

from src.files.errors import UserError
from src.games import grid, sight
from src.games.hashing import hash_state
from src.games.rules import Game, functions_of, rule, sign

VERSION = 1
MAX_SIDE = 10  # 100 boxes: scores fit a byte

# Places in spec: five counts, then tables of two boxes an edge (NO_BOX at the rim), four edges a box, and cells.
NUM_EDGES, NUM_BOXES, HEIGHT, WIDTH, PAST, BOX_EDGES_AT, EDGE_CELLS_AT, BOX_CELLS_AT, EDGE_BOXES_AT = range(9)
NO_BOX = -1
TO_PLAY, SCORES = 0, 1  # places in the state behind the edges
STATE_TAIL = 3

NUM_PLANES = 9  # before those of the past, one for each board: the edges that were drawn
DRAWN_PLANE, FREE_PLANE = 0, 1
DEGREE_PLANE = 2  # and the next four: boxes with 0, 1, 2, 3, 4 edges drawn
LEAD_PLANE, LEFT_PLANE = 7, 8  # constant: own boxes minus the other's, and boxes left, both over all boxes


@rule("init")
def init(spec, state):
    state[:] = 0


@rule("legal_mask")
def legal_mask(spec, state, mask):
    for edge in range(spec[NUM_EDGES]):
        mask[edge] = state[edge] == 0


@rule("step")
def step(spec, state, action):
    tail = spec[NUM_EDGES]
    if spec[PAST]:
        sight.remember(state[:tail], state[tail + STATE_TAIL :], spec[PAST])
    state[action] = 1
    completed = 0
    for side in range(2):
        box = spec[EDGE_BOXES_AT + 2 * action + side]
        if box != NO_BOX:
            at = spec[BOX_EDGES_AT] + 4 * box
            completed += state[spec[at]] & state[spec[at + 1]] & state[spec[at + 2]] & state[spec[at + 3]]
    player = state[tail + TO_PLAY]
    if completed:
        state[tail + SCORES + player] += completed
    else:
        state[tail + TO_PLAY] = 1 - player


@rule("to_play")
def to_play(spec, state):
    return state[spec[NUM_EDGES] + TO_PLAY]


@rule("is_terminal")
def is_terminal(spec, state):
    at = spec[NUM_EDGES] + SCORES
    return state[at] + state[at + 1] == spec[NUM_BOXES]


@rule("score")
def score(spec, state, player):
    at = spec[NUM_EDGES] + SCORES
    return state[at + player] - state[at + 1 - player]


@rule("returns")
def returns(spec, state, player):
    at = spec[NUM_EDGES] + SCORES
    if state[at] + state[at + 1] < spec[NUM_BOXES]:
        return 0
    return sign(state[at + player] - state[at + 1 - player])


@rule("observe")
def observe(spec, state, planes):
    num_cells = spec[HEIGHT] * spec[WIDTH]
    flat = planes.reshape(planes.size)
    tail = spec[NUM_EDGES]
    player = state[tail + TO_PLAY]
    own, other = state[tail + SCORES + player], state[tail + SCORES + 1 - player]
    flat[: LEAD_PLANE * num_cells] = 0.0
    flat[LEAD_PLANE * num_cells : LEFT_PLANE * num_cells] = (own - other) / spec[NUM_BOXES]
    flat[LEFT_PLANE * num_cells : NUM_PLANES * num_cells] = (spec[NUM_BOXES] - own - other) / spec[NUM_BOXES]
    flat[NUM_PLANES * num_cells :] = 0.0
    for edge in range(tail):
        cell = spec[spec[EDGE_CELLS_AT] + edge]
        flat[(DRAWN_PLANE if state[edge] else FREE_PLANE) * num_cells + cell] = 1.0
        for ago in range(spec[PAST]):
            flat[(NUM_PLANES + ago) * num_cells + cell] = (state[tail + STATE_TAIL + edge] >> ago) & 1
    for box in range(spec[NUM_BOXES]):
        at = spec[BOX_EDGES_AT] + 4 * box
        degree = state[spec[at]] + state[spec[at + 1]] + state[spec[at + 2]] + state[spec[at + 3]]
        cell = spec[spec[BOX_CELLS_AT] + box]
        flat[(DEGREE_PLANE + degree) * num_cells + cell] = 1.0


@rule("key")
def key(spec, state):
    return hash_state(state)


def box_edges(rows: int, cols: int) -> np.ndarray:
    """`[boxes, 4]` the edges round each box: top, bottom, left, right."""
    r, c = np.divmod(np.arange(rows * cols), cols)
    vertical = (rows + 1) * cols
    left = vertical + r * (cols + 1) + c
    return np.stack([r * cols + c, (r + 1) * cols + c, left, left + 1], 1).astype(np.int32)


def edge_boxes(rows: int, cols: int) -> np.ndarray:
    """`[edges, 2]` the boxes on both sides of each edge, NO_BOX at the rim."""
    sides = [[] for _ in range(rows * (cols + 1) + (rows + 1) * cols)]
    for box, edges in enumerate(box_edges(rows, cols)):
        for edge in edges:
            sides[edge].append(box)
    return np.array([[*boxes, NO_BOX][:2] for boxes in sides], np.int32)


def edge_cells(rows: int, cols: int) -> np.ndarray:
    """`[edges]` the cell of each edge in the picture."""
    width = 2 * cols + 1
    horizontal = [2 * r * width + 2 * c + 1 for r in range(rows + 1) for c in range(cols)]
    vertical = [(2 * r + 1) * width + 2 * c for r in range(rows) for c in range(cols + 1)]
    return np.array(horizontal + vertical, np.int32)


def box_cells(rows: int, cols: int) -> np.ndarray:
    """`[boxes]` the cell of each box in the picture."""
    return np.array([(2 * r + 1) * (2 * cols + 1) + 2 * c + 1 for r in range(rows) for c in range(cols)], np.int32)


def _spec(rows: int, cols: int, history: int) -> np.ndarray:
    tables = {
        EDGE_BOXES_AT: edge_boxes(rows, cols).ravel(),
        BOX_EDGES_AT: box_edges(rows, cols).ravel(),
        EDGE_CELLS_AT: edge_cells(rows, cols),
        BOX_CELLS_AT: box_cells(rows, cols),
    }
    head = np.zeros(EDGE_BOXES_AT, np.int32)
    head[[NUM_EDGES, NUM_BOXES]] = len(tables[EDGE_CELLS_AT]), rows * cols
    head[[HEIGHT, WIDTH, PAST]] = 2 * rows + 1, 2 * cols + 1, history - 1
    at = EDGE_BOXES_AT
    for place, values in tables.items():
        if place != EDGE_BOXES_AT:  # this table is the first and starts at a fixed place
            head[place] = at
        at += len(values)
    return np.concatenate([head, *tables.values()]).astype(np.int32)


def _assemble(
    boxes: np.ndarray, state_size: int, edges: np.ndarray, to_play: int, scores: tuple[int, int]
) -> np.ndarray:
    """A state from a board that nothing came before; raises UserError where its boxes and scores do not agree."""
    completed = int(edges[boxes].all(1).sum())
    if sum(scores) != completed or min(scores) < 0:
        raise UserError(f"dots: {completed} boxes are complete, but the scores are {scores[0]} and {scores[1]}")
    state = np.zeros(state_size, np.int8)
    state[: len(edges) + STATE_TAIL] = [*edges, to_play, *scores]
    return state


def make(rows: int = 3, cols: int = 3, history: int = 1) -> Game:
    """Rows and columns of boxes, from 1 to 10; a net sees `history` boards, 1 to 8."""
    grid.check_size("dots", "rows", rows, 1, MAX_SIDE)
    grid.check_size("dots", "cols", cols, 1, MAX_SIDE)
    told = sight.checked_history("dots", history)
    boxes, cells = box_edges(rows, cols), edge_cells(rows, cols)
    state_size = len(cells) + STATE_TAIL + sight.past_size(len(cells), history - 1)
    symmetries = grid.all_symmetries(2 * rows + 1, 2 * cols + 1)
    return Game(
        name="dots",
        version=VERSION,
        sizes={"rows": rows, "cols": cols} | told,
        functions=functions_of(globals()),
        spec=_spec(rows, cols, history),
        state_size=state_size,
        num_actions=len(cells),
        max_plies=len(cells),
        planes=(NUM_PLANES + history - 1, 2 * rows + 1, 2 * cols + 1),
        action_cells=cells,
        action_names=tuple(str(edge) for edge in range(len(cells))),
        cell_symmetries=symmetries,
        action_symmetries=grid.action_symmetries(symmetries, cells),
        max_score=rows * cols,
        picture="edges",
        assemble=lambda edges, to_play, scores: _assemble(boxes, state_size, edges, to_play, scores),
    )
