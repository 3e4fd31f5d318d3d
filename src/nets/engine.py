"""What runs a net: one fixed batch shape, one thread.

A shape of its own makes a row's bits depend on that row alone, wherever it sits and whatever stands beside it;
batches of other sizes differ in the last bits. Engines release the GIL while they compute: use one a thread, and
a thread a core. Threads inside an engine collapse as soon as anything else uses the machine.
"""

from abc import ABC, abstractmethod

import numpy as np

from src.files.errors import UserError
from src.games.rules import Game

OBSERVATIONS = "observations"  # the names of a model's input and outputs in its ONNX file
OUTPUTS = ("prior_logits", "value", "margin")


class Engine(ABC):
    """Runs one net on batches of `batch_size` rows. Not to be used from two threads at once.

    name: of the model, as reports and errors call it.
    rows: `[batch_size, C, H, W]` float32, what the net reads; who writes its observations there saves a copy.
    """

    def __init__(self, game: Game, batch_size: int, name: str):
        if batch_size < 1:
            raise UserError(f"an engine's batch has at least 1 row, not {batch_size}")
        self.game = game
        self.batch_size = batch_size
        self.name = name
        self.rows = np.zeros((batch_size, *game.planes), np.float32)

    def run(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """`[R, C, H, W]` float32 → `(prior_logits [R, A], values [R], margins [R])`, float32, as `net.NetOutput`.

        Any R: fewer rows than a batch are filled up, more are split. Raises UserError for another game's shape.
        """
        if observations.shape[1:] != self.game.planes:
            raise UserError(
                f"model {self.name} reads observations of shape {self.game.planes} ({self.game}), "
                f"not {observations.shape[1:]}"
            )
        total = len(observations)
        answers = np.empty((total, self.game.num_actions), np.float32), *np.empty((2, total), np.float32)
        for start in range(0, total, self.batch_size):
            num_rows = min(self.batch_size, total - start)
            self._take(observations[start : start + num_rows])
            for answer, batch in zip(answers, self._run_rows(), strict=True):
                answer[start : start + num_rows] = batch[:num_rows]
        return answers

    def _take(self, observations: np.ndarray) -> None:
        """Put `[R, C, H, W]` into the first rows; what stands behind them does not matter."""
        if observations.__array_interface__["data"] != self.rows.__array_interface__["data"]:
            self.rows[: len(observations)] = observations

    @abstractmethod
    def _run_rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The net's answers to `self.rows`, which may lie in memory that the next call uses again."""
