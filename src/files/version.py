"""Which version of the project this is."""

import tomllib

from src.files.compiled import PROJECT_ROOT


def project_version() -> str:
    """As pyproject.toml says, which lies beside the sources."""
    return tomllib.loads((PROJECT_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
