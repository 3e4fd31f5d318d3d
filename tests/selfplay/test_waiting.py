"""Searches that finished wait while the others fill the evaluator's batch."""

from src import games
from src.search.evaluator import HashEvaluator
from src.selfplay.play import SelfPlay
from src.selfplay.seeds import game_seed

GAME = games.make("dots", rows=2, cols=2)
SLOTS, ROWS, GAMES = 24, 8, 60


class Narrow(HashEvaluator):
    """Takes so many rows at once."""

    batch_size = ROWS


def test_many_moves_are_played_at_once():
    worker = SelfPlay(GAME, Narrow(GAME), num_slots=SLOTS, num_simulations=8, prove=False)
    moved, read = [], worker.search.result
    worker.search.result = lambda slots: moved.append(len(slots)) or read(slots)
    played = [record for ended in worker.play((i, game_seed(0, 1, i)) for i in range(GAMES)) for record in ended]
    assert sorted(record.game_id for record in played) == list(range(GAMES))
    assert sum(moved) == sum(len(record.moves) for record in played)
    busy = moved[: len(moved) // 3]  # while games wait for a seat
    assert min(busy) > SLOTS - ROWS - 1
