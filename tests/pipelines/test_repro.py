"""DVC's generations: the bytes of one process, only what an edit touches made again, one sentence for mistakes."""

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from itertools import pairwise

import psutil
import pytest
import yaml

from src.reports.pictures import DRAWN
from src.tracking.journal import read_journal
from tests import smallest
from tests.disks import mounted
from tests.pipelines.conftest import SMALL, Project
from tests.reports.pages import Page

GENERATIONS = ("selfplay@001", "train@001", "arena@001", "selfplay@002", "train@002", "arena@002")


def ran(printed: str) -> list[str]:
    """The stages that ran, less those that only look."""
    return [stage for stage in re.findall(r"Running stage '([^']+)'", printed) if stage not in ("check", "report")]


def restored(printed: str) -> list[str]:
    """The stages whose outputs came from DVC's cache."""
    return re.findall(r"Stage '([^']+)' is cached", printed)


def test_a_second_run_finds_nothing_to_do(project):
    started = time.monotonic()
    assert "Data and pipelines are up to date." in project.run("dvc", "repro")
    assert time.monotonic() - started < 10


def test_one_process_makes_the_same_bytes(project, tmp_path):
    environment = project.environment | {"ZEROLAB_RUNS": str(tmp_path)}
    command = [sys.executable, "-m", "src.train", *SMALL, "run=c"]
    subprocess.run(command, cwd=project.folder, env=environment, check=True, capture_output=True)
    shutil.copytree(tmp_path / "c", project.folder / "runs/c")
    try:
        assert project.bytes_of("runs/c") == project.bytes_of()
    finally:
        shutil.rmtree(project.folder / "runs/c")


def test_what_a_person_finds_afterwards(project):
    metrics = json.loads((project.folder / "reports/repro/metrics.json").read_text())
    assert metrics["generations"] == 2
    assert metrics["games"] == 2 * 48
    assert 0 <= metrics["mistake_rate"] <= 1
    assert (project.folder / "reports/repro/report.html").stat().st_size > 10_000
    assert "mistakes.png" in "".join(path.name for path in (project.folder / "reports/repro").iterdir())


def test_dvc_shows_numbers_stages_and_pictures_without_a_network(project, tmp_path):
    found = json.loads(project.run("dvc", "metrics", "show", "--json"))
    written = json.loads((project.folder / "reports/repro/metrics.json").read_text())
    assert found[""]["data"]["reports/repro/metrics.json"]["data"] == written
    graph = project.run("dvc", "dag", "--md")
    names = dict(re.findall(r'(node\d+)\["([^"]+)"\]', graph))
    arrows = {(names[a], names[b]) for a, b in re.findall(r"(node\d+)-->(node\d+)", graph)}
    assert arrows >= {*pairwise(GENERATIONS), ("train@001", "train@002"), ("arena@002", "report"), ("check", "begin")}
    printed = project.run("dvc", "plots", "show", "--out", str(tmp_path / "plots"))
    assert "failed" not in printed
    page = Page(tmp_path / "plots/index.html")
    assert page.fetched == page.images
    assert page.num_scripts == 0
    shown = {(tmp_path / "plots" / image).read_bytes() for image in page.images}
    kept = [f"reports/repro/{name}.png" for name in DRAWN]
    ignored = project.git("ls-files", "--others", "--ignored", "--exclude-standard").splitlines()
    assert shown == {(project.folder / path).read_bytes() for path in kept if path not in ignored}


@pytest.mark.slow
def test_more_generations_run_only_the_new_ones(changed):
    assert ran(changed.repro("generations=3")) == ["selfplay@003", "train@003", "arena@003"]


@pytest.mark.slow
def test_edits_of_settings_run_what_depends_on_them(changed):
    before = changed.bytes_of()
    printed = changed.repro("train.lr=0.001")
    assert ran(printed)[0] == "train@001"
    assert "selfplay@001" not in ran(printed) + restored(printed)
    assert changed.bytes_of()["g001/model/weights.safetensors"] != before["g001/model/weights.safetensors"]
    printed = changed.repro("arena.audit_positions=30")
    assert [stage for stage in ran(printed) if stage != "arena@001"] == ["arena@002"]
    assert set(restored(printed)) == {"train@001", "selfplay@002", "train@002"}
    printed = changed.repro()
    assert ran(printed) == []
    assert changed.bytes_of() == before
    printed = changed.repro("mcts.c_init=0.9", "num_workers=1")
    assert ran(printed) == list(GENERATIONS)


@pytest.mark.slow
def test_another_board_has_other_games(changed):
    before = changed.bytes_of()
    printed = changed.repro("game.cols=1")
    assert ran(printed) == ["begin", *GENERATIONS]
    assert changed.bytes_of()["g001/selfplay/shard-0000.parquet"] != before["g001/selfplay/shard-0000.parquet"]
    assert ran(changed.repro()) == []
    assert changed.bytes_of() == before


@pytest.mark.slow
def test_an_edit_in_conf_stops_plain_dvc_with_the_command_that_mends_it(changed):
    path = changed.folder / "conf/train/default.yaml"
    path.write_text(path.read_text().replace("lr: 0.002", "lr: 0.001"))
    printed = changed.run("dvc", "repro", status=255)
    command = " ".join(["python -m pipelines.repro", *SMALL])
    assert f"error: params.yaml was composed from an older conf/; compose it anew: {command}\n" in printed
    assert "Traceback" not in printed
    assert ran(changed.repro())[0] == "train@001"


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("mcts.c_inti", 2.0, "error: params.yaml: there is no setting mcts.c_inti; did you mean mcts.c_init?"),
        ("train.lr", -1.0, "error: params.yaml: train.lr must be greater than 0, not -1.0"),
        ("generations", 5, "compose it anew: python -m pipelines.repro generations=5"),
    ],
)
def test_a_mistake_in_params_gets_one_sentence_and_loses_nothing(changed, key, value, sentence):
    before = changed.bytes_of()
    path = changed.folder / "params.yaml"
    values = yaml.safe_load(path.read_text())
    group, _, name = key.rpartition(".")
    (values[group] if group else values)[name] = value
    path.write_text(yaml.safe_dump(values))
    printed = changed.run("dvc", "repro", status=255)
    assert sentence in printed
    assert "Traceback" not in printed
    assert changed.bytes_of() == before


def test_a_mistake_on_the_command_line_leaves_params_as_they_were(changed):
    before = (changed.folder / "params.yaml").read_bytes()
    printed = changed.repro("train.lr=fast", status=2)
    assert printed == "error: train.lr must be a number, not 'fast'\n"
    assert (changed.folder / "params.yaml").read_bytes() == before


def test_a_lost_model_comes_back_from_the_cache(changed):
    before = changed.bytes_of()
    shutil.rmtree(changed.folder / "runs/repro/g001/model")
    assert ran(changed.run("dvc", "repro")) == []
    assert changed.bytes_of() == before


@pytest.mark.slow
def test_another_clone_pulls_what_a_remote_holds(changed, tmp_path):
    changed.run("dvc", "remote", "add", "--default", "folder", str(tmp_path / "remote"))
    changed.run("dvc", "push")
    other = tmp_path / "other"
    subprocess.run(["git", "clone", "--quiet", str(changed.folder), str(other)], check=True, capture_output=True)
    shutil.copy(changed.folder / ".dvc/config", other / ".dvc/config")
    pulled = Project(other, changed.environment)
    printed = pulled.run("dvc", "pull", "--allow-missing", "--run-cache")
    assert "Traceback" not in printed
    assert pulled.bytes_of() == changed.bytes_of()
    assert ran(pulled.run("dvc", "repro")) == []


@pytest.mark.slow
def test_without_a_cache_all_is_made_anew_with_the_same_record(fresh):
    before = (fresh.folder / "dvc.lock").read_bytes()
    assert ran(fresh.run("dvc", "repro")) == ["begin", *GENERATIONS]
    assert (fresh.folder / "dvc.lock").read_bytes() == before


@pytest.mark.slow
def test_experiments_are_run_and_shown(changed):
    settings = [part for each in (*SMALL, "train.lr=0.001") for part in ("--set-param", each)]
    assert ran(changed.run("dvc", "exp", "run", *settings))[0] == "train@001"
    shown = changed.run("dvc", "exp", "show", "--csv")
    assert "mistake_rate" in shown.splitlines()[0]
    assert "train.lr" in shown.splitlines()[0]


@pytest.mark.slow
def test_a_preset_of_another_game_is_an_experiment(changed):
    """`dvc exp run -S experiment=NAME`: everything is made anew, for that game, and judged as it is judged."""
    typed = ("experiment=hex7x7_smoke", *smallest.SMALLER, "generations=1")
    settings = [part for each in typed for part in ("--set-param", each)]
    assert ran(changed.run("dvc", "exp", "run", *settings)) == ["begin", "selfplay@001", "train@001", "arena@001"]
    params = yaml.safe_load((changed.folder / "params.yaml").read_text())
    assert params["game"] == {"name": "hex", "rows": 7, "cols": 7, "swap": False, "history": 1}
    model = json.loads((changed.folder / "runs/repro/g001/model/model.json").read_text())
    assert model["name"].startswith("hex-7x7-resnet_small-s0-g001-")
    arena = json.loads((changed.folder / "runs/repro/g001/arena.json").read_text())
    assert [pairing["b"] for pairing in arena["pairings"]] == ["g000", "random", "greedy", "rollout:200"]
    assert "audit" not in arena  # no exact play on such a board


@pytest.mark.slow
def test_experiments_wait_in_a_queue_and_stand_side_by_side(changed):
    rates = {"slow": "0.001", "fast": "0.003"}
    for name, rate in rates.items():
        typed = (*smallest.SMALL, "generations=1", f"train.lr={rate}")
        settings = [part for each in typed for part in ("--set-param", each)]
        changed.run("dvc", "exp", "run", "--queue", "--name", name, *settings)
    before = changed.bytes_of()
    changed.run("dvc", "exp", "run", "--run-all")
    assert changed.bytes_of() == before  # they ran beside it
    rows = {row["Experiment"]: row for row in csv.DictReader(changed.run("dvc", "exp", "show", "--csv").splitlines())}
    assert {name: rows[name]["train.lr"] for name in rates} == rates
    for name in rates:
        assert rows[name]["State"] in ("", "Success")
        assert int(rows[name]["games"]) == 48
        assert 0 <= float(rows[name]["mistake_rate"]) <= 1


def stages_alive(folder, below: int | None = None) -> list[psutil.Process]:
    """Processes of stages of the project in `folder`, of all or only those that process `below` has started."""
    found = []
    for process in psutil.Process(below).children(recursive=True) if below else psutil.process_iter():
        try:
            is_stage = any(part.startswith("pipelines.") for part in process.cmdline()) and "dvc" not in process.name()
            if is_stage and process.cwd() == str(folder):
                found.append(process)
        except psutil.Error:
            continue
    return found


@pytest.mark.slow
@pytest.mark.parametrize("victim", ["dvc", "stage", "both"])
@pytest.mark.parametrize("seconds", [3, 7, 12, 17])
def test_a_kill_at_any_time_changes_nothing(made, fresh, victim, seconds):
    """SIGKILL for DVC, for its stage, or both; then the same command: the bytes of a run that was left alone."""
    alone = Project(made[1], {})
    (fresh.folder / "dvc.lock").unlink()
    process = fresh.start("pipelines.repro", *SMALL, start_new_session=True)
    time.sleep(seconds)
    while not (stages := stages_alive(fresh.folder, below=process.pid)):
        assert process.poll() is None, "all was done before anything was killed"
        time.sleep(0.05)
    below = psutil.Process(process.pid).children(recursive=True)
    dvcs = [each for each in below if each not in stages]
    for each in {"dvc": dvcs, "stage": stages, "both": below}[victim]:
        os.kill(each.pid, signal.SIGKILL)
    process.communicate(timeout=600)
    time.sleep(1)
    assert stages_alive(fresh.folder) == []
    fresh.repro()
    assert fresh.bytes_of() == alone.bytes_of()
    assert (fresh.folder / "dvc.lock").read_bytes() == (alone.folder / "dvc.lock").read_bytes()
    journals = list((fresh.folder / "runs/repro").glob("journal-*.jsonl"))
    assert len(journals) == 1  # the line of models has not forked
    assert len(read_journal(journals[0])[1]) == 1 + len(GENERATIONS)


@pytest.mark.slow
@pytest.mark.parametrize("place", ["runs", ".dvc/cache"])
def test_a_full_disk_stops_with_a_sentence_and_costs_nothing(made, fresh, place):
    """The disk is full, grows, is full again …: the same command comes to the bytes of a project that had room."""
    alone = Project(made[1], {})
    (fresh.folder / "dvc.lock").unlink()
    num_stops = 0
    with mounted(fresh.folder / place) as disk:
        process = fresh.start("pipelines.repro", *SMALL)
        while printed := process.communicate(timeout=600)[0]:
            if process.returncode == 0:
                break
            num_stops += 1
            assert re.search("the disk is full|No space left on device", printed), printed
            assert "Traceback" not in printed
            disk.grow(256)
            process = fresh.start("pipelines.repro", *SMALL)
        assert num_stops > 1
        assert fresh.bytes_of() == alone.bytes_of()
    assert (fresh.folder / "dvc.lock").read_bytes() == (alone.folder / "dvc.lock").read_bytes()
