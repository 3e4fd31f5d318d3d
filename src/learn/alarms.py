"""What is said when training does not learn: an Alarm stops it, a warning is reported."""

import math

from src.files.errors import UserError
from src.records.samples import Window

COLLAPSED = 0.1  # share of the target's entropy below which the net's policy has collapsed
MOSTLY = 0.5  # share of distinct games below which most are duplicates


class Alarm(UserError):
    """Training cannot go on, or would learn nothing; one sentence that says why and what to do."""


def check_steps(num_steps: int, num_positions: int) -> None:
    """Raise Alarm where nothing would be learnt."""
    if num_positions == 0:
        raise Alarm("the window holds no position to learn from; play games, or hold out fewer")
    if num_steps < 1:
        raise Alarm(f"training would take {num_steps} optimiser steps; raise train.samples_per_new_position")


def check_reuse(samples_per_position: float, limit: float) -> None:
    """Raise Alarm where one generation would learn from each position more often than `limit`."""
    if samples_per_position > limit:
        raise Alarm(
            f"training would use each position of the window {samples_per_position:.1f} times, and "
            f"train.max_samples_per_position is {limit:g}; play more games, or lower train.samples_per_new_position"
        )


def check_finite(name: str, value: float, global_step: int) -> None:
    """Raise Alarm for a loss that is NaN or infinite."""
    if not math.isfinite(value):
        raise Alarm(f"the {name} is {value} at step {global_step}; lower train.lr or set train.grad_clip")


def check_taken(expected: int, taken: int) -> None:
    """Raise Alarm where the optimiser did not take the steps that were asked for."""
    if taken != expected:
        raise Alarm(f"the optimiser took {taken} steps instead of {expected}; this should not happen, so report it")


def policy_warnings(metrics: dict[str, float]) -> list[str]:
    """A sentence if the net's policy has collapsed to less than its targets; of `policy_entropy` and so on."""
    net, target = metrics["policy_entropy"], metrics["target_entropy"]
    if net < COLLAPSED * target:
        return [f"the policy has collapsed: its entropy is {net:.3f} nats, and that of its targets {target:.3f}"]
    return []


def window_warnings(window: Window) -> list[str]:
    """A sentence if most games of the window are duplicates of others."""
    if window.num_distinct_games < MOSTLY * window.num_games:
        return [f"of {window.num_games} games in the window only {window.num_distinct_games} are different"]
    return []
