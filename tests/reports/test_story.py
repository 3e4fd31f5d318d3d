"""What is read from a journal, and what cannot be."""

import json

import pytest

from src.arena.ratings import Pairing
from src.files.errors import UserError
from src.reports.headline import rating
from src.reports.story import Stage, read_campaign
from tests.reports.made import BEGUN, made


def test_a_campaign_as_it_was_written(story):
    assert (story.name, story.board, story.begun_at, story.anchor) == ("made", "dots-2x2", BEGUN, "random")
    assert [generation.model for generation in story.generations] == ["m-g000", "m-g001", "m-g002", "m-g003"]
    assert [generation.champion for generation in story.generations] == [None, 1, 1, 3]
    assert story.champion.number == 3
    second = story.generations[2]
    assert (second.verdict.opponent, second.verdict.promote, second.verdict.points) == (1, False, 25 / 60)
    assert second.pairings == [Pairing("g002", "g001", 20, 10, 30), Pairing("g002", "random", 56, 0, 4)]
    assert second.search.stages == [Stage(0, 3, 100, 30), Stage(4, 7, 100, 10)]
    assert second.training.global_step == 200
    assert (story.games_from, story.calibration is None) == (3, False)


def test_a_champion_that_was_not_beaten_stays(tmp_path):
    assert made(tmp_path, 2, plays=False).read().champion.model == "m-g001"


def test_a_generation_under_way(tmp_path):
    campaign = made(tmp_path, 2, plays=False)
    campaign.lines.pop()  # the arena of generation 2
    story = campaign.read()
    under_way = story.generations[2]
    assert (under_way.model, under_way.verdict, under_way.champion) == ("m-g002", None, None)
    assert [generation.number for generation in story.judged] == [1]
    assert story.champion.number == 1
    assert rating(story, "g002") == (None, None, None)


def test_without_exact_play_and_without_random_play(tmp_path):
    story = made(tmp_path, 2, plays=False, has_audit=False, against_random=False).read()
    assert [generation.search or generation.net for generation in story.generations] == [None] * 3
    assert story.anchor == "g000"
    assert rating(story, "g000") == (0, 0, 0)


def test_an_audit_in_which_no_move_could_be_a_mistake_says_nothing(tmp_path):
    campaign = made(tmp_path, 1, plays=False)
    campaign.lines[-1]["numbers"]["audit"] |= {"mistakes_possible": 0, "mistake_rate": None, "mistake_rate_95": None}
    assert campaign.read().generations[1].search is None


def test_warnings_of_training_and_arena_are_heard(tmp_path):
    campaign = made(tmp_path, 2, plays=False)
    campaign.lines[-2]["numbers"]["warnings"] = ["few positions"]
    campaign.lines[-1]["numbers"]["distinct_games"] = 0.25
    heard = campaign.read().generations[2].warnings
    assert heard[0] == "few positions"
    assert heard[1].startswith("only 25% of the match's games differ")
    assert len(heard) == 2


def test_records_that_are_not_at_hand(tmp_path):
    story = made(tmp_path, 1, plays=False).read()
    assert (story.calibration, story.games, story.games_from) == (None, None, None)


def test_only_the_last_generation_s_records_are_read(tmp_path):
    campaign = made(tmp_path, 2)
    (tmp_path / "g001" / "selfplay").mkdir(parents=True)
    (tmp_path / "g001" / "selfplay" / "shard-0000.parquet").write_bytes(b"torn")
    assert campaign.read().games_from == 2


def lines_without(key):
    def spoil(campaign):
        del campaign.lines[-1]["numbers"][key]

    return spoil


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lines_without("pairings"), "says nothing of 'pairings'; it is of another version"),
        (lines_without("champion"), "says nothing of 'champion'"),
        (lambda campaign: campaign.lines.__delitem__(slice(2, 5)), "says nothing of generation 1, but of later ones"),
        (lambda campaign: campaign.lines.__delitem__(slice(1, None)), "has not made its first model yet"),
        (lambda campaign: campaign.lines.pop(0), "is no journal"),
    ],
)
def test_journals_that_cannot_be_read(tmp_path, spoil, sentence):
    campaign = made(tmp_path, 2, plays=False)
    spoil(campaign)
    with pytest.raises(UserError, match=sentence):
        campaign.read()


def test_a_torn_last_line_is_left_out(tmp_path):
    campaign = made(tmp_path, 1, plays=False)
    whole = campaign.read()
    with open(campaign.journal, "a", encoding="utf-8") as file:
        file.write(json.dumps(campaign.lines[-1] | {"generation": 2})[:50])
    assert len(read_campaign(tmp_path, campaign.journal).generations) == len(whole.generations) == 2


def test_torn_records_are_named(tmp_path):
    campaign = made(tmp_path, 1)
    path = tmp_path / "g001" / "selfplay" / "shard-0001.parquet"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(UserError, match=r"shard-0001\.parquet"):
        campaign.read()
