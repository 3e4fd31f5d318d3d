"""Which version of the project this is."""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def project_version() -> str:
    """As pyproject.toml says, which lies beside the sources."""
    return tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
