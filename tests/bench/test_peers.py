"""Other systems are asked the same as ours; where they are not installed, a sentence says so."""

import json

import numpy as np
import pytest

from src import games
from src.bench import peers, streams
from src.bench.__main__ import main
from src.games.random_play import random_observations
from src.models.engines import make_engine

ARE_HERE = all(peers.find_spec(module) for module in peers.NEEDED)
needs_peers = pytest.mark.skipif(not ARE_HERE, reason="jax, mctx, pgx are not installed; the extra peers has them")
SMALL = ["game=connect4", "net.channels=8", "net.blocks=1", "games=8", "repeats=2", "num_workers=1"]
SMALL += ["mcts.num_simulations=4", "inference.batch_size=8"]


def refused(capsys, *overrides: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(["peers", *overrides])
    assert stopped.value.code == 2
    return capsys.readouterr().err


def test_who_lacks_them_is_told_how_to_get_them(monkeypatch, capsys):
    monkeypatch.setattr(peers, "find_spec", lambda module: None if module in ("mctx", "pgx") else module)
    assert "needs mctx, pgx, not installed here; pip install -e '.[peers]'" in refused(capsys, "game=connect4")


def test_they_all_play_connect_four(monkeypatch, capsys):
    monkeypatch.setattr(peers, "find_spec", lambda module: module)
    assert "which all peers have, not dots 3×3; add game=connect4" in refused(capsys)
    assert "not connect4 5×7; add game=connect4" in refused(capsys, "game=connect4", "game.rows=5")


def test_ratios_are_of_the_same_turn():
    """4/2, 9/3 and 10/10: the median is 2, where the medians' ratio would be 3."""
    rates = {"a": [4.0, 9.0, 10.0], "b": [2.0, 3.0, 10.0]}
    assert streams.ratios(rates, "b") == {"a": 2.0}


@needs_peers
def test_the_net_in_jax_says_what_the_engines_say():
    from src.bench import jax_net

    game = games.make("connect4")
    net = {"kind": "resnet_small", "channels": 8, "blocks": 2}
    with streams.untrained_model(game, net, seed=0) as model:
        engine = make_engine(model, game, inference="onnxruntime", batch_size=16)
        forward = jax_net.load(model, game)
    observations = random_observations(game, 16, 0)
    prior_logits, values, _ = engine.run(observations)
    their_logits, their_values = forward(observations.transpose(0, 2, 3, 1))
    np.testing.assert_allclose(their_logits, prior_logits, atol=1e-4)
    np.testing.assert_allclose(their_values, values, atol=1e-4)


@needs_peers
def test_all_are_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(streams, "ROUND_SECONDS", 0.05)
    main(["peers", *SMALL, f"json={tmp_path}/bench.json"])
    numbers = json.loads((tmp_path / "bench.json").read_text())
    rates, times = numbers["evals_per_s"], numbers["times the rate of"]
    assert {"onnxruntime float32", "openvino int8", "mctx + pgx", "OpenSpiel"} <= rates.keys()
    assert numbers["auto"] in rates
    assert all(rate > 0 for rate in rates.values())
    assert times["OpenSpiel"].keys() == rates.keys() - {"OpenSpiel"}
