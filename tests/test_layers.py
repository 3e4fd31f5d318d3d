"""Data flows left to right through the packages: a file imports only from its own or from one further left."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src"
ORDER = [
    *("files", "games", "solvers", "search", "nets", "models", "records"),
    *("workers", "selfplay", "learn", "arena", "generation", "tracking", "reports", "play"),
]
FREE = {"bench"}  # may import everything, as the modules right below src may
COMMAND = '__name__ == "__main__"'  # in a file that is run, and so may know the settings
NAMELESS = {"utils", "util", "common", "helpers", "helper", "misc"}
FILES = sorted(SOURCE.rglob("*.py"))


def imported_modules(source: str) -> list[str]:
    """The modules that a file imports, by their full names; a relative import begins with a dot."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parent = "." * node.level + (node.module or "")
            found += [f"{parent}.{alias.name}" if parent == "src" else parent for alias in node.names]
    return found


def misplaced(package: str, source: str) -> list[str]:
    """The imports a file of `package` must not have."""
    allowed = ORDER[: ORDER.index(package) + 1] + ["commands", "entry", "generation", "settings"] * (COMMAND in source)
    ours = [name.split(".") for name in imported_modules(source) if name.split(".")[0] in ("src", "")]
    return [".".join(parts) for parts in ours if parts[0] == "" or parts[1] not in allowed]


@pytest.mark.parametrize(
    ("package", "source", "wrong"),
    [
        ("games", "import numpy\nfrom src.files.errors import UserError\nfrom src.games import grid", []),
        ("games", "from src.search.tree import Tree", ["src.search.tree"]),
        ("games", "def late():\n    import src.play.gtp", ["src.play.gtp"]),
        ("games", "from src import arena, files", ["src.arena"]),
        ("games", "from src.settings import Settings", ["src.settings"]),
        ("games", "from . import grid", ["."]),
        ("arena", 'from src import settings\nif __name__ == "__main__":\n    settings.read()', []),
        ("play", "from src.arena import match\nfrom src.games import make", []),
    ],
)
def test_what_is_misplaced(package, source, wrong):
    assert misplaced(package, source) == wrong


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_file_imports_from_its_own_package_or_from_the_left(path):
    package = path.relative_to(SOURCE).parts[0]
    if path.parent != SOURCE and package not in FREE:
        assert package in ORDER, f"put {package} in its place in ORDER"
        assert misplaced(package, path.read_text(encoding="utf-8")) == []


def test_names_say_what_is_in_a_file():
    assert [path for path in FILES if {path.stem, *path.relative_to(SOURCE).parts[:-1]} & NAMELESS] == []
