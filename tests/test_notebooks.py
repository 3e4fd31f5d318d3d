"""Notebooks run from top to bottom, and say what they should."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
EXECUTE = """
import sys
import nbclient, nbformat
notebook = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(notebook, timeout=900, resources={"metadata": {"path": sys.argv[3]}}).execute()
nbformat.write(notebook, sys.argv[2])
"""


def said(notebook: dict, part: str) -> str:
    """What the first cell whose source holds `part` printed and returned."""
    (cell, *_) = [cell for cell in notebook["cells"] if cell["cell_type"] == "code" and part in "".join(cell["source"])]
    texts = [each.get("text") or each.get("data", {}).get("text/plain", []) for each in cell["outputs"]]
    return "".join("".join(text) for text in texts)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path):
    """What it says depends on the machine and the day; who reads it runs it."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            ast.parse("".join(cell["source"]))
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


@pytest.mark.slow
def test_the_blog_posts_example(tmp_path):
    """In a process of its own, from the notebook's folder, as Jupyter would run it."""
    done = tmp_path / "done.ipynb"
    source = ROOT / "notebooks" / "blog_dots.ipynb"
    command = [sys.executable, "-c", EXECUTE, str(source), str(done), str(source.parent)]
    subprocess.run(command, env=os.environ | {"ZEROLAB_RUNS": str(tmp_path / "runs")}, check=True)
    notebook = json.loads(done.read_text(encoding="utf-8"))
    assert "A 0, B 2, A to move" in said(notebook, "draw(game, state")
    # The recorded values of the position's moves: 23 alone wins, by one box.
    assert said(notebook, "exact = {") == "{3: -9, 9: -1, 12: -9, 17: -9, 18: -9, 19: -9, 21: -3, 23: 1}"
    assert "9: 1" in said(notebook, "following =")
    assert "[0, 2, 6, 7, 12, 1]" in said(notebook, "following =")
    page = said(notebook, "explain.explain")
    assert "50 simulations make it" in page
    assert "By exact play, who is to move wins, with a final margin of +1." in page
