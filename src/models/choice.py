"""Which engine a campaign plays with: the fastest on this machine of those that say what float32 says."""

import time
from collections.abc import Callable, Iterator

import numpy as np

from src.files.errors import UserError
from src.games.rules import Game
from src.models.export import to_onnx
from src.models.int8 import to_int8
from src.nets.engine import Engine
from src.nets.net import Net, awake
from src.nets.onnxruntime_engine import OnnxRuntimeEngine
from src.nets.openvino_engine import OpenVinoEngine
from src.nets.torch_engine import TorchEngine, chosen_device

TIMED_SECONDS = 0.5  # each
VALUE_LIMIT = 0.03  # mean difference of values
POLICY_LIMIT = 0.05  # mean total variation of the priors


def candidates(net: Net, game: Game, observations: np.ndarray, batch_size: int) -> Iterator[tuple[str, str, Engine]]:
    """Engine, precision, and one that is made; what the machine lacks is left out. The first is float32's."""
    onnx = to_onnx(net, game)
    yield "onnxruntime", "float32", OnnxRuntimeEngine(onnx, game, batch_size=batch_size)
    for precision, model in (("float32", onnx), ("bfloat16", onnx), ("int8", to_int8(onnx, observations))):
        try:
            yield "openvino", precision, OpenVinoEngine(model, game, batch_size=batch_size, precision=precision)
        except UserError:
            continue
    if chosen_device("auto").type == "cuda":
        yield "torch", "bfloat16", TorchEngine(net, game, batch_size=batch_size, precision="bfloat16")


def rate(engine: Engine, observations: np.ndarray) -> float:
    """Positions a second of full batches, one engine."""
    engine.run(observations)
    rows, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < TIMED_SECONDS:
        engine.run(observations)
        rows += len(observations)
    return rows / spent


def softmax(logits: np.ndarray) -> np.ndarray:
    """`[B, A]` probabilities over all actions, legal or not."""
    weights = np.exp(logits - logits.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


def differences(answers, wanted) -> tuple[float, float]:
    """Mean difference of the values, and mean total variation of the priors over all actions."""
    priors = np.abs(softmax(answers[0]) - softmax(wanted[0])).sum(1) / 2
    return float(np.abs(answers[1] - wanted[1]).mean()), float(priors.mean())


def choose_engine(
    net: Net, game: Game, observations: np.ndarray, *, batch_size: int, say: Callable[[str], None]
) -> dict[str, str]:
    """The fastest at full batches on `observations` `[N, C, H, W]`; `say` hears every rate and difference.

    What is measured is `awake(net)`, so that a fresh net is measured as it will be.
    """
    batch = np.resize(observations, (batch_size, *game.planes))
    wanted, best, best_rate = None, {}, 0.0
    for name, precision, engine in candidates(awake(net), game, observations, batch_size):
        answers, found = engine.run(observations), rate(engine, batch)
        wanted = answers if wanted is None else wanted
        value, policy = differences(answers, wanted)
        agrees = value <= VALUE_LIMIT and policy <= POLICY_LIMIT
        say(
            f"{name} {precision}: {found:,.0f} positions/s, off by {value:.4f} in values and {policy:.4f} in priors"
            + ("" if agrees else ", too much")
        )
        if agrees and found > best_rate:
            best, best_rate = {"inference": name, "precision": precision}, found
    say(f"the campaign plays with {best['inference']} {best['precision']}")
    return best
