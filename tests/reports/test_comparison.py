"""Several campaigns side by side: names, settings that differ, and champions at equal minutes by hand."""

from dataclasses import replace

import pytest

from src.files.errors import UserError
from src.reports.comparison import at_equal_minutes, differences, labels, write_comparison
from tests.reports.made import made
from tests.reports.pages import Page


@pytest.fixture(scope="module")
def stories(tmp_path_factory):
    """Three generations of a minute each; and two of two minutes each, with another learning rate."""
    folder = tmp_path_factory.mktemp("campaigns")
    quick = made(folder / "quick", 3, plays=False, **{"train.lr": 0.1})
    slow = made(folder / "slow", 2, plays=False, **{"train.lr": 0.2})
    for line in slow.lines[2:]:
        line["measured"]["seconds"] *= 2
    return [quick.read(), slow.read()]


def restored(story):
    """The campaign as it is where the first training was restored."""
    first = replace(story.generations[1], measured=story.generations[1].measured | {"train": {}})
    return replace(story, generations=[story.generations[0], first, *story.generations[2:]])


def test_settings_that_differ(stories):
    assert differences(stories) == {"train.lr": [0.1, 0.2]}
    other = replace(stories[1], settings=stories[0].settings | {"net.units": 4})
    assert differences([stories[0], other]) == {"net.units": [None, 4]}
    assert differences(stories[:1]) == {}


def test_names_are_short_where_little_differs_and_never_alike(stories):
    assert labels(stories) == ["lr 0.1", "lr 0.2"]
    assert labels(stories[:1]) == ["made"]
    again = replace(stories[0], campaign="0123456789ab")
    assert labels([stories[0], again]) == ["made 9f3c0a77d2e1", "made 0123456789ab"]
    much = replace(stories[1], name="much", settings=stories[1].settings | {key: 1 for key in "abc"})
    assert labels([stories[0], much]) == ["made", "much"]


def test_champions_at_equal_minutes_by_hand(stories):
    # The quick one ends after 6 s and 3 minutes, the slow one after 6 s and 4. After 3.1 minutes the slow one has its
    # first generation, whose search makes 60 mistakes in 200 positions; the quick one has all, and 10 mistakes.
    found = at_equal_minutes(stories)
    assert found.minutes == pytest.approx(3.1)
    assert [audit.rate for audit in found.champions] == [10 / 200, 60 / 200]


def test_before_the_first_generation_ended_there_is_nothing_to_compare(stories):
    begun = replace(stories[0], generations=stories[0].generations[:1])
    assert at_equal_minutes([begun, stories[1]]).champions == [None, None]


def test_campaigns_that_were_not_timed_have_no_minutes(stories):
    untimed = restored(stories[0])
    found = at_equal_minutes([untimed, stories[1]])
    assert found.minutes == pytest.approx(4.1)
    assert found.champions[0] is None
    assert at_equal_minutes([untimed]) is None


def test_the_page(stories, tmp_path):
    written = write_comparison(stories, tmp_path)
    assert [path.name for path in written] == ["compare.png", "compare.html"]
    page = Page(written[-1])
    page.check_offline()
    head, quick, slow = page.tables[0]
    assert (quick[:4], slow[:4]) == (["lr 0.1", "3", "3.1", "5.0 %"], ["lr 0.2", "2", "4.1", "30.0 %"])
    assert [row[head.index("mistakes at equal minutes")] for row in (quick, slow)] == ["5.0 %", "30.0 %"]
    assert page.tables[1] == [["setting", "lr 0.1", "lr 0.2"], ["train.lr", "0.1", "0.2"]]


def test_bytes_follow_from_the_campaigns(stories, tmp_path):
    for one, other in zip(
        write_comparison(stories, tmp_path / "a"), write_comparison(stories, tmp_path / "b"), strict=True
    ):
        assert one.read_bytes() == other.read_bytes()
    swapped = write_comparison(stories[::-1], tmp_path / "c")[0]
    assert swapped.read_bytes() != (tmp_path / "a" / "compare.png").read_bytes()


def test_without_minutes_and_without_exact_play(stories, tmp_path):
    page = Page(write_comparison([restored(story) for story in stories], tmp_path)[-1])
    assert "No campaign was timed from beginning to end" in page.text
    blind = [made(tmp_path / name, 1, plays=False, has_audit=False, seed=i).read() for i, name in enumerate("ab")]
    assert [path.name for path in write_comparison(blind, tmp_path)] == ["compare.html"]
    assert not (tmp_path / "compare.png").exists()


def test_what_comes_from_campaigns_is_escaped(stories, tmp_path):
    evil = replace(stories[1], settings=stories[1].settings | {"train.lr": "<script>alert('x')</script>"})
    page = Page(write_comparison([stories[0], evil], tmp_path)[-1])
    assert page.num_scripts == 0
    assert "alert('x')" in page.text


def test_what_cannot_be_compared(stories, tmp_path):
    with pytest.raises(UserError, match="there are no campaigns to compare"):
        write_comparison([], tmp_path)
    with pytest.raises(UserError, match="not on dots-2x2 and dots-3x3"):
        write_comparison([stories[0], replace(stories[1], board="dots-3x3")], tmp_path)
