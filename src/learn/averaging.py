"""The running average of weights that is played with instead of the last ones (Polyak and Juditsky 1992)."""

import copy

import torch
from torch import nn


def decay_at(global_step: int, decay: float) -> float:
    """Share of the old average that stays after `global_step` steps, the new one included.

    min(decay, (1 + t) / (10 + t)): lower at first, or the fresh net's random weights would stay for long
    (TensorFlow's `ExponentialMovingAverage` with `num_updates`).
    """
    return min(decay, (1 + global_step) / (10 + global_step))


class Average:
    """The average of a net; `net` is a copy of its own, for evaluation and export.

    Running means and variances of batch norms are averaged as weights are, so they belong to the averaged weights up
    to the same delay; counts are copied.
    """

    def __init__(self, net: nn.Module, decay: float):
        self.decay = decay
        self.net = copy.deepcopy(net).eval().requires_grad_(False)

    @torch.no_grad()
    def update(self, net: nn.Module, global_step: int) -> None:
        """average = d * average + (1 - d) * weights, with d of `decay_at`."""
        share = 1.0 - decay_at(global_step, self.decay)
        for mine, theirs in zip(self.net.state_dict().values(), net.state_dict().values(), strict=True):
            if mine.is_floating_point():
                mine.lerp_(theirs, share)
            else:
                mine.copy_(theirs)
