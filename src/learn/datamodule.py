"""Batches of a window: every position once before any comes twice, turned as the net is to know them, built ahead."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from pytorch_lightning import LightningDataModule

from src.records.samples import Batch, Samples, Window

_ORDER, _SYMMETRY = 0, 1  # what a random stream is for


def as_tensors(batch: Batch) -> Batch:
    """The same memory as tensors; the pictures with their planes innermost, which convolutions are faster on."""
    tensors = Batch(*map(torch.from_numpy, batch))
    return tensors._replace(observations=tensors.observations.to(memory_format=torch.channels_last))


class TrainBatches:
    """Batches `first` to `first + num_batches - 1` of the endless row that (samples, batch size, seed) determine.

    canonical: each position comes in the one form that searches show, instead of under a random symmetry.
    share: (i, n) where n devices learn together: of each batch this is every n-th sample from the i-th on.
    """

    def __init__(
        self, samples: Samples, *, batch_size: int, num_batches: int, first: int, seed: int, canonical: bool = False
    ):
        self.samples, self.batch_size, self.canonical = samples, batch_size, canonical
        self.num_batches, self.first, self.seed = num_batches, first, seed
        self.share = 0, 1
        self._pass = -1, np.zeros(0, np.int64)

    def __len__(self) -> int:
        return self.num_batches

    def rows(self, index: int) -> np.ndarray:
        """`[B]` int64 the positions of batch `index`; one pass follows the other without a gap."""
        places = np.arange(index * self.batch_size, (index + 1) * self.batch_size)
        passes, within = np.divmod(places, len(self.samples))
        rows = np.empty(self.batch_size, np.int64)
        for number in np.unique(passes):
            mine = passes == number
            rows[mine] = self._permutation(int(number))[within[mine]]
        return rows

    def _permutation(self, number: int) -> np.ndarray:
        if self._pass[0] != number:
            rng = np.random.default_rng([self.seed, _ORDER, number])
            self._pass = number, rng.permutation(len(self.samples))
        return self._pass[1]

    def build(self, index: int) -> Batch:
        mine = slice(self.share[0], None, self.share[1])
        rows = self.rows(index)[mine]
        if self.canonical:
            return as_tensors(self.samples.batch(rows, None))
        rng = np.random.default_rng([self.seed, _SYMMETRY, index])
        symmetries = rng.integers(len(self.samples.game.action_symmetries), size=self.batch_size)
        return as_tensors(self.samples.batch(rows, symmetries[mine]))

    def __iter__(self) -> Iterator[Batch]:
        """Each batch is built by a thread while the one before is learnt from."""
        with ThreadPoolExecutor(1) as thread:
            ahead = thread.submit(self.build, self.first)
            for index in range(self.first + 1, self.first + self.num_batches + 1):
                batch = ahead.result()
                if index < self.first + self.num_batches:
                    ahead = thread.submit(self.build, index)
                yield batch


class HeldOutBatches:
    """Every sample once, in order, as it was played or in its one form; the last batch may be smaller."""

    def __init__(self, samples: Samples, batch_size: int, canonical: bool = False):
        self.samples, self.batch_size, self.canonical = samples, batch_size, canonical

    def __len__(self) -> int:
        return -(-len(self.samples) // self.batch_size)

    def __iter__(self) -> Iterator[Batch]:
        for first in range(0, len(self.samples), self.batch_size):
            rows = np.arange(first, min(first + self.batch_size, len(self.samples)))
            yield as_tensors(self.samples.batch(rows, None if self.canonical else np.zeros(len(rows), np.int64)))


class WindowData(LightningDataModule):
    """A window for Lightning."""

    def __init__(
        self,
        window: Window,
        *,
        batch_size: int,
        num_batches: int,
        first: int = 0,
        seed: int = 0,
        canonical: bool = False,
    ):
        super().__init__()
        self.train_batches = TrainBatches(
            window.train, batch_size=batch_size, num_batches=num_batches, first=first, seed=seed, canonical=canonical
        )
        self.held_out_batches = HeldOutBatches(window.held_out, batch_size, canonical)

    def train_dataloader(self) -> TrainBatches:
        if self.trainer:
            self.train_batches.share = self.trainer.global_rank, self.trainer.world_size
        return self.train_batches

    def val_dataloader(self) -> HeldOutBatches:
        return self.held_out_batches
