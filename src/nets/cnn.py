"""Nets of convolutions: the frame they share, and the plain one."""

from torch import Tensor, nn

from src.games.rules import Game
from src.nets.heads import CellPolicy, PooledOutcome
from src.nets.net import Net, NetOutput, normed_conv


class ConvolutionalNet(Net):
    """A first convolution, a trunk `[B, channels, H, W]` → the same shape, and heads free of the board size."""

    size_free = True

    def __init__(self, game: Game, channels: int, head_channels: int, trunk: list[nn.Module]):
        super().__init__()
        self.first = nn.Sequential(normed_conv(game.planes[0], channels), nn.ReLU())
        self.trunk = nn.Sequential(*trunk)
        self.policy = CellPolicy(game, channels, head_channels)
        self.outcome = PooledOutcome(game, channels, head_channels)

    def forward(self, observations: Tensor) -> NetOutput:
        x = self.trunk(self.first(observations))
        return NetOutput(self.policy(x), *self.outcome(x))


class Cnn(ConvolutionalNet):
    """`layers` 3×3 convolutions in a row; dropout behind each."""

    def __init__(
        self, game: Game, *, channels: int = 64, layers: int = 4, head_channels: int = 32, dropout: float = 0.0
    ):
        trunk = [
            nn.Sequential(normed_conv(channels, channels), nn.ReLU(), nn.Dropout(dropout)) for _ in range(layers - 1)
        ]
        super().__init__(game, channels, head_channels, trunk)
