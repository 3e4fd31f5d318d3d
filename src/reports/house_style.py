"""One look for all pictures, and their bytes, which follow from what is drawn.

Pictures are narrow, so that their type can still be read on a phone. Colours are Okabe and Ito's, which people who see
fewer colours can tell apart; the orange is darker, for type on white.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import matplotlib.style
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

WIDTH = 5.4  # inches
DPI = 200
INK, GREY, PALE = "#222222", "#6b6b6b", "#d9d9d9"
BLUE, RED, GREEN, ORANGE, PURPLE, SKY = "#0072b2", "#d55e00", "#009e73", "#c98700", "#cc79a7", "#56b4e9"
SEARCH, NET = BLUE, RED  # in every picture that has both
CYCLE = (BLUE, RED, GREEN, PURPLE, ORANGE, SKY, INK)  # for things without a colour of their own
LABEL_SIZE = 9.0  # points
BAND = 0.18  # opacity
Label = tuple[float, str, str]  # height in the axes' data, text, colour

_STYLE = {
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 9.5,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": GREY,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": "#ececec",
    "grid.linewidth": 0.8,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "lines.linewidth": 1.8,
    "lines.markersize": 4.0,
    "savefig.facecolor": "white",
    "svg.fonttype": "path",
    "svg.hashsalt": "zerolab",  # else ids in the file are drawn at random
}


@contextmanager
def house_style() -> Iterator[None]:
    """Figures are to be made and turned into bytes inside it; nothing of a person's own matplotlib settings counts."""
    with matplotlib.style.context(["default", _STYLE]):
        yield


def new_figure(height: float) -> Figure:
    """A figure of the common width, `height` in inches."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.08, h_pad=0.08)  # inches
    FigureCanvasAgg(figure)
    return figure


def png_and_svg(figure: Figure) -> tuple[bytes, bytes]:
    """The bytes of both files, from one layout."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    png, svg = io.BytesIO(), io.BytesIO()
    figure.savefig(png, format="png", dpi=DPI, metadata={"Software": None})
    figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return png.getvalue(), svg.getvalue()


def count_generations(axes: Axes, numbers: Sequence[int]) -> None:
    """The x axis counts generations."""
    axes.set_xlabel("generation")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    axes.set_xlim(min(numbers) - 0.5, max(numbers) + 0.5)


def line_with_band(axes: Axes, x: np.ndarray, y: np.ndarray, low: np.ndarray, high: np.ndarray, colour: str) -> None:
    """A line with its 95 % band; a point alone gets a bar in place of the band, which would have no width."""
    axes.plot(x, y, "-o", color=colour)
    if len(x) > 1:
        axes.fill_between(x, low, high, color=colour, alpha=BAND, linewidth=0)
    else:
        axes.vlines(x, low, high, color=colour, alpha=0.5)


def label_right(figure: Figure, labels: Mapping[Axes, Sequence[Label]]) -> None:
    """Labels right of axes, moved apart where they would touch. Call it once, when all else is drawn."""
    figure.draw_without_rendering()  # so that places are known
    for axes, wanted in labels.items():
        apart = 1.25 * LABEL_SIZE / (axes.get_window_extent().height * 72 / figure.dpi)
        order = sorted(wanted, key=lambda label: label[0])
        heights = [axes.transAxes.inverted().transform(axes.transData.transform((0, y)))[1] for y, _, _ in order]
        for place, (_, text, colour) in zip(spread(heights, apart), order, strict=True):
            axes.annotate(
                text, (1, place), xycoords="axes fraction", xytext=(5, 0), textcoords="offset points", color=colour,
                va="center", fontsize=LABEL_SIZE, annotation_clip=False,
            )  # fmt: skip


def spread(heights: Sequence[float], apart: float) -> list[float]:
    """Rising heights, pushed up and down until neighbours are `apart`; groups that touched stay about their mean."""
    groups: list[list[float]] = []  # each as the heights of its members
    for height in heights:
        groups.append([height])
        while len(groups) > 1 and _bottom(groups[-1], apart) - _top(groups[-2], apart) < apart:
            last = groups.pop()
            groups[-1] += last
    return [_bottom(group, apart) + i * apart for group in groups for i in range(len(group))]


def _bottom(group: list[float], apart: float) -> float:
    return sum(group) / len(group) - apart * (len(group) - 1) / 2


def _top(group: list[float], apart: float) -> float:
    return _bottom(group, apart) + apart * (len(group) - 1)
