"""The page's rules and search, which are JavaScript, asked from Python by way of Node."""

import atexit
import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

DRIVER = Path(__file__).with_name("driver.mjs")
OLDEST = (20, 19)


def _version(node: str) -> tuple[int, ...]:
    printed = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(int(number) for number in re.findall(r"\d+", printed)[:2])


@cache
def _driver() -> subprocess.Popen | None:
    """One process for all tests; None where there is no Node that takes plain `.js` files for modules."""
    node = shutil.which("node")
    if node is None or _version(node) < OLDEST:
        return None
    process = subprocess.Popen([node, str(DRIVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(process.communicate)  # closes its input, at which it ends
    return process


def ask_by_name(name: str, sizes: dict[str, Any], task: str, **rest: Any) -> Any:
    """What `driver.mjs` answers to a task about a game; `{"error": sentence}` where the page refuses something."""
    driver = _driver()
    if driver is None:
        pytest.skip(f"the page's JavaScript is tested with `node`; install Node {'.'.join(map(str, OLDEST))} or newer")
    driver.stdin.write(json.dumps({"task": task, "game": name, "sizes": sizes, **rest}) + "\n")
    driver.stdin.flush()
    answer = json.loads(driver.stdout.readline())
    assert not (isinstance(answer, dict) and "crash" in answer), answer["crash"]
    return answer


def ask(game, task: str, **rest: Any) -> Any:
    return ask_by_name(game.name, game.sizes, task, **rest)
