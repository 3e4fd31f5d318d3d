"""Publishers that are processes: several at once, and killed."""

import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from src.tracking.store import prepare_store
from tests.tracking.campaigns import BOARD, MadeCampaign
from tests.tracking.remembered import remembered

ROOT = Path(__file__).resolve().parents[2]


def start(campaign: MadeCampaign, uri: str) -> subprocess.Popen:
    command = [sys.executable, "-m", "tests.tracking.publish_alone", campaign.journal, campaign.folder, uri]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def made(place: Path, models: Path, number: int, generations: int = 2) -> MadeCampaign:
    campaign = MadeCampaign(place, models=models, campaign=f"{number:012x}", seed=number, name=f"c{number}")
    for _ in range(generations):
        campaign.grow()
    return campaign


@pytest.mark.slow
def test_two_at_once_fill_a_store_that_was_not_there(tmp_path, models):
    campaigns = [made(tmp_path, models, number) for number in (1, 2)]
    uri = f"sqlite:///{tmp_path}/fresh/mlflow.db"
    processes = [start(campaign, uri) for campaign in campaigns]
    assert [process.communicate() for process in processes] == [("7\n", ""), ("7\n", "")]
    found = remembered(uri)
    assert len(found["places"]) == 2 * 4
    assert sorted(tags["model"] for _, _, tags in found["models"][BOARD]["versions"]) == sorted(
        campaigns[0].names + campaigns[1].names
    )
    assert found["models"][BOARD]["aliases"] == {"candidate": "6"}


@pytest.mark.slow
def test_many_at_once_and_the_same_one_twice(tmp_path, models):
    campaigns = [made(tmp_path, models, number, generations=4) for number in (1, 2, 3)]
    uri = f"sqlite:///{tmp_path}/fresh/mlflow.db"
    processes = [start(campaign, uri) for campaign in [*campaigns, *campaigns]]
    said = [process.communicate() for process in processes]
    assert sorted(said) == [("0\n", "")] * 3 + [("13\n", "")] * 3
    found = remembered(uri)
    assert len(found["places"]) == len(set(found["places"])) == 3 * 6
    assert len(found["models"][BOARD]["versions"]) == 3 * 5


@pytest.mark.slow
@pytest.mark.parametrize("num_runs", [1, 5, 12])
def test_a_publisher_that_is_killed_leaves_nothing_behind(tmp_path, models, num_runs):
    campaign = made(tmp_path, models, 1, generations=12)
    whole, killed = (f"sqlite:///{tmp_path}/{name}/mlflow.db" for name in ("whole", "killed"))
    assert start(campaign, whole).communicate()[0] == "37\n"
    prepare_store(killed)
    process = start(campaign, killed)
    while process.poll() is None and _num_runs(killed) < num_runs:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert num_runs <= _num_runs(killed) < 14
    assert start(campaign, killed).communicate()[1] == ""
    assert remembered(killed) == remembered(whole)


def _num_runs(uri: str) -> int:
    with closing(sqlite3.connect(uri.removeprefix("sqlite:///"))) as database:
        return database.execute("select count(*) from runs").fetchone()[0]
