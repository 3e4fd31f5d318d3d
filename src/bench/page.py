"""What the page does in a browser: when it can be used, how fast it searches, and whether it answers meanwhile."""

import shutil
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from src.files.errors import UserError
from src.games.rules import Game
from src.models.name import board_name
from src.play.make_site import make_site
from src.play.web import make_app, serving

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DESK = {"width": 1280, "height": 860}

# Asks the page's worker for a move of the first position, again and again, and counts the page's frames meanwhile.
SEARCH = """async ([board, champion, simulations, repeats]) => {
    const worker = new Worker("worker.js", { type: "module" });
    const think = (id) => new Promise((decided, refuse) => {
        worker.onmessage = ({ data }) => {
            if (data.kind === "failed" || data.error) refuse(new Error(data.error));
            if (data.kind === "decided") decided(data.thought.simulations / data.thought.seconds);
        };
        worker.postMessage({ kind: "think", id, board, champion, history: [], simulations, temperature: 0 });
    });
    await think(1);
    let [longest, last, isOn] = [0, performance.now(), true];
    const frame = (now) => {
        longest = Math.max(longest, now - last);
        last = now;
        if (isOn) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const rates = [];
    for (let i = 0; i < repeats; i++) rates.push(await think(i + 2));
    isOn = false;
    worker.terminate();
    return [rates, longest];
}"""


def browser_program() -> str:
    """Where Chromium is. Raises UserError where it is not installed."""
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        raise UserError(f"the page is measured in Chromium, and there is none of {', '.join(BROWSERS)}; install one")
    return program


def visit(browser: Any, address: str) -> tuple[Any, int]:
    """A page in a browser without memory, and the milliseconds until it could be used."""
    page = browser.new_context(viewport=DESK).new_page()
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    return page, int(page.get_attribute("html", "data-ready"))


def measure(
    game: Game, model: str | None, search: dict[str, Any], *, repeats: int, tell: Callable[[str], None]
) -> dict[str, Any]:
    """The model in that folder, or the board's champion, in Chromium; `search` as `mcts` has it.

    Raises UserError where there is no champion, no npm or no Chromium.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        raise UserError("the page is measured by playwright; install it: pip install -e '.[dev]'") from None
    program, board = browser_program(), board_name(game)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder) / "site"
        make_site(site, [model or board], search, tell)
        with serving(make_app(site)) as address:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            tell("the page opens")
            waits = [visit(browser, address)[1] for _ in range(repeats)]
            tell("the page searches")
            page, _ = visit(browser, address)
            asked = [{"name": game.name, "sizes": game.sizes}, f"champions/{board}.json"]
            rates, longest = page.evaluate(SEARCH, [*asked, search["num_simulations"], repeats])
            version = browser.version
            browser.close()
    return {
        "game": str(game),
        "browser": f"Chromium {version}",
        "num_simulations": search["num_simulations"],
        "ms until it can be used": median(waits),
        "simulations_per_s": median(rates),
        "longest pause of the page while it searches, ms": longest,
    }
