"""MLflow's database and files on a disk that is full: said in one sentence, and nothing is lost or doubled."""

import shutil
import sqlite3

import pytest

from src.files.errors import UserError
from src.tracking.live import publishing
from src.tracking.publisher import publish
from src.tracking.store import prepare_store
from tests.tracking.remembered import remembered


@pytest.fixture
def full(small_disk, empty_store):
    """A store on a disk that has no room for more."""
    small_disk.grow(empty_store.stat().st_size // 1024)
    shutil.copyfile(empty_store, small_disk.folder / "mlflow.db")
    return small_disk


def uri_on(disk) -> str:
    return f"sqlite:///{disk.folder / 'mlflow.db'}"


def integrity(disk) -> str:
    with sqlite3.connect(disk.folder / "mlflow.db") as connection:
        return connection.execute("PRAGMA integrity_check").fetchone()[0]


def test_what_a_full_disk_refuses_is_sent_when_there_is_room(campaign, uri, full):
    heard = []
    while True:
        try:
            publish(campaign.journal, campaign.folder, uri_on(full))
            break
        except UserError as error:
            heard.append(str(error))
        assert integrity(full) == "ok"
        full.grow(16)
    publish(campaign.journal, campaign.folder, uri)
    assert remembered(uri_on(full)) == remembered(uri)
    tables = f"MLflow's database {uri_on(full)} cannot be used: database or disk is full"
    files = [sentence for sentence in heard if sentence != tables]
    assert 0 < len(files) < len(heard)
    start = f"MLflow at {uri_on(full)} cannot be used: the disk is full: {full.folder}/mlartifacts/"
    assert all(sentence.startswith(start) for sentence in files)


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
