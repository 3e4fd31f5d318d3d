"""Batches: every position once before any comes twice, the same from the same seed, and built by a thread."""

from collections import Counter

import numpy as np
import pytest
import torch

from src.games import make
from src.learn.datamodule import HeldOutBatches, TrainBatches, WindowData, as_tensors
from tests.learn.windows import made_up_window

GAME = make("dots", rows=2, cols=2)


def batches(samples, **changes):
    return TrainBatches(samples, **({"batch_size": 7, "num_batches": 100, "first": 0, "seed": 3} | changes))


@pytest.mark.parametrize("batch_size", [1, 7, 64, 1000])
def test_every_position_once_before_any_comes_twice(batch_size):
    samples = made_up_window(GAME).train
    count = len(samples)
    drawn = batches(samples, batch_size=batch_size)
    rows = np.concatenate([drawn.rows(i) for i in range(3 * count // batch_size + 1)])
    for number in range(3):
        assert sorted(rows[number * count : (number + 1) * count]) == list(range(count))
    assert not np.array_equal(rows[:count], rows[count : 2 * count])


def same(a, b):
    return all(torch.equal(x, y) for x, y in zip(a, b, strict=True))


def test_a_batch_follows_from_seed_and_number():
    samples = made_up_window(GAME).train
    whole = list(batches(samples))
    assert len(whole) == len(batches(samples)) == 100
    late = list(batches(samples, first=60, num_batches=40))
    assert all(same(a, b) for a, b in zip(whole[60:], late, strict=True))
    assert not same(whole[0], next(iter(batches(samples, seed=4))))


def test_all_symmetries_are_drawn_about_as_often():
    samples = made_up_window(GAME, holdout=0.0).train
    count, drawn = Counter(), batches(samples, batch_size=1)
    row = next(row for row in range(len(samples)) if samples.plies[row] == 5)
    images = [samples.batch(np.array([row]), np.array([k])).observations.tobytes() for k in range(8)]
    numbers = [i for i in range(400 * len(samples) // 4) if drawn.rows(i)[0] == row]
    for i in numbers[:400]:
        count[drawn.build(i).observations.contiguous().numpy().tobytes()] += 1
    assert set(count) == set(images)
    expected = len(numbers) / len(set(images))
    assert all(0.3 * expected < seen < 2 * expected for seen in count.values())


def test_canonical_batches_hold_the_same_positions_each_in_its_one_form():
    samples = made_up_window(GAME).train
    drawn, canonical = batches(samples), batches(samples, canonical=True)
    assert np.array_equal(drawn.rows(5), canonical.rows(5))
    assert same(canonical.build(5), as_tensors(samples.batch(canonical.rows(5), None)))
    assert not same(canonical.build(5), drawn.build(5))
    held_out = list(HeldOutBatches(samples, 50, canonical=True))
    assert same(held_out[1], as_tensors(samples.batch(np.arange(50, 100), None)))


def test_the_thread_ends_with_the_reader_and_its_errors_arrive():
    samples = made_up_window(GAME).train
    reader = iter(batches(samples))
    next(reader)
    reader.close()
    broken = batches(samples)
    broken.build = lambda index: 1 // 0
    with pytest.raises(ZeroDivisionError):
        next(iter(broken))


def test_held_out_samples_come_once_as_they_were_played():
    window = made_up_window(GAME, 60, holdout=0.3)
    held_out = HeldOutBatches(window.held_out, 16)
    drawn = list(held_out)
    assert len(drawn) == len(held_out)
    rows = np.arange(len(window.held_out))
    whole = window.held_out.batch(rows, rows * 0)
    assert np.array_equal(torch.cat([b.policy_target for b in drawn]).numpy(), whole.policy_target)
    assert np.array_equal(torch.cat([b.observations for b in drawn]).numpy(), whole.observations)


def test_lightning_gets_both():
    data = WindowData(made_up_window(GAME), batch_size=8, num_batches=5, first=2, seed=1)
    assert (len(data.train_dataloader()), data.train_dataloader().first) == (5, 2)
    assert data.val_dataloader().batch_size == 8
