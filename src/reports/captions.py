"""One sentence under each picture that says what is seen, in numbers where there are some."""

import numpy as np

from src.reports.clock import is_timed, minutes, num_parts, rates
from src.reports.headline import rating
from src.reports.story import CampaignStory
from src.reports.strength_pictures import audits
from src.reports.wording import LEVEL, counted, elo, elo_range, percent


def mistakes(story: CampaignStory) -> str:
    numbers, found = audits(story, "search")
    last = found[-1]
    before = f", where it was {percent(found[0].rate)} after generation {numbers[0]}" if len(found) > 1 else ""
    hollow = "" if all(audit.rate for audit in found) else "; hollow points: none was found"
    return (
        f"How often a move worsens the game's result, where one can: after generation {numbers[-1]} the search does in "
        f"{percent(last.rate)} of {counted(last.mistakes_possible, 'position')}{before}; bands are {LEVEL} intervals, "
        f"the scale is logarithmic{hollow}."
    )


def stages(story: CampaignStory) -> str:
    return (
        "Where in the game the mistakes are: a row for each stage, from the first moves on top to the last ones, a "
        "column for each generation, the darker the more; at the right, the last generation's."
    )


def ratings(story: CampaignStory) -> str:
    rated = [generation for generation in story.generations if rating(story, generation.name)[0] is not None]
    last, low, high = rating(story, rated[-1].name)
    return (
        f"Ratings over all games played, {story.anchor} at 0: generation {rated[-1].number} has {elo(last)} Elo "
        f"({LEVEL} {elo_range(low, high)}); hollow points did not become champion, dashed lines are fixed players."
    )


def losses(story: CampaignStory) -> str:
    steps = [generation.training.global_step for generation in story.generations if generation.training][-1]
    return (
        f"Losses over {counted(steps, 'training step')}: lines on what is learnt from, points on games held out after "
        "each generation; they may rise when the games get harder to foretell."
    )


def calibration(story: CampaignStory) -> str:
    found = story.calibration
    weight = found.margin_weight
    meaning = f" ({1 - weight:g} × result + {weight:g} × margin)" if weight else ""
    count = counted(int(found.positions.sum()), "position")
    gap = np.nansum(found.positions * np.abs(found.value - found.outcome)) / found.positions.sum()
    return (
        f"What {count} of generation {story.games_from} came to, against what "
        f"the search said of them{meaning}: {gap:.2f} apart on average; bars are {LEVEL} intervals over games."
    )


def throughput(story: CampaignStory) -> str:
    found = rates(story, "selfplay", "games_per_second")
    known = found[~np.isnan(found)]
    said = f"self-play made {known.mean():,.1f} games a second on average" if len(known) else "of the parts timed here"
    return f"How fast it went on this machine: {said}."


def time(story: CampaignStory) -> str:
    done, timed = num_parts(story)
    missing = "" if is_timed(story) else f", without {done - timed} of {done} parts, which were restored from a cache"
    return f"Where {minutes(story)[-1]:.1f} minutes went, generation by generation{missing}."
