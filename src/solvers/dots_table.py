"""The full table of Dots and Boxes: the best future net boxes of every set of free edges of a board.

It tries all moves of all 2^E masks in ascending order, with no other knowledge than the rules: 3×3 takes
half a second and 16 MB, 3×4 a minute or two and 2 GiB. It is kept on disk, where every process maps the
same pages.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress

from src.files.compiled import kernel
from src.files.errors import UserError
from src.games.rules import Game
from src.solvers.dots_graph import Graph, lead, make_graph, masks_left
from src.solvers.kept_table import kept_table
from src.solvers.referee import Referee

VERSION = 1  # of the tables' content
TABLE_EDGES = 24  # boards of so many edges get a table without being asked
BIG_TABLE_EDGES = 31
BLOCK_EDGES = 20  # a table is filled in blocks of 2^20 masks, which differ in the higher edges only


@kernel
def fill(boxes, values, first, last):
    """Write `values` `[2^E]` int8 of the masks from `first` to `last`; those of all their subsets stand already.

    `boxes` `[m]` are the masks of the edges round each box.
    """
    for left in range(max(first, 1), last):
        takes_one, takes_two = 0, 0  # edges that complete a box, or two
        for box in range(boxes.shape[0]):
            bit = left & boxes[box]
            if bit & (bit - 1) == 0:
                takes_two |= takes_one & bit
                takes_one |= bit
        best = -128
        moves = left
        while moves:
            bit = moves & -moves
            moves ^= bit
            value = values[left ^ bit]
            if bit & takes_two:
                value += 2
            elif bit & takes_one:
                value += 1
            else:
                value = -value
            best = max(best, value)
        values[left] = best


def make_table(graph: Graph, title: str = "") -> np.ndarray:
    """`[2^n]` int8: the value of every mask of the graph's edges. Long work is shown under `title` on a terminal."""
    num_edges = len(graph.edges)
    block = 1 << min(BLOCK_EDGES, num_edges)
    values = np.zeros(1 << num_edges, np.int8)
    layers: dict[int, list[int]] = {}  # blocks with equally many higher edges free do not need one another
    for number in range(len(values) // block):
        layers.setdefault(number.bit_count(), []).append(number)

    def fill_block(number: int) -> None:
        fill(graph.boxes, values, number * block, (number + 1) * block)

    shown = bool(title) and sys.stderr.isatty()
    with (
        Progress(console=Console(stderr=True), disable=not shown) as progress,
        ThreadPoolExecutor(os.cpu_count()) as threads,
    ):
        task = progress.add_task(title, total=len(values) // block)
        for layer in layers.values():
            for _ in threads.map(fill_block, layer):
                progress.advance(task)
    return values


class DotsTable(Referee):
    """Judges every state of a board of at most 31 edges, in nanoseconds once the table is there.

    The table lies in `folder` (the project's cache unless given). Where that cannot be written, it is
    built anew in each process.
    """

    def __init__(self, game: Game, folder: Path | None = None):
        if game.num_actions > BIG_TABLE_EDGES:
            raise UserError(
                f"a full table needs a board of at most {BIG_TABLE_EDGES} edges, and {game} has {game.num_actions}; "
                "ask about its late positions instead"
            )
        self.game = game
        self.graph = make_graph(game, np.arange(game.num_actions))
        meaning = f"future net boxes by free edges, rules {game.version}, version {VERSION}"
        title = f"all positions of {game}"
        self.table = kept_table(game, meaning, 1 << game.num_actions, lambda: make_table(self.graph, title), folder)

    def values(self, states: np.ndarray) -> np.ndarray:
        return lead(self.game, states) + self.table[masks_left(self.graph, states)]
