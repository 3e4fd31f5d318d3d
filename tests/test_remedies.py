"""docs/remedies.md names settings and tests that exist."""

import ast
import re
from pathlib import Path

from src import entry, settings

ROOT = Path(__file__).resolve().parents[1]
ROWS = [line for line in (ROOT / "docs/remedies.md").read_text(encoding="utf-8").splitlines() if "| `tests/" in line]


def test_every_setting_exists():
    values = entry.compose("config", settings.TrainSettings, []).model_dump()
    named = [key for row in ROWS for key in re.findall(r"`((?:\w+\.)*\w+)`", row.rpartition("|")[0].rpartition("|")[0])]
    assert len(named) > 15
    for key in named:
        found = values
        for part in key.split("."):
            assert part in found, key
            found = found[part]


def test_every_test_exists():
    for row in ROWS:
        path, name = re.search(r"`(tests/\S+)::(\w+)`", row).groups()
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}, row
