"""Which commit of this project runs, and whether its files are as committed."""

import subprocess
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def _git(*arguments: str) -> str | None:
    """What git says, None where there is no git or no repository."""
    try:
        done = subprocess.run(["git", *arguments], cwd=PROJECT, capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def describe_commit() -> dict[str, str | bool | None]:
    """`commit`, in full, and `clean`: whether the sources and settings are as committed; None where git can't tell."""
    changed = _git("status", "--porcelain", "--", "src", "conf", "pipelines", "dvc.yaml", "pyproject.toml")
    return {"commit": _git("rev-parse", "HEAD"), "clean": None if changed is None else not changed}
