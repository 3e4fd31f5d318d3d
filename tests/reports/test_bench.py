"""The bench's numbers as a page."""

import json

import pytest

from src import commands, entry
from src.bench.__main__ import main as bench
from src.reports import bench as page


def test_groups_that_compare_are_tables_of_their_own():
    numbers = {
        "part": "sweep",
        "game": "dots 3×3",
        "ratio": 0.90444,
        "games": {"64": {"evals_per_s": 46150.4}, "256": {"evals_per_s": 46444.0, "memory": {"trees_mb": 27.1}}},
        "share_of_time": {"network": 0.9, "search": 0.1},
        "machine": {"processor": "Z80", "cores": 2},
    }
    assert page.chapter(numbers).splitlines() == [
        "## sweep",
        "",
        "| sweep |  |",
        "| --- | --- |",
        "| game | dots 3×3 |",
        "| ratio | 0.9044 |",
        "",
        "| games | evals_per_s | memory: trees_mb |",
        "| --- | --- | --- |",
        "| 64 | 46,150 | – |",
        "| 256 | 46,444 | 27.1 |",
        "",
        "| share_of_time |  |",
        "| --- | --- |",
        "| network | 0.9 |",
        "| search | 0.1 |",
        "",
        "On processor Z80, cores 2.",
    ]


def enter(tmp_path, files: str) -> str:
    arguments = [f"files={files}", f"out={tmp_path}/found/bench.md"]
    entry.enter(page.main, "bench_report", commands.BenchReportSettings, page.USAGE, arguments)
    return (tmp_path / "found/bench.md").read_text(encoding="utf-8")


def test_what_the_bench_writes_is_read(tmp_path):
    bench(["search", "games=4", "repeats=1", f"json={tmp_path}/search.json"])
    report = json.loads((tmp_path / "search.json").read_text())
    written = enter(tmp_path, f"[{tmp_path}/search.json]")
    assert written.startswith("# What it costs\n\n## search\n")
    assert f"| search_us_per_leaf | {page.shown(report['search_us_per_leaf'])} |" in written
    assert f"processor {report['machine']['processor']}" in written


@pytest.mark.parametrize(
    ("content", "sentence"), [(None, "cannot be read"), ("[", "is no report"), ("{}", "is no report")]
)
def test_a_file_that_is_no_report(content, sentence, tmp_path, capsys):
    file = tmp_path / "a.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(SystemExit):
        enter(tmp_path, f"[{file}]")
    assert sentence in capsys.readouterr().err
