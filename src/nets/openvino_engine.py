"""Runs a model's ONNX file by OpenVINO, on a processor in float32 or bfloat16. Needs no torch."""

from pathlib import Path

import numpy as np
import openvino

from src.files.errors import UserError
from src.games.rules import Game
from src.nets.engine import OUTPUTS, Engine

CORE = openvino.Core()  # the only one of the process, see `OpenVinoEngine`
PRECISIONS = {"float32": "f32", "bfloat16": "bf16", "int8": "bf16"}  # of int8: of what is not in 8 bits


class OpenVinoEngine(Engine):
    """`model` is the ONNX file, or its bytes.

    bfloat16 keeps 8 bits of each number: faster, on processors that have it, and a little less exact. int8 is for a
    model that was written in 8 bits, and computes the rest of it in bfloat16 where it can.

    All engines share one core. A core gives its thread another stack for signals, and when it goes puts back the one
    that was there before. Of two cores that go in the order they came, the second puts back the first one's, which is
    no more: Ctrl-C would then be written over somebody's memory.
    """

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
            raise UserError(
                f"inference.precision must be one of {', '.join(PRECISIONS)} for openvino, not {precision!r}"
            )
        has_bfloat16 = "BF16" in CORE.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
        if precision == "bfloat16" and not has_bfloat16:
            raise UserError("inference.precision=bfloat16 needs a processor with bfloat16; use float32 on this one")
        graph = CORE.read_model(model)
        graph.reshape([batch_size, *game.planes])
        settings = {
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_PRECISION_HINT": PRECISIONS[precision] if has_bfloat16 else "f32",
            "INFERENCE_NUM_THREADS": 1,
            "NUM_STREAMS": 1,
            "ENABLE_CPU_PINNING": False,  # or all engines of a process sit on one core
        }
        self._request = CORE.compile_model(graph, "CPU", settings).create_infer_request()
        self._request.set_input_tensor(openvino.Tensor(self.rows, shared_memory=True))
        self._answers = tuple(self._request.get_tensor(output).data for output in OUTPUTS)

    def _run_rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        self._request.infer()
        return self._answers
