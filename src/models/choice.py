"""Which engine a campaign plays with: the fastest on this machine of those that say what float32 says."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch

from src.files.errors import UserError
from src.files.machine import num_cores
from src.games.rules import Game
from src.models.export import to_onnx
from src.models.int8 import to_int8
from src.nets.engine import Engine
from src.nets.net import Net, awake
from src.nets.onnxruntime_engine import OnnxRuntimeEngine
from src.nets.openvino_engine import OpenVinoEngine
from src.nets.torch_engine import TorchEngine

TIMED_SECONDS = 0.5  # each
USUAL_BATCH = 256
BATCHES = (64, 128, USUAL_BATCH, 512, 1024)
CLEARLY = 1.1  # so much faster is no accident of a busy machine
VALUE_LIMIT = 0.03  # mean difference of values
POLICY_LIMIT = 0.05  # mean total variation of the priors


@dataclass(frozen=True)
class Candidate:
    """An engine that may be the fastest; `make`, given the rows of a batch, raises UserError where it cannot be had."""

    settings: dict[str, str]  # of `make_engine`, but for the batch
    make: Callable[[int], Engine]

    def __str__(self) -> str:
        return f"{self.settings['inference']} {self.settings['precision']}"

    @property
    def on_gpu(self) -> bool:
        return self.settings.get("device") == "cuda"

    @property
    def num_streams(self) -> int:
        """How many such engines work side by side at full speed."""
        return 1 if self.on_gpu else num_cores()


def candidates(net: Net, game: Game, observations: np.ndarray) -> Iterator[Candidate]:
    """Those for this machine; the first is float32's."""
    onnx = to_onnx(net, game)
    yield Candidate(
        {"inference": "onnxruntime", "precision": "float32"},
        lambda rows: OnnxRuntimeEngine(onnx, game, batch_size=rows),
    )
    for precision, model in (("float32", onnx), ("bfloat16", onnx), ("int8", to_int8(onnx, observations))):
        make = partial(OpenVinoEngine, model, game, precision=precision)
        yield Candidate(
            {"inference": "openvino", "precision": precision}, lambda rows, make=make: make(batch_size=rows)
        )
    if torch.cuda.is_available():
        on_gpu = {"precision": "bfloat16", "device": "cuda"}
        yield Candidate({"inference": "torch"} | on_gpu, lambda rows: TorchEngine(net, game, batch_size=rows, **on_gpu))


def rate(engine: Engine, observations: np.ndarray) -> float:
    """Positions a second of full batches, one engine."""
    batch = np.resize(observations, (engine.batch_size, *engine.game.planes))
    engine.run(batch)
    rows, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < TIMED_SECONDS:
        engine.run(batch)
        rows += len(batch)
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
    net: Net,
    game: Game,
    observations: np.ndarray,
    *,
    batch_size: int = 0,
    say: Callable[[str], None],
) -> dict[str, str | int]:
    """The fastest on all cores at full batches of `observations` `[N, C, H, W]`; `say` hears every rate and difference.

    batch_size: 0: the usual one, unless another is clearly faster.
    What is measured is `awake(net)`, so that a fresh net is measured as it will be.
    """
    wanted, best, best_rate = None, None, 0.0
    for candidate in candidates(awake(net), game, observations):
        try:
            engine = candidate.make(batch_size or USUAL_BATCH)
        except UserError:
            continue  # the machine lacks it
        answers, found = engine.run(observations), rate(engine, observations)
        wanted = answers if wanted is None else wanted
        value, policy = differences(answers, wanted)
        agrees = value <= VALUE_LIMIT and policy <= POLICY_LIMIT
        say(
            f"{candidate}: {found:,.0f} positions/s on {'the GPU' if candidate.on_gpu else 'a core'}, "
            f"off by {value:.4f} in values and {policy:.4f} in priors" + ("" if agrees else ", too much")
        )
        if agrees and found * candidate.num_streams > best_rate:
            best, best_rate = candidate, found * candidate.num_streams
    chosen = best.settings | {"batch_size": batch_size or fitting_batch(best, observations, say)}
    say(f"the campaign plays with {best} in batches of {chosen['batch_size']}")
    return chosen


def fitting_batch(candidate: Candidate, observations: np.ndarray, say: Callable[[str], None]) -> int:
    """The usual batch, unless another is clearly faster."""
    rates = {rows: rate(candidate.make(rows), observations) for rows in BATCHES}
    say("positions/s by batch: " + ", ".join(f"{rows}: {found:,.0f}" for rows, found in rates.items()))
    fastest = max(BATCHES, key=rates.get)
    return fastest if rates[fastest] > CLEARLY * rates[USUAL_BATCH] else USUAL_BATCH
