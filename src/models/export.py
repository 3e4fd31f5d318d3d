"""A net as an ONNX file, checked against the net it came from."""

import io
import warnings

import numpy as np
import torch

from src.games.rules import Game
from src.nets.engine import OBSERVATIONS, OUTPUTS
from src.nets.net import Net, folded
from src.nets.onnxruntime_engine import OnnxRuntimeEngine

OPSET = 20
TOLERANCE = 1e-4  # of each answer, beside 1 or the largest logit
CHECKED_ROWS = 16


class ParityError(RuntimeError):
    """The ONNX file does not say what the net says."""


def to_onnx(net: Net, game: Game) -> bytes:
    """The net for any batch on this board, batch norms folded; the same weights give the same bytes.

    By torch's older exporter, which takes a tenth of the newer one's time and writes no stack traces of the machine
    it ran on. Raises ParityError if ONNX Runtime does not compute what torch does.
    """
    net = folded(net).cpu()
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # it says many times that it is the older one
        torch.onnx.export(
            net,
            (torch.zeros(2, *game.planes),),
            file,
            dynamo=False,
            opset_version=OPSET,
            input_names=[OBSERVATIONS],
            output_names=list(OUTPUTS),
            dynamic_axes={name: {0: "batch"} for name in (OBSERVATIONS, *OUTPUTS)},
        )
    check_parity(net, file.getvalue(), game)
    return file.getvalue()


def check_parity(net: Net, onnx: bytes, game: Game) -> None:
    """Compare on random observations; raises ParityError beyond TOLERANCE, and for answers that are not numbers."""
    observations = np.random.default_rng(0).standard_normal((CHECKED_ROWS, *game.planes), np.float32)
    engine = OnnxRuntimeEngine(onnx, game, batch_size=CHECKED_ROWS)
    with torch.inference_mode():
        expected = [answer.numpy() for answer in net(torch.from_numpy(observations))]
    for name, found, wanted in zip(OUTPUTS, engine.run(observations), expected, strict=True):
        off = np.abs(found - wanted).max() / max(1.0, np.abs(wanted).max())
        if not off <= TOLERANCE:
            raise ParityError(f"{name} of the ONNX file is off by {off:.1e}, more than {TOLERANCE:.0e}")
