"""MLflow's pages on the right store: `python -m src.tracking.ui port=5000`, or `make ui`; Ctrl-C ends them."""

import os
import socket
import subprocess
import sys

from src import commands, entry
from src.files.errors import UserError
from src.tracking.store import ARTIFACTS, ROOT, is_server, prepare_store, store_uri

USAGE = "usage: python -m src.tracking.ui port=5000"
HOST = "127.0.0.1"
QUIET = {"MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false", "MLFLOW_DISABLE_TELEMETRY": "true", "DO_NOT_TRACK": "true"}


def check_free(port: int) -> None:
    """Raises UserError if another program listens on the port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise UserError(f"port {port} cannot be had ({error.strerror}); choose another, as port=5001") from None


def main(chosen: commands.UiSettings) -> None:
    uri = store_uri(chosen.tracking.uri)
    if is_server(uri):
        raise UserError(f"{uri} is a server and has pages of its own; open it in a browser")
    check_free(chosen.port)
    prepare_store(uri)
    print(f"http://{HOST}:{chosen.port} shows {uri}; Ctrl-C ends it", file=sys.stderr)
    command = [sys.executable, "-m", "mlflow", "server", "--backend-store-uri", uri, "--workers", "1"]
    command += ["--default-artifact-root", str(ROOT / ARTIFACTS), "--host", HOST, "--port", str(chosen.port)]
    status = subprocess.run(command, env=os.environ | QUIET, stderr=subprocess.DEVNULL).returncode
    if status not in (0, -2, 130):
        raise UserError(f"MLflow's pages ended with status {status}; mlflow server --backend-store-uri {uri} says why")


if __name__ == "__main__":
    entry.enter(main, "ui", commands.UiSettings, USAGE, sys.argv[1:])
