"""Boards as text, out and in: `read(game, draw(game, state))` is `state`, byte for byte, where a game has no past.

A picture of Go shows the board and who is to move: what is read has no earlier boards, passes or plies, and a finished
game ends with two passes.

Stones, X of player 0 and O of player 1; and edges, the free ones with their numbers where these are asked for:

    . X O              *---* 1 *---*
    X . .              | A |   8   9
    . . O              *---*---* 5 *
    X to move          A 1, B 0, B to move

A rhombus of stones is drawn with each row half a cell further right, so that a cell's neighbours are beside it.
A completed box shows who owns it, A is player 0, where the history is known, else `#`. The last line of a finished
game of edges also says who moved last, since the board does not tell: "A 5, B 4, A wins, B moved last".
"""

import re
from inspect import cleandoc

import numpy as np

from src.files.errors import UserError
from src.games import dots
from src.games.rules import NO_CELL, Game
from src.games.sight import COLOUR

STONES, OWNERS = "XO", "AB"  # letters of the two players
EMPTY, UNOWNED = ".", "#"
_STONES_STATUS = re.compile(r"X to move|O to move|X wins|O wins|draw")
_EDGES_STATUS = re.compile(r"A (\d+), B (\d+), (?:([AB]) to move|(?:A wins|B wins|draw), ([AB]) moved last)")


def draw(game: Game, state: np.ndarray, history: list[int] | None = None, numbers: bool = False) -> str:
    """The board, and a line that says how things stand. `history` and `numbers` matter where edges are drawn."""
    if game.picture != "edges":
        return "\n".join([*_stone_lines(game, state), _status(game, state, STONES)])
    if history is not None and not np.array_equal(game.replay(history), state):
        raise UserError(f"{game}: the history leads to another position than the one to be drawn")
    return "\n".join([*_edge_lines(game, state, history, numbers), _edges_status(game, state)])


def read(game: Game, text: str) -> np.ndarray:
    """The state that `text` shows, as `draw` writes it, indented or not. Raises UserError for what cannot be."""
    *lines, last = cleandoc(text).split("\n")
    pattern, read_lines, example = (
        (_STONES_STATUS, _read_stones, "X to move")
        if game.picture != "edges"
        else (_EDGES_STATUS, _read_edges, "A 1, B 0, B to move")
    )
    status = pattern.fullmatch(last)
    if not status:
        raise UserError(f"{game}: the last line must say how things stand, as {example!r}, but it is {last!r}")
    if len(lines) != game.planes[1]:
        raise UserError(f"{game}: {game.planes[1]} lines of board must stand before {last!r}, not {len(lines)}")
    return read_lines(game, lines, status)


def _box_edges(game: Game) -> np.ndarray:
    return dots.box_edges(game.sizes["rows"], game.sizes["cols"])


def owners(game: Game, history: list[int]) -> np.ndarray:
    """`[boxes]` who completed each box, row by row: player 0, player 1, or -1 for nobody."""
    boxes = _box_edges(game)
    owner = np.full(len(boxes), -1)
    state = game.initial_state()
    for action in history:
        player = game.to_play(state)
        state = game.step(state, action)
        owner[state[boxes].all(1) & (owner == -1)] = player
    return owner


def _status(game: Game, state: np.ndarray, letters: str) -> str:
    if not game.is_terminal(state):
        return f"{letters[game.to_play(state)]} to move"
    result = game.returns(state, 0)
    return f"{letters[0 if result > 0 else 1]} wins" if result else "draw"


def stones_of(game: Game, state: np.ndarray) -> np.ndarray:
    """`[H, W]` whose stone is on each cell: 0 nobody's, 1 player 0's, 2 player 1's."""
    _, height, width = game.planes
    return state[: height * width].reshape(height, width) & COLOUR


def _stone_lines(game: Game, state: np.ndarray) -> list[str]:
    slant = " " if game.picture == "rhombus" else ""
    lines = enumerate(stones_of(game, state))
    return [row * slant + " ".join((EMPTY + STONES)[stone] for stone in line) for row, line in lines]


def _read_stones(game: Game, lines: list[str], status: re.Match) -> np.ndarray:
    _, height, width = game.planes
    cells = np.zeros((height, width), np.int8)
    for row, line in enumerate(lines):
        stones = line.split()
        if len(stones) != width:
            raise UserError(
                f"{game}: row {row + 1} must have {width} cells between blanks, not {len(stones)}: {line!r}"
            )
        for col, stone in enumerate(stones):
            if stone not in (EMPTY, *STONES):
                raise UserError(f"{game}: row {row + 1}, column {col + 1} must be '.', 'X' or 'O', not {stone!r}")
            cells[row, col] = (EMPTY + STONES).index(stone)
    loser = {"X wins": 1, "O wins": 0}  # who would be to move
    if status[0].endswith("to move"):
        to_play = STONES.index(status[0][0])
    else:
        to_play = loser.get(status[0], np.count_nonzero(cells) % 2)
    state = game.assemble(cells.ravel(), to_play, (0, 0))
    if not status[0].endswith("to move"):
        state = _passed_out(game, state)
    _check_status(game, _status(game, state, STONES), status[0])
    return state


def _passed_out(game: Game, state: np.ndarray) -> np.ndarray:
    """The end of a game that ends when both have passed; any other state as it is."""
    for action in 2 * np.flatnonzero(game.action_cells == NO_CELL).tolist():
        state = state if game.is_terminal(state) else game.step(state, action)
    return state


def _check_status(game: Game, expected: str, found: str) -> None:
    if found != expected:
        raise UserError(f"{game}: the last line must be {expected!r} under this board, not {found!r}")


def _edges_status(game: Game, state: np.ndarray) -> str:
    scores = state[game.num_actions + dots.SCORES :][:2]
    last = f", {OWNERS[game.to_play(state)]} moved last" if game.is_terminal(state) else ""
    return f"A {scores[0]}, B {scores[1]}, {_status(game, state, OWNERS)}{last}"


def _edge_lines(game: Game, state: np.ndarray, history: list[int] | None, numbers: bool) -> list[str]:
    """Each cell of the picture: 1 character wide in even columns, which hold dots, and 3 in odd ones."""
    _, height, width = game.planes
    canvas = [list(("*   " if row % 2 == 0 else "    ") * (width // 2 + 1)) for row in range(height)]

    def write(cell: int, text: str) -> None:
        row, col = divmod(cell, width)
        at = 2 * col - col % 2
        canvas[row][at : at + len(text)] = text

    for edge, cell in enumerate(game.action_cells.tolist()):
        is_level = cell // width % 2 == 0
        if state[edge]:
            write(cell, "---" if is_level else "|")
        elif numbers:
            write(cell, f"{edge:^3}" if is_level else str(edge))
    complete = state[_box_edges(game)].all(1)
    owner = np.full(len(complete), -1) if history is None else owners(game, history)
    for box, cell in enumerate(dots.box_cells(game.sizes["rows"], game.sizes["cols"]).tolist()):
        if complete[box]:
            write(cell, f" {(OWNERS + UNOWNED)[owner[box]]} ")
    return ["".join(line).rstrip() for line in canvas]


def _read_edges(game: Game, lines: list[str], status: re.Match) -> np.ndarray:
    cols, width = game.sizes["cols"], game.planes[2]
    edge_at = {cell: edge for edge, cell in enumerate(game.action_cells.tolist())}
    edges = np.zeros(game.num_actions, np.int8)
    marks = []  # of the boxes, row by row
    for row, line in enumerate(lines):
        for i in range(cols + 1):  # a dot or a vertical edge, and the 3 characters right of it
            field = line[4 * i : 4 * i + 4].ljust(4) if i < cols else line[4 * i :].ljust(1)
            place = f"line {row + 1}, character {4 * i + 1}"
            if row % 2:
                edge = edge_at[row * width + 2 * i]
                edges[edge], right = _read_upright(game, edge, field, place)
                marks += [right] if i < cols else []
            elif field[0] != "*":
                raise UserError(f"{game}: a corner '*' must stand at {place}, not {field[0]!r}")
            else:
                right = field[1:]
                if i < cols:
                    edge = edge_at[row * width + 2 * i + 1]
                    edges[edge] = _read_level(game, edge, right, place)
            if i == cols and right.strip():
                raise UserError(f"{game}: line {row + 1} must end at character {4 * i + 1}, but {right!r} follows")
    scores = int(status[1]), int(status[2])
    _check_marks(game, edges, marks, scores)
    return _with_status(game, edges, scores, status)


def _read_level(game: Game, edge: int, gap: str, place: str) -> bool:
    """Whether the horizontal edge in the `gap` right of the dot at `place` is drawn."""
    if gap != "---" and gap.strip() not in ("", str(edge)):
        raise UserError(f"{game}: edge {edge} right of {place} must be '---', blank or its number, not {gap!r}")
    return gap == "---"


def _read_upright(game: Game, edge: int, field: str, place: str) -> tuple[bool, str]:
    """Whether the vertical edge at the start of `field` is drawn, and the mark of the box right of it."""
    drawn = field[0] == "|"
    mark = (field[1:] if drawn else field.removeprefix(str(edge))).strip()
    if mark not in ("", *OWNERS, UNOWNED):
        raise UserError(
            f"{game}: edge {edge} at {place} must be '|', blank or its number, and the box right of it "
            f"A, B, # or blank, not {field.rstrip()!r}"
        )
    return drawn, mark


def _check_marks(game: Game, edges: np.ndarray, marks: list[str], scores: tuple[int, int]) -> None:
    """Complete boxes have marks, others none; and no player has more initials than boxes."""
    for box, complete in enumerate(edges[_box_edges(game)].all(1)):
        row, col = divmod(box, game.sizes["cols"])
        if complete and not marks[box]:
            raise UserError(f"{game}: the box in row {row + 1}, column {col + 1} is complete and must be A, B or #")
        if marks[box] and not complete:
            raise UserError(f"{game}: the box in row {row + 1}, column {col + 1} is open and must not be {marks[box]}")
    for letter, score in zip(OWNERS, scores, strict=True):
        if marks.count(letter) > score:
            raise UserError(f"{game}: {marks.count(letter)} boxes are marked {letter}, but its score is {score}")


def _with_status(game: Game, edges: np.ndarray, scores: tuple[int, int], status: re.Match) -> np.ndarray:
    to_play = OWNERS.index(status[3] or status[4])
    state = game.assemble(edges, to_play, scores)
    _check_status(game, _edges_status(game, state), status[0])
    if game.is_terminal(state) and scores[to_play] == 0:
        raise UserError(f"{game}: {OWNERS[to_play]} cannot have moved last, since the last move completes a box")
    return state
