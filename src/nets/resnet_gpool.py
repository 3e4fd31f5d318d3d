"""Residual nets in which some blocks see the whole board by global pooling, as in KataGo (Wu 2019, section 3.2)."""

import torch
from torch import Tensor, nn

from src.games.rules import Game
from src.nets.cnn import ConvolutionalNet
from src.nets.net import normed_conv, pooled
from src.nets.resnet import Block


class PoolingBlock(nn.Module):
    """A block whose first half gets a bias a channel from `pool_channels` pooled over the board.

    Departs from the paper in the place of the norms: behind the convolutions and before the bias, so that they
    fold into the convolutions; and in pooling by mean and maximum alone, without the mean scaled by the board's width.
    """

    def __init__(self, channels: int, pool_channels: int, dropout: float):
        super().__init__()
        self.one = normed_conv(channels, channels)
        self.to_pool = normed_conv(channels, pool_channels)
        self.bias = nn.Linear(2 * pool_channels, channels)
        self.dropout = nn.Dropout(dropout)
        self.two = normed_conv(channels, channels)
        nn.init.zeros_(self.two.norm.weight)  # as in `Block`

    def forward(self, x: Tensor) -> Tensor:
        bias = self.bias(pooled(torch.relu(self.to_pool(x))))
        return torch.relu(x + self.two(self.dropout(torch.relu(self.one(x) + bias[:, :, None, None]))))


class PoolingResNet(ConvolutionalNet):
    """Every `pool_every`-th block pools. Defaults of KataGo's first net: 96 channels, 6 blocks, 32 pooled channels."""

    def __init__(
        self,
        game: Game,
        *,
        channels: int = 96,
        blocks: int = 6,
        pool_channels: int = 32,
        pool_every: int = 2,
        head_channels: int = 32,
        dropout: float = 0.0,
    ):
        trunk = [
            Block(channels, dropout) if index % pool_every else PoolingBlock(channels, pool_channels, dropout)
            for index in range(1, blocks + 1)
        ]
        super().__init__(game, channels, head_channels, trunk)
