"""What a search costs beside the evaluator: microseconds a leaf, solver times, bytes."""

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np

from src import games
from src.bench.clock import seconds
from src.games.rules import Game
from src.search.mcts import Search
from src.search.tree import EDGE, MOVE, NODE
from src.solvers.dots_table import DotsTable
from src.solvers.referee import referee

SIMULATIONS = (100, 800)
SOLVER_POSITIONS = 20


class FreeEvaluator:
    """Costs nothing: hands out logits and values drawn beforehand, so that trees grow as uneven as with a network."""

    name = "free"
    reads = "observations"
    NUM_BATCHES = 16

    def __init__(self, game: Game, num_rows: int, seed: int):
        rng = np.random.default_rng(seed)
        self.batches = [
            (
                rng.normal(size=(num_rows, game.num_actions)).astype(np.float32),
                rng.uniform(-0.5, 0.5, size=num_rows).astype(np.float32),
            )
            for _ in range(self.NUM_BATCHES)
        ]
        self.calls = 0

    def evaluate(self, leaves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.calls += 1
        prior_logits, values = self.batches[self.calls % self.NUM_BATCHES]
        return prior_logits[: len(leaves)], values[: len(leaves)]


def us_per_leaf(game: Game, num_games: int, num_simulations: int, repeats: int, seed: int) -> float:
    """Microseconds a leaf from the first state, observations written, one core."""
    search = Search(game, FreeEvaluator(game, num_games, seed), num_slots=num_games, num_simulations=num_simulations)
    states = np.stack([game.initial_state()] * num_games)
    counts = []

    def one_search():
        before = search.num_evaluations
        search.run(states, np.arange(num_games))
        counts.append(search.num_evaluations - before)

    return seconds(one_search, repeats) / median(counts) * 1e6


def random_state(game: Game, num_moves: int, rng: np.random.Generator) -> np.ndarray:
    state = game.initial_state()
    for _ in range(num_moves):
        state = game.step(state, rng.choice(game.legal_actions(state)))
    return state


def solver_seconds(rows: int, cols: int, drawn: int, seed: int) -> dict[str, float]:
    """All move values of random positions with so many edges drawn: median and slowest of one position."""
    game = games.make("dots", rows=rows, cols=cols)
    judge = referee(game)
    rng = np.random.default_rng(seed)
    times = []
    for _ in range(1 + SOLVER_POSITIONS):
        state = random_state(game, drawn, rng)
        start = time.perf_counter()
        judge.move_values(state)
        times.append(time.perf_counter() - start)
    return {"median": median(times[1:]), "slowest": max(times[1:])}


def table_seconds(rows: int, cols: int) -> dict[str, float]:
    """A whole table: made, and read again from disk."""
    game = games.make("dots", rows=rows, cols=cols)
    with TemporaryDirectory() as folder:
        DotsTable(games.make("dots", rows=1, cols=1), Path(folder))  # compiles
        start = time.perf_counter()
        DotsTable(game, Path(folder))
        made = time.perf_counter()
        DotsTable(game, Path(folder))
        return {"made": made - start, "read": time.perf_counter() - made}


def measure(game: Game, *, num_games: int, repeats: int, seed: int, tell: Callable[[str], None]) -> dict:
    """All numbers of this part; `tell` hears what is being measured."""
    numbers: dict = {"game": str(game), "games": num_games, "repeats": repeats}
    for num_simulations in SIMULATIONS:
        tell(f"search, {num_simulations} simulations")
        key = "search_us_per_leaf" if num_simulations == SIMULATIONS[0] else f"search_us_per_leaf_{num_simulations}"
        numbers[key] = us_per_leaf(game, num_games, num_simulations, repeats, seed)
    tell("solvers")
    numbers["solver_seconds"] = {
        "dots 3×3, whole table": table_seconds(3, 3),
        "dots 4×4, 16 edges drawn": solver_seconds(4, 4, 16, seed),
        "dots 5×5, 30 edges drawn": solver_seconds(5, 5, 30, seed),
    }
    numbers["bytes_per_edge"] = MOVE.itemsize + EDGE.itemsize
    numbers["bytes_per_node"] = NODE.itemsize
    numbers["bytes_per_state"] = game.state_size
    return numbers
