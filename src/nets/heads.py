"""What nets end in: logits of the moves, and what the game will bring.

Free of the board size, as the game allows; but for the dense heads, which are AlphaGo Zero's own.
"""

import numpy as np
import torch
from torch import Tensor, nn

from src.games.rules import NO_CELL, Game
from src.nets.net import normed_conv, pooled

HIDDEN = 64  # units between the pooled features and the outcome
DENSE_HIDDEN = 256  # units of the dense outcome (Silver et al. 2017)


class CellPolicy(nn.Module):
    """`[B, channels, H, W]` features → `[B, A]` prior logits; each action reads its own cell.

    The whole board joins in by a bias from pooled features (Wu 2019). Actions without a cell, as a pass, read
    the pooled features alone.
    """

    def __init__(self, game: Game, channels: int, head_channels: int):
        super().__init__()
        has_cell = game.action_cells != NO_CELL
        num_without = int((~has_cell).sum())
        self.local = normed_conv(channels, head_channels, 1)
        self.overall = nn.Linear(2 * channels, head_channels)
        self.logit = nn.Conv2d(head_channels, 1, 1)
        self.without_cell = nn.Linear(2 * channels, num_without) if num_without else None
        num_cells = game.planes[1] * game.planes[2]
        places = np.where(has_cell, game.action_cells, num_cells + np.cumsum(~has_cell) - 1)
        # Not persistent: it belongs to the board, and the weights to all boards.
        self.register_buffer("places", torch.from_numpy(places.astype(np.int64)), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        overall = pooled(x)
        hidden = torch.relu(self.local(x) + self.overall(overall)[:, :, None, None])
        logits = self.logit(hidden).flatten(1)
        if self.without_cell is not None:
            logits = torch.cat([logits, self.without_cell(overall)], 1)
        return logits.index_select(1, self.places)


class Outcome(nn.Module):
    """`[B, features]` → value and margin, `[B]` each, in [-1, 1], for the player to move.

    The margin is 0 in games without points: there is nothing to learn, and the shapes stay alike.
    """

    def __init__(self, game: Game, features: int):
        super().__init__()
        self.has_margin = game.max_score > 0
        self.linear = nn.Linear(features, 2 if self.has_margin else 1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        outcome = torch.tanh(self.linear(x))
        value = outcome[:, 0]
        return value, outcome[:, 1] if self.has_margin else torch.zeros_like(value)


class PooledOutcome(nn.Module):
    """`[B, channels, H, W]` features → value and margin, through pooled features."""

    def __init__(self, game: Game, channels: int, head_channels: int):
        super().__init__()
        self.local = normed_conv(channels, head_channels, 1)
        self.hidden = nn.Linear(2 * head_channels, HIDDEN)
        self.outcome = Outcome(game, HIDDEN)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return self.outcome(torch.relu(self.hidden(pooled(torch.relu(self.local(x))))))


class DensePolicy(nn.Module):
    """`[B, channels, H, W]` features → `[B, A]` prior logits, by all cells of two planes (Silver et al. 2017)."""

    def __init__(self, game: Game, channels: int):
        super().__init__()
        _, height, width = game.planes
        self.local = normed_conv(channels, 2, 1)
        self.logits = nn.Linear(2 * height * width, game.num_actions)

    def forward(self, x: Tensor) -> Tensor:
        return self.logits(torch.relu(self.local(x)).flatten(1))


class DenseOutcome(nn.Module):
    """`[B, channels, H, W]` features → value and margin, by all cells of one plane (Silver et al. 2017)."""

    def __init__(self, game: Game, channels: int):
        super().__init__()
        _, height, width = game.planes
        self.local = normed_conv(channels, 1, 1)
        self.hidden = nn.Linear(height * width, DENSE_HIDDEN)
        self.outcome = Outcome(game, DENSE_HIDDEN)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return self.outcome(torch.relu(self.hidden(torch.relu(self.local(x)).flatten(1))))
