"""The page of a campaign: works without a network, says what the campaign found, and escapes what it is given."""

import base64
import re
from dataclasses import replace

import pytest

from src.reports.report import write_report
from tests.reports.made import made
from tests.reports.pages import Page

EVIL = "</script><script>alert('x')</script>"


@pytest.fixture(scope="module")
def written(story, tmp_path_factory):
    return write_report(story, tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="module")
def page(written):
    return Page(written[-1])


def test_the_files_that_are_returned_are_all_there_are(written):
    assert {path.name for path in written} == {path.name for path in written[0].parent.iterdir()}
    assert [path.name for path in written] == [
        *("mistakes.png", "ratings.png", "stages.png", "calibration.png", "losses.png", "throughput.png", "time.png"),
        "report.html",
    ]


def test_written_twice_it_is_the_same(story, written, tmp_path):
    for path in write_report(story, tmp_path):
        assert path.read_bytes() == (written[0].parent / path.name).read_bytes()


def test_nothing_is_asked_of_a_network(page):
    page.check_offline()
    assert len(page.images) == 7
    for image in page.images:
        picture = base64.b64decode(image.removeprefix("data:image/svg+xml;base64,")).decode()
        assert all(re.findall(r'href="(#|data:)?', picture))
        assert not re.search(r"url\((?!#)", picture)


def test_the_champion_in_numbers(page):
    # 10 mistakes in 200 positions, Wilson's interval; 30 of the net alone; 3 generations of a minute, and 6 seconds
    cards = page.texts("card")
    assert any(card.startswith("mistakes, 8 simulations 5.0 % 2.7–9.0 %") for card in cards)
    assert any(card.startswith("mistakes, net alone 15.0 %") for card in cards)
    assert any(card == "regret, points a move 0.10 net alone 0.30" for card in cards)
    assert any(card == "minutes 3.1 3 generations, 72 games" for card in cards)
    assert any(card.startswith("rating, Elo") for card in cards)
    assert "m-g003" in page.text


def test_the_table_has_a_row_a_generation(page):
    head, *rows = page.tables[1]  # the first is the viewer's
    assert len(rows) == 3
    second = dict(zip(head, rows[1], strict=False))
    assert (second["generation"], second["against"], second["verdict"]) == ("2", "g001", "kept out")
    assert (second["points"], second["mistakes"], second["steps"]) == ("0.42", "20.0 %", "200")
    assert second["minutes"] == "1.00"


def test_lineage_and_settings_are_complete(page, story):
    assert [name for name in re.findall(r"m-g\d{3}", " ".join(page.texts("promoted")))] == [
        "m-g000",
        "m-g001",
        "m-g003",
    ]
    assert re.findall(r"m-g\d{3}", " ".join(page.texts("kept-out"))) == ["m-g002"]
    said = " ".join(page.texts("settings"))
    for key in story.settings:
        assert key.rpartition(".")[2] in said


def test_a_parent_is_told_where_it_is_not_the_model_before(tmp_path):
    campaign = made(tmp_path / "a", 3, plays=False)
    for line in campaign.lines:
        if line.get("part") == "train":
            line["numbers"]["parent"] = {1: "m-g000", 2: None, 3: "m-g001"}[line["generation"]]
    page = Page(write_report(campaign.read(), tmp_path / "out")[-1])
    assert re.findall(r"from (fresh weights|m-g\d{3})", page.text) == ["fresh weights", "m-g001"]


def test_games_are_embedded_as_data(page, story):
    assert page.data["games-data"] == story.games


def test_times_of_restored_parts_are_missing_and_said_so(tmp_path):
    campaign = made(tmp_path / "a", 2, plays=False)
    campaign.lines[3]["measured"] = {}
    page = Page(write_report(campaign.read(), tmp_path / "out")[-1])
    assert "1 of 7 were restored from a cache" in page.text
    rows = page.tables[0][1:]
    assert [row[-1] for row in rows] == ["–", "1.00"]


def test_a_picture_that_is_no_longer_drawn_is_removed(tmp_path):
    campaign = made(tmp_path / "a", 1, plays=False)
    write_report(campaign.read(), tmp_path / "out")
    assert (tmp_path / "out" / "throughput.png").exists()
    for line in campaign.lines[1:]:
        line["measured"] = {}
    write_report(campaign.read(), tmp_path / "out")
    assert not (tmp_path / "out" / "throughput.png").exists()
    assert not (tmp_path / "out" / "time.png").exists()


@pytest.mark.parametrize("generations", [0, 1])
def test_a_young_campaign_without_exact_play(tmp_path, generations):
    campaign = made(tmp_path / "a", generations, plays=False, has_audit=False)
    page = Page(write_report(campaign.read(), tmp_path / "out")[-1])
    page.check_offline()
    assert "No move was judged by exact play" in page.text
    assert not any(card.startswith("mistakes") for card in page.texts("card"))


def test_a_game_without_points_on_stones(tmp_path):
    page = Page(write_report(made(tmp_path / "a", 1, game="tictactoe", sizes={}).read(), tmp_path / "out")[-1])
    assert page.data["games-data"]["picture"] == "stones"
    assert any(card.startswith("regret a move") for card in page.texts("card"))


def test_what_comes_from_a_campaign_is_escaped(story, tmp_path):
    evil = replace(
        story,
        name=EVIL,
        board=EVIL,
        settings=story.settings | {f"net.{EVIL}": EVIL},
        machine={"processor": EVIL, EVIL: EVIL},
        commit=EVIL,
        generations=[replace(each, model=EVIL, warnings=[EVIL]) for each in story.generations],
        games=story.games | {"players": [EVIL, EVIL]},
    )
    page = Page(write_report(evil, tmp_path)[-1])
    assert page.num_scripts == 2  # the data and the viewer
    assert page.data["games-data"]["players"] == [EVIL, EVIL]
    assert page.text.count("alert('x')") > 8
    page.check_offline()
