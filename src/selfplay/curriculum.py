"""From easy to hard: what self-play is given in the first generations, where a curriculum is asked for.

A curriculum orders what is learnt by difficulty (Bengio et al. 2009). Generations are numbered from 1; None stands
for the end of any curriculum.
"""

from typing import NamedTuple


class Openings(NamedTuple):
    """How games begin: a share of them after `least` to `most` random moves, each number alike."""

    share: float
    least: int
    most: int


def simulations_at(generation: int | None, num_simulations: int, *, first: int, growth_generations: int) -> int:
    """Simulations of a full search: `first` in generation 1, in equal steps up to `num_simulations` after the last.

    So little is spent on games that nobody knows how to play yet. `first` may be no more than the end.
    """
    if generation is None or generation > growth_generations:
        return num_simulations
    first = min(first, num_simulations)
    return first + (num_simulations - first) * (generation - 1) // growth_generations


def openings_at(generation: int | None, usual: Openings, *, easy_generations: int, max_plies: int) -> Openings:
    """All games begin near their end in generation 1, and ever further from it, until the usual openings hold.

    What is won or lost is known at the end of a game and has to spread towards its start. With E easy generations,
    generation g plays at least (E + 1 - g) / (E + 1) of `max_plies` at random.
    """
    if generation is None or generation > easy_generations:
        return usual
    least = max(1, max_plies * (easy_generations + 1 - generation) // (easy_generations + 1))
    return Openings(1.0, least, max(least, usual.most))
