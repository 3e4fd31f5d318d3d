"""The same through a real server of MLflow, on SQLite and on PostgreSQL, and straight into PostgreSQL."""

import time
from pathlib import Path

import pytest

from src.tracking import store
from src.tracking.live import publishing
from src.tracking.publisher import publish
from src.tracking.registry import crown
from src.tracking.runs import SENT
from src.tracking.store import prepare_store
from tests.tracking.campaigns import BOARD, MadeCampaign
from tests.tracking.interruptions import Interruption, Killed
from tests.tracking.remembered import remembered
from tests.tracking.servers import Server, running_postgres, running_server

pytestmark = pytest.mark.slow
DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="module", params=DATABASES)
def database(request, tmp_path_factory):
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('served')}/mlflow.db"
    else:
        with running_postgres() as address:
            yield address


@pytest.fixture(scope="module")
def server(database, tmp_path_factory):
    with running_server(database, tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def named(request, tmp_path, models) -> MadeCampaign:
    """A campaign of the test's own, on a board of its own, since the tests share a server."""
    campaign = MadeCampaign(tmp_path / "runs", models=models)
    campaign.grow()
    campaign.grow()
    text = campaign.journal.read_text()
    campaign.journal.write_text(text.replace(f'"{BOARD}"', f'"{request.node.name}"'))
    return campaign


def sent(campaign: MadeCampaign, uri: str):
    return publish(campaign.journal, campaign.folder, uri)


@pytest.fixture
def expected(named, uri, request):
    """What MLflow should remember of the campaign: what a file of its own does."""
    sent(named, uri)
    return remembered(uri, request.node.name)


def test_a_server_remembers_what_a_file_does(named, expected, server, request):
    done = sent(named, server.uri)
    assert done.where.startswith(f"{server.uri}/#/experiments/")
    assert remembered(server.uri, request.node.name) == expected
    assert sent(named, server.uri).num_events_sent == 0


def test_all_sent_again_a_server_doubles_nothing(named, expected, server, request):
    board = request.node.name
    sent(named, server.uri)
    client = prepare_store(server.uri)
    experiment = client.get_experiment_by_name(board).experiment_id
    (run,) = client.search_runs([experiment], "tags.kind = 'campaign'")
    client.delete_tag(run.info.run_id, SENT)
    assert sent(named, server.uri).num_events_sent == 7
    assert remembered(server.uri, board) == expected


def test_kills_leave_nothing_doubled_on_a_server(named, expected, server, request):
    for number in (1, 4, 9, 12, 15, 18):
        with pytest.MonkeyPatch.context() as patch:
            Interruption(patch, number, after=number % 2 == 0)
            with pytest.raises(Killed):
                sent(named, server.uri)
    sent(named, server.uri)
    assert remembered(server.uri, request.node.name) == expected


def test_a_crowned_model_is_downloaded_from_a_server(named, server, request, tmp_path, monkeypatch):
    import mlflow

    board, first, second = request.node.name, named.folder / "g000/model", named.folder / "g001/model"
    met = []

    def beats(challenger: Path, holder: Path):
        met.append({path.name: path.read_bytes() for path in holder.iterdir()})
        return {"points": 0.75, "games": 4}

    sent(named, server.uri)
    for model in (first, second):
        crown(server.uri, board, "9f3c0a77d2e1", model, beats)
    assert met == [{path.name: path.read_bytes() for path in first.iterdir()}]
    monkeypatch.setattr("mlflow.tracking._tracking_service.utils._tracking_uri", server.uri)
    got = Path(mlflow.artifacts.download_artifacts(f"models:/{board}@champion", dst_path=str(tmp_path / "got")))
    assert {p.name: p.read_bytes() for p in got.iterdir()} == {p.name: p.read_bytes() for p in second.iterdir()}


def test_a_server_that_is_lost_during_a_run_is_sent_everything_once_it_is_back(tmp_path, models, uri):
    campaign, heard = MadeCampaign(tmp_path / "runs", models=models), []
    folder = tmp_path / "server"
    folder.mkdir()
    with running_server(f"sqlite:///{folder}/mlflow.db", folder) as server:
        with publishing(campaign.journal, campaign.folder, server.uri, heard.append) as publisher:
            campaign.grow()
            publisher.wake()
            _until(lambda: _num_sent(server) == 4)
            server.stop()
            campaign.grow()
            publisher.wake()
            _until(lambda: heard)
            publisher.wake()
            server.start()
            campaign.grow()
        assert [sentence.partition(";")[0] for sentence in heard] == [
            f"MLflow at {server.uri} cannot be reached",
            f"MLflow at {server.uri} is back, and has been sent what it missed",
        ]
        sent(campaign, uri)
        assert remembered(server.uri) == remembered(uri)


def _num_sent(server: Server) -> int:
    client = prepare_store(server.uri)
    runs = client.search_runs(["1"], "tags.kind = 'campaign'") if client.get_experiment_by_name(BOARD) else []
    return int(runs[0].data.tags.get(SENT, 0)) if runs else 0


def _until(true) -> None:
    began = time.monotonic()
    while not true():
        assert time.monotonic() - began < 60
        time.sleep(0.1)


def test_postgresql_without_a_server(named, expected, request, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "ROOT", tmp_path)  # below which the files of such a store lie
    with running_postgres() as address:
        assert sent(named, address).num_events_sent == 7
        assert remembered(address, request.node.name) == expected
        assert len([*(tmp_path / "mlartifacts" / request.node.name).rglob("model.onnx")]) == 3
