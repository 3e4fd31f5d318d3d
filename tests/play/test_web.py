"""The page's own server: its files with their types and a strict policy, and nothing else."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from src import commands, entry
from src.files.errors import UserError
from src.play import web
from src.play.make_site import ROOT
from src.play.page_models import PAGE
from src.play.web import POLICY, make_app, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A folder with a file of each kind, a secret beside it, and a link that leads out."""
    folder = tmp_path_factory.mktemp("served") / "site"
    (folder / "page").mkdir(parents=True)
    for name in (
        "index.html",
        "page/main.js",
        "engine.mjs",
        "engine.wasm",
        "net.onnx",
        "style.css",
        "a.json",
        "icon.svg",
    ):
        (folder / name).write_text(name)
    (folder.parent / "secret.txt").write_text("secret")
    (folder / "out").symlink_to(folder.parent / "secret.txt")
    with serving(make_app(folder)) as address:
        yield address


def get(address: str, path: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    """Asked as it is written: no path is tidied up on the way."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
    connection.putrequest(method, path, skip_accept_encoding=True)
    connection.endheaders()
    answer = connection.getresponse()
    found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    connection.close()
    return found


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/page/main.js", "text/javascript; charset=utf-8"),
        ("/engine.mjs", "text/javascript; charset=utf-8"),
        ("/engine.wasm", "application/wasm"),
        ("/net.onnx", "application/octet-stream"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/a.json", "application/json"),
        ("/icon.svg", "image/svg+xml"),
    ],
)
def test_files_have_their_types_and_the_policy(served, path, kind):
    status, headers, body = get(served, path)
    assert status == 200
    assert body.decode() == (path[1:] or "index.html")
    assert headers["content-type"] == kind
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/page/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/..%5csecret.txt",
        "//secret.txt",
        "/%00",
        "/out",
        "/page",
        "/nothing",
        "/" + "a/" * 2000,
    ],
)
def test_paths_that_lead_outside_or_nowhere_are_refused(served, path):
    status, headers, body = get(served, path)
    assert status in (404, 405) or (status == 307 and path == "/page")
    assert b"secret" not in body
    assert headers["content-security-policy"] == POLICY


def test_nothing_can_be_written(served):
    assert get(served, "/index.html", "PUT")[0] == 405
    assert get(served, "/index.html", "DELETE")[0] == 405


def test_the_policy_allows_the_origin_alone_and_the_page_has_it_too():
    allowed = dict(each.split(" ", 1) for each in POLICY.split("; "))
    assert allowed.pop("script-src") == "'self' 'wasm-unsafe-eval'"
    assert set(allowed.values()) == {"'none'", "'self'"}
    assert allowed["default-src"] == "'none'"
    inside = re.search(r'Content-Security-Policy" content="([^"]+)"', (PAGE / "index.html").read_text())[1]
    assert f"{inside}; frame-ancestors 'none'" == POLICY  # which a page cannot say of itself


def test_the_page_names_no_other_place():
    for path in PAGE.rglob("*"):
        if path.suffix in (".js", ".html", ".css"):
            found = re.findall(r"https?://[^\s\"'`)]+", path.read_text())
            assert [url for url in found if not url.startswith("http://www.w3.org/")] == [], path


def test_it_listens_to_this_machine_alone_unless_told():
    chosen = entry.compose("web", commands.WebSettings, [])
    assert chosen.host == "127.0.0.1"
    with web.listen(chosen.host, 0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_one_sentence(tmp_path, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit) as stopped:
            entry.enter(web.main, "web", commands.WebSettings, web.USAGE, [f"port={port}", f"out={tmp_path / 'site'}"])
    assert stopped.value.code == 2
    assert capsys.readouterr().err == (
        f"error: port {port} of 127.0.0.1 cannot be had (Address already in use); choose another, as port={port + 1}\n"
    )
    assert not (tmp_path / "site").exists()


def test_an_address_that_is_not_ours_is_one_sentence():
    with pytest.raises(UserError, match="port 80 of nowhere cannot be had"):
        web.listen("nowhere", 80)


@pytest.mark.slow
def test_the_command_serves_until_ctrl_c(tmp_path):
    for name in ("index.html", "champions.json"):  # a site that is there is served as it is
        (tmp_path / name).write_text(name)
    command = [sys.executable, "-m", "src.play", "web", "port=0", f"out={tmp_path}"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True) as process:
        address, _, rest = process.stderr.readline().partition(" ")
        assert rest == f"shows {tmp_path}; Ctrl-C ends it\n"
        assert get(address, "/")[2] == b"index.html"
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == "stopped\n"
