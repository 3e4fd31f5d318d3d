"""A perceptron: sees the picture as a row of numbers, so its weights belong to one board size."""

from itertools import pairwise
from math import prod

import torch
from torch import Tensor, nn

from src.games.rules import Game
from src.nets.heads import Outcome
from src.nets.net import Net, NetOutput, normed_linear


class Mlp(Net):
    """`layers` hidden layers of `units`, the last of half as many with `half_last`; dropout behind each.

    Dropout as in Srivastava et al. 2014.
    """

    size_free = False

    def __init__(
        self,
        game: Game,
        *,
        units: int = 256,
        layers: int = 4,
        half_last: bool = False,
        batch_norm: bool = True,
        dropout: float = 0.0,
    ):
        super().__init__()
        make_layer = normed_linear if batch_norm else nn.Linear
        last = (units + 1) // 2 if half_last else units
        widths = [prod(game.planes), *[units] * (layers - 1), last]
        self.layers = nn.ModuleList(make_layer(a, b) for a, b in pairwise(widths))
        self.dropout = nn.Dropout(dropout)
        self.policy = nn.Linear(last, game.num_actions)
        self.outcome = Outcome(game, last)

    def forward(self, observations: Tensor) -> NetOutput:
        x = observations.flatten(1)
        for layer in self.layers:
            x = self.dropout(torch.relu(layer(x)))
        return NetOutput(self.policy(x), *self.outcome(x))
