"""Runs a model's ONNX file by ONNX Runtime, on a processor in float32. Needs no torch."""

from pathlib import Path

import numpy as np
import onnxruntime

from src.files.errors import UserError
from src.games.rules import Game
from src.nets.engine import OBSERVATIONS, OUTPUTS, Engine

PRECISIONS = ("float32", "int8")  # int8: a model that was written in 8 bits


class OnnxRuntimeEngine(Engine):
    """`model` is the ONNX file, or its bytes."""

    def __init__(
        self,
        model: Path | bytes,
        game: Game,
        *,
        batch_size: int = 256,
        precision: str = "float32",
        name: str = "net",
    ):
        super().__init__(game, batch_size, name)
        if precision not in PRECISIONS:
            raise UserError(f"inference.precision must be {' or '.join(PRECISIONS)} for onnxruntime, not {precision!r}")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.add_free_dimension_override_by_name("batch", batch_size)
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def _run_rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return tuple(self._session.run(OUTPUTS, {OBSERVATIONS: self.rows}))
