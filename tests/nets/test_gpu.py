"""On a GPU: the same answers as on the processor, and what it brings. `pytest -s` shows the bench's table."""

import numpy as np
import pytest
import torch

from src import games
from src.bench.__main__ import main
from src.nets.torch_engine import TorchEngine
from tests.nets.lived import lived_net, random_observations

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU, and torch finds none here")
LIMITS = {"float32": 1e-4, "bfloat16": 5e-2}


@pytest.mark.parametrize("name", ["dots", "connect4"])
@pytest.mark.parametrize("precision", LIMITS)
def test_a_gpu_says_what_the_processor_says(name, precision):
    game = games.make(name)
    net, observations = lived_net("resnet_small", game), random_observations(game, 64)
    wanted = TorchEngine(net, game, device="cpu", batch_size=64).run(observations)
    found = TorchEngine(net, game, device="cuda", precision=precision, batch_size=64).run(observations)
    for mine, expected in zip(found, wanted, strict=True):
        assert np.abs(mine - expected).max() <= LIMITS[precision]


def test_rows_keep_their_bits_wherever_they_stand():
    game = games.make("dots")
    engine = TorchEngine(lived_net("resnet_small", game), game, device="cuda", batch_size=64)
    observations = random_observations(game, 64)
    order = np.random.default_rng(0).permutation(64)
    for found, expected in zip(engine.run(observations[order]), engine.run(observations), strict=True):
        assert np.array_equal(found, expected[order])


@pytest.mark.slow
@pytest.mark.parametrize("part", ["inference", "selfplay", "training"])
def test_the_bench_runs_on_it(part):
    main([part, "game=connect4", "net.channels=64", "inference=torch", "inference.precision=bfloat16", "repeats=2"])
