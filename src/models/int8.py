"""A net in whole numbers of 8 bits: faster where the processor multiplies these by fours, and less exact."""

import logging
import tempfile
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static

from src.nets.engine import OBSERVATIONS

HEADS = ("/policy", "/outcome")  # by the names of their nodes
LOCAL = "/local/"  # a head's convolution over the trunk


class Observations(CalibrationDataReader):
    """Hands out observations `[N, C, H, W]`, all at once."""

    def __init__(self, observations: np.ndarray):
        self._batches = iter([{OBSERVATIONS: observations}])

    def get_next(self) -> dict[str, np.ndarray] | None:
        return next(self._batches, None)


@contextmanager
def silent():
    """Without the warnings of the library, which are about choices that were made here."""
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def is_exact(node: str) -> bool:
    """Whether what the node of that name reads is left as it is."""
    return node.startswith(HEADS) and LOCAL not in node


def to_int8(model: bytes, observations: np.ndarray) -> bytes:
    """An ONNX file whose convolutions, and dense layers before the heads, compute in 8 bits.

    Weights have one scale a channel, inputs the ranges seen. The same net and observations give the same bytes. Where
    the heads weigh their features, 8 bits would cost much and bring little: on Dots and Boxes the mean error of a value
    was 0.054 with them and 0.012 without.
    """
    loaded = onnx.load_model_from_string(model)
    exact = [node.name for node in loaded.graph.node if is_exact(node.name)]
    with tempfile.TemporaryDirectory() as folder, silent():
        path = Path(folder) / "model.onnx"
        quantize_static(
            loaded,
            path,
            Observations(np.ascontiguousarray(observations, np.float32)),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["Conv", "Gemm"],
            nodes_to_exclude=exact,
            calibrate_method=CalibrationMethod.MinMax,
        )
        return path.read_bytes()
