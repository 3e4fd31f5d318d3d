"""A generation's shards: the same bytes whoever plays them, and only what is missing is played."""

import threading

import pytest

from src import games
from src.records.shards import read_shard
from src.search.evaluator import HashEvaluator
from src.selfplay.generate import generate, shards_of


@pytest.fixture
def game():
    return games.make("dots", rows=2, cols=2)


def play(game, folder, *, num_workers=1, num_slots=8, make_evaluator=None, **changed):
    settings = {"num_games": 20, "shard_games": 8, "seed": 3, "generation": 1, "model": "m", "num_simulations": 8}
    return generate(
        game,
        make_evaluator or (lambda: HashEvaluator(game)),
        folder,
        num_workers=num_workers,
        num_slots=num_slots,
        noise_fraction=0.25,
        **(settings | changed),
    )


def content(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_shards_hold_fixed_ranges(game, tmp_path):
    found = play(game, tmp_path)
    assert found.num_games == 20
    assert found.num_positions == 20 * 12  # every ply of 2×2 is a target
    assert found.num_evaluations > 20 * 12
    ids = [[record.game_id for record in read_shard(shard.path, game)] for shard in shards_of(tmp_path, 20, 8)]
    assert ids == [list(range(8)), list(range(8, 16)), list(range(16, 20))]


def test_bytes_do_not_depend_on_workers_or_slots(game, tmp_path):
    play(game, tmp_path / "one")
    play(game, tmp_path / "two", num_workers=2, num_slots=3)
    assert content(tmp_path / "one") == content(tmp_path / "two")


def test_so_many_workers_play_at_once(game, tmp_path):
    """Each waits for the other before it begins, so one alone would wait in vain."""
    both = threading.Barrier(2)

    def make_evaluator():
        both.wait(60)
        return HashEvaluator(game)

    assert play(game, tmp_path, num_workers=2, make_evaluator=make_evaluator).num_games == 20


def test_other_seeds_and_generations_give_other_games(game, tmp_path):
    for name, changed in {"a": {}, "b": {"seed": 4}, "c": {"generation": 2}}.items():
        play(game, tmp_path / name, **changed)
    shards = [content(tmp_path / name)["shard-0000.parquet"] for name in "abc"]
    assert len(set(shards)) == 3


def test_only_what_is_missing_is_played(game, tmp_path):
    play(game, tmp_path)
    whole = content(tmp_path)
    (tmp_path / "shard-0001.parquet").unlink()
    assert play(game, tmp_path).num_games == 8
    assert content(tmp_path) == whole
    assert play(game, tmp_path).num_games == 0


@pytest.mark.parametrize("num_workers", [1, 2])
def test_an_end_in_the_middle_keeps_whole_shards(game, tmp_path, num_workers):
    play(game, tmp_path / "whole", num_games=80)

    class Mortal(HashEvaluator):
        calls = 0

        def evaluate(self, leaves):
            Mortal.calls += 1
            if Mortal.calls >= 1500:
                raise MemoryError("as if killed")
            return super().evaluate(leaves)

    with pytest.raises(MemoryError, match="as if killed"):
        play(
            game,
            tmp_path / "cut",
            num_games=80,
            make_evaluator=lambda: Mortal(game),
            num_workers=num_workers,
            num_slots=2,
        )
    kept = content(tmp_path / "cut")
    assert 0 < len(kept) < 10
    assert kept.items() <= content(tmp_path / "whole").items()
    play(game, tmp_path / "cut", num_games=80)
    assert content(tmp_path / "cut") == content(tmp_path / "whole")
