"""Self-play with the champion: the games that a generation learns from."""

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from src.files.compiled import source_hash
from src.games.rules import Game
from src.generation.campaign import Campaign
from src.generation.found import found_selfplay
from src.generation.part import Part, Settings, chosen_for
from src.models.description import read_description
from src.models.engines import make_engine
from src.nets.evaluator import NetEvaluator
from src.search.tree import tree_bytes
from src.selfplay.generate import Played, shards_of
from src.selfplay.generate import generate as play_games
from src.selfplay.room import fitting_slots, fitting_workers

SOURCES = Path(__file__).resolve().parents[1]
PLAYING = ("files", "games", "search", "nets", "models", "records", "workers", "selfplay")  # what games follow from


def generate(
    campaign: Campaign,
    game: Game,
    number: int,
    *,
    mcts: Settings,
    selfplay: Settings,
    inference: Settings,
    seed: int,
    num_workers: int,
    say: Callable[[str], None],
) -> Part:
    """Play the games that are missing. The folder of records takes its place when all are there.

    num_workers: 0: as many as fit the engine.
    `say` hears before the first generation what the workers are given.
    """
    records = campaign.selfplay(number)
    shards = shards_of(records, selfplay["num_games"], selfplay["shard_games"])
    measured = {}
    if not all(shard.path.exists() for shard in shards):
        champion = campaign.model(campaign.champion(number - 1))
        model = read_description(champion)
        engine = inference | chosen_for(campaign, "inference")
        num_workers = num_workers or fitting_workers(engine)
        slots = selfplay["num_slots"] or fitting_slots(
            game,
            batch_size=engine["batch_size"],
            num_simulations=mcts["num_simulations"],
            leaves_per_step=mcts["leaves_per_step"],
            num_workers=num_workers,
        )
        if number == 1:
            say(room_of(game, mcts, engine, slots, num_workers))
        begun = unfinished(records, [asdict(model), mcts, selfplay, engine, seed])
        played = play_games(
            game,
            lambda: NetEvaluator(make_engine(champion, game, **engine), game, mcts["margin_weight"]),
            begun,
            seed=seed,
            generation=number,
            model=model.name,
            num_workers=num_workers,
            title=f"generation {number}: self-play",
            **(mcts | selfplay | {"num_slots": slots}),
        )
        begun.rename(records)
        for other in records.parent.glob(f".{records.name}-*"):  # begun with other settings or sources
            shutil.rmtree(other)
        measured = rates(played)
    return found_selfplay(campaign, number).timed(measured)


def room_of(game: Game, mcts: Settings, engine: Settings, num_slots: int, num_workers: int) -> str:
    """What each worker has, in one line."""
    trees = num_slots * tree_bytes(game, mcts["num_simulations"], mcts["leaves_per_step"])
    return (
        f"{num_workers} {'worker' if num_workers == 1 else 'workers, each'} with {num_slots} games side by side: "
        f"{trees / 1e6:,.0f} MB of trees, up to {mcts['cache_megabytes']:,g} MB of cache, "
        f"{engine['inference']} {engine['precision']} in batches of {engine['batch_size']}"
    )


def unfinished(records: Path, made_from: list) -> Path:
    """Where games lie until all are there; they go on only with what they were begun with, settings and sources."""
    sources = source_hash(sorted(path for package in PLAYING for path in (SOURCES / package).rglob("*.py")))
    text = json.dumps([sources, made_from], sort_keys=True)
    folder = records.with_name(f".{records.name}-{hashlib.sha256(text.encode()).hexdigest()[:12]}")
    if records.exists() and not folder.exists():  # some of its shards are lost
        records.rename(folder)
    return folder


def rates(played: Played) -> dict[str, float]:
    """What was measured of the games that were played now."""
    return {
        "seconds": played.seconds,
        "num_evaluations": played.num_evaluations,
        "cache_hit_rate": played.num_remembered / max(1, played.num_remembered + played.num_evaluations),
        "games_per_second": played.num_games / played.seconds,
        "positions_per_second": played.num_positions / played.seconds,
        "evaluations_per_second": played.num_evaluations / played.seconds,
    }
