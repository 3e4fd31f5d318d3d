"""The cache of kernels: a second start finds it, and an edit anywhere in the kernels' sources starts a new one."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from src.files.compiled import COMPILED, SOURCE_ROOT, allocating, bound, cache_root, kernel, kernel_sources, source_hash
from src.games import GAMES, make

PLAY = """
import json
from src.games import make

game = make("connect4")
state = game.initial_state()
for action in (0, 0, 1, 1, 2, 2, 3):  # X has four in the lowest row
    game.functions["step"](game.spec, state, action)
hits, misses = game.functions["step"].stats.cache_hits.total(), game.functions["step"].stats.cache_misses.total()
print(json.dumps({"over": game.is_terminal(state), "hits": hits, "misses": misses}))
"""

BORROWING = {"kernel", "inlined", "rule"}


def run(project: Path, code: str) -> str:
    """What a new Python prints that runs `code` with the sources in `project`."""
    environment = os.environ | {"PYTHONPATH": str(project), "ZEROLAB_CACHE": str(project / "cache")}
    done = subprocess.run([sys.executable, "-c", code], cwd=project, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def project(tmp_path) -> Path:
    """A copy of the rules with a cache of its own."""
    for package in ("files", "games"):
        shutil.copytree(SOURCE_ROOT / package, tmp_path / "src" / package, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "src" / "__init__.py").touch()
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    source = path.read_text(encoding="utf-8")
    assert source.count(old) == 1
    path.write_text(source.replace(old, new), encoding="utf-8")


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_second_start_compiles_nothing_and_an_edited_callee_is_seen(project):
    """Step, in connect4.py, calls put and line_through in stones.py: after the edit four in a row are too few."""
    assert json.loads(run(project, PLAY)) == {"over": True, "hits": 0, "misses": 1}
    assert json.loads(run(project, PLAY)) == {"over": True, "hits": 1, "misses": 0}
    edit(project / "src" / "games" / "stones.py", "length == spec[IN_ROW]", "length == spec[IN_ROW] + 1")
    assert json.loads(run(project, PLAY)) == {"over": False, "hits": 0, "misses": 1}


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_only_some_old_caches_are_kept(project):
    folders = [project / "cache" / "numba" / f"old{i}" for i in range(7)]
    for age, folder in enumerate(folders):
        folder.mkdir(parents=True)
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    run(project, "import src.files.compiled")
    assert [folder.exists() for folder in folders] == [True, True, True, True, False, False, False]


def test_every_byte_and_name_counts(tmp_path):
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("a = 1")
    two.write_text("b = 2")
    first = source_hash([one, two])
    assert source_hash([one, two]) == first
    assert len(first) == 16

    two.write_text("b = 3")
    assert source_hash([one, two]) != first
    two.write_text("b = 2")
    assert source_hash([one, two]) == first

    assert source_hash([one]) != first
    assert source_hash([one, two.rename(tmp_path / "three.py")]) != first


def test_the_sources_are_the_files_with_kernels_and_what_they_import(tmp_path):
    files = {
        "one/kernels.py": "from src.files.compiled import kernel\nfrom src.one import limits",
        "one/ruled.py": "from src.one.names import rule\n\n\n@rule('step')\ndef step(): ...",
        "one/limits.py": "def late():\n    import src.two.units",  # a constant can come from here
        "one/names.py": "from src.two import (\n    scales,  # of maps\n    shapes as forms,\n)",
        "two/scales.py": "",
        "two/shapes/__init__.py": "",
        "two/units.py": "import math",
        "two/board.py": "from src.one.kernels import play",  # calls kernels, but has none
    }
    for name, source in files.items():
        path = tmp_path / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    (tmp_path / "src" / "files").mkdir()
    shutil.copy(SOURCE_ROOT / "files" / "compiled.py", tmp_path / "src" / "files")
    found = run(tmp_path, "from src.files import compiled; print(*compiled.kernel_sources())").split()
    assert [str(Path(path).relative_to(tmp_path / "src")) for path in found] == [
        "files/compiled.py",
        "one/kernels.py",
        "one/limits.py",
        "one/names.py",
        "one/ruled.py",
        "two/scales.py",
        "two/shapes/__init__.py",
        "two/units.py",
    ]


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_each_compiled_function_lies_in_a_source():
    """Asked of the functions themselves, in every module that is loaded."""
    for name in GAMES:
        make(name)
    modules = [module for name, module in sys.modules.items() if name.startswith("src.")]
    functions = [value.py_func for module in modules for value in vars(module).values() if hasattr(value, "py_func")]
    files = {Path(function.__code__.co_filename) for function in functions}
    assert {"connect4.py", "dots.py", "hashing.py", "stones.py"} <= {file.name for file in files}
    assert files <= set(kernel_sources())


def test_nothing_is_compiled_past_the_decorator():
    """Whoever compiles does it with `kernel` or `rule`, and so is among the sources."""
    others = set(SOURCE_ROOT.rglob("*.py")) - set(kernel_sources())
    assert [path for path in others if re.search(r"^(import|from) numba", path.read_text("utf-8"), re.MULTILINE)] == []


def counts_from_the_end(source: str) -> list[str]:
    """The functions that borrow their arrays and have an index below 0."""
    return [
        function.name
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef)
        and any(
            isinstance(name, ast.Name) and name.id in BORROWING
            for each in function.decorator_list
            for name in ast.walk(each)
        )
        and any(
            isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub)
            for found in ast.walk(function)
            if isinstance(found, ast.Subscript)
            for index in (found.slice.elts if isinstance(found.slice, ast.Tuple) else [found.slice])
        )
    ]


def test_no_kernel_counts_from_the_end():
    """Compiled, an index below 0 is another array's memory."""
    last = "def last(a):\n    return a[0, -1]\n"
    assert counts_from_the_end(f"@kernel\n{last}") == counts_from_the_end(f"@kernel(SIGNATURE)\n{last}") == ["last"]
    assert counts_from_the_end(last) == counts_from_the_end(f"@allocating\n{last}") == []
    found = {path.name: counts_from_the_end(path.read_text("utf-8")) for path in kernel_sources()}
    assert {name: functions for name, functions in found.items() if functions} == {}


@kernel
def borrowed_item(row, i):
    return row[i]


@allocating
def item(row, i):
    return row[i]


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_kernel_does_not_look_for_indices_below_0():
    """Which shows in what stands before a row."""
    rows = np.arange(6).reshape(2, 3)
    assert borrowed_item(rows[1], 2) == item(rows[1], 2) == item(rows[1], -1) == 5
    assert borrowed_item(rows[1], -1) == 2


def test_a_bound_kernel_is_that_of_its_types():
    numbers, counts = np.array([1.5, 2.5]), np.array([3, 4])
    assert [bound(borrowed_item, row, 1)(row, 0) for row in (numbers, counts)] == [1.5, 3]


def test_the_place_of_the_cache_can_be_named(monkeypatch, tmp_path):
    monkeypatch.setenv("ZEROLAB_CACHE", str(tmp_path))
    assert cache_root() == tmp_path
    monkeypatch.delenv("ZEROLAB_CACHE")
    assert cache_root() in (SOURCE_ROOT.parent / ".cache", Path.home() / ".cache" / "zerolab")
