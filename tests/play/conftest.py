"""The page as people meet it: its files, a server, and a browser."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from src import commands, entry
from src.files.errors import UserError
from src.play.make_site import fetch_engine, make_site
from src.play.page_models import PRESETS
from src.play.web import make_app, serving
from tests.play.pages import Visitor, launched


@pytest.fixture(scope="session")
def search() -> dict:
    """The settings of the search that the page gets."""
    return entry.compose("site", commands.SiteSettings, []).mcts.model_dump()


@pytest.fixture(scope="session")
def site(tmp_path_factory, search) -> Path:
    """The page with the preset alone."""
    try:
        fetch_engine()
    except UserError as error:
        pytest.skip(f"the page cannot be made here: {error}")
    folder = tmp_path_factory.mktemp("page") / "site"
    make_site(folder, [str(PRESETS / "dots-3x3")], search, lambda line: None)
    return folder


@pytest.fixture(scope="session")
def address(site) -> Iterator[str]:
    """Where the page is served."""
    with serving(make_app(site)) as found:
        yield found


@pytest.fixture(scope="session")
def chromium() -> Iterator:
    with launched() as browser:
        yield browser


@pytest.fixture
def visitor(chromium, address, tmp_path) -> Iterator[Visitor]:
    """Somebody at a desk. In the end nothing was wrong, and no request had left the origin."""
    with Visitor(chromium, address, tmp_path) as someone:
        yield someone


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Nets are served once it is set."""
    event = threading.Event()
    yield event
    event.set()
