"""Several campaigns on one board side by side: what differs between them, and what it came to in the same time."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from src.files.errors import UserError
from src.reports.clock import is_timed, minutes
from src.reports.comparison_picture import draw_comparison
from src.reports.headline import rating
from src.reports.house_style import house_style, png_and_svg
from src.reports.page import render, svg_uri, write
from src.reports.story import Audit, CampaignStory
from src.reports.wording import LEVEL, NONE, counted, decimal, elo, elo_range, percent, percent_range, setting, whole

PAGE = "compare.html"
PICTURE = "compare.png"
MOST_IN_A_LABEL = 3  # settings; with more of them different, campaigns go by their names
CAPTION = (
    "How often a move of the candidates' search worsens the game's result, by generation and, for campaigns of which "
    f"every part was timed, over minutes; bands are {LEVEL} intervals, the scale is logarithmic."
)
HEAD = (
    *("campaign", "generations", "minutes", "mistakes", LEVEL, "net alone", "regret"),
    *("Elo", LEVEL, "mistakes at equal minutes", LEVEL),
)
NUMERIC = tuple(range(1, len(HEAD)))


@dataclass(frozen=True)
class AtEqualMinutes:
    """What champions were worth after `minutes`, the shortest campaign's."""

    minutes: float
    champions: list[Audit | None]  # a campaign; None where it was not timed or had no audited champion then


def write_comparison(stories: list[CampaignStory], folder: Path) -> list[Path]:
    """Write `compare.png` and `compare.html` into `folder`; returns the files.

    The picture is left out, and an older one removed, if no campaign has an audit. Raises UserError for no campaigns
    and for different boards, OSError.
    """
    _check(stories)
    names = labels(stories)
    with house_style():
        figure = draw_comparison(stories, names)
        png, svg = png_and_svg(figure) if figure else (None, None)
    written = []
    if png:
        written.append(write(folder / PICTURE, png))
    else:
        (folder / PICTURE).unlink(missing_ok=True)
    return [*written, write(folder / PAGE, _page(stories, names, svg))]


def _check(stories: list[CampaignStory]) -> None:
    if not stories:
        raise UserError("there are no campaigns to compare; name some")
    boards = sorted({story.board for story in stories})
    if len(boards) > 1:
        raise UserError(f"only campaigns on one board can be compared, not on {' and '.join(boards)}; choose a board")


def differences(stories: list[CampaignStory]) -> dict[str, list[Any]]:
    """Settings that are not the same in all campaigns → their values; None where a campaign has no such setting."""
    keys = dict.fromkeys(key for story in stories for key in story.settings)
    values = {key: [story.settings.get(key) for story in stories] for key in keys}
    return {key: found for key, found in values.items() if any(value != found[0] for value in found)}


def labels(stories: list[CampaignStory]) -> list[str]:
    """A short name for each campaign, no two alike: its own settings where few differ, else its name."""
    differing = differences(stories)
    names = [story.name for story in stories]
    if 0 < len(differing) <= MOST_IN_A_LABEL:
        said = [(key.rpartition(".")[2], [setting(value) for value in found]) for key, found in differing.items()]
        names = [", ".join(f"{key} {found[i]}" for key, found in said) for i in range(len(stories))]
    if len(set(names)) < len(names):
        names = [f"{name} {story.campaign}" for name, story in zip(names, stories, strict=True)]
    return names


def at_equal_minutes(stories: list[CampaignStory]) -> AtEqualMinutes | None:
    """Each campaign's champion when the shortest of those that were timed ended; None where none was."""
    totals = [float(minutes(story)[-1]) for story in stories if is_timed(story)]
    if not totals:
        return None
    return AtEqualMinutes(min(totals), [_champion_at(story, min(totals)) for story in stories])


def _champion_at(story: CampaignStory, limit: float) -> Audit | None:
    if not is_timed(story):
        return None
    then = np.flatnonzero(minutes(story) <= limit)
    judged = [story.generations[i].champion for i in then if story.generations[i].champion is not None]
    return story.generations[judged[-1]].search if judged else None


def _page(stories: list[CampaignStory], names: list[str], svg: bytes | None) -> bytes:
    equal = at_equal_minutes(stories)
    differing = differences(stories)
    return render(
        PAGE,
        board=stories[0].board,
        campaigns_said=counted(len(stories), "campaign"),
        picture={"title": "Mistakes", "uri": svg_uri(svg), "caption": CAPTION} if svg else None,
        equal_minutes=decimal(equal.minutes, 1) if equal else None,
        anchors=" or ".join(sorted({story.anchor for story in stories})),
        untimed=[name for name, story in zip(names, stories, strict=True) if not is_timed(story)],
        head=HEAD,
        numeric=NUMERIC,
        rows=[_row(story, names[i], equal.champions[i] if equal else None) for i, story in enumerate(stories)],
        settings_head=("setting", *names),
        settings=[(key, *(setting(value) for value in found)) for key, found in differing.items()],
        campaigns=[
            (names[i], story.name, story.campaign, story.champion.model, f"{story.machine.get('processor', NONE)}")
            for i, story in enumerate(stories)
        ],
    )


def _row(story: CampaignStory, name: str, then: Audit | None) -> tuple[str, ...]:
    """See HEAD; all numbers are the champion's."""
    champion = story.champion
    search, net = champion.search, champion.net
    level, low, high = rating(story, champion.name)
    return (
        name,
        whole(len(story.judged)),
        decimal(float(minutes(story)[-1]), 1) if is_timed(story) else NONE,
        percent(search.rate if search else None),
        percent_range(search.interval if search else None),
        percent(net.rate if net else None),
        decimal(search.regret if search else None),
        elo(level),
        elo_range(low, high),
        percent(then.rate if then else None),
        percent_range(then.interval if then else None),
    )
