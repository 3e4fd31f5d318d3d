"""How self-play's cost grows: with games side by side, simulations, workers and the board; leaves judged a second."""

from collections.abc import Callable

from src import games
from src.bench.selfplay import Stream, memory_mb, play_until_steady
from src.bench.streams import engines, rate, untrained_model
from src.games.rules import Game

GAMES = (64, 256, 1024)
SIMULATIONS = (16, 50, 200, 800)
DOTS_BOARDS = ((2, 2), (3, 3), (5, 5), (8, 8))


def evals_per_s(game: Game, net: dict, num_workers: int, *, inference: dict, play: dict, seed: int) -> dict[str, float]:
    """Without a cache; the batch is as large as there are games, if these are fewer."""
    inference = inference | {"batch_size": min(inference["batch_size"], play["num_slots"])}
    with untrained_model(game, net, seed) as model:
        made = engines(model, game, num_workers, **inference)
    streams = [Stream(game, engine, i, seed=seed, **play) for i, engine in enumerate(made)]
    # Few simulations end all games at once at first; many would take long to come to a steady state.
    play_until_steady(streams, play["num_slots"] if play["num_simulations"] <= 100 else 0)
    rate([stream.step for stream in streams], rounds=0.5)
    return {
        "evals_per_s": rate([stream.step for stream in streams], rounds=1.5),
        "trees_mb, a worker": memory_mb(streams[0].worker.search.forest),
    }


def measure(
    game: Game, net: dict, *, inference: dict, play: dict, num_workers: int, seed: int, tell: Callable[[str], None]
) -> dict:
    """One thing is changed at a time; the others are as in the settings."""
    numbers: dict = {"game": str(game), "games": {}, "simulations": {}, "workers": {}, "board": {}}
    play = play | {"cache_megabytes": 0.0}

    def one(kind: str, name: str, game: Game = game, num_workers: int = num_workers, **changed: int) -> None:
        tell(f"{name} {kind}")
        numbers[kind][name] = evals_per_s(game, net, num_workers, inference=inference, play=play | changed, seed=seed)

    for count in GAMES:
        one("games", str(count), num_slots=count)
    for count in SIMULATIONS:
        one("simulations", str(count), num_simulations=count)
    for count in range(1, num_workers + 1):
        one("workers", str(count), num_workers=count)
    for rows, cols in DOTS_BOARDS if game.name == "dots" else ():
        one("board", f"{rows}×{cols}", games.make("dots", rows=rows, cols=cols))
    return numbers
