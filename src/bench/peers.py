"""Other systems beside our self-play, in turns in one run: OpenSpiel's AlphaZero and mctx + pgx, with the same net.

Connect Four, which all of them have; the same net, simulations a move and cores. What counts are positions that the net
was asked about, a second. These are packages of their own (the extra `peers`), in float32 on JAX; they are measured,
never used.
"""

from collections.abc import Callable, Iterable
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from src.bench.peer import Peer
from src.bench.selfplay import Stream
from src.bench.streams import NUM_CALIBRATING, engines, in_turns, ratios
from src.files.errors import UserError
from src.games.random_play import random_observations
from src.games.rules import Game
from src.models.choice import choose_engine
from src.models.folder import load_model

NEEDED = {"jax": "jax", "mctx": "mctx", "pgx": "pgx", "pyspiel": "open_spiel"}  # module → package
PEERS = {"mctx + pgx": "src.bench.mctx_play", "OpenSpiel": "src.bench.openspiel_play"}
OURS = (("onnxruntime", "float32"), ("openvino", "float32"), ("openvino", "bfloat16"), ("openvino", "int8"))
BASELINES = ("onnxruntime float32", *PEERS)
ROUNDS = 2.0  # of a system in a turn; a move of all games of mctx takes about one


def check(game: Game) -> None:
    """Raises UserError where a peer is not installed, and for a game that not all of them have."""
    lacking = [package for module, package in NEEDED.items() if find_spec(module) is None]
    if lacking:
        raise UserError(f"bench peers needs {', '.join(lacking)}, not installed here; pip install -e '.[peers]'")
    if (game.name, game.planes[1:]) != ("connect4", (6, 7)):
        raise UserError(f"bench peers plays Connect Four 6×7, which all peers have, not {game}; add game=connect4")


def our_streams(
    game: Game,
    model: Path,
    num_workers: int,
    *,
    kinds: Iterable[tuple[str, str]],
    batch_size: int,
    play: dict,
    seed: int,
) -> dict[str, list[Stream]]:
    """Self-play without a cache by each engine and precision that this machine has."""
    made = {}
    for name, precision in kinds:
        try:
            found = engines(model, game, num_workers, inference=name, precision=precision, batch_size=batch_size)
        except UserError:
            continue
        uncached = play | {"cache_megabytes": 0.0}
        made[f"{name} {precision}"] = [Stream(game, each, i, seed=seed, **uncached) for i, each in enumerate(found)]
    return made


def measure(
    game: Game,
    model: Path,
    *,
    batch_size: int,
    play: dict,
    num_workers: int,
    repeats: int,
    seed: int,
    tell: Callable[[str], None],
) -> dict:
    """Each system's rate, and the medians of the turns' ratios to the baselines; all from the first moves on.

    Of `auto` the engine that it chooses here is one of ours.
    """
    tell("the engine that auto takes")
    observations = random_observations(game, NUM_CALIBRATING, seed)
    chosen = choose_engine(load_model(model, game), game, observations, batch_size=batch_size, say=tell)
    kinds = dict.fromkeys((*OURS, (chosen["inference"], chosen["precision"])))
    ours = our_streams(game, model, num_workers, kinds=kinds, batch_size=batch_size, play=play, seed=seed)
    works = {name: [stream.step for stream in streams] for name, streams in ours.items()}
    peers = {
        name: [Peer(module, model, play["num_simulations"], seed + i) for i in range(num_workers)]
        for name, module in PEERS.items()
    }
    try:
        for name, processes in peers.items():
            tell(f"{name} compiles")
            works[name] = [process.ready().step for process in processes]
        rates = in_turns(works, repeats, rounds=ROUNDS, tell=tell)
    finally:
        for processes in peers.values():
            for process in processes:
                process.end()
    return {
        "game": str(game),
        "workers": num_workers,
        "simulations": play["num_simulations"],
        "auto": f"{chosen['inference']} {chosen['precision']}",
        "evals_per_s": {name: median(found) for name, found in rates.items()},
        "times the rate of": {base: ratios(rates, base) for base in BASELINES},
        "versions": {package: version(package) for package in NEEDED.values()},
    }
