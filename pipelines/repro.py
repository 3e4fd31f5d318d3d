"""Compose conf/ into params.yaml, then `dvc repro`: `python -m pipelines.repro game=dots generations=8`.

What follows `--` goes to DVC, as `-- --force`. Mends what a killed DVC may have left behind. With `curriculum`, the
generations of each board in turn; those of a board that is done come from DVC's cache.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import yaml

from pipelines.params import ROOT, compose
from pipelines.stage import SAY, folder_of, one_sentence
from src import entry
from src.curriculum import boards, start_of
from src.generation.campaign import Campaign
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
    return repro(arguments[:cut], arguments[cut + 1 :])


def repro(overrides: list[str], options: list[str]) -> int:
    """Compose and run, board after board. Returns the first exit status of DVC's that is not 0."""
    chosen = compose(overrides)
    current, status = None, 0
    for board in boards(chosen):
        begun = [f"start={champion_of(current)}"] if current else []
        current = compose([*overrides, *begun, *own_overrides(board)]) if chosen.curriculum else chosen
        mend_lock(ROOT / ".dvc/tmp/rwlock")
        mend_record(ROOT / "dvc.lock")
        status = subprocess.run([sys.executable, "-m", "dvc", "repro", *options], cwd=ROOT).returncode
        if status:
            break
    return status


def own_overrides(board: dict[str, Any]) -> list[str]:
    """What one board of a curriculum has of its own, see `src.curriculum.boards`."""
    sizes = [f"game.rows={board['rows']}", f"game.cols={board['cols']}"]
    return [*sizes, f"generations={board['generations']}", f"run={board['run']}", "curriculum=[]"]


def champion_of(chosen: PipelineSettings) -> str:
    """The model that the next board begins with."""
    campaign = Campaign(folder_of(chosen), {})
    return start_of(campaign.model(campaign.champion(chosen.generations)))


if __name__ == "__main__":
    with one_sentence():
        sys.exit(main(sys.argv[1:]))
