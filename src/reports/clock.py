"""What a campaign took. Parts that were restored from a cache were not timed here, and are never guessed."""

import numpy as np

from src.reports.story import CampaignStory


def num_parts(story: CampaignStory) -> tuple[int, int]:
    """How many parts are done, and how many of them were timed."""
    measured = [part for generation in story.generations for part in generation.measured.values()]
    return len(measured), sum("seconds" in part for part in measured)


def is_timed(story: CampaignStory) -> bool:
    """Whether every part was, so that the minutes are all there were."""
    done, timed = num_parts(story)
    return done == timed


def seconds(story: CampaignStory, part: str) -> np.ndarray:
    """`[G]` of a part in each generation; NaN where it was not timed, and 0 where the generation has no such part."""
    found = [generation.measured.get(part, {"seconds": 0.0}) for generation in story.generations]
    return np.array([each.get("seconds", np.nan) for each in found], float)


def rates(story: CampaignStory, part: str, name: str) -> np.ndarray:
    """`[G]` a number that was measured of a part, NaN where it was not."""
    return np.array([each.measured.get(part, {}).get(name, np.nan) for each in story.generations], float)


def minutes(story: CampaignStory) -> np.ndarray:
    """`[G]` from the beginning to the end of each generation, over the parts that were timed."""
    parts = {part for generation in story.generations for part in generation.measured}
    return np.nansum([seconds(story, part) for part in sorted(parts)], axis=0).cumsum() / 60
