"""MLflow's database and files on a disk that is full: said in one sentence, and nothing is lost or doubled."""

import shutil
import sqlite3

import pytest

from src.files.errors import UserError
from src.tracking.live import publishing
from src.tracking.publisher import publish
from src.tracking.store import prepare_store
from tests.tracking.campaigns import BOARD
from tests.tracking.remembered import remembered


@pytest.fixture
def full(small_disk, empty_store):
    """A store on a disk that has no room for more."""
    small_disk.grow(empty_store.stat().st_size // 1024)
    shutil.copyfile(empty_store, small_disk.folder / "mlflow.db")
    return small_disk


def uri_on(disk) -> str:
    return f"sqlite:///{disk.folder / 'mlflow.db'}"


def sent_in_steps(campaign, uri: str, disk) -> list[str]:
    """What is heard until all is sent; the disk grows after each failure, and the tables are whole."""
    heard = []
    while True:
        try:
            publish(campaign.journal, campaign.folder, uri)
            return heard
        except UserError as error:
            heard.append(str(error))
        with sqlite3.connect(uri.removeprefix("sqlite:///")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        disk.grow(4)


def test_what_finds_no_room_in_the_tables_is_sent_when_there_is_some(campaign, uri, full):
    heard = sent_in_steps(campaign, uri_on(full), full)
    assert set(heard) == {f"MLflow's database {uri_on(full)} cannot be used: database or disk is full"}
    publish(campaign.journal, campaign.folder, uri)
    assert remembered(uri_on(full)) == remembered(uri)


def test_files_that_find_no_room_are_sent_when_there_is_some(campaign, uri, small_disk, tmp_path, empty_store):
    (tmp_path / "store" / "mlartifacts").symlink_to(small_disk.folder)
    heard = sent_in_steps(campaign, uri, small_disk)
    start = f"MLflow at {uri} cannot be used: the disk is full: "
    assert heard
    assert [sentence for sentence in heard if not sentence.startswith(start)] == []
    shutil.copyfile(empty_store, tmp_path / "mlflow.db")
    publish(campaign.journal, campaign.folder, f"sqlite:///{tmp_path}/mlflow.db")
    assert remembered(uri) == remembered(f"sqlite:///{tmp_path}/mlflow.db")
    for run in prepare_store(uri).search_runs(["1"], "tags.kind = 'generation'"):
        kept = small_disk.folder / BOARD / run.info.run_id / "artifacts" / "model"
        made = campaign.folder / f"g{int(run.data.tags['generation']):03d}" / "model"
        assert {each.name: each.read_bytes() for each in kept.iterdir()} == {
            each.name: each.read_bytes() for each in made.iterdir()
        }


def test_a_campaign_goes_on_beside_a_full_disk_and_says_so_once(campaign, full):
    heard = []
    with publishing(campaign.journal, campaign.folder, uri_on(full), heard.append) as publisher:
        publisher.wake()
    assert heard == [
        f"MLflow's database {uri_on(full)} cannot be used: database or disk is full; what it misses is sent by the "
        "next run that reaches it, or by python -m src.tracking.resend run=c"
    ]


def test_tables_that_found_no_room_are_made_when_there_is_some(small_disk):
    small_disk.grow(60)
    with pytest.raises(UserError, match=r"^MLflow's database \S+ cannot be used: database or disk is full$"):
        prepare_store(uri_on(small_disk))
    small_disk.grow(8000)
    assert [each.name for each in prepare_store(uri_on(small_disk)).search_experiments()] == ["Default"]
