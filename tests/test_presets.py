"""The presets of the systems the project grew from, each shrunk until its whole loop takes a minute."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from src import entry, games, settings, train
from src.records.shards import read_shard
from src.tracking.journal import read_journal

SHRUNK = [
    "generations=2",
    "tracking=none",
    "run=c",
    "selfplay.num_games=24",
    "selfplay.shard_games=12",
    "selfplay.num_slots=12",
    "mcts.num_simulations=12",
    "inference.batch_size=16",
    "train.batch_size=32",
    "train.threads=1",
    "train.max_samples_per_position=100.0",
    "arena.games=8",
    "arena.num_simulations=8",
    "arena.baselines=[random]",
    "arena.baseline_games=4",
    "arena.audit_positions=20",
]
OTHELLO = ["game.rows=6", "game.cols=6", "net.channels=8"]
SMALLER = {  # what else each of them needs to be small
    "blog_dots": ["game.rows=2", "game.cols=2", "net.units=32", "selfplay.temperature_plies=6"],
    "tutorial_cnn": OTHELLO,
    "tutorial_resnet": [*OTHELLO, "net.blocks=2"],
    "tutorial_tictactoe": ["net.units=32"],
}


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory) -> dict[str, Path]:
    """The folder of each preset's campaign."""
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        for preset, smaller in SMALLER.items():
            folder = tmp_path_factory.mktemp(preset)
            patch.setenv("ZEROLAB_RUNS", str(folder))
            arguments = [f"experiment={preset}", *SHRUNK, *smaller]
            entry.enter(train.main, "config", settings.TrainSettings, train.USAGE, arguments)
            found[preset] = folder / "c"
    return found


def of(campaign: Path, number: int, name: str) -> dict:
    return json.loads((campaign / f"g{number:03d}" / name).read_text(encoding="utf-8"))


@pytest.mark.slow
def test_each_runs_through(campaigns):
    for campaign in campaigns.values():
        _, parts = read_journal(next(campaign.glob("journal-*.jsonl")))
        assert [part["part"] for part in parts] == ["begin", *["selfplay", "train", "arena"] * 2]
        assert of(campaign, 2, "arena.json")["audit"]["positions"] == 20


@pytest.mark.slow
def test_the_nets_are_those_described(campaigns):
    nets = {preset: of(campaign, 0, "model/model.json")["net"] for preset, campaign in campaigns.items()}
    assert {preset: net["kind"] for preset, net in nets.items()} == {
        "blog_dots": "mlp",
        "tutorial_cnn": "cnn",
        "tutorial_resnet": "resnet",
        "tutorial_tictactoe": "mlp",
    }
    blog = {"layers": 4, "half_last": True, "batch_norm": True, "dropout": 0.3}
    assert nets["blog_dots"]["settings"].items() >= blog.items()
    assert nets["tutorial_tictactoe"]["settings"].items() >= {"layers": 2, "batch_norm": False}.items()
    assert nets["tutorial_cnn"]["settings"].items() >= {"layers": 4, "dense_heads": True}.items()
    assert nets["tutorial_resnet"]["settings"]["dense_heads"]


@pytest.mark.slow
def test_the_blog_learns_ten_epochs_from_the_champion_and_promotes_by_a_threshold(campaigns):
    campaign = campaigns["blog_dots"]
    first = of(campaign, 1, "arena.json")["verdict"]
    assert first["kind"] == "threshold"
    assert first["promote"] == (first["points"] >= 0.55)
    champion = of(campaign, 1, "champion.json")["model"]
    assert of(campaign, 2, "model/model.json")["parent"] == champion
    # 24 games of 12 plies, all of them targets, some of the games held out: 10 passes in steps of 32.
    game = games.make("dots", rows=2, cols=2)
    shards = sorted((campaign / "g001/selfplay").glob("*.parquet"))
    records = [record for shard in shards for record in read_shard(shard, game)]
    assert all(record.is_target.all() for record in records)
    assert all((record.num_simulations == 12).all() for record in records)
    report = of(campaign, 1, "training.json")
    assert report["num_positions"] == 24 * 12
    learnt_from = round(report["global_step"] * 32 / report["samples_per_position"])
    assert report["global_step"] == math.ceil(10 * learnt_from / 32)
    assert learnt_from % 12 == 0  # whole games
    # At temperature 0 from ply 6 on the most visited move is played; ties may go to any of them.
    for record in records:
        starts = np.concatenate([[0], np.cumsum(record.policy_sizes)])
        for ply in range(6, 12):
            entries = slice(starts[ply], starts[ply + 1])
            best = record.policy_actions[entries][record.visit_counts[entries] == record.visit_counts[entries].max()]
            assert record.moves[ply] in best
