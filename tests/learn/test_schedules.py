"""Learning rates and steps by numbers computed by hand."""

from functools import partial

import pytest

from src.learn.schedules import learning_rate, steps_for


def test_constant_after_the_warm_up():
    rate = partial(learning_rate, lr=0.4, warmup_steps=4, schedule="constant")
    assert [rate(step) for step in (0, 1, 2, 3, 4, 10**6)] == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.4, 0.4])


def test_cosine():
    """From step 100 to 1100: a quarter of the way is (1 + cos 45°) / 2 = 0.853553 of the way up."""
    rate = partial(learning_rate, lr=1.0, warmup_steps=100, schedule="cosine", schedule_steps=1100, final_lr=0.2)
    assert rate(99) == rate(100) == 1.0
    assert rate(350) == pytest.approx(0.2 + 0.8 * 0.8535534)
    assert rate(600) == pytest.approx(0.6)
    assert rate(1100) == rate(5000) == pytest.approx(0.2)
    assert rate(1099) > rate(1100)


def test_steps_of_a_tenth():
    rate = partial(learning_rate, lr=0.2, schedule="step", schedule_steps=100, final_lr=0.001)
    assert [rate(step) for step in (0, 99, 100, 200, 300, 900)] == pytest.approx([0.2, 0.2, 0.02, 0.002, 0.001, 0.001])


def test_the_steps_of_a_generation():
    assert steps_for(1000, samples_per_new_position=4.0, batch_size=256) == 16  # 15.6
    assert steps_for(1000, samples_per_new_position=4.0, batch_size=256, accumulate=2) == 8
    assert steps_for(1024, samples_per_new_position=0.5, batch_size=256) == 2
    assert steps_for(1, batch_size=256) == 1
    assert steps_for(0) == 0
    assert steps_for(1000, 6400, epochs=10.0, batch_size=64) == 1000  # 64,000 samples, however few are new
    assert steps_for(1000, 6400, batch_size=64) == 63  # 4,000 samples: 62.5
