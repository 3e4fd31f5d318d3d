"""`python -m src.play NAME` runs the door of that name."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from src.play import __main__ as doors

PROJECT = Path(__file__).resolve().parents[2]


def test_every_door_is_there():
    assert all(importlib.util.find_spec(module) for module in doors.DOORS.values())


def test_it_is_run_with_its_settings():
    command = [sys.executable, "-m", "src.play", "terminal", "--help"]
    shown = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    assert shown.startswith("usage: python -m src.play terminal")
    assert "side=first" in shown


def test_without_a_name_all_are_listed(capsys):
    doors.main([])
    assert "analyse" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "hint"), [("termnal", "did you mean terminal?"), ("xyz", "there are analyse, ")])
def test_a_name_that_is_none(name, hint, capsys):
    with pytest.raises(SystemExit) as stopped:
        doors.main([name])
    assert stopped.value.code == 2
    assert hint in capsys.readouterr().err
