"""A net on a GPU: its work is recorded once and played back for every batch, with pinned memory at both ends.

Search and network overlap by workers: each has memory and a stream of its own here, and while the GPU computes the
batch of one, another searches. Two of them are the halves of a double buffer.
"""

import os
import threading

import numpy as np
import torch

from src.nets.net import Net

# cuBLAS reads this once, when it is first called: with it the same work gives the same bits whatever else the GPU does,
# and torch lets a net be trained in this process in the same way.
os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")

WARM_UPS = 3  # before recording: libraries choose their kernels and take their memory when they are first called
RECORDING = threading.Lock()  # torch records one graph of a process at a time


class CudaGraph:
    """`net`, folded, in batches of one shape on the GPU. Not to be used from two threads at once.

    rows: `[B, C, H, W]` float32, what `run` reads.
    """

    def __init__(self, net: Net, shape: tuple[int, ...], dtype: torch.dtype):
        torch.backends.cudnn.allow_tf32 = False
        self._net, self._dtype = net.to("cuda", dtype, memory_format=torch.channels_last), dtype
        self._pinned_rows = torch.zeros(shape, pin_memory=True)
        self.rows = self._pinned_rows.numpy()
        self._rows = torch.zeros(shape, device="cuda")
        self._stream, self._graph = torch.cuda.Stream(), torch.cuda.CUDAGraph()
        self._done = torch.cuda.Event(blocking=True)  # who waits sleeps, so that another may search on the same core
        with RECORDING, torch.inference_mode():
            self._answers = self._record()
            self._pinned_answers = torch.empty(self._answers.shape, pin_memory=True)

    def _record(self) -> torch.Tensor:
        """Where the answers will lie after each playback, `[B, A + 2]` float32."""
        self._stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self._stream):
            for _ in range(WARM_UPS):
                self._compute()
        # thread_local: other workers may play back theirs meanwhile
        with torch.cuda.graph(self._graph, stream=self._stream, capture_error_mode="thread_local"):
            return self._compute()

    def _compute(self) -> torch.Tensor:
        prior_logits, value, margin = self._net(self._rows.to(self._dtype, memory_format=torch.channels_last))
        return torch.cat([prior_logits, value[:, None], margin[:, None]], 1).float()

    def run(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """`(prior_logits [B, A], values [B], margins [B])`, in memory that the next call uses again."""
        with torch.inference_mode(), torch.cuda.stream(self._stream):
            self._rows.copy_(self._pinned_rows, non_blocking=True)
            self._graph.replay()
            self._pinned_answers.copy_(self._answers, non_blocking=True)
            self._done.record()
        self._done.synchronize()
        answers = self._pinned_answers.numpy()
        return answers[:, :-2], answers[:, -2], answers[:, -1]
