"""How self-play's cost grows: with games side by side, simulations, workers and the board; leaves judged a second.

Where the cost grows linearly the rates of all counts are alike. They are measured in turns, and compared by turns.
"""

from collections.abc import Callable
from functools import partial
from statistics import median

from src import games
from src.bench.selfplay import Stream, memory_mb, play_until_steady
from src.bench.streams import engines, in_turns, ratios, untrained_model
from src.games.rules import Game
from src.search.tree import Forest

GAMES = (64, 256, 1024)
SIMULATIONS = (16, 50, 200, 800)
DOTS_BOARDS = ((2, 2), (3, 3), (5, 5), (8, 8))
LONG_SEARCH = 800  # simulations, of which the trees' memory is told for each board
ROUNDS = 1.5
STEADY_SECONDS = 25.0  # at most, before a measurement


def steady_streams(game: Game, net: dict, num_workers: int, *, inference: dict, play: dict, seed: int) -> list[Stream]:
    """Self-play without a cache, a stream a worker; few games have a smaller batch, which three in four fill."""
    inference = inference | {"batch_size": min(inference["batch_size"], max(1, 3 * play["num_slots"] // 4))}
    with untrained_model(game, net, seed) as model:
        made = engines(model, game, num_workers, **inference)
    streams = [Stream(game, engine, i, seed=seed, **play) for i, engine in enumerate(made)]
    play_until_steady(streams, play["num_slots"], STEADY_SECONDS)
    return streams


def long_search_mb(game: Game, play: dict) -> float:
    """What a worker's trees take in a long search; the memory is only asked for, not touched."""
    return memory_mb(Forest(game, play["num_slots"], LONG_SEARCH, play["leaves_per_step"]))


def compared(makers: dict[str, Callable[[], list[Stream]]], repeats: int, tell: Callable[[str], None]) -> dict:
    """Rates in turns by name, these as shares of the first one's, and memory."""
    streams = {}
    for name, make in makers.items():
        tell(f"{name} begins")
        streams[name] = make()
    works = {name: [stream.step for stream in each] for name, each in streams.items()}
    rates = in_turns(works, repeats, rounds=ROUNDS, tell=tell)
    first = next(iter(rates), "")
    shares = {first: 1.0} | ratios(rates, first)
    return {
        name: {
            "evals_per_s": median(found),
            "of the first": shares[name],
            "trees_mb, a worker": memory_mb(streams[name][0].worker.search.forest),
        }
        for name, found in rates.items()
    }


def measure(
    game: Game,
    net: dict,
    *,
    inference: dict,
    play: dict,
    num_workers: int,
    repeats: int,
    seed: int,
    tell: Callable[[str], None],
) -> dict:
    """One thing is changed at a time; the others are as in the settings."""
    play = play | {"cache_megabytes": 0.0}

    def some(game: Game = game, num_workers: int = num_workers, **changed: int) -> list[Stream]:
        return steady_streams(game, net, num_workers, inference=inference, play=play | changed, seed=seed)

    boards = {f"{rows}×{cols}": games.make("dots", rows=rows, cols=cols) for rows, cols in DOTS_BOARDS}
    kinds = {
        "games": {str(count): partial(some, num_slots=count) for count in GAMES},
        "simulations": {str(count): partial(some, num_simulations=count) for count in SIMULATIONS},
        "workers": {str(count): partial(some, num_workers=count) for count in range(1, num_workers + 1)},
        "board": {name: partial(some, board) for name, board in boards.items() if game.name == "dots"},
    }
    numbers: dict = {"game": str(game)} | {kind: compared(makers, repeats, tell) for kind, makers in kinds.items()}
    for name, found in numbers["board"].items():
        found[f"trees_mb, a worker, {LONG_SEARCH} simulations"] = long_search_mb(boards[name], play)
    return numbers
