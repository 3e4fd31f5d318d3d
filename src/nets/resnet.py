"""Residual nets (He et al. 2016), as in AlphaGo Zero (Silver et al. 2017)."""

import torch
from torch import Tensor, nn

from src.games.rules import Game
from src.nets.cnn import ConvolutionalNet
from src.nets.net import normed_conv


class Block(nn.Module):
    """Two convolutions beside an identity.

    The second one's norm starts at 0 (Goyal et al. 2017), so that a fresh deep net is tame before its batch norms
    have seen data: self-play asks the untrained net. Dropout between the two as in Zagoruyko and Komodakis 2016.
    """

    def __init__(self, channels: int, dropout: float):
        super().__init__()
        self.one = normed_conv(channels, channels)
        self.dropout = nn.Dropout(dropout)
        self.two = normed_conv(channels, channels)
        nn.init.zeros_(self.two.norm.weight)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.two(self.dropout(torch.relu(self.one(x)))))


class ResNet(ConvolutionalNet):
    """Defaults of AlphaGo Zero: 256 channels, 19 blocks."""

    def __init__(
        self,
        game: Game,
        *,
        channels: int = 256,
        blocks: int = 19,
        head_channels: int = 32,
        dense_heads: bool = False,
        dropout: float = 0.0,
    ):
        trunk = [Block(channels, dropout) for _ in range(blocks)]
        super().__init__(game, channels, head_channels, trunk, dense_heads=dense_heads)


class SmallResNet(ResNet):
    """The same at a size that learns small boards on a few cores."""

    def __init__(
        self, game: Game, *, channels: int = 32, blocks: int = 4, head_channels: int = 32, dropout: float = 0.0
    ):
        super().__init__(game, channels=channels, blocks=blocks, head_channels=head_channels, dropout=dropout)
