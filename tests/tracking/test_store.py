"""Where the store is, and what is said when it is no use."""

import logging
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from src.files.errors import UserError
from src.tracking import store
from src.tracking.store import Unreachable, artifact_location, prepare_store, project_root, shown, store_uri, told


@pytest.fixture
def root(monkeypatch, tmp_path):
    monkeypatch.setattr(store, "ROOT", tmp_path)
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    return tmp_path


def test_asked_for_comes_before_the_environment_before_the_project(root, monkeypatch):
    assert store_uri(None) == f"sqlite:///{root}/mlflow.db"
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "http://there:5000")
    assert store_uri(None) == "http://there:5000"
    assert store_uri("http://here:5000/") == "http://here:5000"


@pytest.mark.parametrize("asked", ["some/my.db", "sqlite:///some/my.db"])
def test_a_relative_file_counts_from_the_project(root, asked):
    assert store_uri(asked) == f"sqlite:///{root}/some/my.db"


@pytest.mark.parametrize("asked", ["/data/my.db", "sqlite:////data/my.db"])
def test_an_absolute_file_stays(root, asked):
    assert store_uri(asked) == "sqlite:////data/my.db"


def test_databases_are_taken_as_they_are(root):
    assert store_uri("postgresql+psycopg2://me:pw@host/db") == "postgresql+psycopg2://me:pw@host/db"


@pytest.mark.parametrize("asked", ["file:///old/mlruns", "sqlite://", "sqlite:///:memory:", "s3://bucket", "."])
def test_other_places_are_refused(root, asked):
    with pytest.raises(UserError, match=r"is no place for MLflow here; name a file like mlflow.db, or an address"):
        store_uri(asked)


def test_experiments_of_a_queue_land_in_the_project():
    project = Path("/home/me/zerolab")
    assert project_root(project) == project
    assert project_root(project / ".dvc/tmp/exps/tmpa1b2c3") == project
    assert project_root(project / ".dvc/tmp/exps/tmpa1b2c3/deeper") == project


def test_files_lie_beside_the_database_unless_a_server_keeps_them(root):
    assert artifact_location("sqlite:////data/my.db", "dots-3x3") == "/data/mlartifacts/dots-3x3"
    assert artifact_location("postgresql://host/db", "dots-3x3") == f"{root}/mlartifacts/dots-3x3"
    assert artifact_location("http://host:5000", "dots-3x3") is None


def test_passwords_are_not_shown():
    assert shown("postgresql://me:secret@host:5432/db") == "postgresql://me:…@host:5432/db"
    assert shown("http://host:5000") == "http://host:5000"


def test_a_server_that_is_away_is_found_so_at_once(unused_port):
    started = time.monotonic()
    with pytest.raises(Unreachable, match=r"MLflow at http://127.0.0.1:.* cannot be reached"):
        prepare_store(f"http://127.0.0.1:{unused_port}")
    assert time.monotonic() - started < 20


def test_a_file_that_is_no_database_is_named(tmp_path):
    (tmp_path / "mlflow.db").write_text("shopping list" * 100)
    with pytest.raises(UserError, match=r"mlflow.db cannot be used: file is not a database") as refused:
        prepare_store(f"sqlite:///{tmp_path}/mlflow.db")
    assert not isinstance(refused.value, Unreachable)


def test_a_database_that_cannot_be_opened_is_named_at_once(tmp_path):
    (tmp_path / "mlflow.db").mkdir()
    started = time.monotonic()
    with pytest.raises(Unreachable, match=r"mlflow.db cannot be used: unable to open database file"):
        prepare_store(f"sqlite:///{tmp_path}/mlflow.db")
    assert time.monotonic() - started < 20


def test_a_driver_that_is_missing_is_named():
    with pytest.raises(UserError, match=r"tracking.uri=mssql://host/db needs pyodbc; install it or name another store"):
        prepare_store("mssql://host/db")


def test_a_database_that_goes_away_is_not_a_refusal(uri):
    from mlflow.exceptions import MlflowException
    from mlflow.protos.databricks_pb2 import BAD_REQUEST, TEMPORARILY_UNAVAILABLE

    with pytest.raises(Unreachable, match=r"/mlflow.db cannot be used: database is locked$"), told(uri):
        raise MlflowException("database is locked", TEMPORARILY_UNAVAILABLE)
    with pytest.raises(UserError, match=r"refused: two lines") as refused, told(uri):
        raise MlflowException("two\nlines", BAD_REQUEST)
    assert not isinstance(refused.value, Unreachable)


def test_mlflow_is_quiet(uri, capfd):
    client = prepare_store(uri)
    assert {logging.getLogger(name).level for name in ("mlflow", "alembic")} == {logging.CRITICAL}
    run = client.create_run("0")
    client.set_terminated(run.info.run_id)
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_the_tables_of_an_older_mlflow_are_brought_up_to_date(empty_store, tmp_path):
    from alembic import command
    from alembic.script import ScriptDirectory
    from mlflow.store.db import utils
    from mlflow.store.tracking.dbmodels.initial_models import Base

    uri = f"sqlite:///{tmp_path}/mlflow.db"
    engine = utils.create_sqlalchemy_engine(uri)
    Base.metadata.create_all(engine)
    with engine.begin() as connection:
        config = utils._get_alembic_config(uri)
        config.attributes["connection"] = connection
        scripts = ScriptDirectory.from_config(config)
        command.upgrade(config, scripts.get_revision(scripts.get_current_head()).down_revision)
        connection.exec_driver_sql("insert into experiments (name, lifecycle_stage) values ('mine', 'active')")
    engine.dispose()
    assert prepare_store(uri).get_experiment_by_name("mine").lifecycle_stage == "active"


def test_tables_that_mlflow_cannot_bring_up_to_date_are_named(uri):
    with closing(sqlite3.connect(uri.removeprefix("sqlite:///"))) as database, database:
        database.execute("update alembic_version set version_num = 'b7e2c1a4d9f3'")
    with pytest.raises(UserError, match=r"refused: Detected out-of-date database schema .* run 'mlflow db upgrade"):
        prepare_store(uri)
