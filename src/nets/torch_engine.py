"""Runs a net by torch, on a processor or a GPU."""

import numpy as np
import torch
from torch import Tensor, nn

from src.files.errors import UserError
from src.games.rules import Game
from src.nets.cuda_graph import CudaGraph
from src.nets.devices import chosen_device
from src.nets.engine import Engine
from src.nets.net import Net, folded

PRECISIONS = {"float32": torch.float32, "bfloat16": torch.bfloat16}


class OneDnnLinear(nn.Module):
    """A linear layer by oneDNN, as torch computes convolutions.

    The library that torch otherwise takes for float32 on a processor gives a row other last bits in another place of
    the batch, where the layer is narrow or the batch small; it also takes twice the time.
    """

    def __init__(self, linear: nn.Linear):
        super().__init__()
        self.weight, self.bias = linear.weight.detach().to_mkldnn(), linear.bias.detach().to_mkldnn()

    def forward(self, x: Tensor) -> Tensor:
        return torch.ops.aten.mkldnn_linear(x.to_mkldnn(), self.weight, self.bias).to_dense()


def use_onednn(net: nn.Module) -> None:
    """Replace every linear layer, in place."""
    for module in list(net.modules()):
        for name, child in list(module.named_children()):
            if isinstance(child, nn.Linear):
                setattr(module, name, OneDnnLinear(child))


class OnProcessor:
    """`net`, folded, in batches of one shape, computed by one thread; as `CudaGraph`."""

    def __init__(self, net: Net, shape: tuple[int, ...], dtype: torch.dtype):
        torch.set_num_threads(1)
        self._net, self._dtype = net.to(dtype, memory_format=torch.channels_last), dtype
        if dtype == torch.float32 and torch.backends.mkldnn.is_available():
            use_onednn(self._net)
        self.rows = np.zeros(shape, np.float32)
        self._rows = torch.from_numpy(self.rows)

    def run(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        with torch.inference_mode():
            rows = self._rows.to(self._dtype, memory_format=torch.channels_last)
            return tuple(answer.float().numpy() for answer in self._net(rows))


class TorchEngine(Engine):
    """Keeps a copy of the net as it is now, with folded batch norms.

    Concerns the whole process: on a processor, torch computes with one thread from here on; on a GPU, float32
    convolutions are no longer rounded to TensorFloat-32. Who trains in the same process sets the threads again.

    On a processor, a row's bits depend on that row alone in batches of 16 rows or more; in smaller ones too, if the
    net's widths are multiples of 8.
    """

    def __init__(
        self,
        net: Net,
        game: Game,
        *,
        batch_size: int = 256,
        precision: str = "float32",
        device: str = "auto",
        name: str = "net",
    ):
        super().__init__(game, batch_size, name)
        self.device = chosen_device(device)
        if precision not in PRECISIONS:
            raise UserError(f"inference.precision must be one of {', '.join(PRECISIONS)} for torch, not {precision!r}")
        place = CudaGraph if self.device.type == "cuda" else OnProcessor
        try:
            self._net = place(folded(net), self.rows.shape, PRECISIONS[precision])
        except torch.OutOfMemoryError:
            raise UserError(
                f"the GPU has no memory for inference.batch_size={batch_size}; choose a smaller one, or fewer workers"
            ) from None
        self.rows = self._net.rows

    def _run_rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self._net.run()
