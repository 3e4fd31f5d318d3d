"""Random positions are kept in a file by a command; the file that the project keeps is what that command writes."""

import json
from pathlib import Path

import numpy as np
import pytest

from src import commands, entry, games
from src.arena import positions
from src.arena.positions import random_positions, read_positions
from src.games.rules import sign
from src.solvers.referee import referee

KEPT = Path(__file__).resolve().parents[2] / "reports/positions/connect4_8ply.jsonl"
CONNECT4 = games.make("connect4")
SMALL = ["game=connect4", "game.rows=4", "game.cols=4", "game.in_row=3", "count=30"]


def keep(*arguments: str) -> None:
    entry.enter(positions.main, "positions", commands.PositionsSettings, positions.USAGE, list(arguments))


def test_a_file_is_kept_that_the_audit_reads(tmp_path, capsys):
    keep(*SMALL, "plies=4", "seed=3", f"out={tmp_path}/a.jsonl")
    game = games.make("connect4", rows=4, cols=4, in_row=3)
    kept = read_positions(tmp_path / "a.jsonl", game)
    assert len({game.key(position.state) for position in kept}) == 30
    judge = referee(game)
    for position in kept:
        assert len(position.history) == 4
        margins = judge.move_values(position.state).margins
        assert position.move_values == {action: margins[action] for action in game.legal_actions(position.state)}
        assert min(map(sign, position.move_values.values())) < sign(position.best)
    assert "30 positions of connect4 4×4 written to" in capsys.readouterr().err


def test_the_same_seed_gives_the_same_bytes_and_another_does_not(tmp_path):
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        keep(*SMALL, f"seed={seed}", f"out={tmp_path}/{name}")
    first, second, third = ((tmp_path / name).read_bytes() for name in "abc")
    assert first == second != third
    assert len({len(json.loads(line)["history"]) for line in first.splitlines()}) > 5


def test_positions_that_are_too_early_to_be_judged_are_left_out():
    found = random_positions(CONNECT4, referee(CONNECT4), count=20, seed=0, plies=None)
    assert min(len(position.history) for position in found) >= 42 - 34 - 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["plies=3"], "out must be given"),
        (["game=connect4", "plies=3", "count=1", "out=x"], "exact play of connect4 6×7 needs a later position"),
        ([*SMALL, "plies=16", "out=x"], "only 0 distinct positions where the move matters were found"),
        (["plies=-1", "out=x"], "plies must be greater than or equal to 0, not -1"),
        ([*SMALL, "out=/nowhere/x"], "/nowhere/"),
    ],
)
def test_a_mistake_gets_one_sentence_and_writes_nothing(arguments, sentence, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        keep(*arguments)
    assert stopped.value.code == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


class TestKept:
    """Positions of Connect Four after eight random moves."""

    def test_they_are_distinct_and_the_move_matters(self):
        found = read_positions(KEPT, CONNECT4)
        assert len({CONNECT4.key(position.state) for position in found}) == len(found) >= 50
        assert {len(position.history) for position in found} == {8}
        assert all(min(map(sign, p.move_values.values())) < sign(p.best) for p in found)

    @pytest.mark.slow
    def test_the_solver_says_the_same(self):
        judge = referee(CONNECT4)
        found = read_positions(KEPT, CONNECT4)
        for i in np.random.default_rng(0).choice(len(found), 20, replace=False):
            margins = judge.move_values(found[i].state).margins
            assert found[i].move_values == {a: margins[a] for a in CONNECT4.legal_actions(found[i].state)}

    @pytest.mark.slow
    def test_the_command_writes_the_first_of_them(self, tmp_path):
        keep("game=connect4", "plies=8", "count=20", f"out={tmp_path}/x")
        assert (tmp_path / "x").read_bytes() == b"".join(KEPT.read_bytes().splitlines(keepends=True)[:20])
