"""The average of weights by hand."""

import pytest
import torch
from torch import nn

from src.learn.averaging import Average, decay_at


def test_the_decay_rises_to_what_was_asked_for():
    assert decay_at(1, 0.9) == pytest.approx(2 / 11)
    assert decay_at(10, 0.9) == pytest.approx(11 / 20)
    assert decay_at(80, 0.9) == pytest.approx(0.9)
    assert decay_at(10_000, 0.9) == 0.9


def test_weights_and_running_means_are_averaged_and_counts_copied():
    net = nn.BatchNorm1d(1)
    average = Average(net, decay=0.5)
    with torch.no_grad():
        net.weight.fill_(12.0)
        net.running_mean.fill_(24.0)
        net.num_batches_tracked.fill_(7)
    average.update(net, global_step=1)  # d = 2/11
    assert average.net.weight.item() == pytest.approx(1 * 2 / 11 + 12 * 9 / 11)
    assert average.net.running_mean.item() == pytest.approx(24 * 9 / 11)
    average.update(net, global_step=1000)  # d = 1/2
    assert average.net.running_mean.item() == pytest.approx(24 * 9 / 22 + 12)
    assert average.net.num_batches_tracked.item() == 7
    assert net.weight.item() == 12.0
    assert not any(weight.requires_grad for weight in average.net.parameters())
