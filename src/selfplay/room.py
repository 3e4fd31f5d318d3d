"""How many workers play, and how many games each plays side by side: as fill the net's batches, and fit in memory."""

from typing import Any

import psutil

from src.files.machine import num_cores
from src.games.rules import Game
from src.search.tree import tree_bytes

SPARE = 1.25  # games for each that fills a batch, so that it is full while others wait for theirs
MEMORY_SHARE = 0.25  # of the machine's memory that all trees may take

MOST_ON_GPU = 4  # workers that share a GPU: each wants large batches, full of a generation's games


def fitting_workers(engine: dict[str, Any]) -> int:
    """One a core. Of those on a GPU at least two, so that one searches while the batch of another is computed.

    engine: as for `make_engine`, its device settled.
    """
    return max(2, min(num_cores(), MOST_ON_GPU)) if engine.get("device") == "cuda" else num_cores()


def fitting_slots(
    game: Game, *, batch_size: int, num_simulations: int, leaves_per_step: int, num_workers: int, memory: float = 0.0
) -> int:
    """Games side by side for each of the workers; the games themselves do not depend on it.

    memory: bytes for all trees; 0: a share of what the machine has.
    """
    memory = memory or MEMORY_SHARE * psutil.virtual_memory().total
    filling = -(-batch_size // leaves_per_step)
    fitting = int(memory / num_workers / tree_bytes(game, num_simulations, leaves_per_step))
    return max(1, min(round(SPARE * filling), fitting))
