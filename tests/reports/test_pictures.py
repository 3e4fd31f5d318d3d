"""Pictures: the same bytes for the same campaign, other bytes for another, and none where there is nothing to show."""

from dataclasses import replace

import matplotlib
import numpy as np
import pytest

from src.reports.house_style import spread
from src.reports.pictures import DRAWN, LeftOut, Picture, draw_all
from tests.reports.made import made

OF_THE_CLOCK = {"throughput", "time"}
OF_AUDITS = {"mistakes", "stages"}


@pytest.fixture(scope="module")
def drawn(story):
    return {picture.name: picture for picture in draw_all(story)}


def changed(drawn, other):
    """The names of the pictures whose bytes differ."""
    return {name for name, picture in drawn.items() if picture != other[name]}


def by_name(story):
    return {picture.name: picture for picture in draw_all(story)}


def test_all_are_drawn(drawn):
    assert drawn.keys() == DRAWN.keys()
    for picture in drawn.values():
        assert picture.png.startswith(b"\x89PNG")
        assert picture.svg.startswith(b"<?xml")
        assert picture.caption.endswith(".")


def test_bytes_follow_from_the_campaign_whatever_a_person_s_matplotlib_is_set_to(tmp_path, drawn):
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": None}):
        assert changed(drawn, by_name(made(tmp_path).read())) == set()


def test_no_date_and_no_version_in_the_files(drawn):
    for picture in drawn.values():
        assert b"Software" not in picture.png
        assert b"dc:date" not in picture.svg


def test_each_shows_its_own_data(tmp_path, drawn):
    def other(change):
        campaign = made(tmp_path)
        change(campaign.lines)
        return changed(drawn, by_name(campaign.read()))

    def slower(lines):
        lines[2]["measured"] |= {"seconds": 31.0, "games_per_second": 7.0}

    def weaker(lines):
        lines[4]["numbers"]["audit_net"] |= {"mistake_rate": 0.7}

    def beaten(lines):
        lines[4]["numbers"]["pairings"][1] |= {"wins": 10, "losses": 50}

    def learnt(lines):
        lines[3]["numbers"]["curve"][0]["value_loss"] = 1.3

    assert other(slower) == OF_THE_CLOCK
    assert other(weaker) == {"mistakes"}
    assert other(beaten) == {"ratings"}
    assert other(learnt) == {"losses"}


def test_other_games_change_the_calibration(story, drawn):
    shifted = replace(story.calibration, outcome=story.calibration.outcome * 0.9)
    assert changed(drawn, by_name(replace(story, calibration=shifted))) == {"calibration"}


@pytest.mark.parametrize(
    ("generations", "how", "missing"),
    [
        (1, {}, set()),
        (2, {"has_audit": False}, OF_AUDITS),
        (1, {"plays": False}, {"calibration"}),
        (0, {}, set(DRAWN) - {"time"}),
    ],
)
def test_what_is_not_there_is_left_out(tmp_path, generations, how, missing):
    found = draw_all(made(tmp_path, generations, **how).read())
    assert {picture.name for picture in found if isinstance(picture, LeftOut)} == missing
    assert all(picture.reason.endswith(".") for picture in found if isinstance(picture, LeftOut))


def test_restored_parts_have_no_times(tmp_path):
    campaign = made(tmp_path, 2, plays=False)
    campaign.lines[2]["measured"] = {}
    some = by_name(campaign.read())
    assert "without 1 of 7 parts, which were restored from a cache" in some["time"].caption
    assert isinstance(some["throughput"], Picture)
    for line in campaign.lines[1:]:
        line["measured"] = {}
    none = by_name(campaign.read())
    assert {name for name in OF_THE_CLOCK if isinstance(none[name], LeftOut)} == OF_THE_CLOCK


def test_no_mistakes_can_be_drawn_on_a_logarithmic_axis(tmp_path):
    campaign = made(tmp_path, 1, plays=False)
    campaign.lines[-1]["numbers"]["audit"] |= {"mistakes": 0, "mistake_rate": 0.0, "mistake_rate_95": [0.0, 0.02]}
    assert "hollow points: none was found" in by_name(campaign.read())["mistakes"].caption


def test_labels_that_would_touch_are_moved_apart():
    assert spread([0.1, 0.9], 0.2) == pytest.approx([0.1, 0.9])
    assert spread([0.5, 0.5], 0.2) == pytest.approx([0.4, 0.6])
    # 0.1 and 0.15 become 0.025 and 0.225; 0.25 is then too near, and all three stand round their mean of 1/6
    assert spread([0.1, 0.15, 0.25], 0.2) == pytest.approx([1 / 6 - 0.2, 1 / 6, 1 / 6 + 0.2])
    rng = np.random.default_rng(0)
    for _ in range(50):
        places = spread(np.sort(rng.random(6)).tolist(), 0.1)
        assert np.diff(places).min() >= 0.1 - 1e-9
