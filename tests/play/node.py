"""The page's rules and search, which are JavaScript, asked from Python by way of Node."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

DRIVER = Path(__file__).with_name("driver.mjs")


def ask_all(tasks: list[dict[str, Any]]) -> dict[str, Any]:
    """What `driver.mjs` says: `answers` to tasks of `task_of`, and the page's `games` and `settings`."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("the page's JavaScript is tested with Node, and there is no `node`; install Node 20 or newer")
    done = subprocess.run([node, str(DRIVER)], input=json.dumps(tasks), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def ask(game, task: str, **rest: Any) -> Any:
    """The answer to one task about a game."""
    return ask_all([task_of(game, task, **rest)])["answers"][0]


def task_of(game, task: str, **rest: Any) -> dict[str, Any]:
    return {"task": task, "game": game.name, "sizes": game.sizes, **rest}
