"""Small boards first: a campaign a board, and each begins with what the one before has learnt."""

import json
import os
import subprocess
import sys
import time

import pytest

from src import entry, settings, train
from src.curriculum import boards
from src.models.description import read_description
from src.models.folder import read_checked
from tests import smallest

ROOT = entry.CONF.parent
LESSON = "curriculum=[{rows: 1, cols: 2, generations: 1}]"
SMALL = [*smallest.SMALL, "tracking=none", "net=resnet_gpool", "net.pool_channels=4", "generations=1", "run=c"]
FEW = ["train.max_samples_per_position=5000", "selfplay.opening_plies=4"]  # there are few positions on such boards


def weights_of(folder) -> bytes:
    return read_checked(folder, "weights.safetensors", read_description(folder))


def test_what_each_board_has_of_its_own():
    compose = lambda *overrides: entry.compose("config", settings.TrainSettings, list(overrides))  # noqa: E731
    assert boards(compose("generations=5")) == [{"rows": 3, "cols": 3, "generations": 5, "run": None}]
    assert boards(compose("net=resnet_gpool", "generations=5", LESSON, "run=c")) == [
        {"rows": 1, "cols": 2, "generations": 1, "run": "c-1x2"},
        {"rows": 3, "cols": 3, "generations": 5, "run": "c-3x3"},
    ]
    usual = boards(compose("experiment=curriculum_dots"))
    assert [(each["rows"], each["cols"]) for each in usual] == [(2, 2), (3, 3), (4, 4)]


def test_a_board_begins_with_the_champion_of_the_one_before(tmp_path, monkeypatch):
    monkeypatch.setenv("ZEROLAB_RUNS", str(tmp_path))
    command = [*SMALL, *FEW, LESSON]
    entry.enter(train.main, "config", settings.TrainSettings, train.USAGE, command)
    champion = json.loads((tmp_path / "c-1x2/g001/champion.json").read_text())["generation"]
    before, begun = tmp_path / f"c-1x2/g{champion:03d}/model", tmp_path / "c-2x2/g000/model"
    assert weights_of(begun) == weights_of(before)
    assert read_description(begun).parent == read_description(before).name
    assert read_description(begun).game["sizes"] == {"rows": 2, "cols": 2}
    told = json.loads((tmp_path / "c-2x2/settings.json").read_text())
    assert told["start"] == str(before.resolve())
    # the last board alone, with what it began with by hand: the same bytes
    alone = [*SMALL[:-1], *FEW, "run=alone", f"start={before.resolve()}"]
    entry.enter(train.main, "config", settings.TrainSettings, train.USAGE, alone)
    assert weights_of(tmp_path / "alone/g001/model") == weights_of(tmp_path / "c-2x2/g001/model")


def test_a_net_of_one_board_size_is_refused_before_it_plays(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ZEROLAB_RUNS", str(tmp_path))
    command = [*smallest.SMALL[:1], *smallest.SMALL[3:], "tracking=none", "net=mlp", "generations=1", "run=c", *FEW]
    with pytest.raises(SystemExit):
        entry.enter(train.main, "config", settings.TrainSettings, train.USAGE, [*command, LESSON])
    assert "curriculum needs a net that is free of the board's size, and mlp is not" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_first_board_of_the_preset(tmp_path):
    """As large as it is: few positions, learnt from often."""
    first = entry.compose("config", settings.TrainSettings, ["experiment=curriculum_dots"]).curriculum[0]
    board = [f"game.rows={first.rows}", f"game.cols={first.cols}", "curriculum=[]", "generations=1"]
    command = [sys.executable, "-m", "src.train", "experiment=curriculum_dots", "tracking=none", "run=c", *board]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"ZEROLAB_RUNS": str(tmp_path)}, check=True)
    assert (tmp_path / "c/g001/champion.json").exists()


@pytest.mark.slow
def test_the_smoke_preset_takes_less_than_two_minutes(tmp_path):
    started = time.monotonic()
    command = [sys.executable, "-m", "src.train", "experiment=curriculum_dots_smoke", "tracking=none", "run=c"]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"ZEROLAB_RUNS": str(tmp_path)}, check=True)
    assert time.monotonic() - started < 120
    assert {path.name for path in tmp_path.glob("c-*")} == {"c-1x2", "c-2x2", "c-2x3"}
