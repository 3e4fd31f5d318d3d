"""Stores that tests publish to: copies of one empty database, since MLflow takes seconds to make its tables."""

import shutil
import socket
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from src.tracking.store import prepare_store
from tests.tracking.campaigns import MadeCampaign


@pytest.fixture(scope="session")
def models(tmp_path_factory) -> Path:
    """Where the campaigns' models are made, once."""
    return tmp_path_factory.mktemp("models")


def _without_waiting_for_the_disk(connection, _record) -> None:
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA synchronous = OFF")


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory) -> Path:
    """A database with MLflow's tables, and nothing in them."""
    event.listen(Engine, "connect", _without_waiting_for_the_disk)
    path = tmp_path_factory.mktemp("empty") / "mlflow.db"
    prepare_store(f"sqlite:///{path}")
    return path


@pytest.fixture
def uri(tmp_path, empty_store) -> str:
    """An empty store of the test's own."""
    folder = tmp_path / "store"
    folder.mkdir()
    shutil.copyfile(empty_store, folder / "mlflow.db")
    return f"sqlite:///{folder / 'mlflow.db'}"


@pytest.fixture
def unused_port() -> int:
    """A port on which nobody answers."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.fixture
def campaign(tmp_path, models) -> MadeCampaign:
    """Two generations, the second of which was not promoted."""
    made = MadeCampaign(tmp_path / "runs", models=models)
    made.grow()
    made.grow()
    return made
