"""How many steps, and how large: pure functions of the global step, so that training resumes exactly.

The global step counts optimiser steps over all generations.
"""

import math

SCHEDULES = ("constant", "cosine", "step")
STEP_DECAY = 0.1  # of the learning rate at each step of the "step" schedule (Silver et al. 2017, 2018)


def learning_rate(
    global_step: int,
    *,
    lr: float = 2e-3,
    schedule: str = "constant",
    warmup_steps: int = 0,
    schedule_steps: int = 20_000,
    final_lr: float = 2e-4,
) -> float:
    """The learning rate of the step that follows `global_step` others.

    The first `warmup_steps` rise in equal parts to `lr` (Goyal et al. 2017). Then, by `schedule`:
    constant  lr.
    cosine    from lr to final_lr along half a cosine until step `schedule_steps`, then final_lr (Loshchilov and
              Hutter 2017).
    step      a tenth after each `schedule_steps`, but at least final_lr (AlphaZero).
    """
    if global_step < warmup_steps:
        return lr * (global_step + 1) / warmup_steps
    if schedule == "constant":
        return lr
    if schedule == "cosine":
        done = min(1.0, (global_step - warmup_steps) / max(1, schedule_steps - warmup_steps))
        return final_lr + (lr - final_lr) * 0.5 * (1.0 + math.cos(math.pi * done))
    return max(final_lr, lr * STEP_DECAY ** (global_step // schedule_steps))


def steps_for(
    num_new_positions: int,
    num_samples: int = 0,
    *,
    samples_per_new_position: float = 4.0,
    epochs: float = 0.0,
    batch_size: int = 256,
    accumulate: int = 1,
) -> int:
    """Optimiser steps of a generation that brought `num_new_positions` target plies.

    So each position is learnt from about that often while it is in the window, however long the window is. KataGo
    allows 4 (its `-max-train-bucket-per-new-data`). With `epochs` above 0 it is so many passes over the window's
    `num_samples` instead, whatever is new among them.
    """
    samples = num_samples * epochs if epochs else num_new_positions * samples_per_new_position
    return math.ceil(samples / (batch_size * accumulate))
