"""A browser without a window, and somebody who plays in it. Pictures lie in ZEROLAB_SCREENSHOTS, if that is set."""

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from src import games
from src.games.rules import Game

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 90_000  # milliseconds; the machine may be busy
DESK, PHONE = {"width": 1280, "height": 860}, {"width": 360, "height": 740}


@contextmanager
def launched() -> Iterator:
    """Chromium; skips where it or playwright is not installed."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip(f"no browser is installed: there is none of {', '.join(NAMES)}")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


class Visitor:
    """Somebody with a browser of their own, in English and in daylight unless `context` says otherwise."""

    def __init__(self, chromium, address: str, folder: Path, **context):
        self.address = address
        self.folder = Path(os.environ.get("ZEROLAB_SCREENSHOTS") or folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        wishes = {"viewport": DESK, "locale": "en-GB", "color_scheme": "light"} | context
        self.context = chromium.new_context(**wishes)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.context.on("request", lambda request: self.requests.append(request.url))

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, kind, *_) -> None:
        self.context.close()
        if kind is None:
            assert self.wrong == []
            assert [url for url in self.requests if not url.startswith(self.address + "/")] == []

    def visit(self, link: str = "") -> None:
        self.page.goto(f"{self.address}/{link}")
        self.page.wait_for_selector("html[data-ready]")

    def picture(self, name: str) -> None:
        self.page.screenshot(path=self.folder / f"{name}.png", full_page=True)

    def press(self, button: str) -> None:
        self.page.click(f"#{button}")

    def play(self, action: int) -> None:
        before = self.link
        self.page.click(f'.place[data-action="{action}"] .target')
        self.wait(f"location.hash !== {before!r}")

    def wait(self, condition: str) -> None:
        """Until a condition in JavaScript holds. It is asked from outside, since the page's policy allows no eval."""
        ends = time.monotonic() + PATIENCE / 1000
        while not self.page.evaluate(condition):
            assert time.monotonic() < ends, f"this never held: {condition}"
            self.page.wait_for_timeout(30)

    def wait_for_status(self, pattern: str) -> str:
        """Until the line under the score matches; what it says."""
        self.wait(f"/{pattern}/.test(document.getElementById('status').textContent)")
        return self.page.text_content("#status")

    def wait_for_turn(self) -> str:
        """Until a person may move, or the game is over; what the line says."""
        return self.wait_for_status("Your move|moves again\\. $|win|draw")

    @property
    def link(self) -> str:
        return self.page.evaluate("location.hash")

    @property
    def position(self) -> tuple[Game, list[int]]:
        """The game and the moves that the address carries, read here."""
        name, numbers, moves = re.fullmatch(r"#(\w+)-([\dx]+)(?:/([\d.]+))?", self.link).groups()
        sizes = dict(zip(games.make(name).sizes, map(int, numbers.split("x")), strict=True))
        return games.make(name, **sizes), [int(move) for move in (moves or "").split(".") if move]

    @property
    def drawn(self) -> set[int]:
        """The lines that are drawn on the board."""
        found = self.page.eval_on_selector_all(".place.drawn", "places => places.map(p => Number(p.dataset.action))")
        return set(found)
