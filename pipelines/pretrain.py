"""A policy from games that people played: `python -m pipelines.pretrain experiment=alphago_lite data=FOLDER`.

The model goes to runs/pretrain-…/model, where a campaign begins with it (`start`); one JSON object with the shares of
held-out moves that it foresees goes beside it and to standard output, all else to standard error.
"""

import sys
import time
from pathlib import Path

import numpy as np

from pipelines.stage import SAY
from src import entry, games
from src.arena.audit import wilson
from src.files.errors import UserError
from src.games.rules import Game
from src.generation.campaign import write_json
from src.learn.fit import FitResult, fit
from src.learn.imitation import hits, hits_at_random
from src.learn.recipe import Recipe
from src.models.champions import runs_folder
from src.models.folder import Lineage, save_model
from src.models.start import first_net
from src.nets.devices import settled_training
from src.records.human_games import HumanGames, read_human_games
from src.records.samples import Samples, Window, make_window
from src.settings import PretrainSettings, TrainingSettings

USAGE = "usage: python -m pipelines.pretrain experiment=alphago_lite data=FOLDER steps=1500"
RANKS = (1, 3)


def folder_of(chosen: PretrainSettings) -> Path:
    """Where the model goes. Raises UserError if one is there."""
    folder = runs_folder() / chosen.run
    if (folder / "model").exists():
        raise UserError(f"{folder} holds a model already; remove it, or name another folder with run=…")
    return folder


def windows(game: Game, found: HumanGames, train: TrainingSettings) -> tuple[Window, Samples]:
    """What is learnt from, and each held-out move on its own. Raises UserError where none is held out."""
    window = make_window(
        game,
        found.games,
        holdout=train.holdout,
        merge_duplicates=train.merge_duplicates,
        value_lambda=train.value_lambda,
    )
    held_out = make_window(game, found.games, holdout=train.holdout, merge_duplicates=False).held_out
    if not len(held_out):
        raise UserError(
            f"of {len(found.games)} games none is held out by train.holdout={train.holdout:g}; raise it, or give more "
            "games"
        )
    return window, held_out


def foreseen(net, held_out: Samples, canonical: bool) -> dict:
    """The shares of held-out moves among the net's first choices, with their 95 % intervals."""
    total = len(held_out)
    found: dict = {
        "held_out_moves": total,
        "held_out_games": len(np.unique(held_out.game_index)),
        "top_1_at_random": hits_at_random(held_out) / total,
    }
    for k, count in hits(net, held_out, RANKS, canonical=canonical).items():
        found |= {f"top_{k}": count / total, f"top_{k}_95": wilson(count, total)}
    return found


def report(found: HumanGames, window: Window, done: FitResult, held_out: Samples, canonical: bool) -> dict:
    return {
        "files": found.num_files,
        "games": len(found.games),
        "left_out": found.left_out,
        "moves": window.num_positions,
        "distinct_positions": window.num_distinct_positions,
        **foreseen(done.net, held_out, canonical),
        "samples_per_position": done.samples_per_position,
        "warnings": done.warnings,
        "metrics": done.metrics,
        "curve": done.curve,
    }


def main(chosen: PretrainSettings) -> None:
    started = time.perf_counter()
    game = games.make(chosen.game.name, **chosen.game.sizes)
    folder = folder_of(chosen)
    found = read_human_games(Path(chosen.data), game)
    SAY.print(f"{len(found.games)} games of {found.num_files} files; {len(found.left_out)} left out")
    for sentence in found.left_out[:3]:
        SAY.print(f"left out: {sentence}", markup=False)
    window, held_out = windows(game, found, chosen.train)
    net, parent = first_net(game, net=chosen.net.model_dump(), start=chosen.start, seed=chosen.seed)
    recipe = {key: value for key, value in chosen.train.model_dump().items() if key in Recipe.__dataclass_fields__}
    recipe |= settled_training(recipe["accelerator"], recipe["precision"])
    canonical = chosen.mcts.canonical
    done = fit(
        net,
        window,
        Recipe(**recipe),
        num_steps=chosen.steps,
        seed=chosen.seed,
        canonical=canonical,
        progress=True,
    )
    told = report(found, window, done, held_out, canonical)
    data = {
        "human_games": len(found.games),
        "num_positions": window.num_positions,
        "steps": chosen.steps,
        "canonical": canonical,
    }
    model = save_model(folder / "model", done.net, game, Lineage(chosen.seed, 0, parent, data))
    told = {"model": model.name, "folder": str(folder / "model")} | told
    write_json(folder / "pretraining.json", told | {"seconds": time.perf_counter() - started})
    entry.tell({key: value for key, value in told.items() if key != "curve"}, chosen, game, started)


if __name__ == "__main__":
    entry.enter(main, "pretrain", PretrainSettings, USAGE, sys.argv[1:])
