"""The window: from which generations a net learns. Generations are numbered from 1; a window ends with the newest.

Early games are weak and should be forgotten soon; later the window grows, so that a net sees more games.
"""

from collections.abc import Sequence

from src.files.errors import UserError


def growing_size(
    generation: int, *, min_generations: int = 4, max_generations: int = 20, generations_per_growth: int = 2
) -> int:
    """Generations in the window of a net of `generation`: 4 at first, one more every second generation, up to 20.

    min(max, min + floor((generation - min) / per_growth)), and never more than there are. The slow window of
    Prasad, Abrams and Young 2018, "Lessons from AlphaZero", part 6.
    """
    grown = max(0, generation - min_generations) // generations_per_growth
    return min(max_generations, min_generations + grown, generation)


def power_samples(total: int, *, scale: float = 250_000.0, exponent: float = 0.75, slope: float = 0.4) -> float:
    """Samples that the window should hold when `total` were ever made.

    c * (1 + slope * ((total / c) ** exponent - 1) / exponent) with c = scale, and all of them up to c: the power
    law shifted so that it meets c there, and grows by `slope` a sample (Wu 2019, KataGo, appendix C). With slope 0 it
    holds c samples, as a buffer of that size does.
    """
    if total <= scale:
        return float(total)
    return scale * (1.0 + slope * ((total / scale) ** exponent - 1.0) / exponent)


def power_size(num_samples: Sequence[int], *, scale: float = 250_000.0, exponent: float = 0.75, slope: float = 0.4):
    """The fewest newest generations that hold what `power_samples` wants; `num_samples` are theirs, oldest first."""
    wanted = power_samples(sum(num_samples), scale=scale, exponent=exponent, slope=slope)
    held, size = 0, 0
    for made in reversed(num_samples):
        if size > 0 and held >= wanted:
            break
        held += made
        size += 1
    return size


def window_generations(
    generation: int,
    *,
    kind: str = "growing",
    min_generations: int = 4,
    max_generations: int = 20,
    generations_per_growth: int = 2,
    num_samples: Sequence[int] | None = None,
    scale: float = 250_000.0,
    exponent: float = 0.75,
    slope: float = 0.4,
) -> range:
    """The generations whose games the net of `generation` learns from, its own the last.

    kind: "growing" counts generations, see `growing_size`; "power" counts samples, see `power_size`, and needs
    `num_samples`, the target plies of generations 1 to `generation`.
    Raises UserError for another kind, or a generation below 1.
    """
    if generation < 1:
        raise UserError(f"a window ends with generation 1 or a later one, not {generation}")
    if kind == "growing":
        size = growing_size(
            generation,
            min_generations=min_generations,
            max_generations=max_generations,
            generations_per_growth=generations_per_growth,
        )
    elif kind == "power":
        if num_samples is None or len(num_samples) != generation:
            raise ValueError(f"a power window needs the samples of generations 1 to {generation}")
        size = power_size(num_samples, scale=scale, exponent=exponent, slope=slope)
    else:
        raise UserError(f"train.window.kind must be growing or power, not {kind!r}")
    return range(generation - size + 1, generation + 1)
