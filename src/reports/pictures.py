"""All pictures of a campaign, each with its caption; one that cannot be drawn says why."""

from dataclasses import dataclass

from matplotlib.figure import Figure

from src.reports import captions, clock_pictures, learning_pictures, strength_pictures
from src.reports.house_style import house_style, png_and_svg
from src.reports.story import CampaignStory

DRAWN = {  # file name → title, who draws it, what is said under it
    "mistakes": ("Mistakes", strength_pictures.mistakes, captions.mistakes),
    "ratings": ("Ratings", strength_pictures.ratings, captions.ratings),
    "stages": ("Mistakes by stage of the game", strength_pictures.stages, captions.stages),
    "calibration": ("Does the search know?", learning_pictures.calibration, captions.calibration),
    "losses": ("Losses", learning_pictures.losses, captions.losses),
    "throughput": ("Speed", clock_pictures.throughput, captions.throughput),
    "time": ("Time", clock_pictures.time, captions.time),
}


@dataclass(frozen=True)
class Picture:
    """One figure twice: for folders and for pages."""

    name: str
    title: str
    caption: str
    png: bytes
    svg: bytes


@dataclass(frozen=True)
class LeftOut:
    """A picture that there is nothing for."""

    name: str
    title: str
    reason: str


def draw_all(story: CampaignStory) -> list[Picture | LeftOut]:
    """In the order of the page. The bytes follow from the story alone."""
    with house_style():
        return [_draw(story, name, *how) for name, how in DRAWN.items()]


def _draw(story: CampaignStory, name: str, title: str, draw, caption) -> Picture | LeftOut:
    drawn = draw(story)
    if not isinstance(drawn, Figure):
        return LeftOut(name, title, drawn)
    return Picture(name, title, caption(story), *png_and_svg(drawn))
