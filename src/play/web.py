"""The page from a server of its own: `python -m src.play web port=8000`; Ctrl-C ends it.

It serves the files of one folder and nothing else, to this machine alone unless `host` says otherwise.
"""

import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from src import commands, entry
from src.files.errors import UserError
from src.play.make_site import INDEX, make_site

USAGE = "usage: python -m src.play web port=8000"
POLICY = (  # as in index.html, which holds on other servers, and that no page frames this one
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",  # the browser asks whether its copy is still right: a new champion shows at once
}
TYPES = {  # what systems call them differs
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".onnx": "application/octet-stream",
}


class SiteFiles(StaticFiles):
    """The files of the site, each with its type."""

    def file_response(self, full_path, *args, **kwargs):
        response = super().file_response(full_path, *args, **kwargs)
        kind = TYPES.get(Path(full_path).suffix)
        if isinstance(response, FileResponse) and kind:
            response.headers["content-type"] = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        return response


class WithHeaders:
    """Adds HEADERS to every answer, errors too."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                ours = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *ours]
            await send(message)

        await self.app(scope, receive, send_with_headers)


def make_app(folder: Path) -> Starlette:
    """What answers for the files below `folder`, and with 404 to all other paths."""
    return Starlette(routes=[Mount("/", SiteFiles(directory=folder, html=True))], middleware=[Middleware(WithHeaders)])


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises UserError if the port or the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        why = error.strerror.partition(" (")[0]  # the library repeats the address behind it
        another = port + 1 if port < 65535 else 8000
        raise UserError(f"port {port} of {host} cannot be had ({why}); choose another, as port={another}") from None


@contextmanager
def serving(app: ASGIApp) -> Iterator[str]:
    """The address on this machine at which `app` answers, from a thread, while the block runs."""
    with listen("127.0.0.1", 0) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        while thread.is_alive() and not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def main(chosen: commands.WebSettings) -> None:
    folder = Path(chosen.out)
    with listen(chosen.host, chosen.port) as listener:
        if not (folder / INDEX).is_file():
            make_site(folder, chosen.models, chosen.mcts.model_dump(), lambda line: print(line, file=sys.stderr))
        host = f"[{chosen.host}]" if ":" in chosen.host else chosen.host
        print(f"http://{host}:{listener.getsockname()[1]} shows {folder}; Ctrl-C ends it", file=sys.stderr)
        server = uvicorn.Server(uvicorn.Config(make_app(folder), log_level="warning", lifespan="off"))
        server.run(sockets=[listener])


if __name__ == "__main__":
    entry.enter(main, "web", commands.WebSettings, USAGE, sys.argv[1:])
