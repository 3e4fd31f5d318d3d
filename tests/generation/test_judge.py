"""Which positions and opponents the arena has, by what exact play can judge."""

import json

import numpy as np
import pytest

from src import games
from src.arena.positions import random_positions, write_positions
from src.files.errors import UserError
from src.generation.judge import arena_for
from src.solvers.referee import referee

SMALL, USUAL = games.make("connect4", rows=4, cols=4), games.make("connect4")
ARENA = {"baselines": ["random", "exact"], "openings": 2, "audit_positions": 20, "audit_from": "random"}


def chosen(game, **changes):
    """What the arena has, and what was said."""
    said = []
    arena, positions = arena_for(game, ARENA | changes, big_table=False, seed=0, say=said.append)
    return arena["baselines"], positions, said


def test_a_small_board_has_exact_play_in_both():
    baselines, positions, said = chosen(SMALL)
    assert (baselines, len(positions), said) == (["random", "exact"], 20, [])


def test_a_file_takes_the_place_of_random_positions(tmp_path):
    kept = random_positions(SMALL, referee(SMALL), count=30, seed=5)
    write_positions(tmp_path / "kept", kept)
    _, positions, _ = chosen(SMALL, audit_from=str(tmp_path / "kept"))
    assert [position.history for position in positions] == [position.history for position in kept[:20]]
    assert all(np.array_equal(a.state, b.state) for a, b in zip(positions, kept[:20], strict=True))


def test_a_file_needs_no_referee(tmp_path):
    large = games.make("connect4", rows=8, cols=8)
    (tmp_path / "kept").write_text(json.dumps({"history": [0], "move_values": {str(col): 0 for col in range(8)}}))
    baselines, positions, said = chosen(large, audit_from=str(tmp_path / "kept"))
    assert (baselines, len(positions)) == (["random"], 1)
    assert said[0].startswith("no exact play in the arena: connect4 8×8 cannot be judged")


def test_where_games_start_too_early_exact_play_is_no_opponent():
    baselines, positions, said = chosen(USUAL)
    assert (baselines, len(positions)) == (["random"], 20)
    assert said[0].startswith("exact play is no opponent in the arena: exact play of connect4 6×7 needs a later")
    baselines, positions, said = chosen(USUAL, openings=16, audit_positions=0)
    assert (baselines, positions, said) == (["random", "exact"], [], [])


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UserError, match=r"there is no positions file .*nothing"):
        chosen(SMALL, audit_from=str(tmp_path / "nothing"))
