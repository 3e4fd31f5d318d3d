"""Shards: what is written is read, the bytes follow from the games, and what cannot be a shard is named."""

import json
from dataclasses import fields, replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from src.files.errors import UserError
from src.games import make
from src.records.schema import PlayedGame, gathered, joined
from src.records.shards import read_about, read_shard, write_shard
from tests.records.played import made_up_games, recorded

GAME = make("dots", rows=2, cols=2)


def assert_same(found: PlayedGame, expected: PlayedGame):
    for field in fields(PlayedGame):
        a, b = getattr(found, field.name), getattr(expected, field.name)
        assert np.array_equal(a, b), field.name
        assert not isinstance(b, np.ndarray) or a.dtype == b.dtype, field.name


@pytest.mark.plain
@pytest.mark.parametrize("name", ["dots", "connect4", "tictactoe"])
def test_what_is_written_is_read_sorted(tmp_path, name):
    game, path = make(name), tmp_path / "0.parquet"
    games = made_up_games(game, 7, first_id=2**40)
    write_shard(path, game, games[::-1], model="dots-1")
    found = read_shard(path, game)
    assert len(found) == 7
    for a, b in zip(found, games, strict=True):
        assert_same(a, b)
    assert_same(found[-1], games[-1])
    assert read_about(path)["model"] == "dots-1"
    assert read_about(path)["num_targets"] == sum(int(played.is_target.sum()) for played in games)


def test_the_bytes_follow_from_the_games(tmp_path):
    games = made_up_games(GAME, 20)
    write_shard(tmp_path / "a", GAME, games, model="m")
    write_shard(tmp_path / "other-name", GAME, games[::-1], model="m")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "other-name").read_bytes()
    write_shard(tmp_path / "a", GAME, games[:-1], model="m")
    assert (tmp_path / "a").read_bytes() != (tmp_path / "other-name").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "other-name"]


def test_no_games_and_games_without_targets(tmp_path):
    write_shard(tmp_path / "empty", GAME, [], model="m")
    assert len(read_shard(tmp_path / "empty", GAME)) == 0
    nothing = {name: np.zeros(0, np.int32) for name in ("policy_actions", "policy_probs", "visit_counts")}
    played = made_up_games(GAME, 1)[0]
    played = replace(played, is_target=played.is_target & False, policy_sizes=played.policy_sizes * 0, **nothing)
    write_shard(tmp_path / "opening", GAME, [played], model="m")
    assert read_shard(tmp_path / "opening", GAME)[0].policy_sizes.tolist() == [0] * 12


def test_parts_join_in_their_order():
    games = made_up_games(GAME, 6)
    for a, b in zip(joined([gathered(games[:2]), gathered([]), gathered(games[2:])]), games, strict=True):
        assert_same(a, b)
    assert len(joined([])) == 0


def rewritten(path, *, about=None, drop=None):
    """The shard with another description or without a column."""
    table = pq.read_table(path)
    described = json.loads(table.schema.metadata[b"zerolab"])
    table = table.drop_columns([drop]) if drop else table
    pq.write_table(table.replace_schema_metadata({b"zerolab": json.dumps(described | (about or {}))}), path)


def foreign(kind: str, path):
    content = path.read_bytes()
    if kind == "absent":
        path.unlink()
    elif kind == "folder":
        path.unlink()
        path.mkdir()
    elif kind == "torn":
        path.write_bytes(content[: len(content) // 2])
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "flipped":
        flipped = bytearray(content)
        flipped[40] ^= 0xFF
        path.write_bytes(flipped)
    elif kind == "parquet":
        pq.write_table(pa.table({"a": [1]}), path)
    elif kind == "older":
        rewritten(path, about={"schema": 0})
    elif kind == "size":
        rewritten(path, about={"game": {"name": "dots", "sizes": {"rows": 3, "cols": 2}, "rules_version": 1}})
    elif kind == "rules":
        rewritten(path, about={"game": {"name": "dots", "sizes": {"rows": 2, "cols": 2}, "rules_version": 9}})
    elif kind == "column":
        rewritten(path, drop="visit_counts")
    elif kind == "targets":
        rewritten(path, about={"num_targets": 3})


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("absent", "there is no shard .*; play its games"),
        ("folder", "is no whole Parquet file; copy it again or play its games anew"),
        ("torn", "is no whole Parquet file; copy it again or play its games anew"),
        ("empty", "is no whole Parquet file"),
        ("flipped", "is torn; copy it again"),
        ("parquet", "is a Parquet file, but no shard of game records; name a shard"),
        ("older", "holds records of schema 0, and this program reads 1; play its games anew"),
        ("size", r"holds games of dots \(cols 2, rows 3; rules version 1\), not of dots \(cols 2, rows 2; rules"),
        ("rules", r"rules version 9\), not of dots .*rules version 1\)"),
        ("column", "has other columns than game records have"),
        ("targets", "has another number of targets than it says"),
    ],
)
def test_what_is_no_shard_is_named_in_a_sentence(tmp_path, kind, sentence):
    path = tmp_path / "0.parquet"
    write_shard(path, GAME, made_up_games(GAME, 30), model="m")
    foreign(kind, path)
    with pytest.raises(UserError, match=sentence) as error:
        read_shard(path, GAME)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def changed(played: PlayedGame, name: str, at: int, value) -> PlayedGame:
    array = getattr(played, name).copy()
    array[at] = value
    return replace(played, **{name: array})


def test_games_that_could_not_be_played_are_refused(tmp_path):
    good = made_up_games(GAME, 2)
    played = good[1]
    illegal = int(played.moves[0])  # at the end it is drawn already
    first = int(np.flatnonzero(played.is_target)[0])
    doubled = changed(played, "policy_actions", 1, played.policy_actions[0])
    assert played.policy_sizes[first] > 1
    cases = [
        (changed(played, "moves", -1, illegal), "game 1, ply 11: the move is illegal"),
        (changed(played, "moves", 2, -1), "game 1, ply 2: the move is illegal"),
        (changed(played, "moves", 2, 12), "game 1, ply 2: the move is illegal"),
        (changed(played, "policy_probs", 0, 0.99), f"game 1, ply {first}: the policy target"),
        (changed(played, "policy_probs", 0, np.nan), f"game 1, ply {first}: the policy target"),
        (changed(played, "policy_actions", 0, 12), f"game 1, ply {first}: the policy target"),
        (doubled, f"game 1, ply {first}: the policy target"),
        (changed(played, "is_target", first, False), f"game 1, ply {first}: is_target and policy_sizes disagree"),
        (replace(played, result=-played.result or 1), "game 1, ply 12: the result or the margin"),
        (replace(played, margin=played.margin + 2), "game 1, ply 12: the result or the margin"),
        (replace(played, game_id=0), "game 0: the games are not sorted by game_id, each once"),
    ]
    for wrong, sentence in cases:
        with pytest.raises(ValueError, match=sentence):
            write_shard(tmp_path / "x", GAME, [good[0], wrong], model="m")
    assert not list(tmp_path.iterdir())


def test_a_game_ends_where_it_ends(tmp_path):
    """In Tic-tac-toe a game can be cut short, or go on behind its end with moves that are free."""
    game = make("tictactoe")
    good = recorded(game, [0, 3, 1, 4, 2])  # X has the upper row
    write_shard(tmp_path / "0", game, [good], model="m")
    none = {"is_target": np.zeros(6, np.bool_), "policy_sizes": np.zeros(6)}
    none |= dict.fromkeys(("policy_actions", "policy_probs", "visit_counts"), np.zeros(0))
    longer = {"moves": np.array([0, 3, 1, 4, 2, 5]), "num_simulations": np.zeros(6), "root_value": np.zeros(6)}
    for wrong, sentence in [
        (replace(good, **longer, **none), "game 0, ply 5: the game goes on after its end"),
        (recorded(game, [0, 3, 1, 4]), "game 0, ply 4: the game is not played to its end"),
        (replace(good, result=-1), "game 0, ply 5: the result or the margin"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            write_shard(tmp_path / "1", game, [wrong], model="m")


def test_a_shard_with_an_illegal_move_is_named(tmp_path, monkeypatch):
    path = tmp_path / "0.parquet"
    played = made_up_games(GAME, 1)[0]
    monkeypatch.setattr("src.records.shards.describe_fault", lambda *_: None)
    write_shard(path, GAME, [changed(played, "moves", 5, played.moves[0])], model="m")
    monkeypatch.undo()
    with pytest.raises(UserError, match=r"0\.parquet cannot be read on: game 0, ply 5: the move is illegal; copy it"):
        read_shard(path, GAME)


def test_columns_of_other_lengths_are_refused():
    played = made_up_games(GAME, 1)[0]
    with pytest.raises(ValueError, match="one entry a ply"):
        gathered([replace(played, root_value=played.root_value[1:])])
    with pytest.raises(ValueError, match="the sum of policy_sizes"):
        gathered([replace(played, visit_counts=played.visit_counts[1:])])
