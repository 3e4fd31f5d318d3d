"""The optimisers, and their state as tensors with the names of the weights they belong to."""

import torch
from torch import Tensor, nn

from src.files.errors import UserError

OPTIMIZERS = ("sgd", "adam", "adamw")


def make_optimizer(
    net: nn.Module, *, optimizer: str = "adamw", lr: float = 2e-3, weight_decay: float = 1e-4, momentum: float = 0.9
) -> torch.optim.Optimizer:
    """sgd (`momentum`; Silver et al. 2017), adam (Kingma and Ba 2015) or adamw (Loshchilov and Hutter 2019).

    Biases and batch norms are not decayed: all weights of one dimension. sgd and adam add the decay to the gradient.
    """
    weights = [p for p in net.parameters() if p.requires_grad]
    groups = [
        {"params": [p for p in weights if p.ndim > 1], "weight_decay": weight_decay},
        {"params": [p for p in weights if p.ndim <= 1], "weight_decay": 0.0},
    ]
    if optimizer == "sgd":
        return torch.optim.SGD(groups, lr=lr, momentum=momentum)
    if optimizer == "adam":
        return torch.optim.Adam(groups, lr=lr)
    return torch.optim.AdamW(groups, lr=lr)


def moments_of(optimizer: torch.optim.Optimizer, net: nn.Module) -> dict[str, Tensor]:
    """What the optimiser remembers, as `first.0.map.weight.exp_avg`."""
    return {
        f"{name}.{moment}": value.detach().cpu().contiguous()
        for name, weight in net.named_parameters()
        for moment, value in optimizer.state[weight].items()
        if value is not None
    }


def restore_moments(optimizer: torch.optim.Optimizer, net: nn.Module, moments: dict[str, Tensor]) -> None:
    """Let the optimiser remember `moments`. Raises UserError where they are another optimiser's or net's."""
    weights = dict(net.named_parameters())
    for key, value in moments.items():
        name, _, moment = key.rpartition(".")
        weight = weights.get(name)
        if weight is None or (value.ndim > 0 and value.shape != weight.shape):
            raise UserError(f"the training state remembers {key}, which the net does not have; start without the state")
        # A count of steps stays where the optimiser wants it; moments lie in memory as their weight does.
        restored = value.clone() if moment == "step" else torch.empty_like(weight).copy_(value)
        optimizer.state[weight][moment] = restored
    wanted = {torch.optim.SGD: {"momentum_buffer"}}.get(type(optimizer), {"step", "exp_avg", "exp_avg_sq"})
    found = {key.rpartition(".")[2] for key in moments}
    if found and found != wanted:
        raise UserError(
            f"the training state remembers {', '.join(sorted(found))}, and this optimiser needs "
            f"{', '.join(sorted(wanted))}; keep train.optimizer, or start without the state"
        )
