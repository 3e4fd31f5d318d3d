"""Nets as if they had learnt: a fresh one hides mistakes behind norms and blocks that do nothing yet."""

import numpy as np
import torch

from src.games.rules import NO_CELL, Game
from src.nets import make_net
from src.nets.net import Net

SMALL = {  # each kind at a size that tests run in no time
    "mlp": {"units": 24, "layers": 2},
    "cnn": {"channels": 12, "layers": 2, "head_channels": 8},
    "resnet_small": {"channels": 16, "blocks": 2, "head_channels": 8},
    "resnet": {"channels": 12, "blocks": 3, "head_channels": 8},
    "alphago_lite": {"channels": 12, "policy_channels": 16, "units": 32, "value_units": 16},
    "resnet_gpool": {"channels": 12, "blocks": 2, "pool_channels": 6, "pool_every": 2, "head_channels": 8},
}


def lived_net(kind: str, game: Game, seed: int = 0, **settings) -> Net:
    """A small net of that kind in evaluation mode, its norms' statistics and all parameters shaken."""
    net = make_net(kind, game, seed=seed, **SMALL[kind] | settings).eval()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter += 0.1 * torch.randn(parameter.shape, generator=generator)
        for name, buffer in net.named_buffers():
            if name.endswith("running_mean"):
                buffer.copy_(0.3 * torch.randn(buffer.shape, generator=generator))
            elif name.endswith("running_var"):
                buffer.copy_(0.5 + torch.rand(buffer.shape, generator=generator))
    return net


def random_observations(game: Game, num: int, seed: int = 0) -> np.ndarray:
    """`[num, C, H, W]` positions along random games, the first move drawn as well."""
    rng = np.random.default_rng(seed)
    found = []
    while len(found) < num:
        state = game.initial_state()
        while not game.is_terminal(state):
            found.append(game.observe(state))
            state = game.step(state, int(rng.choice(game.legal_actions(state))))
    return np.stack(found[:num])


class WithPass:
    """A game seen by a net: `game` with two more actions that have no cell, one of them in the middle."""

    def __init__(self, game: Game):
        cells = game.action_cells.tolist()
        self.action_cells = np.array([*cells[:2], NO_CELL, *cells[2:], NO_CELL], np.int32)
        self.num_actions = game.num_actions + 2
        self.planes, self.max_score, self.picture = game.planes, game.max_score, game.picture
