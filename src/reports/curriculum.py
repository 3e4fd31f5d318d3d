"""What small boards first have saved: `python -m src.reports.curriculum curricula=[[a-2x2,a-3x3]] alone=[b]`.

The mistakes of the champion on the last board by the minutes of work since the beginning, those on the smaller boards
included, against campaigns that began on the last board. A table and a picture.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from src import commands, entry
from src.files.errors import UserError
from src.files.whole import whole_file
from src.reports.__main__ import story_of
from src.reports.clock import is_timed, minutes
from src.reports.house_style import BLUE, RED, house_style, new_figure, png_and_svg
from src.reports.story import CampaignStory
from src.reports.wording import NONE, decimal, percent, percent_range

USAGE = "usage: python -m src.reports.curriculum curricula=[[a-2x2,a-3x3],[b-2x2,b-3x3]] alone=[c,d] out=FILE"
NUM_MARKS = 6  # rows of the table
LABELLED = (2, 3, 5)  # between the powers of ten of a logarithmic scale


@dataclass(frozen=True, eq=False)
class Course:
    """What one line of champions was worth on the last board."""

    name: str
    minutes: np.ndarray  # [G] of all its work, at the end of each generation on that board
    rates: np.ndarray  # [G] share of mistakes of the champion with search

    def at(self, minute: float) -> float | None:
        """The champion's rate after so many minutes; None before the first."""
        done = np.flatnonzero(self.minutes <= minute)
        return float(self.rates[done[-1]]) if len(done) else None

    def until(self, rate: float) -> float | None:
        """Minutes until the champion made no more than this share of mistakes; None if it never did."""
        reached = np.flatnonzero(self.rates <= rate)
        return float(self.minutes[reached[0]]) if len(reached) else None


def course_of(stories: Sequence[CampaignStory]) -> Course:
    """The course of campaigns that followed each other. Raises UserError where minutes or audits are missing."""
    *before, last = stories
    for story in stories:
        if not is_timed(story):
            raise UserError(f"campaign {story.name} was restored in part and has no minutes; name one that was played")
    spent = sum(float(minutes(story)[-1]) for story in before)
    found = []
    for generation, minute in zip(last.generations, minutes(last), strict=True):
        champion = last.generations[generation.champion] if generation.champion else None
        if champion and champion.search:
            found.append((spent + float(minute), champion.search.rate))
    if not found:
        raise UserError(f"campaign {last.name} has no audited champion; set arena.audit_positions")
    return Course(last.name, *np.array(found).T)


def shown(values: list[float | None], say) -> str:
    """`1.2 % (0.9–1.6 %)`: mean and range over the seeds; a dash before all have one."""
    there = [value for value in values if value is not None]
    if len(there) < len(values):
        return NONE
    low_high = percent_range((min(there), max(there))) if say is percent else f"{say(min(there))}–{say(max(there))}"
    return f"{say(float(np.mean(there)))} ({low_high})"


def table(board: str, curricula: list[Course], alone: list[Course], boards: list[str]) -> str:
    """The page; `boards` are those of a curriculum, in order."""
    sides = (curricula, alone)
    end = min(course.minutes[-1] for side in sides for course in side)
    begin = min(course.minutes[0] for side in sides for course in side)
    level = max(float(course.rates[-1]) for side in sides for course in side)
    lines = [
        f"# Small boards first: {' → '.join(boards)}",
        "",
        f"Mistakes of the champion with search on {board} by minutes of work, those on smaller boards included: mean",
        f"and range over {len(curricula)} curricula and {len(alone)} campaigns that began on {board}, with the same",
        "settings otherwise.",
        "",
        f"| minutes | small boards first | {board} alone |",
        "|---|---|---|",
    ]
    for mark in np.linspace(begin, end, NUM_MARKS):
        cells = [shown([course.at(mark) for course in side], percent) for side in sides]
        lines.append(f"| {decimal(float(mark), 1)} | {' | '.join(cells)} |")
    cells = [shown([course.until(level) for course in side], lambda value: decimal(value, 1)) for side in sides]
    lines.append(f"| minutes until {percent(level)} or less, which all reached | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def picture(board: str, curricula: list[Course], alone: list[Course]) -> Figure:
    """Every course, on a logarithmic scale where all rates are above 0."""
    figure = new_figure(3.2)
    axes = figure.add_subplot()
    for side, colour, name in ((curricula, BLUE, "small boards first"), (alone, RED, f"{board} alone")):
        for i, course in enumerate(side):
            axes.plot(course.minutes, 100 * course.rates, color=colour, alpha=0.8, label=name if i == 0 else None)
    if min(course.rates.min() for course in curricula + alone) > 0:
        axes.set_yscale("log", subs=LABELLED)
        for formatter in (axes.yaxis.set_major_formatter, axes.yaxis.set_minor_formatter):
            formatter(FuncFormatter(lambda percents, _: f"{percents:g}"))
    axes.set_xlabel("minutes of work")
    axes.set_ylabel(f"mistakes on {board}, %")
    axes.legend(frameon=False)
    return figure


def main(chosen: commands.CurriculumSettings) -> None:
    stories = [[story_of(run) for run in runs] for runs in chosen.curricula]
    others = [story_of(run) for run in chosen.alone]
    boards = sorted({story.board for story in [*(each[-1] for each in stories), *others]})
    if len(boards) > 1:
        raise UserError(f"all must end on one board, not on {' and '.join(boards)}; name other campaigns")
    curricula, alone = [course_of(each) for each in stories], [course_of([each]) for each in others]
    out = Path(chosen.out)
    out.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(out.with_suffix(".md")) as file:
        file.write(table(boards[0], curricula, alone, [story.board for story in stories[0]]).encode())
    with house_style():
        png, _ = png_and_svg(picture(boards[0], curricula, alone))
    with whole_file(out.with_suffix(".png")) as file:
        file.write(png)
    print(out.with_suffix(".md").read_text(encoding="utf-8"), end="")


if __name__ == "__main__":
    entry.enter(main, "curriculum", commands.CurriculumSettings, USAGE, sys.argv[1:])
