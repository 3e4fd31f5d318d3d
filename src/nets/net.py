"""What every network is: a torch module from observations to three answers, and the layers they are built from.

Batch norm stands right behind a linear map everywhere, so that `folded` can make one map of the two.
"""

import copy
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import adaptive_avg_pool2d
from torch.nn.utils.fusion import fuse_conv_bn_eval, fuse_linear_bn_eval


class NetOutput(NamedTuple):
    """Answers for B positions, each for the player to move."""

    prior_logits: Tensor  # [B, A], finite for all actions, legal or not
    value: Tensor  # [B] the game's result, in [-1, 1]
    margin: Tensor  # [B] the final margin / max_score, in [-1, 1]; 0 in games without points, as their score


class Net(nn.Module):
    """`[B, C, H, W]` float32 observations → NetOutput. Made by `src.nets.make_net`."""

    size_free: bool  # whether the weights serve every board size of the game; a kind's settings may end that
    kind: str  # its name in `src.nets.NETS`
    settings: dict[str, Any]  # all its settings, defaults included


class Normed(nn.Module):
    """A linear map and its batch norm, which `folded` replaces by one map."""

    def __init__(self, linear_map: nn.Module, norm: nn.Module):
        super().__init__()
        self.map, self.norm = linear_map, norm

    def forward(self, x: Tensor) -> Tensor:
        return self.norm(self.map(x))

    def fold(self) -> None:
        fuse = fuse_linear_bn_eval if isinstance(self.map, nn.Linear) else fuse_conv_bn_eval
        self.map, self.norm = fuse(self.map, self.norm), nn.Identity()


def normed_conv(inputs: int, outputs: int, side: int = 3) -> Normed:
    """A `side`×`side` convolution that keeps the picture's size, initialised for a ReLU (He et al. 2015)."""
    conv = nn.Conv2d(inputs, outputs, side, padding=side // 2, bias=False)
    nn.init.kaiming_normal_(conv.weight, mode="fan_out", nonlinearity="relu")
    return Normed(conv, nn.BatchNorm2d(outputs))


def normed_linear(inputs: int, outputs: int) -> Normed:
    return Normed(nn.Linear(inputs, outputs, bias=False), nn.BatchNorm1d(outputs))


def pooled(x: Tensor) -> Tensor:
    """`[B, C, H, W]` → `[B, 2C]`: mean and maximum over the board, whatever its size (Wu 2019, section 3.2).

    The mean is asked for as a pooling: as a reduction, ONNX Runtime adds in an order that depends on where a row lies
    in memory, and a position's answer would depend on its place in the batch.
    """
    return torch.cat([adaptive_avg_pool2d(x, 1).flatten(1), x.amax((2, 3))], 1)


def folded(net: Net) -> Net:
    """A copy for inference: evaluation mode, and no batch norm left."""
    net = copy.deepcopy(net).eval()
    for module in list(net.modules()):
        if isinstance(module, Normed):
            module.fold()
    return net


def awake(net: Net) -> Net:
    """A copy whose norms pass on what they see: those of a fresh net's blocks begin at 0 (see `resnet.Block`).

    An engine leaves out, or computes another way, what multiplies by 0; so a fresh net's speed and errors say nothing
    about those it will have once it has learnt.
    """
    net = copy.deepcopy(net)
    for module in net.modules():
        if isinstance(module, Normed) and not module.norm.weight.any():
            nn.init.ones_(module.norm.weight)
    return net
