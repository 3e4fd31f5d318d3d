import json
import multiprocessing

import numpy as np
import pytest

from src import games
from src.files.errors import UserError
from src.solvers.dots_graph import make_graph
from src.solvers.dots_table import DotsTable, make_table
from src.solvers.negamax import Negamax
from src.solvers.referee import ILLEGAL, referee
from tests.solvers.positions import random_state

# The first player's boxes minus the second's under best play, as published and found by other solvers.
KNOWN = {(1, 1): -1, (1, 2): 0, (1, 3): -1, (2, 2): 2, (2, 3): -2, (2, 4): 2, (3, 3): -3}


@pytest.mark.parametrize(("size", "margin"), KNOWN.items())
def test_known_values(size, margin, tmp_path):
    game = games.make("dots", rows=size[0], cols=size[1])
    judge = DotsTable(game, tmp_path)
    assert judge.values(game.initial_state()[None]).tolist() == [margin]
    assert judge.move_values(game.initial_state()).margin == margin


def test_all_openings_of_3x3_are_equal(tmp_path):
    game = games.make("dots", rows=3, cols=3)
    assert DotsTable(game, tmp_path).move_values(game.initial_state()).margins.tolist() == [-3] * 24


@pytest.mark.slow
def test_3x4_is_even_and_only_three_openings_keep_it_so(tmp_path, monkeypatch):
    monkeypatch.setenv("ZEROLAB_CACHE", str(tmp_path))
    game = games.make("dots", rows=3, cols=4)
    judged = referee(game, big_table=True).move_values(game.initial_state())
    assert (judged.margin, judged.optimal_actions.tolist()) == (0, [18, 23, 28])


@pytest.mark.plain
def test_the_table_agrees_with_plain_negamax_on_every_state_of_a_game(tmp_path):
    for rows, cols in ((1, 1), (1, 2)):
        game = games.make("dots", rows=rows, cols=cols)
        slow = Negamax(game)
        slow.values(game.initial_state()[None])
        states = np.array([np.frombuffer(name, np.int8) for name in slow._known])
        assert DotsTable(game, tmp_path).values(states).tolist() == list(slow._known.values())


def test_the_table_agrees_with_plain_negamax_on_late_states(tmp_path):
    game, rng = games.make("dots", rows=3, cols=3), np.random.default_rng(7)
    table, slow = DotsTable(game, tmp_path), Negamax(game)
    states = np.stack([random_state(game, num_drawn, rng) for num_drawn in (14, 15, 16, 18, 20, 22, 24) * 3])
    assert table.values(states).tolist() == slow.values(states).tolist()
    assert table.move_values(states[0]).margins.tolist() == slow.move_values(states[0]).margins.tolist()


@pytest.mark.parametrize("name", ["dab_2x2", "dab_3x3"])
def test_exact_positions(name, truth):
    rows = [json.loads(line) for line in (truth / "dab_exact" / f"{name}.jsonl").read_text().splitlines()]
    game = games.make("dots", rows=rows[0]["rows"], cols=rows[0]["cols"])
    judge = referee(game)
    for row in rows:
        judged = judge.move_values(game.replay(row["history"]))
        lead = row["final_diff"] - row["value"]
        future = {str(i): int(margin) - lead for i, margin in enumerate(judged.margins) if margin != ILLEGAL}
        assert future == row["move_values"]
        assert judged.margin == row["final_diff"]
        assert judged.optimal_actions.tolist() == row["best"]
        assert judged.keeps_result.tolist() == row["keeps_result"]


@pytest.mark.parametrize("size", [2, 3])
def test_audited_positions(size, truth):
    game = games.make("dots", rows=size, cols=size)
    judge = referee(game)
    for line in (truth / "audit" / f"dots_{size}x{size}.jsonl").read_text().splitlines():
        row = json.loads(line)
        margins = judge.move_values(game.replay(row["history"])).margins
        assert {str(i): int(margin) for i, margin in enumerate(margins) if margin != ILLEGAL} == row["move_values"]


@pytest.fixture
def game():
    return games.make("dots", rows=2, cols=2)


def table_file(folder):
    return folder / "dots_2x2.table"


def test_the_table_is_kept_and_mapped(game, tmp_path):
    built = DotsTable(game, tmp_path).table
    before = table_file(tmp_path).stat()
    found = DotsTable(game, tmp_path).table
    assert not found.flags.writeable
    assert np.array_equal(built, found)
    assert table_file(tmp_path).stat() == before
    assert list(tmp_path.iterdir()) == [table_file(tmp_path)]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda good: good[:-1],
        lambda good: good[:-1] + bytes([good[-1] ^ 1]),
        lambda good: good.replace(b"version 1", b"version 0", 1),
        lambda good: good.replace(b"2x2", b"4x1", 1),
        lambda good: b"",
        lambda good: b"something else",
    ],
    ids=["cut", "a bit flipped", "older version", "another board", "empty", "foreign"],
)
def test_a_torn_or_foreign_file_is_built_anew(spoil, game, tmp_path):
    right = DotsTable(game, tmp_path).table
    good = table_file(tmp_path).read_bytes()
    table_file(tmp_path).write_bytes(spoil(good))
    assert np.array_equal(DotsTable(game, tmp_path).table, right)
    assert table_file(tmp_path).read_bytes() == good


def test_without_a_folder_to_write_the_table_works_all_the_same(game, tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    assert DotsTable(game, in_the_way / "solvers").values(game.initial_state()[None]).tolist() == [2]


def test_a_build_that_is_broken_off_leaves_nothing(game, tmp_path, monkeypatch):
    def stop(descriptor):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        DotsTable(game, tmp_path)
    assert list(tmp_path.iterdir()) == []


def _build(folder):
    DotsTable(games.make("dots", rows=2, cols=3), folder)


def test_two_processes_build_at_once(tmp_path):
    processes = [multiprocessing.get_context("spawn").Process(target=_build, args=(tmp_path,)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0]
    assert [path.name for path in tmp_path.iterdir()] == ["dots_2x3.table"]
    game = games.make("dots", rows=2, cols=3)
    assert DotsTable(game, tmp_path).values(game.initial_state()[None]).tolist() == [-2]


def test_blocks_and_threads_fill_what_one_piece_fills(monkeypatch):
    game = games.make("dots", rows=2, cols=3)
    graph = make_graph(game, np.arange(game.num_actions))
    whole = make_table(graph)
    monkeypatch.setattr("src.solvers.dots_table.BLOCK_EDGES", 5)
    assert np.array_equal(make_table(graph), whole)


def test_boards_too_large_for_a_table_are_refused():
    with pytest.raises(UserError, match=r"at most 31 edges, and dots 4×4 has 40"):
        DotsTable(games.make("dots", rows=4, cols=4))
    with pytest.raises(UserError, match=r"at most 31 edges, and dots 4×4 has 40"):
        referee(games.make("dots", rows=4, cols=4), big_table=True)
