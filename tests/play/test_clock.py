"""How long a move may take, by hand: nine tenths of the time are thought away."""

import pytest

from src.play.clock import Clock


def test_main_time_is_shared_among_the_moves_to_come():
    """A quarter of 160 plies are 40 own moves: 0.9 · 80 / 40 s; near the end at least 12 moves must be possible."""
    clock = Clock(80, 0, 0)
    assert clock.seconds(160) == pytest.approx(1.8)
    assert clock.seconds(4) == pytest.approx(0.9 * 80 / 12)
    clock.spend(20)
    assert clock.seconds(160) == pytest.approx(0.9 * 60 / 40)


def test_periods_come_after_main_time():
    """10 s for 5 stones: beside main time each move has its 2 s; after it what is left of the period counts."""
    clock = Clock(40, 10, 5)
    assert clock.seconds(160) == pytest.approx(0.9 * (40 / 40 + 2))
    clock.spend(41)
    assert clock.seconds(160) == pytest.approx(0.9 * 10 / 5)
    clock.spend(6)
    assert clock.seconds(160) == pytest.approx(0.9 * 4 / 4)
    for _ in range(4):
        clock.spend(1)
    assert clock.seconds(160) == pytest.approx(0.9 * 10 / 5)  # a period of five stones is over, the next begins


def test_without_main_time_the_first_period_begins_at_once():
    assert Clock(0, 30, 1).seconds(100) == pytest.approx(27)


def test_a_period_without_stones_is_no_limit():
    assert Clock(0, 1, 0).seconds(100) is None


def test_no_time_at_all():
    assert Clock(0, 0, 0).seconds(100) == 0


def test_what_the_other_side_says_counts():
    clock = Clock(600, 0, 0)
    clock.set_left(3, 2)
    assert clock.seconds(100) == pytest.approx(0.9 * 3 / 2)
    clock.set_left(-1, 0)
    assert clock.seconds(100) == 0
