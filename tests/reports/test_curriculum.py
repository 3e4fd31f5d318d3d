"""Minutes on small boards count, and the table compares at equal minutes; all by hand."""

import numpy as np
import pytest

from src import commands, entry
from src.files.errors import UserError
from src.reports import curriculum
from src.reports.curriculum import Course, course_of, table
from tests.reports.made import made


def course(name, minutes, rates):
    return Course(name, np.array(minutes), np.array(rates))


def test_the_minutes_of_smaller_boards_count(tmp_path):
    """A generation of `made` takes 30 + 20 + 10 s and its beginning 6 s; the champion's mistakes are 60 and, twice, 10
    of 200 (the second generation was not promoted, so its champion is the first)."""
    small = made(tmp_path / "a", 2, plays=False, sizes={"rows": 1, "cols": 2}).read()
    large = made(tmp_path / "b", 3, plays=False).read()
    found = course_of([small, large])
    assert found.minutes.tolist() == pytest.approx([2.1 + 1.1, 2.1 + 2.1, 2.1 + 3.1])
    assert found.rates.tolist() == [0.3, 0.3, 0.05]
    assert course_of([large]).minutes.tolist() == pytest.approx([1.1, 2.1, 3.1])


def test_a_campaign_without_minutes_or_audits_is_refused(tmp_path):
    with pytest.raises(UserError, match=r"campaign made has no audited champion; set arena.audit_positions"):
        course_of([made(tmp_path / "a", 2, plays=False, has_audit=False).read()])
    restored = made(tmp_path / "b", 2, plays=False)
    restored.lines[2]["measured"] = {}
    with pytest.raises(UserError, match="campaign made was restored in part and has no minutes"):
        course_of([restored.read()])


def test_at_equal_minutes_and_until_equal_mistakes():
    curricula = [course("a", [3, 4, 10], [0.10, 0.02, 0.01]), course("b", [3, 5, 9], [0.08, 0.04, 0.01])]
    alone = [course("c", [1, 5, 8], [0.5, 0.2, 0.04]), course("d", [1, 6, 12], [0.4, 0.3, 0.02])]
    lines = table("dots-4x4", curricula, alone, ["dots-3x3", "dots-4x4"]).replace("\u00a0", " ").splitlines()
    # from 1 minute, when the first has a champion on the last board, to 8, when the first ends, in steps of 1.4
    assert "| 1.0 | – | 45.0 % (40.0–50.0 %) |" in lines
    assert "| 3.8 | 9.0 % (8.0–10.0 %) | 45.0 % (40.0–50.0 %) |" in lines
    assert "| 5.2 | 3.0 % (2.0–4.0 %) | 30.0 % (20.0–40.0 %) |" in lines
    assert "| 8.0 | 3.0 % (2.0–4.0 %) | 17.0 % (4.0–30.0 %) |" in lines
    # the worst ends at 4 %: the curricula were there after 4 and 5 minutes, the others after 8 and 12
    assert lines[-1] == "| minutes until 4.0 % or less, which all reached | 4.5 (4.0–5.0) | 10.0 (8.0–12.0) |"


def test_the_command_writes_a_table_and_a_picture(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ZEROLAB_RUNS", str(tmp_path))
    for name, sizes in (("a-1x2", {"rows": 1, "cols": 2}), ("a-2x2", None), ("b", None)):
        made(tmp_path / name, 3, plays=False, sizes=sizes).read()
    arguments = ["curricula=[[a-1x2,a-2x2]]", "alone=[b]", f"out={tmp_path}/found/it"]
    entry.enter(curriculum.main, "curriculum", commands.CurriculumSettings, curriculum.USAGE, arguments)
    assert capsys.readouterr().out == (tmp_path / "found/it.md").read_text()
    assert "# Small boards first: dots-1x2 → dots-2x2" in (tmp_path / "found/it.md").read_text()
    assert (tmp_path / "found/it.png").read_bytes().startswith(b"\x89PNG")
    arguments[0] = "curricula=[[a-2x2,a-1x2]]"
    with pytest.raises(SystemExit):
        entry.enter(curriculum.main, "curriculum", commands.CurriculumSettings, curriculum.USAGE, arguments)
    assert "all must end on one board, not on dots-1x2 and dots-2x2" in capsys.readouterr().err
