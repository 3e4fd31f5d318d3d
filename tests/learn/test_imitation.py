"""How often the move played is among the first choices: counted by hand."""

import numpy as np
import pytest
import torch

from src import games
from src.learn.imitation import hits, hits_at_random
from src.nets.net import NetOutput
from src.records.human_games import record
from src.records.samples import make_window
from src.records.schema import gathered

GAME = games.make("tictactoe")


class Liking(torch.nn.Module):
    """Likes every cell as much as `logits` say, in every position."""

    def __init__(self, logits):
        super().__init__()
        self.logits = torch.tensor(logits)

    def forward(self, observations):
        nothing = torch.zeros(len(observations))
        return NetOutput(self.logits.expand(len(observations), -1), nothing, nothing)


@pytest.mark.parametrize(
    ("logits", "expected"),
    [
        # 4 3 8 are played; cells in the order of the numbers, the largest first, without those that are taken
        ([0.0, 1, 2, 3, 9, 4, 5, 6, 7], {1: 1 + 0 + 1, 3: 1 + 0 + 1}),  # 4; then 8 7 6 5 and 3; then 8
        ([8.0, 7, 6, 5, 4, 3, 2, 1, 9], {1: 0 + 0 + 1, 3: 0 + 0 + 1}),  # 8 first; behind 8 0 1 2 comes 3
        ([8.0, 1, 1, 7, 9, 1, 1, 1, 2], {1: 1 + 0 + 0, 3: 1 + 1 + 1}),  # 4; 0 3; 0 8
        ([0.0] * 9, {1: 0, 3: 0}),  # who likes all cells alike has foreseen none
    ],
)
def test_places_are_counted_among_the_legal_moves(logits, expected):
    window = make_window(GAME, gathered([record(GAME, 0, [4, 3, 8], 0, 0)]), holdout=0.0)
    assert hits(Liking(logits), window.train, (1, 3)) == expected
    assert hits_at_random(window.train) == pytest.approx(1 / 9 + 1 / 8 + 1 / 7)


def test_a_policy_over_all_batches():
    """600 games of one move each, a third of them in the middle: the middle first is right as often."""
    rng = np.random.default_rng(0)
    moves = np.where(rng.random(600) < 1 / 3, 4, 0)
    window = make_window(
        GAME, gathered([record(GAME, i, [int(m)], 0, 0) for i, m in enumerate(moves)]), merge_duplicates=False
    )
    total = hits(Liking([0.0, 0, 0, 0, 1, 0, 0, 0, 0]), window.train, (1,))[1]
    total += hits(Liking([0.0, 0, 0, 0, 1, 0, 0, 0, 0]), window.held_out, (1,))[1]
    assert total == (moves == 4).sum()
