"""AlphaGo made small: a policy net and a value net of their own, each a few convolutions (after Silver et al. 2016)."""

from math import prod

import torch
from torch import Tensor, nn
from torch.nn.functional import adaptive_avg_pool2d

from src.games.rules import Game
from src.nets.heads import Outcome
from src.nets.net import Net, NetOutput, normed_conv

STONES = "stones"  # the picture of games whose first two planes are own stones and the other's


class AlphaGoLite(Net):
    """Policy: convolutions of `channels` and `policy_channels`, `units` dense. Value: a convolution of `channels`, its
    mean over the board, `value_units` dense with `dropout`.

    policy_dropout: of what the policy's dense layers see; with few games they would learn these by heart.
    shared_trunk: the value reads the policy's convolutions instead of one of its own.
    signed_plane: see stones on one plane, own 1 and the other's -1; games that show more than stones, as Dots and Boxes
        and Hex, are seen as they are.
    The dense layers see the whole board, so that the weights belong to one board size. Norms stand before the ReLU, and
    convolutions keep the board's size, or 3×3 would be too small.
    """

    size_free = False

    def __init__(
        self,
        game: Game,
        *,
        channels: int = 32,
        policy_channels: int = 64,
        units: int = 128,
        value_units: int = 64,
        dropout: float = 0.3,
        policy_dropout: float = 0.0,
        shared_trunk: bool = False,
        signed_plane: bool = True,
    ):
        super().__init__()
        self.is_signed = signed_plane and game.picture == STONES
        num_planes = 1 if self.is_signed else game.planes[0]
        self.trunk = nn.Sequential(
            normed_conv(num_planes, channels), nn.ReLU(), normed_conv(channels, policy_channels), nn.ReLU()
        )
        self.policy = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(policy_dropout),
            nn.Linear(policy_channels * prod(game.planes[1:]), units),
            nn.ReLU(),
            nn.Dropout(policy_dropout),
            nn.Linear(units, game.num_actions),
        )
        self.value_trunk = None if shared_trunk else nn.Sequential(normed_conv(num_planes, channels), nn.ReLU())
        self.value_hidden = nn.Linear(policy_channels if shared_trunk else channels, value_units)
        self.dropout = nn.Dropout(dropout)
        self.outcome = Outcome(game, value_units)

    def forward(self, observations: Tensor) -> NetOutput:
        x = observations[:, :1] - observations[:, 1:2] if self.is_signed else observations
        features = self.trunk(x)
        seen = features if self.value_trunk is None else self.value_trunk(x)
        hidden = torch.relu(self.value_hidden(adaptive_avg_pool2d(seen, 1).flatten(1)))
        return NetOutput(self.policy(features), *self.outcome(self.dropout(hidden)))
