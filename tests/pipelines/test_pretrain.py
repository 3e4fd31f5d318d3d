"""A policy from games that people played: the command, its numbers, and the campaign that begins with its model."""

import json
import os
import subprocess
import sys
import time

import numpy as np
import pytest

from pipelines import pretrain
from src import commands, entry, games, settings, train
from src.arena.lockstep import play_match
from src.arena.openings import openings
from src.arena.players import make_player
from src.arena.points import counts
from src.games.wthor import write_wthor
from src.models.description import read_description
from tests.games.random_games import play_randomly
from tests.pipelines.conftest import ROOT
from tests.smallest import SMALL

OTHELLO = games.make("othello")
NET = ["net.channels=8", "net.policy_channels=8", "net.units=16", "net.value_units=8"]
PRESET = ["experiment=alphago_lite", *NET, "train.threads=1", "train.batch_size=64", "train.accelerator=cpu"]


def first_legal(count: int) -> list[list[int]]:
    """Games that begin with a few random moves and go on with the first legal one: a habit that a net can learn."""
    found = []
    for seed in range(count):
        rng, history, state = np.random.default_rng(seed), [], OTHELLO.initial_state()
        while not OTHELLO.is_terminal(state):
            legal = OTHELLO.legal_actions(state)
            history.append(int(rng.choice(legal)) if len(history) < 6 else legal[0])
            state = OTHELLO.step(state, history[-1])
        found.append(history)
    return found


@pytest.fixture
def runs(tmp_path, monkeypatch):
    monkeypatch.setenv("ZEROLAB_RUNS", str(tmp_path / "runs"))
    return tmp_path / "runs"


def run(*arguments, capsys):
    entry.enter(pretrain.main, "pretrain", settings.PretrainSettings, pretrain.USAGE, [*PRESET, *arguments])
    return json.loads(capsys.readouterr().out)


def test_a_habit_is_learnt_and_a_campaign_begins_with_it(tmp_path, runs, capsys):
    write_wthor(tmp_path / "games.wtb", 2030, first_legal(60))
    told = run(f"data={tmp_path}", "steps=150", "run=people", "train.lr=0.01", capsys=capsys)
    assert (told["files"], told["games"], told["left_out"]) == (1, 60, [])
    assert 0 < told["held_out_games"] < 20
    assert told["top_1"] > 0.4 > told["top_1_at_random"]
    assert told["top_1_95"][0] < told["top_1"] < told["top_1_95"][1]
    assert told["top_3"] > told["top_1"]
    assert json.loads((runs / "people/pretraining.json").read_text())["top_1"] == told["top_1"]

    campaign = ["game=othello", *SMALL[3:], *PRESET, "arena.audit_positions=0", "arena.baselines=[random]"]
    campaign += ["selfplay.num_games=16", "generations=1", "tracking=none", f"start={runs}/people/model", "run=c"]
    entry.enter(train.main, "config", settings.TrainSettings, train.USAGE, campaign)
    begun = read_description(runs / "c/g000/model")
    assert begun.parent == told["model"]
    assert begun.files["weights.safetensors"] == read_description(runs / "people/model").files["weights.safetensors"]


def test_the_value_stays_as_it_was_while_the_policy_learns(tmp_path, runs, capsys):
    """No loss asks for it, so only the weight decay of the value's own weights is left, and that is switched off."""
    from src.models.folder import load_model

    write_wthor(tmp_path / "games.wtb", 2030, first_legal(30))
    weights = {}
    for steps in (1, 5):
        run(f"data={tmp_path}", f"steps={steps}", f"run=p{steps}", "train.weight_decay=0.0", capsys=capsys)
        weights[steps] = load_model(runs / f"p{steps}/model", OTHELLO).state_dict()
    same = {name.partition(".")[0] for name, weight in weights[1].items() if weight.equal(weights[5][name])}
    assert {"value_hidden", "outcome"} <= same
    assert not {"policy", "trunk"} & same


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["data={folder}/nowhere"], "there is no folder"),
        (["data={folder}/empty"], "holds no games of othello 8×8; *.wtb files were expected there or below"),
        (["data={folder}", "game=dots", "net=mlp"], "games of people can be read for"),
        (["data={folder}", "train.holdout=0.0"], "none is held out by train.holdout=0; raise it, or give more games"),
        ([], "data must be given, as data=…"),
    ],
)
def test_a_mistake_gets_one_sentence(arguments, sentence, tmp_path, runs, capsys):
    write_wthor(tmp_path / "games.wtb", 2030, [play_randomly(OTHELLO, 1, seed=0).history(0)])
    (tmp_path / "empty").mkdir()
    given = [each.format(folder=tmp_path) for each in arguments]
    given = [*(PRESET if "net=mlp" not in given else PRESET[:1]), *given]
    with pytest.raises(SystemExit) as stopped:
        entry.enter(pretrain.main, "pretrain", settings.PretrainSettings, pretrain.USAGE, given)
    assert stopped.value.code == 2
    assert sentence in capsys.readouterr().err


def test_a_model_is_not_overwritten(tmp_path, runs, capsys):
    (runs / "people/model").mkdir(parents=True)
    with pytest.raises(SystemExit):
        run(f"data={tmp_path}", "run=people", capsys=capsys)
    assert "people holds a model already; remove it, or name another folder" in capsys.readouterr().err


@pytest.mark.slow
def test_tournaments_teach_moves_that_beat_random_and_greedy_play(truth, runs, capsys):
    """511 games, 50 of them held out: more than 40 % of their moves are foreseen, where chance has 16 %; the policy
    alone wins 95 of 100 games against random play and 6 of 10 against greedy play."""
    arguments = ["game=othello", "net=cnn", "net.channels=32", "steps=1200", "train.lr=0.003", "train.threads=1"]
    arguments += [f"data={truth}/othello_wthor", "run=people"]
    entry.enter(pretrain.main, "pretrain", settings.PretrainSettings, pretrain.USAGE, arguments)
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 511
    assert told["top_1"] > 0.40
    assert told["top_1_at_random"] < 0.16
    chosen = entry.compose("match", commands.MatchSettings, ["game=othello", "a=x", "b=y"])
    how = chosen.mcts.model_dump() | {"canonical": False, "inference": chosen.inference.engine}
    policy = make_player(f"net:{runs}/people/model", OTHELLO, **how)
    for name, least in (("random", 0.95), ("greedy", 0.60)):
        starts = openings(OTHELLO, 100, 4, 0)
        found = counts(play_match(OTHELLO, policy, make_player(name, OTHELLO, **how), starts, seed=0).results)
        assert found["wins"] / found["games"] >= least, name


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["alphago_lite_smoke", "alphago_lite_gomoku_smoke"])
def test_the_smoke_presets_take_less_than_two_minutes(preset, tmp_path):
    environment = os.environ | {"ZEROLAB_RUNS": str(tmp_path / "runs")}
    start = []
    write_wthor(tmp_path / "games.wtb", 2030, first_legal(40))
    begun = time.monotonic()
    if preset == "alphago_lite_smoke":
        command = [sys.executable, "-m", "pipelines.pretrain", f"experiment={preset}", f"data={tmp_path}", "steps=50"]
        subprocess.run([*command, "run=people"], cwd=ROOT, env=environment, check=True)
        start = [f"start={tmp_path}/runs/people/model"]
    command = [sys.executable, "-m", "src.train", f"experiment={preset}", "tracking=none", *start]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    assert time.monotonic() - begun < 120
