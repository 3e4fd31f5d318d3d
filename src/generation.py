"""One turn of the wheel: generate, fit, judge, promote. Each does nothing where its part is there already.

Nothing here depends on how many generations there will be, so that more can be added later.
"""

from dataclasses import asdict
from typing import Any

from src.arena.audit import audit
from src.arena.gate import decide
from src.arena.lockstep import play_match
from src.arena.model_players import model_evaluator, net_player, search_player
from src.arena.openings import openings
from src.arena.positions import Position
from src.campaign import Campaign, read_json, write_json
from src.games.hashing import mixed
from src.games.rules import Game
from src.models.champions import point_to
from src.models.description import read_description
from src.models.folder import Lineage, load_model, save_model
from src.nets import make_net
from src.records.samples import Window, make_window
from src.records.schema import joined
from src.records.shards import read_about, read_shard
from src.records.window import window_generations
from src.selfplay.generate import generate as play_generation
from src.selfplay.generate import shards_of

Settings = dict[str, Any]  # one group of the settings, as keyword arguments
TRAINING, OPENINGS, MATCH = range(3)  # streams of a campaign's seed
TRAINING_STATE = "training.safetensors"
TRAINING_REPORT = "training.json"
UNLEARNT = 0.1  # share of points against the champion below which something is wrong
FEW_DISTINCT = 0.5  # share of distinct games below which a match says less than it seems to


def stream(seed: int, generation: int, kind: int) -> int:
    """A seed of 32 bits for one part of one generation."""
    return int(mixed((seed << 24) + (generation << 2) + kind)) & 0xFFFFFFFF


def begin(campaign: Campaign, game: Game, *, net: Settings, seed: int) -> None:
    """Generation 0: the untrained model."""
    if not campaign.model(0).exists():
        save_model(campaign.model(0), make_net(game=game, seed=seed, **net), game, Lineage(seed=seed))


def generate(
    campaign: Campaign, game: Game, number: int, *, mcts: Settings, selfplay: Settings, inference: Settings, seed: int
) -> None:
    """Self-play with the champion."""
    champion = campaign.model(campaign.champion(number - 1))

    def make_evaluator():
        return model_evaluator(champion, game, inference=inference, margin_weight=mcts["margin_weight"])

    played = play_generation(
        game,
        make_evaluator,
        campaign.generation(number) / "selfplay",
        seed=seed,
        generation=number,
        model=read_description(champion).name,
        title=f"generation {number}: self-play",
        **(mcts | selfplay),
    )
    if played.num_games:
        write_json(campaign.generation(number) / "selfplay.json", asdict(played))


def read_window(
    campaign: Campaign, game: Game, number: int, *, window: Settings, selfplay: Settings, **samples
) -> tuple[Window, int]:
    """The positions that generation `number` learns from, and how many targets its own games brought.

    `samples`: as for `make_window`.
    """
    shards = {
        each: shards_of(campaign.generation(each) / "selfplay", selfplay["num_games"], selfplay["shard_games"])
        for each in range(1, number + 1)
    }
    num_samples = [sum(read_about(shard.path)["num_targets"] for shard in shards[each]) for each in shards]
    chosen = window_generations(number, num_samples=num_samples, **window)
    games = joined([read_shard(shard.path, game) for each in chosen for shard in shards[each]])
    return make_window(game, games, **samples), num_samples[-1]


def fit(campaign: Campaign, game: Game, number: int, *, selfplay: Settings, train: Settings, seed: int) -> None:
    """Train a candidate on the window, from the latest weights; the optimiser goes on with them."""
    folder = campaign.generation(number)
    if campaign.model(number).exists():
        return
    from src.learn.fit import fit as train_net  # Lightning takes seconds to import, and self-play has no use for it
    from src.learn.recipe import Recipe
    from src.learn.schedules import steps_for
    from src.learn.state import load_training_state, save_training_state

    train = dict(train)
    window, num_new = read_window(
        campaign,
        game,
        number,
        window=train.pop("window"),
        selfplay=selfplay,
        **{key: train.pop(key) for key in ("holdout", "merge_duplicates", "value_lambda")},
    )
    num_steps = steps_for(
        num_new,
        samples_per_new_position=train.pop("samples_per_new_position"),
        batch_size=train["batch_size"],
        accumulate=train["accumulate"],
    )
    before = campaign.generation(number - 1) / TRAINING_STATE
    done = train_net(
        load_model(campaign.model(number - 1), game),
        window,
        Recipe(**train),
        num_steps=num_steps,
        state=load_training_state(before) if before.exists() else None,
        seed=stream(seed, number, TRAINING),
        progress=True,
    )
    save_training_state(folder / TRAINING_STATE, done.state)
    facts = {
        "num_games": window.num_games,
        "num_positions": window.num_positions,
        "num_distinct_positions": window.num_distinct_positions,
        "global_step": done.state.global_step,
    }
    numbers = facts | {
        "num_distinct_games": window.num_distinct_games,
        "num_bytes": window.num_bytes,
        "samples_per_position": done.samples_per_position,
        "samples_per_second": done.samples_per_second,
        "seconds": done.seconds,
        "warnings": done.warnings,
        "metrics": done.metrics,
        "curve": done.curve,
    }
    write_json(folder / TRAINING_REPORT, numbers)
    parent = read_description(campaign.model(number - 1)).name
    save_model(campaign.model(number), done.net, game, Lineage(seed, number, parent, facts))


def judge(
    campaign: Campaign,
    game: Game,
    number: int,
    *,
    mcts: Settings,
    arena: Settings,
    inference: Settings,
    positions: list[Position],
    seed: int,
) -> None:
    """Candidate against champion, and against exact play where `positions` with known values are given."""
    path = campaign.generation(number) / "arena.json"
    if path.exists():
        return
    search = mcts | {"num_simulations": arena["num_simulations"]}
    # About half of the games wait for the same player, so a larger batch would be filled up with nothing.
    small = inference | {"batch_size": min(inference["batch_size"], arena["games"] // 2)}
    models = (campaign.model(number), campaign.model(campaign.champion(number - 1)))
    players = [search_player(model.parent.name, model, game, inference=small, **search) for model in models]
    starts = openings(game, arena["games"] // 2, arena["openings"], stream(seed, number, OPENINGS))
    played = play_match(game, *players, starts, seed=stream(seed, number, MATCH))
    stop_if_short(len(played.histories), 2 * len(starts))
    verdict = decide(played.results, **arena["gate"])
    report: Settings = {
        "opponent": campaign.champion(number - 1),
        "num_simulations": arena["num_simulations"],
        "distinct_games": len(set(played.histories)) / len(played.histories),
        "verdict": asdict(verdict),
    }
    if positions:
        searching = search_player("search", models[0], game, inference=inference, **search)
        net = net_player("net", models[0], game, inference=inference, margin_weight=mcts["margin_weight"])
        for name, player in (("audit", searching), ("audit_net", net)):
            found = audit(player, positions, batch_size=256, seed=seed)
            stop_if_short(found.positions, len(positions))
            report[name] = found.report()
    write_json(path, report)


def stop_if_short(done: int, asked: int) -> None:
    """A match or audit that Ctrl-C has cut short ends the campaign's run, or its verdict would depend on the moment."""
    if done < asked:
        raise KeyboardInterrupt


def warnings_of(campaign: Campaign, number: int, found: Settings) -> list[str]:
    """What people should hear of a generation: what training noticed, and a candidate that has unlearnt."""
    heard = list(read_json(campaign.generation(number) / TRAINING_REPORT)["warnings"])
    points = found["verdict"]["points"]
    if points is not None and points < UNLEARNT:
        heard.append(f"the candidate made {points:.0%} of the points against g{found['opponent']:03d}")
    if found["distinct_games"] < FEW_DISTINCT:
        heard.append(f"only {found['distinct_games']:.0%} of the match's games differ; use more arena.openings")
    return heard


def promote(campaign: Campaign, game: Game, number: int) -> Settings:
    """Say who is champion now; returns what `judge` found."""
    found = read_json(campaign.generation(number) / "arena.json")
    champion = number if found["verdict"]["promote"] else campaign.champion(number - 1)
    write_json(campaign.generation(number) / "champion.json", {"generation": champion})
    point_to(game, campaign.model(champion))
    return found
