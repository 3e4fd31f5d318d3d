"""A real MLflow server, and a real PostgreSQL, on free ports of this machine."""

import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

START_SECONDS = 120


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Server:
    """`mlflow server` on a database, its files in `folder`; it can be stopped and started again."""

    def __init__(self, database: str, folder: Path):
        self.database = database
        self.folder = folder
        self.port = free_port()
        self.uri = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        command = [
            *(sys.executable, "-m", "mlflow", "server", "--host", "127.0.0.1", "--port", str(self.port)),
            *("--backend-store-uri", self.database, "--artifacts-destination", str(self.folder), "--workers", "1"),
        ]
        environment = os.environ | {"MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false", "MLFLOW_DISABLE_TELEMETRY": "true"}
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)
        began = time.monotonic()
        while not self._answers():
            assert self.process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() - began < START_SECONDS, (self.folder / "log").read_text()
            time.sleep(0.2)

    def _answers(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"{self.uri}/health", timeout=5) as answer:
            return answer.status == 200
        return False

    def stop(self) -> None:
        """Kill it, with its workers."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@contextmanager
def running_server(database: str, folder: Path) -> Iterator[Server]:
    server = Server(database, folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def running_ui(uri: str, port: int) -> Iterator[subprocess.Popen]:
    """What `make ui` starts, on a store."""
    command = [sys.executable, "-m", "src.tracking.ui", f"port={port}", f"tracking.uri={uri}"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def answer(address: str) -> str:
    """What a server says that may still be starting."""
    began = time.monotonic()
    while True:
        try:
            with urllib.request.urlopen(address, timeout=30) as answered:
                return answered.read().decode()
        except OSError:
            assert time.monotonic() - began < START_SECONDS
            time.sleep(0.2)


def _postgres_programs() -> Path:
    """The folder of PostgreSQL's programs; skips the test where there are none, or no driver for them."""
    on_path = shutil.which("initdb")
    found = [Path(on_path).resolve().parent] if on_path else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not found:
        pytest.skip("PostgreSQL is not installed: there is no initdb")
    if importlib.util.find_spec("psycopg") is None:
        pytest.skip("psycopg is not installed, by which MLflow speaks to PostgreSQL")
    return found[-1]


def _ordinary_user() -> list[str]:
    """What to put before PostgreSQL's commands, since it does not run as root."""
    if os.geteuid() != 0:
        return []
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
    return ["runuser", "-u", "postgres", "--"]


@contextmanager
def running_postgres() -> Iterator[str]:
    """An empty database; gives its address."""
    programs, user = _postgres_programs(), _ordinary_user()
    folder = Path(tempfile.mkdtemp(prefix="zerolab-postgres-"))
    if user:
        shutil.chown(folder, "postgres")
    data, port = folder / "data", free_port()

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [*user, programs / program, "-D", data, *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL
        )

    try:
        run("initdb", "--auth=trust", "--username=zerolab", "--no-sync", "--encoding=UTF8")
        options = f"-h 127.0.0.1 -p {port} -k {folder} -F"
        run("pg_ctl", "start", "-w", "-l", str(folder / "log"), "-o", options)
        try:
            yield f"postgresql+psycopg://zerolab@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "stop", "-m", "immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
