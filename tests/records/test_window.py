"""Windows by numbers computed by hand."""

import pytest

from src.files.errors import UserError
from src.records.window import power_samples, window_generations


@pytest.mark.parametrize(
    ("generation", "expected"),
    [
        (1, [1]),
        (3, [1, 2, 3]),
        (4, [1, 2, 3, 4]),
        (5, [2, 3, 4, 5]),  # the first, and worst, is forgotten
        (6, [2, 3, 4, 5, 6]),
        (7, [3, 4, 5, 6, 7]),
        (36, list(range(17, 37))),  # 20 from here on
        (100, list(range(81, 101))),
    ],
)
def test_the_growing_window(generation, expected):
    assert list(window_generations(generation)) == expected


def test_its_settings():
    def window(generation):
        return window_generations(generation, min_generations=1, max_generations=3, generations_per_growth=1)

    assert [list(window(g)) for g in (1, 2, 3, 4, 5)] == [[1], [1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]]


def test_the_power_law():
    """With c = 100 and 1,600 samples: 16 ** 0.75 = 8, so 100 * (1 + 0.4 * 7 / 0.75) = 473.33."""
    assert power_samples(1600, scale=100) == pytest.approx(473.333, abs=1e-3)
    assert power_samples(100, scale=100) == power_samples(100, scale=100, slope=0.9) == 100
    assert power_samples(60, scale=100) == 60
    assert power_samples(1600, scale=100, slope=0.0) == 100  # a buffer of 100
    assert power_samples(10_000, scale=100, exponent=0.5, slope=1.0) == pytest.approx(1900)  # 100 * (1 + 9 / 0.5)
    assert power_samples(100.001, scale=100) - 100 == pytest.approx(0.001 * 0.4, rel=1e-3)  # the slope at c


def test_the_power_window_takes_the_newest_that_suffice():
    """473.33 of 16 × 100 are wanted: four generations hold 400, five 500."""
    assert list(window_generations(16, kind="power", num_samples=[100] * 16, scale=100)) == [12, 13, 14, 15, 16]
    assert list(window_generations(3, kind="power", num_samples=[10, 10, 10], scale=100)) == [1, 2, 3]
    assert list(window_generations(2, kind="power", num_samples=[1, 10**6], scale=100)) == [2]
    assert list(window_generations(16, kind="power", num_samples=[40] * 16, scale=100, slope=0.0)) == [14, 15, 16]
    assert list(window_generations(2, kind="power", num_samples=[0, 0])) == [2]


def test_what_cannot_be():
    with pytest.raises(UserError, match=r"train\.window.kind must be growing or power, not 'all'"):
        window_generations(1, kind="all")
    with pytest.raises(UserError, match="generation 1 or a later one, not 0"):
        window_generations(0)
    with pytest.raises(ValueError, match="samples of generations 1 to 3"):
        window_generations(3, kind="power", num_samples=[1, 2])
