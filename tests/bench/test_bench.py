"""The bench measures everything it names, and says on what."""

import json
import shutil

import pytest

from src import games
from src.bench import growth, page, streams
from src.bench.__main__ import main

TINY = ["game.rows=2", "game.cols=2", "net.channels=8", "net.blocks=1", "games=8", "repeats=1", "num_workers=1"]
TINY += ["mcts.num_simulations=8", "inference.batch_size=8", "mcts.cache_megabytes=4"]


def measured(part: str, tmp_path, *overrides: str) -> dict:
    main([part, *TINY, *overrides, f"json={tmp_path}/bench.json"])
    return json.loads((tmp_path / "bench.json").read_text())


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(streams, "ROUND_SECONDS", 0.05)


@pytest.mark.usefixtures("short")
class TestThroughput:
    def test_selfplay(self, tmp_path):
        numbers = measured("selfplay", tmp_path)
        assert numbers["ratio"] == pytest.approx(numbers["evals_per_s"] / numbers["raw_evals_per_s"], rel=0.01)
        assert sum(numbers["share_of_time"].values()) == pytest.approx(1)
        assert 0 < numbers["with_cache"]["hit_rate"] < 1
        assert numbers["memory_mb"]["cache, a worker, at most"] <= 4

    def test_inference(self, tmp_path):
        numbers = measured("inference", tmp_path)
        assert numbers["torch float32"]["value_off_by"] == 0
        assert 0 < numbers["onnxruntime float32"]["prob_off_by"] < 1e-4
        assert numbers["openvino float32"]["positions_per_s, batch 256"] > 0

    def test_training(self, tmp_path):
        numbers = measured("training", tmp_path, "train.batch_size=32", "train.threads=1")
        trainer = max(numbers["samples_per_s, float32"], numbers["samples_per_s, bfloat16"])
        assert numbers["loader, times the trainer"] == pytest.approx(numbers["samples_per_s, loader alone"] / trainer)

    def test_sweep(self, tmp_path, monkeypatch):
        monkeypatch.setattr(growth, "GAMES", (4, 8))
        monkeypatch.setattr(growth, "SIMULATIONS", (4, 16))
        monkeypatch.setattr(growth, "DOTS_BOARDS", ((1, 1), (2, 2)))
        numbers = measured("sweep", tmp_path)
        assert {kind: list(numbers[kind]) for kind in ("games", "simulations", "workers", "board")} == {
            "games": ["4", "8"],
            "simulations": ["4", "16"],
            "workers": ["1"],
            "board": ["1×1", "2×2"],
        }
        # trees have room for their simulations: 4 + 2 nodes to 16 + 2
        small, large = (numbers["simulations"][each]["trees_mb, a worker"] for each in ("4", "16"))
        assert large / small == pytest.approx(18 / 6, rel=0.05)
        first, second = numbers["games"].values()
        assert first["of the first"] == 1
        assert second["of the first"] == pytest.approx(second["evals_per_s"] / first["evals_per_s"])
        # 12 edges of 2×2 in 802 nodes of 8 games, 40 bytes a move, and what a node and its state take beside
        moves_mb = 8 * 802 * 12 * 40 / 1e6
        assert moves_mb < numbers["board"]["2×2"]["trees_mb, a worker, 800 simulations"] < 1.5 * moves_mb


@pytest.mark.slow
def test_stages(tmp_path):
    numbers = measured("stages", tmp_path)
    assert 0 < numbers["seconds to first work, self-play"] < numbers["seconds to first work, training"] < 60


@pytest.mark.slow
def test_page(tmp_path):
    if shutil.which("npm") is None or not any(map(shutil.which, page.BROWSERS)):
        pytest.skip("the page is made with npm and measured in Chromium, and one of them is not installed")
    main(["page", "mcts.num_simulations=20", "repeats=1", f"json={tmp_path}/bench.json"])
    numbers = json.loads((tmp_path / "bench.json").read_text())
    assert numbers["game"] == "dots 3×3"
    assert numbers["num_simulations"] == 20
    assert numbers["simulations_per_s"] > 0
    assert numbers["ms until it can be used"] > 0


def test_search(tmp_path, capsys):
    file = tmp_path / "bench.json"
    main(["search", "games=4", "repeats=1", f"json={file}"])
    numbers = json.loads(file.read_text())
    assert numbers["game"] == "dots 3×3"
    assert numbers["games"] == 4
    assert numbers["search_us_per_leaf"] > 0
    assert numbers["search_us_per_leaf_800"] > 0
    assert numbers["bytes_per_edge"] <= 64
    assert {"processor", "cores", "memory_gib", "python", "numpy", "numba"} <= numbers["machine"].keys()
    assert all(time["median"] <= time["slowest"] for time in numbers["solver_seconds"].values() if "median" in time)
    assert "search_us_per_leaf" in capsys.readouterr().out


def test_rules(tmp_path, capsys):
    file = tmp_path / "bench.json"
    main(["rules", "repeats=1", f"json={file}"])
    rates = json.loads(file.read_text())["states_per_second"]
    assert rates.keys() == {str(games.make(name)) for name in games.GAMES}
    assert all(rate > 1e5 for rate in rates.values())
    assert "states_per_second: connect4 6×7" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["serach"], "there is no bench part 'serach'; there are search, rules, inference, selfplay"),
        (["search", "games=0"], "games must be greater than or equal to 1, not 0"),
        (["search", "games=1", "repeats=1", "json=/nowhere/x.json"], "/nowhere/"),
    ],
)
def test_mistakes(arguments, sentence, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert sentence in capsys.readouterr().err


def test_help(capsys):
    main([])
    assert "parts: search, rules" in capsys.readouterr().out
