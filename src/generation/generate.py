"""Self-play with the champion: the games that a generation learns from."""

import hashlib
import json
import shutil
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
from src.selfplay.generate import Played, shards_of
from src.selfplay.generate import generate as play_games

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
) -> Part:
    """Play the games that are missing. The folder of records takes its place when all are there."""
    records = campaign.selfplay(number)
    shards = shards_of(records, selfplay["num_games"], selfplay["shard_games"])
    measured = {}
    if not all(shard.path.exists() for shard in shards):
        champion = campaign.model(campaign.champion(number - 1))
        model = read_description(champion)
        engine = inference | chosen_for(campaign, "inference")
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
            **(mcts | selfplay),
        )
        begun.rename(records)
        for other in records.parent.glob(f".{records.name}-*"):  # begun with other settings or sources
            shutil.rmtree(other)
        measured = rates(played)
    return found_selfplay(campaign, number).timed(measured)


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
