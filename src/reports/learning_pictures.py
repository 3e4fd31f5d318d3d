"""Pictures of what a campaign learns: losses over its steps, and whether the search knows what it is worth.

Each function returns a figure, or one sentence that says why there is none.
"""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from src.reports.house_style import BLUE, GREY, ORANGE, Label, label_right, new_figure
from src.reports.story import CampaignStory

NO_TRAINING = "Nothing was trained yet."
NO_RECORDS = "The records of the last generation's games are not at hand, or hold no search."
LOSSES = (
    ("policy", "policy: cross-entropy, nats"),
    ("value", "value: squared error"),
    ("margin", "margin: squared error"),
)
TRAINED, HELD_OUT, LEAST = BLUE, ORANGE, GREY


def losses(story: CampaignStory) -> Figure | str:
    """Losses over the steps of all generations: on what is learnt from, and on games held out."""
    trained = [generation.training for generation in story.generations if generation.training]
    steps = np.array([point["global_step"] for training in trained for point in training.curve])
    if not len(steps):
        return NO_TRAINING
    shown = [(name, title) for name, title in LOSSES if name != "margin" or story.game.max_score]
    figure = new_figure(0.7 + 1.6 * len(shown))
    panels = figure.subplots(len(shown), 1, sharex=True, squeeze=False)[:, 0]
    ends = np.array([training.global_step for training in trained])
    labels = {}
    for axes, (name, title) in zip(panels, shown, strict=True):
        curve = [point[f"{name}_loss"] for training in trained for point in training.curve]
        axes.plot(steps, curve, "o" if len(steps) == 1 else "-", color=TRAINED, linewidth=1.4)
        labels[axes] = [(curve[-1], "training", TRAINED)]
        held_out = [training.metrics.get(f"held_out_{name}_loss", np.nan) for training in trained]
        labels[axes] += _points(axes, ends, held_out, "held out", HELD_OUT, "o")
        if name == "policy":
            least = [training.metrics.get("held_out_target_entropy", np.nan) for training in trained]
            labels[axes] += _points(axes, ends, least, "least possible", LEAST, "_")
        axes.set_title(title)
    panels[-1].set_xlabel("training steps over all generations")
    panels[-1].xaxis.set_major_formatter(FuncFormatter(lambda step, _: f"{step:,.0f}"))
    label_right(figure, labels)
    return figure


def _points(axes: Axes, x: np.ndarray, y: list[float], label: str, colour: str, marker: str) -> list[Label]:
    """A point a generation where there is a number; returns the label of the last, if any."""
    axes.plot(x, y, marker, color=colour, markersize=4)
    known = [value for value in y if not np.isnan(value)]
    return [(known[-1], label, colour)] if known else []


def calibration(story: CampaignStory) -> Figure | str:
    """What games came to against what the search said on the way, and how many positions say so."""
    found = story.calibration
    if found is None or not found.positions.sum():
        return NO_RECORDS
    figure = new_figure(4.4)
    axes, below = figure.subplots(2, 1, sharex=True, height_ratios=[3.4, 1])
    axes.plot([-1, 1], [-1, 1], color=GREY, linewidth=1, linestyle=(0, (4, 3)))
    axes.annotate("dashed: as it should be", (0.99, 0.03), xycoords="axes fraction", ha="right", color=GREY, fontsize=9)
    known = found.positions > 0
    axes.vlines(found.value[known], found.low[known], found.high[known], color=BLUE, linewidth=1.6, alpha=0.55)
    axes.plot(found.value[known], found.outcome[known], "o", color=BLUE, markersize=5)
    axes.set_ylabel("what the games came to, mean")
    axes.set_ylim(-1.06, 1.06)
    centres = (found.edges[1:] + found.edges[:-1]) / 2
    below.bar(centres, found.positions, width=0.9 * np.diff(found.edges), color=BLUE, alpha=0.7)
    for centre, count in zip(centres, found.positions.tolist(), strict=True):
        text = f"{count:,}" if count < 10_000 else f"{count / 1000:.0f}k"
        below.annotate(text, (centre, count), xytext=(0, 2), textcoords="offset points", ha="center", fontsize=7.5)
    below.margins(y=0.25)
    below.set_ylabel("positions")
    below.set_yticks([])
    below.spines["left"].set_visible(False)
    below.set_xlabel("the search's value, for the player to move")
    below.set_xlim(-1.06, 1.06)
    return figure
