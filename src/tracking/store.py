"""Where MLflow keeps what it is told: a database file in the project, unless another database or a server is named.

`import mlflow` takes seconds and is done inside functions only, so that nobody waits who does not publish.
"""

import hashlib
import logging
import os
import re
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from filelock import FileLock

from src.files.errors import UserError, sentence_of

if TYPE_CHECKING:
    from mlflow import MlflowClient

DATABASE = "mlflow.db"
ARTIFACTS = "mlartifacts"
_SERVER = ("http", "https")
_DATABASE_KINDS = ("postgresql", "mysql", "mssql")
_ENVIRONMENT = {  # what MLflow should do unless the person's environment says something else
    "MLFLOW_DISABLE_TELEMETRY": "true",
    "DO_NOT_TRACK": "true",
    "MLFLOW_HTTP_REQUEST_MAX_RETRIES": "1",  # a lost server costs seconds; the next attempt sends what it missed
    "MLFLOW_HTTP_REQUEST_BACKOFF_FACTOR": "1",
    "MLFLOW_HTTP_REQUEST_TIMEOUT": "15",
    "MLFLOW_SUPPRESS_PRINTING_URL_TO_STDOUT": "true",
    "MLFLOW_ENABLE_ARTIFACTS_PROGRESS_BAR": "false",
}
_LOGGERS = ("mlflow", "alembic", "urllib3.connectionpool")  # what they say, our errors say in one sentence
_CONNECT_SECONDS = 5


class Unreachable(UserError):
    """The store cannot be reached now; the same call may succeed later."""


def project_root(checkout: Path) -> Path:
    """The project of a checkout: itself, or the one whose `.dvc/tmp/exps` DVC made it in to run an experiment."""
    parts = checkout.parts
    for place in range(len(parts) - 3):
        if parts[place : place + 3] == (".dvc", "tmp", "exps"):
            return Path(*parts[:place])
    return checkout


ROOT = project_root(Path(__file__).resolve().parents[2])


def store_uri(asked: str | None) -> str:
    """The address of the store: as asked, else as `MLFLOW_TRACKING_URI` says, else the project's own database.

    A path, alone or after `sqlite:///`, is that of a SQLite file; a relative one counts from the project.
    Raises UserError for what MLflow cannot use.
    """
    wanted = asked or os.environ.get("MLFLOW_TRACKING_URI") or DATABASE
    scheme, colon, rest = wanted.partition("://")
    if not colon:
        return _sqlite_uri(wanted, wanted)
    if scheme == "sqlite":
        return _sqlite_uri(rest.removeprefix("/"), wanted)
    if scheme.partition("+")[0] in (*_SERVER, *_DATABASE_KINDS):
        return wanted.rstrip("/")
    raise _no_store(wanted)


def _sqlite_uri(path: str, wanted: str) -> str:
    if not path or path.startswith((":", "file:")) or (ROOT / path).is_dir():
        raise _no_store(wanted)
    return f"sqlite:///{ROOT / path}"


def _no_store(wanted: str) -> UserError:
    return UserError(
        f"tracking.uri={wanted} is no place for MLflow here; name a file like mlflow.db, or an address that begins "
        f"with {', '.join(f'{kind}://' for kind in (*_SERVER, 'sqlite', *_DATABASE_KINDS))}"
    )


def is_server(uri: str) -> bool:
    return urlsplit(uri).scheme in _SERVER


def sqlite_file(uri: str) -> Path | None:
    """The file of a SQLite store, None for another one."""
    return Path(uri.removeprefix("sqlite:///")) if uri.startswith("sqlite:///") else None


def shown(uri: str) -> str:
    """The address without a password."""
    parts = urlsplit(uri)
    if not parts.password:
        return uri
    return urlunsplit(parts._replace(netloc=f"{parts.username}:…@{parts.netloc.rpartition('@')[2]}"))


def artifact_location(uri: str, name: str) -> str | None:
    """Where the files of the experiment `name` lie; None where a server decides that."""
    if is_server(uri):
        return None
    database = sqlite_file(uri)
    return str((database.parent if database else ROOT) / ARTIFACTS / name)


def prepare_store(uri: str) -> "MlflowClient":
    """The store, ready: reached, its tables made, MLflow's own chatter off.

    Raises Unreachable, and UserError where the store is there but of no use.
    """
    _load_quietly()
    from mlflow import MlflowClient

    if is_server(uri):
        if not _answers(uri):
            raise Unreachable(f"MLflow at {shown(uri)} cannot be reached")
        return MlflowClient(uri, uri)
    with FileLock(_lock(uri)), told(uri):  # MLflow's tables must not be made by two processes at once
        _connect(uri)
        database = sqlite_file(uri)
        if database and database.stat().st_size == 0:
            _make_tables(database)
        return _opened(uri)


def _make_tables(database: Path) -> None:
    """A new database is whole or absent: MLflow cannot go on with one in which it made only some of its tables."""
    new = database.with_name(f".{database.name}.{uuid.uuid4().hex}")  # MLflow remembers one that failed by its name
    try:
        _opened(f"sqlite:///{new}")
        new.replace(database)
    finally:
        for left in database.parent.glob(f".{database.name}.*"):  # by this process, or by one that was killed
            left.unlink()


def _opened(uri: str) -> "MlflowClient":
    """A client of a database, which has all its tables then."""
    from mlflow import MlflowClient

    client = MlflowClient(uri, uri)
    client.search_registered_models(max_results=1)  # the registry is a store of its own, opened when first asked
    return client


def _load_quietly() -> None:
    """Import MLflow; its environment must be set before, its loggers after."""
    os.environ.update({key: value for key, value in _ENVIRONMENT.items() if key not in os.environ})
    # of MLflow's own models, when its SQL store is first imported
    warnings.filterwarnings("ignore", "The ``noload`` loader strategy is deprecated", DeprecationWarning)
    import mlflow  # noqa: F401

    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _lock(uri: str) -> Path:
    database = sqlite_file(uri)
    if database:
        database.parent.mkdir(parents=True, exist_ok=True)
        return database.with_name(f"{database.name}.lock")
    cache = ROOT / ".cache"
    cache.mkdir(exist_ok=True)
    return cache / f"store-{hashlib.sha256(uri.encode()).hexdigest()[:16]}.lock"


def _answers(uri: str) -> bool:
    """Whether a server is there and well."""
    from mlflow.exceptions import MlflowException
    from mlflow.utils.credentials import get_default_host_creds
    from mlflow.utils.rest_utils import http_request

    try:
        creds = get_default_host_creds(uri)
        answer = http_request(creds, "/health", "GET", max_retries=0, timeout=_CONNECT_SECONDS, raise_on_status=False)
    except MlflowException:
        return False
    return answer.status_code < 500


def _connect(uri: str) -> None:
    """One attempt to reach a database: MLflow itself would try for minutes. Raises Unreachable, UserError."""
    import sqlalchemy
    from sqlalchemy.exc import ArgumentError, DBAPIError

    has_timeout = uri.startswith(("postgresql", "mysql"))
    try:
        engine = sqlalchemy.create_engine(
            uri,
            poolclass=sqlalchemy.pool.NullPool,
            connect_args={"connect_timeout": _CONNECT_SECONDS} if has_timeout else {},
        )
        with engine.connect() as connection:
            sqlalchemy.inspect(connection).get_table_names()
    except ModuleNotFoundError as error:
        raise UserError(f"tracking.uri={shown(uri)} needs {error.name}; install it or name another store") from None
    except (ArgumentError, DBAPIError) as error:
        kind = Unreachable if isinstance(error, sqlalchemy.exc.OperationalError) else UserError
        raise kind(_unusable(uri, error)) from None


@contextmanager
def told(uri: str) -> Iterator[None]:
    """Turn what MLflow raises into one sentence: Unreachable where the store is away, else UserError."""
    _load_quietly()
    from mlflow.exceptions import MlflowException
    from requests import RequestException
    from sqlalchemy.exc import DBAPIError, OperationalError

    try:
        yield
    except (MlflowException, RequestException, DBAPIError) as error:
        code = getattr(error, "error_code", None)  # of a database that is away, behind a server too
        temporary = code == "TEMPORARILY_UNAVAILABLE" or isinstance(error, OperationalError)
        if temporary and sqlite_file(uri):  # full or locked
            raise Unreachable(_unusable(uri, error)) from error
        if temporary or (is_server(uri) and not _answers(uri)):
            raise Unreachable(f"MLflow at {shown(uri)} cannot be reached") from error
        reason = re.sub(r"\s+", " ", str(error)).strip()[:300]
        raise UserError(f"MLflow at {shown(uri)} refused: {reason}") from error
    except OSError as error:  # of the files that lie beside a database
        raise UserError(f"MLflow at {shown(uri)} cannot be used: {sentence_of(error)}") from error


def _unusable(uri: str, error: Exception) -> str:
    """What the database's driver said; SQLAlchemy and MLflow wrap it."""
    said = getattr(error, "orig", None) or getattr(error.__cause__, "orig", None) or error
    return f"MLflow's database {shown(uri)} cannot be used: {str(said).strip().splitlines()[0]}"
