"""Lambda-returns by hand."""

import numpy as np
import pytest

from src.records.returns import lambda_returns, trust


@pytest.mark.plain
def test_lambda_returns_by_hand():
    # Game 0: player 0, then player 1 twice, who wins (result -1). Game 1: player 0 once, who wins. lambda = 0.75.
    # Game 0 from behind, for player 0: 0.25 * -0.8 + 0.75 * -1 = -0.95; 0.25 * 0.4 + 0.75 * -0.95 = -0.6125;
    # 0.25 * 0.2 + 0.75 * -0.6125 = -0.409375. Player 1 sees the first two with the other sign.
    game_index, to_play = np.array([0, 0, 0, 1], np.int32), np.array([0, 1, 1, 0], np.int8)
    root_values = np.array([0.2, -0.4, 0.8, 0.5], np.float32)
    results, returns = np.array([-1, 1], np.int8), np.zeros(4, np.float32)
    whole = np.ones(4, np.float32)
    lambda_returns(game_index, to_play, root_values, results, whole, 0.75, returns)
    assert returns.tolist() == pytest.approx([-0.409375, 0.6125, 0.95, 0.25 * 0.5 + 0.75])
    lambda_returns(game_index, to_play, root_values, results, 0 * whole, 1.0, returns)
    assert returns.tolist() == [-1, 1, 1, 1]
    lambda_returns(game_index, to_play, root_values, results, whole, 0.0, returns)
    assert returns.tolist() == root_values.tolist()
    # The second move was not meant, the first one half: 0.625 * 0.2 + 0.375 * 0.4 = 0.275.
    lambda_returns(game_index, to_play, root_values, results, np.array([0.5, 0, 1, 1], np.float32), 0.75, returns)
    assert returns.tolist() == pytest.approx([0.275, -0.4, 0.95, 0.25 * 0.5 + 0.75])


def test_a_move_is_trusted_by_its_share_of_the_best_ones():
    game_index, plies = np.array([0, 0, 1, 1], np.int32), np.array([0, 2, 1, 2], np.int16)
    moves, move_offsets = np.array([3, 0, 1, 2, 4, 5], np.int16), np.array([0, 3, 6])
    # Played: 3, 1, 4, 5; the searches gave them 0.5 of 0.5, 0.2 of 0.8, nothing, and had no target at all.
    policy_offsets = np.array([0, 2, 4, 5, 5])
    actions, probs = np.array([3, 2, 0, 1, 7], np.int16), np.array([0.5, 0.5, 0.8, 0.2, 1.0], np.float32)
    trusted = np.zeros(4, np.float32)
    trust(game_index, plies, moves, move_offsets, policy_offsets, actions, probs, trusted)
    assert trusted.tolist() == pytest.approx([1, 0.25, 0, 1])
