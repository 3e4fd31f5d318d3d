"""Compose conf/ into params.yaml, then `dvc repro`: `python -m pipelines.repro game=dots generations=8`.

What follows `--` goes to DVC, as `-- --force`. Mends what a killed DVC may have left behind.
"""

import json
import subprocess
import sys
from pathlib import Path

import psutil
import yaml

from pipelines.params import ROOT, compose
from pipelines.stage import SAY, one_sentence
from src import entry
from src.settings import PipelineSettings

USAGE = "usage: python -m pipelines.repro game=dots net=resnet_small generations=10 [-- options of dvc repro]"


def is_dvc(pid: int) -> bool:
    """Whether a process of DVC with that number is alive; the number may have gone to another program."""
    try:
        return any("dvc" in part for part in psutil.Process(pid).cmdline())
    except psutil.Error:
        return False


def mend_lock(path: Path) -> None:
    """Remove DVC's list of locked files where it is torn, or names only processes that are gone."""
    try:
        held = json.loads(path.read_bytes())
        holders = [*held.get("write", {}).values(), *(each for some in held.get("read", {}).values() for each in some)]
        if any(is_dvc(holder["pid"]) for holder in holders):
            return
    except FileNotFoundError:
        return
    except (ValueError, AttributeError, KeyError, TypeError):
        SAY.print(f"{path} was torn by a killed DVC; removed")
    path.unlink()


def mend_record(path: Path) -> None:
    """Move dvc.lock away where it is torn; DVC finds what it said in its cache."""
    try:
        if path.exists() and "stages" not in yaml.safe_load(path.read_bytes()):
            raise yaml.YAMLError
    except (yaml.YAMLError, TypeError, UnicodeDecodeError):
        aside = path.with_suffix(".lock.torn")
        path.replace(aside)
        SAY.print(f"{path.name} was torn by a killed DVC; it lies in {aside.name} now, and is written anew")


def main(arguments: list[str]) -> int:
    """Returns DVC's exit status."""
    if {"-h", "--help"} & set(arguments):
        print(entry.help_text("pipeline", PipelineSettings, USAGE))
        return 0
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    compose(arguments[:cut])
    mend_lock(ROOT / ".dvc/tmp/rwlock")
    mend_record(ROOT / "dvc.lock")
    return subprocess.run([sys.executable, "-m", "dvc", "repro", *arguments[cut + 1 :]], cwd=ROOT).returncode


if __name__ == "__main__":
    with one_sentence():
        sys.exit(main(sys.argv[1:]))
