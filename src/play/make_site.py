"""The page as files for any web server: `python -m src.play site`, or `make site`.

Everything runs in the browser, so nothing but these files is needed: the page, the engine that runs nets
(onnxruntime-web, from npm), and the models.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable
from pathlib import Path

from src import commands, entry
from src.files.errors import UserError
from src.play.page_models import CHAMPIONS, PAGE, PageModel, find_models, page_model

USAGE = "usage: python -m src.play site out=site models=[dots-3x3,FOLDER]"
ROOT = Path(__file__).resolve().parents[2]
ENGINE = ("ort.wasm.bundle.min.mjs", "ort-wasm-simd-threaded.wasm")  # of onnxruntime-web's dist/
NPM_FILES = ("package.json", "package-lock.json")
INDEX = "champions.json"


def fetch_engine() -> Path:
    """The folder with onnxruntime-web's files, fetched once by npm. Raises UserError where that fails."""
    digest = hashlib.sha256(b"".join((PAGE / name).read_bytes() for name in NPM_FILES)).hexdigest()
    folder = ROOT / ".cache" / "npm" / digest[:12]
    dist = folder / "node_modules" / "onnxruntime-web" / "dist"
    if all((dist / name).is_file() for name in ENGINE):
        return dist
    npm = shutil.which("npm")
    if npm is None:
        raise UserError("the page needs npm once, to fetch onnxruntime-web; install Node.js 20 or newer and try again")
    folder.mkdir(parents=True, exist_ok=True)
    for name in NPM_FILES:
        shutil.copyfile(PAGE / name, folder / name)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise UserError(f"npm could not fetch onnxruntime-web ({said}); is there a way to the registry?")
    return dist


def write_site(folder: Path, models: list[PageModel], engine: Path) -> None:
    """Write all files into a new folder. `engine`: where onnxruntime-web's files lie."""
    shutil.copytree(PAGE, folder, ignore=shutil.ignore_patterns("package*.json", ".*"))
    vendor = folder / "vendor" / "onnxruntime-web"
    vendor.mkdir(parents=True)
    for name in ENGINE:
        shutil.copyfile(engine / name, vendor / name)
    (folder / CHAMPIONS).mkdir()
    for model in models:
        (folder / CHAMPIONS / f"{model.board}.onnx").write_bytes(model.onnx)
        (folder / CHAMPIONS / f"{model.board}.json").write_text(json.dumps(model.description))
    index = [
        {key: model.description[key] for key in ("board", "name", "game", "sizes")}
        | {"description": f"{CHAMPIONS}/{model.board}.json"}
        for model in models
    ]
    (folder / INDEX).write_text(json.dumps({"champions": index}, indent=1))


def make_site(out: Path, asked: list[str], search: dict, say: Callable[[str], None]) -> None:
    """Make the folder `out`, in place of an older site; it is whole or as it was.

    asked: as for `find_models`. search: as for `page_model`. Raises UserError if `out` holds something else.
    """
    out = out.resolve()
    if out.exists() and not (out / INDEX).is_file() and not (out.is_dir() and not any(out.iterdir())):
        raise UserError(f"{out} exists and is no site of ours; choose another folder, as out=site")
    models = {model.board: model for model in (page_model(folder, search) for folder in find_models(asked))}
    for model in models.values():
        say(f"{model.board}: {model.description['name']}")
    fresh, old = (out.with_name(f".{out.name}.{uuid.uuid4().hex}") for _ in range(2))
    out.parent.mkdir(parents=True, exist_ok=True)
    try:
        write_site(fresh, list(models.values()), fetch_engine())
        if out.exists():
            out.rename(old)
        fresh.rename(out)
    finally:
        if old.exists() and not out.exists():
            old.rename(out)
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
    say(f"{out} is ready for any web server; python -m src.play web shows it here")


def main(chosen: commands.SiteSettings) -> None:
    make_site(Path(chosen.out), chosen.models, chosen.mcts.model_dump(), lambda line: print(line, file=sys.stderr))


if __name__ == "__main__":
    entry.enter(main, "site", commands.SiteSettings, USAGE, sys.argv[1:])
