"""The wheel: two small generations of the real configuration; the same bytes however they come about."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from src import commands, entry, games, settings, train
from src.arena import audit, ladder
from src.arena.players import make_player
from src.files.errors import UserError
from src.generation.campaign import Campaign, opened
from src.models import champions
from src.solvers.referee import referee
from src.tracking.journal import read_journal
from tests.smallest import PRESET, SMALL, SMALLER

ELSEWHERE = {"alphago_lite_smoke", "curriculum_dots_smoke"}  # one begins with a pretrained model, one has more boards
SMOKE_PRESETS = sorted({path.stem for path in (entry.CONF / "experiment").glob("*_smoke.yaml")} - ELSEWHERE)


def run(folder: Path, *overrides: str, preset: str = PRESET) -> Path:
    """The command, in this process, with its campaigns below `folder`."""
    arguments = [f"experiment={preset}", *SMALLER, "tracking=none", "run=c", *overrides]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZEROLAB_RUNS", str(folder))
        entry.enter(train.main, "config", settings.TrainSettings, train.USAGE, arguments)
    return folder / "c"


def content(campaign: Path) -> dict[str, bytes]:
    """All files of a campaign but its journal, which says how long things took; unfinished games in their place."""
    return {
        re.sub(r"\.selfplay-\w+", "selfplay", str(path.relative_to(campaign))): path.read_bytes()
        for path in sorted(campaign.rglob("*"))
        if path.is_file() and not path.name.startswith(("journal-", ".lock"))
    }


def status(folder: Path, *overrides: str) -> int:
    """How the command ends."""
    try:
        run(folder, *overrides)
    except SystemExit as stopped:
        return stopped.code
    return 0


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    return run(tmp_path_factory.mktemp("whole"), "generations=2")


def test_what_two_generations_leave(whole):
    names = set(content(whole))
    for number in (1, 2):
        part = f"g{number:03d}"
        assert {f"{part}/model/{file}" for file in ("weights.safetensors", "model.onnx", "model.json")} <= names
        assert {f"{part}/selfplay/shard-{shard:04d}.parquet" for shard in range(3)} <= names
        assert {f"{part}/training.safetensors", f"{part}/arena.json", f"{part}/champion.json"} <= names
        found = json.loads((whole / part / "arena.json").read_text())
        assert found["verdict"]["games"] == 8
        assert found["audit"]["positions"] == found["audit_net"]["positions"] == 40
    description = json.loads((whole / "g002/model/model.json").read_text())
    assert description["generation"] == 2
    assert description["parent"].startswith("dots-2x2-resnet_small-s0-g001-")
    assert description["data"]["num_games"] == 96


def test_the_same_seed_gives_the_same_bytes_with_one_worker_and_with_two(whole, tmp_path):
    assert content(run(tmp_path, "generations=2", "num_workers=1")) == content(whole)


def test_another_seed_gives_other_games_and_weights(whole, tmp_path):
    mine, other = content(whole), content(run(tmp_path, "generations=1", "seed=1"))
    for name in (
        "g000/model/weights.safetensors",
        "g001/selfplay/shard-0000.parquet",
        "g001/model/weights.safetensors",
    ):
        assert mine[name] != other[name]


def test_more_generations_can_be_asked_for_later(whole, tmp_path, capsys):
    """Those that are there get one line together, and the last of them its own."""
    run(tmp_path, "generations=1")
    capsys.readouterr()
    assert content(run(tmp_path, "generations=2")) == content(whole)
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("generation")]
    assert said[0] == "generations 1 to 1 are there"
    assert [line.partition(":")[0] for line in said if " against g" in line] == ["generation 1", "generation 2"]


@pytest.mark.parametrize(
    "lost",
    [
        ["g002/champion.json"],
        ["g002/champion.json", "g002/arena.json"],
        ["g002/champion.json", "g002/arena.json", "g002/model/model.json"],
        ["g002/champion.json", "g002/arena.json", "g002/model", "g002/training.safetensors"],
        ["g002/champion.json", "g002/arena.json", "g002/model", "g002/selfplay/shard-0001.parquet"],
    ],
)
def test_what_is_missing_is_made_again_byte_for_byte(whole, tmp_path, lost):
    campaign = tmp_path / "c"
    shutil.copytree(whole, campaign)
    for name in lost:
        path = campaign / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    if "g002/model/model.json" in lost:  # a folder is whole or absent, so a torn one was not made by us
        with pytest.raises(SystemExit):
            run(tmp_path, "generations=2")
        shutil.rmtree(campaign / "g002/model")
    assert content(run(tmp_path, "generations=2")) == content(whole)


def test_a_full_disk_costs_nothing_that_was_done(whole, small_disk, capsys):
    """The disk is full, grows a little, is full again …: the same command comes to the bytes of one that had room."""
    expected, stopped_at = content(whole), []
    while status(small_disk.folder, "generations=1") == 2:
        (said,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("error: ")]
        found = re.fullmatch(
            r"error: the disk is full: (\S+) was not written; make room, and .* goes on from here", said
        )
        stopped_at.append(found[1])
        there = content(small_disk.folder / "c")
        assert there == {name: expected[name] for name in there}
        small_disk.grow(12)
    there = content(small_disk.folder / "c")
    assert there == {name: of for name, of in expected.items() if not name.startswith("g002")}
    assert len(read_journal(next((small_disk.folder / "c").glob("journal-*.jsonl")))[1]) == 4
    names = {re.sub(r"-\w+\.", ".", name.rpartition("/")[2]) for name in stopped_at}
    assert names >= {"model", "shard.parquet", "training.safetensors"}


def test_other_settings_are_refused(whole, tmp_path, capsys):
    shutil.copytree(whole, tmp_path / "c")
    with pytest.raises(SystemExit) as stopped:
        run(tmp_path, "generations=3", "train.lr=0.1")
    assert stopped.value.code == 2
    assert "was begun with train.lr=0.006, and train.lr=0.1 was asked for; name another" in capsys.readouterr().err
    assert content(tmp_path / "c") == content(whole)


def test_a_torn_shard_is_named(whole, tmp_path, capsys):
    shutil.copytree(whole, tmp_path / "c")
    shutil.rmtree(tmp_path / "c/g002/model")
    (tmp_path / "c/g002/arena.json").unlink()
    shard = tmp_path / "c/g001/selfplay/shard-0002.parquet"
    shard.write_bytes(shard.read_bytes()[:500])
    with pytest.raises(SystemExit) as stopped:
        run(tmp_path, "generations=2")
    assert stopped.value.code == 2
    assert "shard-0002.parquet" in capsys.readouterr().err


def test_a_campaign_folder_says_where_things_are(whole):
    campaign = Campaign(whole, json.loads((whole / "settings.json").read_text()))
    assert campaign.champion(0) == 0
    assert campaign.champion(2) in (0, 1, 2)
    begun = json.loads((whole / "settings.json").read_text())
    other = pytest.raises(UserError, match="was begun with seed=0, and seed=7 was asked for")
    with other, opened(whole, begun | {"seed": 7}):
        pass
    with opened(whole, begun) as campaign:
        assert campaign.journal.exists()
        busy = pytest.raises(UserError, match="wait for it or stop it")
        with busy, opened(whole, begun):
            pass


def test_what_dvc_keeps_is_left_alone(tmp_path):
    (tmp_path / "c/g001").mkdir(parents=True)
    with pytest.raises(UserError, match="are kept by DVC; name another campaign with run="), opened(tmp_path / "c", {}):
        pass


def test_the_journal_says_what_was_done_and_how_long_it_took(whole):
    begun, parts = read_journal(next(whole.glob("journal-*.jsonl")))
    assert begun["board"] == "dots-2x2"
    assert begun["settings"] == json.loads((whole / "settings.json").read_text())
    done = [(each["generation"], each["part"]) for each in parts]
    assert done == [(0, "begin"), *((number, part) for number in (1, 2) for part in ("selfplay", "train", "arena"))]
    assert all(each["measured"]["seconds"] > 0 for each in parts)
    for each in parts[3::3]:
        arena = each["numbers"]
        met = [pairing["b"] for pairing in arena["pairings"]]
        assert met == [f"g{arena['opponent']:03d}", "random", "greedy", "exact"]
        assert arena["pairings"][0]["points"] == arena["verdict"]["points"]


def test_a_ladder_rates_the_champions(whole, monkeypatch, capsys):
    monkeypatch.setenv("ZEROLAB_RUNS", str(whole.parent))
    arguments = ["run=c", "game.rows=2", "game.cols=2", "games=8", "openings=2", "baselines=[greedy,exact]"]
    entry.enter(ladder.main, "ladder", commands.LadderSettings, ladder.USAGE, arguments)
    found = json.loads(capsys.readouterr().out)
    champions_met = [name for name in found["ratings"] if name.startswith("g0")]
    assert champions_met[0] == "g000"
    assert champions_met[1] in ("g001", "g002")
    assert {"random", "greedy", "exact"} <= found["ratings"].keys()
    assert found["ratings"]["random"] == {"elo": 0.0, "interval_95": [0.0, 0.0]}
    assert found["ratings"]["exact"]["elo"] > found["ratings"]["random"]["elo"]
    assert len(found["pairings"]) == 3 + 3 * len(champions_met) + len(champions_met) - 1
    with pytest.raises(SystemExit):
        entry.enter(ladder.main, "ladder", commands.LadderSettings, ladder.USAGE, ["run=nothing"])
    assert "holds no campaign with a champion; name one by run=…" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("preset", SMOKE_PRESETS)
def test_a_smoke_preset_takes_less_than_two_minutes(tmp_path, preset):
    started = time.monotonic()
    overrides = [f"experiment={preset}", "run=c", f"tracking.uri=sqlite:///{tmp_path}/mlflow.db"]
    environment = os.environ | {"ZEROLAB_RUNS": str(tmp_path)}
    subprocess.run([sys.executable, "-m", "src.train", *overrides], env=environment, check=True, capture_output=True)
    assert time.monotonic() - started < 120
    assert (tmp_path / "c/g002/champion.json").exists()


def test_the_whole_loop_of_another_game(tmp_path):
    """A game with passes, with points, and with a past that its net sees; the smoke preset, smaller still."""
    campaign = run(tmp_path, "generations=1", "game.history=3", preset="othello6x6_smoke")
    found = json.loads((campaign / "g001/arena.json").read_text())
    assert [pairing["b"] for pairing in found["pairings"]] == ["g000", "random", "greedy", "alphabeta:4"]
    assert found["audit"]["positions"] == found["audit_net"]["positions"] == 40
    played = json.loads((campaign / "g001/model/model.json").read_text())["game"]
    assert played["sizes"] == {"rows": 6, "cols": 6, "history": 3}
    assert played["planes"] == [4 + 2 * 2, 6, 6]  # of two boards before, each player's stones


@pytest.mark.slow
@pytest.mark.parametrize("experiment", ["tictactoe", "tutorial_tictactoe"])
def test_tictactoe_is_learnt_without_a_mistake(experiment, tmp_path, monkeypatch):
    """With 50 simulations the champion makes no mistake in any state in which one is possible."""
    monkeypatch.setenv("ZEROLAB_RUNS", str(tmp_path))
    entry.enter(train.main, "config", settings.TrainSettings, train.USAGE, [f"experiment={experiment}"])
    game = games.make("tictactoe")
    judge = referee(game)
    states, to_see = {}, [game.initial_state()]
    while to_see:
        state = to_see.pop()
        if game.key(state) not in states:
            states[game.key(state)] = state
            to_see += [] if game.is_terminal(state) else [game.step(state, a) for a in game.legal_actions(state)]
    assert len(states) == 5478
    going_on = np.stack([state for state in states.values() if not game.is_terminal(state)])
    chosen = entry.compose("audit", commands.AuditSettings, ["game=tictactoe", "player=champion:50", "positions=x"])
    player = make_player("champion:50", game, inference=chosen.inference.engine, **chosen.mcts.model_dump())
    seeds = np.arange(len(going_on), dtype=np.uint64)
    actions = player.choose(going_on, np.zeros(len(going_on), int), seeds).actions
    wrong = [s for s, a in zip(going_on, actions, strict=True) if a not in judge.move_values(s).keeps_result]
    assert len(wrong) == 0


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [4, 6, 8, 10, 12, 14])
def test_a_kill_at_any_time_changes_nothing(tmp_path, seconds):
    """SIGKILL, then the same command again: the bytes of a run that was left alone."""
    environment = os.environ | {"ZEROLAB_RUNS": str(tmp_path / "killed")}
    command = [sys.executable, "-m", "src.train", *SMALL, "tracking=none", "run=c", "generations=4"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()
    subprocess.run(command, env=environment, check=True, stderr=subprocess.DEVNULL)
    expected = run(tmp_path / "alone", "generations=4")
    assert content(tmp_path / "killed" / "c") == content(expected)


def test_a_champion_is_pointed_to_and_plays(whole, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ZEROLAB_RUNS", str(tmp_path))
    game = games.make("dots", rows=2, cols=2)
    champions.point_to(game, whole / "g001" / "model")
    assert champions.champion(game) == (whole / "g001" / "model").resolve()
    with pytest.raises(UserError, match="there is no champion of dots 3×3 yet; train one"):
        champions.champion(games.make("dots"))
    for player in ("champion:10", "net:champion", f"{whole}/g002/model:10"):
        arguments = ["game.rows=2", "game.cols=2", f"player={player}", "positions=random:20"]
        entry.enter(audit.main, "audit", commands.AuditSettings, audit.USAGE, arguments)
        assert json.loads(capsys.readouterr().out)["positions"] == 20


def test_a_campaign_in_8_bits(tmp_path):
    """Each model is also written in 8 bits, calibrated on the games; the same bytes every time."""
    one, other = (run(tmp_path / name, "generations=1", "inference.precision=int8") for name in "ab")
    assert content(one) == content(other)
    assert {path.parts[-3] for path in one.rglob("model.int8.onnx")} == {"g000", "g001"}


def test_help_does_not_wait_for_what_a_campaign_needs():
    slow = {"torch", "scipy.special", "mlflow", "onnxruntime", "openvino"}
    program = f"import sys, src.train; print({slow} & {{*sys.modules}})"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "set()\n"
