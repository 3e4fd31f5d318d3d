"""Calibration by hand: who moves, what the game came to, and intervals whose unit is the game."""

from dataclasses import replace

import numpy as np
import pytest

from src import games
from src.records.schema import gathered
from src.reports.calibration import NUM_BINS, calibrate, in_bins
from tests.records.played import made_up_games, recorded


def searched(game, moves, values, game_id=0, simulations=None):
    played = recorded(game, moves, game_id)
    simulations = played.num_simulations if simulations is None else np.array(simulations, np.int32)
    return replace(played, root_value=np.array(values, np.float32), num_simulations=simulations)


def test_who_moves_again_is_seen():
    """1×2, both boxes fall to B, who moves twice in the end: A 0, B 1, A 2, B 4, A 3, B 5, B 6."""
    game = games.make("dots", rows=1, cols=2)
    values = [-0.9, 0.9, -0.9, 0.9, -0.9, 0.9, 0.95]
    found = calibrate(game, gathered([searched(game, [0, 1, 2, 4, 3, 5, 6], values)]), 0.0)
    assert found.positions.tolist() == [3, 0, 0, 0, 0, 0, 0, 0, 0, 4]
    assert found.outcome[[0, -1]].tolist() == [-1, 1]
    assert found.value[[0, -1]] == pytest.approx([-0.9, (3 * 0.9 + 0.95) / 4])
    assert found.games[[0, -1]].tolist() == [1, 1]


def test_plies_without_a_search_do_not_count():
    game = games.make("tictactoe")
    played = searched(game, [0, 3, 1, 4, 2], [0.5] * 5, simulations=[0, 8, 8, 0, 8])
    found = calibrate(game, gathered([played]), 0.0)
    assert found.positions.sum() == 3
    assert found.outcome[7] == pytest.approx((-1 + 1 + 1) / 3)  # plies 1, 2 and 4 are O's, X's and X's, and X wins


@pytest.mark.parametrize("weight", [0.0, 0.5])
def test_outcomes_are_utilities_as_the_search_has_them(weight):
    game = games.make("dots", rows=2, cols=2)
    played = made_up_games(game, 12)
    found = calibrate(game, gathered(played), weight)
    values, outcomes = [], []
    for each in played:
        final, state = game.replay(each.moves.tolist()), game.initial_state()
        for ply, move in enumerate(each.moves.tolist()):
            if each.num_simulations[ply]:
                mover = game.to_play(state)
                outcomes.append((1 - weight) * game.returns(final, mover) + weight * game.score(final, mover) / 4)
                values.append(float(each.root_value[ply]))
            state = game.step(state, move)
    bins = [
        [v for v, at in zip(values, np.floor((np.array(values) + 1) * 5), strict=True) if at == k] for k in range(10)
    ]
    assert found.positions.tolist() == [len(each) for each in bins]
    assert found.value == pytest.approx([np.mean(each) for each in bins])
    assert np.sum(found.outcome * found.positions) == pytest.approx(sum(outcomes))


def test_points_matter_only_where_a_game_has_them():
    game = games.make("tictactoe")
    found = calibrate(game, gathered([searched(game, [0, 3, 1, 4, 2], [1.0, -1.0, 1.0, -1.0, 1.0])]), 0.5)
    assert (found.margin_weight, found.outcome[-1], found.outcome[0]) == (0.0, 1.0, -1.0)


def test_the_interval_counts_games_and_not_positions():
    # Ten games of two positions each, five with ½ and five with -½, and the two of one position that are added, with 1
    # and -1: the mean is 0 of 22 positions, the sums' squares are 10 · 1² + 2 · 1² = 12, so the error is
    # sqrt(12 / 11 · 12) / 22, and t of 11 degrees of freedom is 2.200985.
    outcomes = np.repeat([0.5, -0.5] * 5, 2)
    found = in_bins(np.full(20, 0.1), outcomes, np.repeat(np.arange(10), 2), 0.0)
    half = 2.200985 * np.sqrt(12 / 11 * 12) / 22
    assert (found.positions[5], found.games[5], found.outcome[5]) == (20, 10, 0)
    assert (found.low[5], found.high[5]) == pytest.approx((-half, half), rel=1e-6)


def test_more_positions_of_the_same_games_are_no_more_evidence():
    outcomes = np.array([1.0, -1.0] * 20)
    narrow = in_bins(np.full(40, 0.1), outcomes, np.arange(40), 0.0)
    wide = in_bins(np.full(400, 0.1), np.repeat(outcomes, 10), np.repeat(np.arange(40), 10), 0.0)
    assert wide.high[5] - wide.low[5] >= 0.95 * (narrow.high[5] - narrow.low[5])


def test_equal_outcomes_do_not_make_certain():
    found = in_bins(np.full(3, 0.9), np.ones(3), np.arange(3), 0.0)
    assert found.outcome[-1] == found.high[-1] == 1
    assert found.low[-1] < 0.5


def test_ends_of_the_range_and_empty_bins():
    found = in_bins(np.array([-1.0, 1.0]), np.array([-1.0, 1.0]), np.array([0, 1]), 0.0)
    assert found.positions.tolist() == [1] + [0] * (NUM_BINS - 2) + [1]
    assert np.isnan(found.value[1:-1]).all()
    assert np.isnan(found.low[1:-1]).all()
