"""Nets of convolutions: the frame they share, and the plain one."""

from torch import Tensor, nn

from src.games.rules import Game
from src.nets.heads import CellPolicy, DenseOutcome, DensePolicy, PooledOutcome
from src.nets.net import Net, NetOutput, normed_conv


class ConvolutionalNet(Net):
    """A first convolution, a trunk `[B, channels, H, W]` → the same shape, and heads.

    The heads are free of the board size; with `dense_heads` they see each cell by itself, and belong to one size.
    """

    size_free = True

    def __init__(
        self, game: Game, channels: int, head_channels: int, trunk: list[nn.Module], *, dense_heads: bool = False
    ):
        super().__init__()
        self.size_free = not dense_heads
        self.first = nn.Sequential(normed_conv(game.planes[0], channels), nn.ReLU())
        self.trunk = nn.Sequential(*trunk)
        self.policy = DensePolicy(game, channels) if dense_heads else CellPolicy(game, channels, head_channels)
        self.outcome = DenseOutcome(game, channels) if dense_heads else PooledOutcome(game, channels, head_channels)

    def forward(self, observations: Tensor) -> NetOutput:
        x = self.trunk(self.first(observations))
        return NetOutput(self.policy(x), *self.outcome(x))


class Cnn(ConvolutionalNet):
    """`layers` 3×3 convolutions in a row; dropout behind each."""

    def __init__(
        self,
        game: Game,
        *,
        channels: int = 64,
        layers: int = 4,
        head_channels: int = 32,
        dense_heads: bool = False,
        dropout: float = 0.0,
    ):
        trunk = [
            nn.Sequential(normed_conv(channels, channels), nn.ReLU(), nn.Dropout(dropout)) for _ in range(layers - 1)
        ]
        super().__init__(game, channels, head_channels, trunk, dense_heads=dense_heads)
