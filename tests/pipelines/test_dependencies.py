"""A stage depends on the packages that it imports and on no others; what it is told of changes with them."""

import json
import subprocess
import sys

import pytest
import yaml

from pipelines.reads import READS, checksum
from tests.pipelines.conftest import ROOT

STAGES = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]
PARTS = ("begin", "selfplay", "train", "arena")
TELLS = ("src/commands.py", "src/entry.py", "src/settings.py", "src/tracking", "src/reports")  # these change no part
LISTING = """
import json, runpy, sys
sys.argv = ["stage", sys.argv[2]]
try:
    runpy.run_module("pipelines." + "{part}", run_name="__main__")
finally:
    print(json.dumps([module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)]))
"""


def of(part: str) -> dict:
    return STAGES[part].get("do", STAGES[part])


def sources(files: list[str], folder) -> set[str]:
    """What pipelines/reads.py calls them: packages, and the single files of `generation` and `pipelines`."""
    found = set()
    for file in files:
        if not file.startswith(str(folder / "src")):
            continue
        parts = file.removeprefix(f"{folder}/").split("/")
        name = "/".join(parts) if parts[1] == "generation" or len(parts) == 2 else "/".join(parts[:2])
        if not name.endswith("__init__.py"):
            found.add(name)
    return found


@pytest.mark.parametrize("part", PARTS)
def test_a_stage_depends_on_what_it_imports(changed, part):
    """The stage runs with its outputs gone, so that all that it imports is seen."""
    for out in of(part)["outs"]:
        path = changed.folder / str(out).replace("${run}", "repro").replace("${key}", "001")
        subprocess.run(["rm", "-rf", str(path)], check=True)
    command = [sys.executable, "-c", LISTING.replace("{part}", part), part, "0" if part == "begin" else "001"]
    done = subprocess.run(command, cwd=changed.folder, env=changed.environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    imported = sources(json.loads(done.stdout.splitlines()[-1]), changed.folder)
    told = {name for name in READS[part].code if name.startswith("src/")}
    assert told == {name for name in imported if name not in TELLS}


@pytest.mark.parametrize("part", READS)
def test_dvc_watches_what_a_part_reads(part):
    assert f"runs/${{run}}/reads/{part}.json" in of(part)["deps"]
    assert {f"runs/${{run}}/reads/{part}.json": {"cache": False}} in STAGES["check"]["outs"]


def test_a_checksum_changes_with_any_file_and_name_but_not_with_what_python_compiles(tmp_path):
    (tmp_path / "a.py").write_text("1")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/b.py").write_text("2")
    seen = {checksum(tmp_path)}
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__/a.pyc").write_text("compiled")
    assert {checksum(tmp_path)} == seen
    (tmp_path / "deep/b.py").write_text("3")
    seen.add(checksum(tmp_path))
    (tmp_path / "deep/b.py").rename(tmp_path / "deep/c.py")
    seen.add(checksum(tmp_path))
    (tmp_path / "a.py").unlink()
    assert len(seen | {checksum(tmp_path)}) == 4


def test_no_setting_has_a_name_that_dvc_overlooks():
    """DVC's cache of runs leaves out keys called so, and would restore another board's games."""

    def keys(values):
        for key, value in values.items():
            yield key
            if isinstance(value, dict):
                yield from keys(value)

    assert {"size", "nfiles"}.isdisjoint(keys(yaml.safe_load((ROOT / "params.yaml").read_text())))
