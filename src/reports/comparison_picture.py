"""The picture of several campaigns: mistakes over generations, and over minutes where these are known."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from src.reports.clock import is_timed, minutes
from src.reports.house_style import CYCLE, LABEL_SIZE, count_generations, new_figure
from src.reports.story import CampaignStory
from src.reports.strength_pictures import audits, draw_mistakes, mistakes_axis

ROW = 0.2  # inches, of a name above the picture


def draw_comparison(stories: list[CampaignStory], names: list[str]) -> Figure | None:
    """A panel by generation, and one over minutes if any campaign was wholly timed; None without any audit."""
    audited = [i for i, story in enumerate(stories) if audits(story, "search")[0]]
    if not audited:
        return None
    timed = [i for i in audited if is_timed(stories[i])]
    num_panels = 2 if timed else 1
    figure = new_figure(2.9 * num_panels + ROW * len(audited))
    panels = figure.subplots(num_panels, 1, squeeze=False)[:, 0]
    for i in audited:
        numbers, found = audits(stories[i], "search")
        draw_mistakes(panels[0], np.array(numbers), found, _colour(i))
    count_generations(panels[0], [number for i in audited for number in audits(stories[i], "search")[0]])
    for i in timed:
        numbers, found = audits(stories[i], "search")
        draw_mistakes(panels[1], minutes(stories[i])[numbers], found, _colour(i))
    if timed:
        panels[1].set_xlabel("minutes, all parts together")
        panels[1].set_xlim(left=0)
    for axes in panels:
        mistakes_axis(axes)
    _name(figure, panels[0], [(names[i], _colour(i)) for i in audited])
    return figure


def _colour(i: int) -> str:
    return CYCLE[i % len(CYCLE)]


def _name(figure: Figure, axes: Axes, names: list[tuple[str, str]]) -> None:
    """One name a line above the panels: names can be too long to stand beside the lines."""
    handles = [axes.plot([], [], "-o", color=colour)[0] for _, colour in names]
    figure.legend(
        handles, [name for name, _ in names], loc="outside upper left", frameon=False, fontsize=LABEL_SIZE,
        labelcolor="linecolor", handlelength=1.4,
    )  # fmt: skip
