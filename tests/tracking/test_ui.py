"""`make ui`: MLflow's pages on the store that was asked for, or one sentence on why not."""

import json
import os
import signal
import socket

import pytest

from src import commands, entry
from src.tracking import ui
from src.tracking.publisher import publish
from tests.tracking.campaigns import BOARD
from tests.tracking.servers import answer, running_ui


def test_a_port_that_is_taken_is_said(tmp_path, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit) as stopped:
            entry.enter(
                ui.main, "ui", commands.UiSettings, ui.USAGE, [f"port={port}", f"tracking.uri={tmp_path / 'mlflow.db'}"]
            )
    assert stopped.value.code == 2
    said = f"error: port {port} cannot be had (Address already in use); choose another, as port=5001\n"
    assert capsys.readouterr().err == said


def test_a_port_that_was_free_a_moment_ago_can_be_had(unused_port):
    with socket.create_server(("127.0.0.1", unused_port)) as server, socket.create_connection(server.getsockname()):
        server.accept()[0].close()  # it lingers for a minute on the server's side
    ui.check_free(unused_port)


def test_a_server_has_pages_of_its_own(capsys):
    with pytest.raises(SystemExit) as stopped:
        entry.enter(ui.main, "ui", commands.UiSettings, ui.USAGE, ["tracking.uri=http://host:5000"])
    assert stopped.value.code == 2
    assert capsys.readouterr().err == (
        "error: http://host:5000 is a server and has pages of its own; open it in a browser\n"
    )


@pytest.mark.slow
def test_the_pages_show_the_store_that_was_asked_for_until_ctrl_c(campaign, uri, unused_port):
    publish(campaign.journal, campaign.folder, uri)
    address = f"http://127.0.0.1:{unused_port}"
    with running_ui(uri, unused_port) as process:
        assert process.stderr.readline() == f"{address} shows {uri}; Ctrl-C ends it\n"
        assert "<title>MLflow</title>" in answer(address)
        found = json.loads(answer(f"{address}/api/2.0/mlflow/experiments/search?max_results=10"))
        assert {each["name"] for each in found["experiments"]} == {"Default", BOARD}
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(30) in (0, 130)
        ui.check_free(unused_port)
