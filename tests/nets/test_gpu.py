"""On a GPU: the same answers as on the processor, a generation, and what it brings. `make test-gpu` shows the bench."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch

from src import entry, games, settings, train
from src.bench.__main__ import main
from src.games.rules import Game
from src.nets.torch_engine import TorchEngine
from tests.nets.lived import lived_net, random_observations
from tests.smallest import SMALL

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU, and torch finds none here"),
]
LIMITS = {"float32": 1e-4, "bfloat16": 5e-2}


def on_gpu(game: Game, precision: str = "float32", seed: int = 0) -> TorchEngine:
    return TorchEngine(lived_net("resnet_small", game, seed), game, device="cuda", precision=precision, batch_size=64)


@pytest.mark.parametrize("name", ["dots", "connect4"])
@pytest.mark.parametrize("precision", LIMITS)
def test_a_gpu_says_what_the_processor_says(name, precision):
    game = games.make(name)
    observations = random_observations(game, 64)
    wanted = TorchEngine(lived_net("resnet_small", game), game, device="cpu", batch_size=64).run(observations)
    for mine, expected in zip(on_gpu(game, precision).run(observations), wanted, strict=True):
        assert np.abs(mine - expected).max() <= LIMITS[precision]


@pytest.mark.parametrize("precision", LIMITS)
def test_rows_keep_their_bits_wherever_they_stand(precision):
    game = games.make("dots")
    engine, observations = on_gpu(game, precision), random_observations(game, 64)
    order = np.random.default_rng(0).permutation(64)
    for found, expected in zip(engine.run(observations[order]), engine.run(observations), strict=True):
        assert np.array_equal(found, expected[order])


def test_engines_side_by_side_say_what_each_says_alone():
    """Four of other weights each, of which none waits for another."""
    game = games.make("dots")
    engines = [on_gpu(game, seed=seed) for seed in range(4)]
    batches = random_observations(game, 640).reshape(10, 64, *game.planes)

    def answers(engine: TorchEngine) -> list[np.ndarray]:
        return [np.concatenate([part.ravel() for part in engine.run(batch)]) for batch in batches]

    alone = [answers(engine) for engine in engines]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(answers, engines))
    assert np.array_equal(together, alone)
    assert not np.array_equal(alone[0], alone[1])


def test_a_campaign_on_it_has_the_same_bytes_again(tmp_path, monkeypatch):
    monkeypatch.setenv("ZEROLAB_RUNS", str(tmp_path))
    asked = ["inference=torch", "inference.device=auto", "train.accelerator=auto", "generations=2"]
    for run in ("one", "two"):
        arguments = [*SMALL, *asked, "tracking=none", f"run={run}"]
        entry.enter(train.main, "config", settings.TrainSettings, train.USAGE, arguments)
    one, two = (
        {
            str(path.relative_to(tmp_path / run)): path.read_bytes()
            for path in sorted((tmp_path / run).rglob("*"))
            if path.suffix in (".safetensors", ".parquet")
        }
        for run in ("one", "two")
    )
    assert "g002/model/weights.safetensors" in one
    assert one == two


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", [["inference", "num_workers=2"], ["selfplay", "inference.batch_size=1024"], ["training"]], ids=" ".join
)
def test_the_bench_runs_on_it(part):
    main([*part, "game=connect4", "net.channels=64", "inference=torch", "inference.precision=bfloat16", "repeats=2"])
