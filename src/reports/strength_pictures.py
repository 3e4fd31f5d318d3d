"""Pictures of how strong a campaign's models are: mistakes, mistakes by stage of the game, ratings.

Each function returns a figure, or one sentence that says why there is none.
"""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, PowerNorm
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator, PercentFormatter

from src.reports.headline import rating
from src.reports.house_style import (
    GREY,
    NET,
    PALE,
    SEARCH,
    count_generations,
    label_right,
    line_with_band,
    new_figure,
)
from src.reports.story import Audit, CampaignStory, Generation
from src.reports.wording import elo, percent

NO_AUDIT = "No move was judged by exact play: the campaign has no referee, or audits no positions."
NO_RATINGS = "No candidate has met another player yet."
LEAST_MISTAKES = 0.5  # of all positions: where "none found" is drawn, since a logarithmic axis has no zero
_DARKER = LinearSegmentedColormap.from_list("mistakes", ["#f7f7f7", "#9ecae1", "#0072b2", "#08264a"])


def audits(story: CampaignStory, who: str) -> tuple[list[int], list[Audit]]:
    """The generations that were audited and what was found. who: "search" or "net"."""
    found = [(generation.number, getattr(generation, who)) for generation in story.generations]
    numbers = [number for number, audit in found if audit]
    return numbers, [audit for _, audit in found if audit]


def mistakes(story: CampaignStory) -> Figure | str:
    """How often a move worsens the game's result, by generation."""
    if not audits(story, "search")[0]:
        return NO_AUDIT
    figure = new_figure(3.5)
    axes = figure.subplots()
    labels = []
    for who, label, colour in (("net", "net alone", NET), ("search", "search", SEARCH)):
        numbers, found = audits(story, who)
        if found:
            last = draw_mistakes(axes, np.array(numbers), found, colour)
            labels.append((last, f"{label} {percent(found[-1].rate)}", colour))
    mistakes_axis(axes)
    count_generations(axes, audits(story, "search")[0])
    label_right(figure, {axes: labels})
    return figure


def draw_mistakes(axes: Axes, x: np.ndarray, found: list[Audit], colour: str) -> float:
    """A line of mistake rates over `x` `[N]`; hollow points where none was found. Returns the last height."""
    floor = LEAST_MISTAKES / max(audit.mistakes_possible for audit in found)
    rates = np.array([audit.rate for audit in found])
    low, high = np.array([audit.interval for audit in found]).T
    heights = np.maximum(rates, floor)
    line_with_band(axes, x, heights, np.maximum(low, floor), high, colour)
    axes.plot(x[rates == 0], heights[rates == 0], "o", color=colour, markerfacecolor="white")
    return float(heights[-1])


def mistakes_axis(axes: Axes) -> None:
    """A logarithmic y axis in per cent."""
    axes.set_yscale("log")
    axes.set_ylabel("positions with a mistake")
    axes.set_ylim(top=1.0)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g} %"))
    low = axes.get_ylim()[0]
    steps = [step * 10.0**power for power in range(-6, 1) for step in (1, 2, 5)]
    axes.yaxis.set_major_locator(FixedLocator([step for step in steps if low <= step <= 1]))
    axes.yaxis.set_minor_locator(NullLocator())


def stages(story: CampaignStory) -> Figure | str:
    """Mistakes by stage of the game, over generations: a map for the search and one for the net."""
    shown = [(who, title) for who, title in (("search", "search"), ("net", "net alone")) if audits(story, who)[0]]
    if not shown:
        return NO_AUDIT
    numbers, found = audits(story, shown[0][0])
    firsts = sorted({stage.first for audit in found for stage in audit.stages})
    figure = new_figure(0.9 + len(shown) * (0.55 + 0.24 * len(firsts)))
    panels = figure.subplots(len(shown), 1, sharex=True, squeeze=False)[:, 0]
    for axes, (who, title) in zip(panels, shown, strict=True):
        painted = _paint_stages(axes, *audits(story, who), firsts)
        axes.set_title(title)
    count_generations(panels[-1], numbers)
    panels[-1].tick_params(axis="x", length=3)
    bar = figure.colorbar(painted, ax=panels, format=PercentFormatter(1.0, decimals=0, symbol=" %"), fraction=0.05)
    bar.set_ticks([0, 0.01, 0.05, 0.1, 0.2, 0.5, 1])
    bar.ax.set_title("mistakes", fontsize=9, loc="left")
    bar.outline.set_visible(False)
    return figure


def _paint_stages(axes: Axes, numbers: list[int], found: list[Audit], firsts: list[int]):
    """The map of one player: a row a stage, the start of the game on top; the last generation's rates at its end."""
    table = np.full((len(firsts), len(numbers)), np.nan)
    names = {}
    for column, audit in enumerate(found):
        for stage in audit.stages:
            names[stage.first] = f"{stage.first}–{stage.last}"
            if stage.mistakes_possible:
                table[firsts.index(stage.first), column] = stage.mistakes / stage.mistakes_possible
    axes.set_facecolor(PALE)
    sides = np.append(np.array(numbers) - 0.5, numbers[-1] + 0.5)
    painted = axes.pcolormesh(
        sides, np.arange(len(firsts) + 1), table, cmap=_DARKER, norm=PowerNorm(0.5, 0, 1), edgecolors="white",
        linewidth=0.5,
    )  # fmt: skip
    axes.invert_yaxis()
    axes.grid(False)
    axes.tick_params(length=0)
    axes.set_yticks(np.arange(len(firsts)) + 0.5, [names.get(first, "") for first in firsts])
    axes.set_ylabel("moves played")
    axes.spines[:].set_visible(False)
    for row, share in enumerate(table[:, -1]):
        text = "" if np.isnan(share) else percent(share)
        axes.annotate(
            text, (1, row + 0.5), xycoords=("axes fraction", "data"), xytext=(5, 0), textcoords="offset points",
            va="center", fontsize=8, annotation_clip=False,
        )  # fmt: skip
    return painted


def baselines(story: CampaignStory) -> list[str]:
    """The rated players that are no model of the campaign's."""
    own = {generation.name for generation in story.generations}
    return [name for name in story.ratings.names if name not in own] if story.ratings else []


def ratings(story: CampaignStory) -> Figure | str:
    """Elo by generation, of all candidates, and the fixed players as lines."""
    rated = [generation for generation in story.generations if rating(story, generation.name)[0] is not None]
    if not rated:
        return NO_RATINGS
    figure = new_figure(3.5)
    axes = figure.subplots()
    labels = []
    for name in baselines(story):
        level = rating(story, name)[0]
        axes.axhline(level, color=GREY, linewidth=1, linestyle=(0, (4, 3)))
        labels.append((level, f"{name} {elo(level)}", GREY))
    last = _rate_models(axes, story, rated)
    labels.append((last, f"{rated[-1].name} {elo(last)}", SEARCH))
    axes.set_ylabel(f"rating in Elo, {story.anchor} at 0")
    axes.margins(y=0.08)
    count_generations(axes, [generation.number for generation in rated])
    label_right(figure, {axes: labels})
    return figure


def _rate_models(axes: Axes, story: CampaignStory, rated: list[Generation]) -> float:
    """Filled points for those that became champion, hollow ones for the others. Returns the last rating."""
    numbers = np.array([generation.number for generation in rated])
    middle, low, high = np.array([rating(story, generation.name) for generation in rated], float).T
    line_with_band(axes, numbers, middle, low, high, SEARCH)
    kept_out = np.array([generation.verdict is not None and not generation.verdict.promote for generation in rated])
    axes.plot(numbers[kept_out], middle[kept_out], "o", color=SEARCH, markerfacecolor="white")
    return float(middle[-1])
