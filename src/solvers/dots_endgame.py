"""Late positions of large Dots and Boxes boards, by a search for "is the value at least this much?".

Alpha-beta with windows of no width: each question is yes or no, and the exact value is where the answers
change, in steps of 2 since a value has the parity of the boxes left. Captures are resolved without search,
the other moves cut down (`dots_moves`), and answers are kept as bounds by the mask of free edges.
"""

from typing import NamedTuple

import numpy as np

from src.files.compiled import kernel
from src.files.errors import UserError
from src.games.dots import box_edges
from src.games.hashing import mixed
from src.games.rules import Game
from src.solvers.dots_graph import MOST_EDGES, boxes_left, free_edges, lead, make_graph, masks_left
from src.solvers.dots_moves import quiet_moves, resolve
from src.solvers.referee import Referee

BUCKET = 4  # neighbouring places where a mask may stand in the memory
MEMORY_BITS = 24  # at most 2^24 masks, 160 MiB
FREE_EDGES = 30  # with so many or fewer, mostly within a second
ROOM = 22  # of positions with so few free edges: at most some seconds, on narrow boards some ten
OPEN_ROOM = 20  # of positions with more


class Workspace(NamedTuple):
    """What the search remembers, bounds of values by mask, and the moves it has under way."""

    masks: np.ndarray  # [M] int64, 0 where nothing is
    bounds: np.ndarray  # [M, 2] int8 the mask's value is at least and at most
    stack: np.ndarray  # [n+1, 2, n] int64 by depth: moves and their kinds


def make_workspace(num_edges: int) -> Workspace:
    """For graphs of so many edges."""
    size = 1 << min(MEMORY_BITS, max(num_edges, 2))  # pages that are never touched cost nothing
    stack = np.zeros((num_edges + 1, 2, max(num_edges, 1)), np.int64)
    return Workspace(np.zeros(size, np.int64), np.zeros((size, 2), np.int8), stack)


@kernel
def _place(masks, left):
    """Where the mask stands or may be put."""
    home = np.int64(mixed(np.uint64(left)) & np.uint64(masks.shape[0] - BUCKET))
    for place in range(home, home + BUCKET):
        if masks[place] == left or masks[place] == 0:
            return place
    return home + left % BUCKET


@kernel
def _remember(masks, bounds, left, most, target, answer):
    """Keep what the answer to "at least `target`?" says; `most` boxes are left."""
    place = _place(masks, left)
    if masks[place] != left:
        masks[place] = left
        bounds[place, 0], bounds[place, 1] = -most, most
    if answer:
        bounds[place, 0] = target
    else:
        bounds[place, 1] = target - 2


# The signature is given: numba's cache on disk breaks functions that call themselves with other types than their own.
@kernel("boolean(int64[::1], int64[:, ::1], int64[::1], int8[:, ::1], int64[:, :, ::1], int64, int64, int64)")
def at_least(boxes, sides, masks, bounds, stack, depth, left, target):
    """Whether the value of `left` is at least `target`."""
    taken, kept, rest = resolve(boxes, sides, left)
    target -= taken
    if kept:  # |kept + value(rest)| >= target + kept
        if target + kept <= 0 or at_least(boxes, sides, masks, bounds, stack, depth, rest, target):
            return True
        return not at_least(boxes, sides, masks, bounds, stack, depth, rest, 1 - target - 2 * kept)
    left = rest
    most = boxes_left(boxes, left)
    target += (target + most) & 1
    if target <= -most or target > most:
        return target <= -most
    place = _place(masks, left)
    if masks[place] == left:
        if target <= bounds[place, 0]:
            return True
        if target > bounds[place, 1]:
            return False
    moves = stack[depth, 0]
    num_safe, count = quiet_moves(boxes, sides, left, moves, stack[depth, 1])
    answer = False
    for i in range(num_safe):  # a known answer saves the search of the moves before it
        after = left ^ moves[i]
        place = _place(masks, after)
        answer = answer or (masks[place] == after and bounds[place, 1] <= -target)
    for i in range(count):
        answer = answer or not at_least(boxes, sides, masks, bounds, stack, depth + 1, left ^ moves[i], 1 - target)
    _remember(masks, bounds, left, most, target, answer)
    return answer


@kernel
def exact_value(boxes, sides, masks, bounds, stack, left, guess):
    """The value of `left`; a good guess saves questions."""
    most = boxes_left(boxes, left)
    low, high = -most, most
    value = guess
    while low < high:
        value = min(max(value + ((value + most) & 1), low + 2), high)
        if at_least(boxes, sides, masks, bounds, stack, 0, left, value):
            low = value
            value += 2
        else:
            high = value - 2
            value -= 2
    return low


class DotsEndgame(Referee):
    """Judges the late positions of a board of any size: those with few free edges, or little room.

    The room is the number of box sides that can be drawn before every box has at most two free edges. It
    says better than anything else how long the search takes: about twice as long for each more.
    """

    def __init__(self, game: Game):
        self.game = game
        self._boxes = box_edges(game.sizes["rows"], game.sizes["cols"])

    def values(self, states: np.ndarray) -> np.ndarray:
        self._check(states)
        future = np.zeros(len(states), np.int16)
        together = free_edges(self.game, states)
        if len(together) <= MOST_EDGES:  # then the states share what is remembered
            future[:] = self._search(together, states)
        else:
            for i in range(len(states)):
                one = states[i : i + 1]
                future[i : i + 1] = self._search(free_edges(self.game, one), one)
        return lead(self.game, states) + future

    def _search(self, edges: np.ndarray, states: np.ndarray) -> list[int]:
        """Future net boxes of each state; `edges` are those free in any of them."""
        graph, workspace = make_graph(self.game, edges), make_workspace(len(edges))
        found, guess = [], 0
        for left in masks_left(graph, states):
            guess = exact_value(graph.boxes, graph.sides, *workspace, left, guess)
            found.append(guess)
        return found

    def _check(self, states: np.ndarray) -> None:
        """Raise UserError where a state is too open to be judged."""
        num_edges = self.game.num_actions
        num_free = (states[:, :num_edges] == 0).sum(1)
        room = np.maximum((states[:, self._boxes] == 0).sum(2) - 2, 0).sum(1)
        limit = np.where(num_free > FREE_EDGES, OPEN_ROOM, ROOM)
        too_open = (room > limit) | (num_free > MOST_EDGES)
        if too_open.any():
            worst = too_open.argmax()
            raise UserError(
                f"exact play of {self.game} needs a later position: here {num_free[worst]} edges are free and leave "
                f"room for {room[worst]} before every box has two, and at most {MOST_EDGES} and {limit[worst]} "
                "can be judged"
            )
