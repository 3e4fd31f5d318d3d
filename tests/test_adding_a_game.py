"""The guide to adding a game is followed to the letter: what it says to write is written, and tested, and trained."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "adding-a-game.md"
COMMAND = re.compile(r"^    python -m (.*?)(?:  +#.*)?$", re.MULTILINE)
BLOCK = re.compile(r"^```\w+\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TABLE = "src/games/__init__.py"


def blocks() -> dict[str, str]:
    """What is to be written, by file; several blocks of one file one after the other."""
    found: dict[str, str] = {}
    for path, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        found[path] = f"{found[path]}\n\n{text}" if path in found else text
    return found


def commands() -> dict[str, list[str]]:
    """What is to be run, by module."""
    typed = [line.split() for line in COMMAND.findall(PAGE.read_text(encoding="utf-8"))]
    return {module: [module, *arguments] for module, *arguments in typed}


def test_the_page_says_what_to_write_and_to_run():
    assert blocks().keys() == {"src/games/notakto.py", "conf/game/notakto.yaml", TABLE}
    assert commands().keys() == {"pytest", "src.play.watch", "src.train"}


@pytest.mark.slow
def test_a_stranger_adds_the_game(tmp_path):
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    for name, text in blocks().items():
        target = tmp_path / name
        if name == TABLE:
            text = target.read_text(encoding="utf-8").replace('    "dots":', f'{text}    "dots":')
        target.write_text(text, encoding="utf-8")

    def run(*arguments: str) -> str:
        environment = {**os.environ, "ZEROLAB_RUNS": str(tmp_path / "runs"), "ZEROLAB_CACHE": str(tmp_path / ".cache")}
        done = subprocess.run(
            [sys.executable, "-m", *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout + done.stderr

    printed = run(*commands()["pytest"], "-q", "-k", "notakto")
    assert int(re.search(r"(\d+) passed", printed)[1]) >= 10
    run("ruff", "check", "src/games/notakto.py")
    assert "best" in run(*commands()["src.play.watch"])
    fewer = ["selfplay.num_games=128", "arena.games=8", "generations=1", "tracking=none", "run=n"]
    printed = run(*commands()["src.train"], *fewer)
    assert "generation 1: " in printed
    assert (tmp_path / "runs" / "n" / "g001" / "champion.json").exists()
