"""Train a candidate on the window, from the latest weights or the champion's; the optimiser goes on with them."""

import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from src.games.rules import Game
from src.generation.campaign import Campaign, write_json
from src.generation.found import found_train
from src.generation.part import (
    NUM_CALIBRATING,
    REPORT,
    RESET,
    TRAINING,
    Part,
    Settings,
    chosen_for,
    plays_in_int8,
    sha256_of,
    stream,
)
from src.learn.fit import FitResult
from src.learn.fit import fit as train_net
from src.learn.recipe import Recipe
from src.learn.schedules import steps_for
from src.learn.state import TrainingState, load_training_state, save_training_state
from src.models.description import read_description
from src.models.folder import Lineage, load_model, save_model
from src.nets import make_net
from src.records.samples import Window, make_window
from src.records.schema import joined
from src.records.shards import read_about, read_shard
from src.records.window import window_generations
from src.selfplay.generate import shards_of

if TYPE_CHECKING:
    from src.nets.net import Net

STATE = "training.safetensors"


class Start(NamedTuple):
    """What a candidate is trained from."""

    net: "Net"
    state: TrainingState | None  # of the optimiser; None where it begins anew
    parent: str | None  # the model's name; None for fresh weights


def fit(
    campaign: Campaign, game: Game, number: int, *, selfplay: Settings, train: Settings, canonical: bool, seed: int
) -> Part:
    """Make the candidate: its model, the state of training, and a report. canonical: of the search, see `learn.fit`."""
    measured = {}
    if not campaign.model(number).exists():
        started = time.perf_counter()
        window, num_new = read_window(campaign, game, number, selfplay=selfplay, train=train)
        start = start_of(campaign, game, number, train=train, seed=seed)
        done = fit_window(campaign, number, start, window, num_new, train=train, canonical=canonical, seed=seed)
        write_candidate(campaign, game, number, window, done, parent=start.parent, canonical=canonical, seed=seed)
        measured = {"seconds": time.perf_counter() - started, "samples_per_second": done.samples_per_second}
    return found_train(campaign, number).timed(measured)


def read_window(
    campaign: Campaign, game: Game, number: int, *, selfplay: Settings, train: Settings
) -> tuple[Window, int]:
    """The positions that generation `number` learns from, and how many targets its own games brought."""
    shards = {
        each: shards_of(campaign.selfplay(each), selfplay["num_games"], selfplay["shard_games"])
        for each in range(1, number + 1)
    }
    num_samples = [sum(read_about(shard.path)["num_targets"] for shard in shards[each]) for each in shards]
    chosen = window_generations(number, num_samples=num_samples, **train["window"])
    games = joined([read_shard(shard.path, game) for each in chosen for shard in shards[each]])
    samples = {key: train[key] for key in ("holdout", "merge_duplicates", "value_lambda")}
    return make_window(game, games, **samples), num_samples[-1]


def start_of(campaign: Campaign, game: Game, number: int, *, train: Settings, seed: int) -> Start:
    """The model before, or the champion; fresh weights where `reset_generations` have passed since the last ones.

    Fresh weights end what the net holds on to from games long forgotten; their learning rate begins anew, too.
    """
    every = train["reset_generations"]
    if every and number > 1 and (number - 1) % every == 0:
        net = read_description(campaign.model(number - 1)).net
        return Start(make_net(net["kind"], game, seed=stream(seed, number, RESET), **net["settings"]), None, None)
    before = number - 1 if train["start"] == "latest" else campaign.champion(number - 1)
    state = campaign.generation(before) / STATE
    model = campaign.model(before)
    return Start(
        load_model(model, game), load_training_state(state) if state.exists() else None, read_description(model).name
    )


def fit_window(
    campaign: Campaign,
    number: int,
    start: Start,
    window: Window,
    num_new: int,
    *,
    train: Settings,
    canonical: bool,
    seed: int,
) -> FitResult:
    """Take as many steps as `num_new` positions are worth, or the window is."""
    steps = {key: train[key] for key in ("samples_per_new_position", "epochs", "batch_size", "accumulate")}
    recipe = {key: value for key, value in train.items() if key in Recipe.__dataclass_fields__}
    return train_net(
        start.net,
        window,
        Recipe(**(recipe | chosen_for(campaign, "train"))),
        num_steps=steps_for(num_new, len(window.train), **steps),
        state=start.state,
        seed=stream(seed, number, TRAINING),
        canonical=canonical,
        progress=True,
    )


def write_candidate(
    campaign: Campaign,
    game: Game,
    number: int,
    window: Window,
    done: FitResult,
    *,
    parent: str | None,
    canonical: bool,
    seed: int,
) -> None:
    """State and report first: the candidate is there when its model is."""
    folder = campaign.generation(number)
    save_training_state(folder / STATE, done.state)
    facts = {
        "num_games": window.num_games,
        "num_positions": window.num_positions,
        "num_distinct_positions": window.num_distinct_positions,
        "global_step": done.state.global_step,
    }
    report = facts | {
        "num_distinct_games": window.num_distinct_games,
        "num_bytes": window.num_bytes,
        "samples_per_position": done.samples_per_position,
        "warnings": done.warnings,
        "metrics": done.metrics,
        "curve": done.curve,
    }
    write_json(folder / REPORT, report)
    records = sha256_of(sorted(campaign.selfplay(number).glob("*.parquet")))
    data = facts | {"records": records, "canonical": canonical}
    calibration = some_observations(window, canonical) if plays_in_int8(campaign) else None
    save_model(campaign.model(number), done.net, game, Lineage(seed, number, parent, data), calibration=calibration)


def some_observations(window: Window, canonical: bool) -> np.ndarray:
    """`[N, C, H, W]` of positions from all over the window, as they were played or as a canonical search shows them."""
    rows = np.linspace(0, len(window.train) - 1, min(NUM_CALIBRATING, len(window.train))).astype(np.int64)
    return window.train.batch(rows, None if canonical else np.zeros(len(rows), np.int64)).observations
