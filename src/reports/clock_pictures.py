"""Pictures of what depends on the clock: how fast a campaign went, and where its time was spent.

Each function returns a figure, or one sentence that says why there is none.
"""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter

from src.reports.clock import num_parts, rates, seconds
from src.reports.house_style import BLUE, GREY, ORANGE, SKY, count_generations, label_right, new_figure
from src.reports.story import CampaignStory

UNTIMED = "No part was timed: what is done was restored from a cache."
RATES = (
    ("selfplay", "games_per_second", "self-play: games a second", BLUE),
    ("selfplay", "evaluations_per_second", "self-play: positions judged by the net a second", BLUE),
    ("train", "samples_per_second", "training: samples a second", ORANGE),
)
PARTS = (
    ("begin", "start", GREY),
    ("selfplay", "self-play", BLUE),
    ("train", "training", ORANGE),
    ("arena", "arena", SKY),
)
_NUMBER = EngFormatter(sep="")


def throughput(story: CampaignStory) -> Figure | str:
    """Games, evaluations and samples a second, by generation."""
    shown = [(title, colour, rates(story, part, name)) for part, name, title, colour in RATES]
    shown = [each for each in shown if not np.isnan(each[2]).all()]
    if not shown:
        return UNTIMED
    figure = new_figure(0.7 + 1.25 * len(shown))
    panels = figure.subplots(len(shown), 1, sharex=True, squeeze=False)[:, 0]
    numbers = np.array([generation.number for generation in story.generations])
    labels = {}
    for axes, (title, colour, found) in zip(panels, shown, strict=True):
        axes.plot(numbers, found, "-o", color=colour)
        axes.set_title(title)
        axes.set_ylim(0, 1.15 * np.nanmax(found))
        axes.yaxis.set_major_formatter(_NUMBER)
        last = found[~np.isnan(found)][-1]
        labels[axes] = [(last, f"{last:,.0f}" if last >= 100 else f"{last:.3g}", colour)]
    count_generations(panels[-1], numbers[1:])
    label_right(figure, labels)
    return figure


def time(story: CampaignStory) -> Figure | str:
    """Seconds of each part, stacked, by generation."""
    if num_parts(story)[1] == 0:
        return UNTIMED
    figure = new_figure(3.2)
    axes = figure.subplots()
    numbers = np.array([generation.number for generation in story.generations])
    below = np.zeros(len(numbers))
    for part, label, colour in PARTS:
        found = np.nan_to_num(seconds(story, part))
        axes.bar(numbers, found, bottom=below, width=0.8, color=colour, label=f"{label} {found.sum() / 60:.1f} min")
        below += found
    axes.set_ylabel("seconds")
    count_generations(axes, numbers)
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(
        handles, labels, loc="outside upper left", ncols=len(PARTS), frameon=False, handlelength=0.9,
        handletextpad=0.4, columnspacing=1.1, fontsize=8.5,
    )  # fmt: skip
    return figure
