"""How many games a worker plays side by side: as fill the net's batches, and as fit in memory."""

import psutil

from src.games.rules import Game
from src.search.tree import tree_bytes

SPARE = 1.25  # games for each that fills a batch, so that it is full while others wait for theirs
MEMORY_SHARE = 0.25  # of the machine's memory that all trees may take


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
