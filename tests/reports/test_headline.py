"""The headline against arithmetic; nothing in it depends on the clock."""

import math

import pytest

from src.reports.headline import headline
from tests.reports.made import made, wilson


def test_one_generation_by_hand(tmp_path):
    found = headline(made(tmp_path, 1, plays=False).read())
    # 60 and 120 mistakes in 200 positions, twice as many boxes given away
    assert found["mistake_rate"] == 60 / 200
    assert found["net_mistake_rate"] == 120 / 200
    assert (found["mean_regret"], found["net_mean_regret"]) == (120 / 200, 240 / 200)
    assert [found["mistake_rate_low"], found["mistake_rate_high"]] == wilson(60, 200)
    assert [found["net_mistake_rate_low"], found["net_mistake_rate_high"]] == wilson(120, 200)
    assert (found["audit_positions"], found["audit_simulations"]) == (200, 8)
    assert (found["model"], found["champion_generation"], found["generations"]) == ("m-g001", 1, 1)
    assert found["games"] == 24
    # 55 wins and 5 losses against random play, and the drawn game of the prior: 55.5 points of 61. The untrained
    # model met nobody but this one, so it adds nothing.
    elo, half = 400 * math.log10(55.5 / 5.5), 1.959964 * 400 / math.log(10) / math.sqrt(61 * (55.5 / 61) * (5.5 / 61))
    assert found["rating"] == pytest.approx(elo)
    assert (found["rating_low"], found["rating_high"]) == pytest.approx((elo - half, elo + half))
    assert found["rating_anchor"] == "random"


def test_it_is_the_champion_s_and_not_the_last_candidate_s(tmp_path):
    found = headline(made(tmp_path, 2, plays=False).read())
    assert (found["model"], found["champion_generation"], found["generations"]) == ("m-g001", 1, 2)
    assert found["mistake_rate"] == 60 / 200
    assert found["games"] == 2 * 24


def test_the_clock_changes_nothing(tmp_path, story):
    campaign = made(tmp_path, 3, plays=False)
    for line in campaign.lines:
        line["at"] += 1000
        line.get("measured", {}).clear()
    assert headline(campaign.read()) == headline(story)


def test_what_there_is_not_is_none(tmp_path):
    found = headline(made(tmp_path / "a", 1, plays=False, has_audit=False).read())
    assert found["mistake_rate"] is found["net_mean_regret"] is found["audit_positions"] is None
    assert found["rating"] is not None
    untrained = headline(made(tmp_path / "b", 0).read())
    assert (untrained["model"], untrained["generations"], untrained["games"]) == ("m-g000", 0, 0)
    assert untrained["rating"] is untrained["mistake_rate"] is None
