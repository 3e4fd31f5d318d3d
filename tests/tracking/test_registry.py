"""The line of models in the registry, and who is champion of a board."""

import json
import shutil
from pathlib import Path

import pytest

from src.files.errors import UserError
from src.models.description import read_description
from src.models.folder import load_model
from src.tracking.journal import read_journal
from src.tracking.publisher import publish
from src.tracking.registry import crown
from src.tracking.store import prepare_store
from tests.tracking.campaigns import BOARD, GAME, MadeCampaign

CAMPAIGN = "9f3c0a77d2e1"


def sent(campaign: MadeCampaign, uri: str):
    return publish(campaign.journal, campaign.folder, uri)


def versions(uri: str) -> list:
    """The board's versions, the first one first."""
    return prepare_store(uri).search_model_versions(f"name = '{BOARD}'", order_by=["version_number ASC"])


def marked(uri: str) -> list[str]:
    """The names of the campaigns' champions."""
    return [each.tags["model"] for each in versions(uri) if "campaign_champion" in each.tags]


def aliases(uri: str) -> dict[str, str]:
    return {alias: str(version) for alias, version in prepare_store(uri).get_registered_model(BOARD).aliases.items()}


def test_from_any_version_one_walks_back_to_the_untrained_model(campaign, uri):
    campaign.grow()
    sent(campaign, uri)
    by_number = {str(version.version): version for version in versions(uri)}
    assert len(by_number) == 4
    records = {p["generation"]: p["numbers"]["records"] for p in read_journal(campaign.journal)[1]
               if p["part"] == "selfplay"}  # fmt: skip
    for version in by_number.values():
        generation = int(version.tags["generation"])
        window = [each for each in (generation - 1, generation) if each > 0]
        assert json.loads(version.tags["data"]) == {f"g{each:03d}": records[each] for each in window}
        walked = []
        while "parent_version" in version.tags:
            parent = by_number[version.tags["parent_version"]]
            assert parent.tags["model"] == version.tags["parent"]
            walked.append(int(parent.tags["generation"]))
            version = parent
        assert walked == [*range(generation - 1, -1, -1)]
        assert "parent" not in version.tags


def test_a_version_belongs_to_the_run_of_its_generation(campaign, uri):
    sent(campaign, uri)
    client = prepare_store(uri)
    for version in versions(uri):
        run = client.get_run(version.run_id)
        assert run.data.tags["generation"] == version.tags["generation"]
        assert run.data.tags["model"] == version.tags["model"]


def test_a_version_is_downloaded_as_the_model_it_was(campaign, uri, tmp_path, monkeypatch):
    import mlflow

    sent(campaign, uri)
    crown(uri, BOARD, CAMPAIGN, campaign.folder / "g001/model", never)
    monkeypatch.setattr("mlflow.tracking._tracking_service.utils._tracking_uri", uri)
    folder = Path(mlflow.artifacts.download_artifacts(f"models:/{BOARD}@champion", dst_path=str(tmp_path / "got")))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        path.name: path.read_bytes() for path in (campaign.folder / "g001/model").iterdir()
    }
    load_model(folder, GAME)


def test_the_candidate_is_the_newest_of_any_campaign(campaign, uri, tmp_path, models):
    sent(campaign, uri)
    other = MadeCampaign(tmp_path, models=models, campaign="0123456789ab", seed=1, name="other")
    sent(other, uri)
    assert aliases(uri) == {"candidate": "4"}
    sent(campaign, uri)
    assert aliases(uri) == {"candidate": "4"}
    campaign.grow()
    sent(campaign, uri)
    assert aliases(uri) == {"candidate": "5"}


def test_each_campaign_has_one_champion(campaign, uri, tmp_path, models):
    sent(campaign, uri)
    assert marked(uri) == [campaign.names[1]]  # generation 2 was not promoted
    campaign.grow()
    sent(campaign, uri)
    assert marked(uri) == [campaign.names[3]]
    other = MadeCampaign(tmp_path, models=models, campaign="0123456789ab", seed=1, name="other")
    sent(other, uri)
    assert marked(uri) == [campaign.names[3], other.names[0]]


def test_a_model_that_is_not_there_is_registered_when_it_is(campaign, uri, tmp_path):
    shutil.move(campaign.folder / "g001/model", tmp_path / "away")
    shutil.copytree(campaign.folder / "g000/model", campaign.folder / "g001/model")  # another one in its place
    done = sent(campaign, uri)
    assert done.models_missing == [campaign.names[1]]
    assert done.models_registered == [campaign.names[0], campaign.names[2]]
    assert "parent_version" not in versions(uri)[1].tags
    shutil.rmtree(campaign.folder / "g001/model")
    shutil.move(tmp_path / "away", campaign.folder / "g001/model")
    done = sent(campaign, uri)
    assert (done.num_events_sent, done.models_registered, done.models_missing) == (0, [campaign.names[1]], [])
    assert [each.tags.get("parent_version") for each in versions(uri)] == [None, "3", "1"]
    assert marked(uri) == [campaign.names[1]]


def never(challenger: Path, holder: Path):
    raise AssertionError("no game should be played")


def scoring(points: float, seen: list):
    def beats(challenger: Path, holder: Path):
        load_model(holder, GAME)
        seen.append([read_description(each).name for each in (challenger, holder)])
        return {"points": points, "games": 40, "interval_95": [points - 0.1, points + 0.1]}

    return beats


def champion(uri: str) -> str:
    return prepare_store(uri).get_model_version_by_alias(BOARD, "champion").tags["model"]


def test_only_a_win_moves_the_crown(campaign, uri):
    sent(campaign, uri)
    folders, names, seen = [campaign.folder / f"g{n:03d}/model" for n in range(3)], campaign.names, []

    def challenged(number: int, beats) -> str:
        return crown(uri, BOARD, CAMPAIGN, folders[number], beats)

    assert challenged(0, never) == f"{names[0]} is the first champion of dots-2x2"
    assert champion(uri) == names[0]
    assert challenged(0, never) == f"{names[0]} is the champion of dots-2x2 already"
    lost = f"{names[0]} stays the champion of dots-2x2: {names[1]} made 50.0% of the points in 40 games against it"
    assert challenged(1, scoring(0.5, seen)) == lost
    assert champion(uri) == names[0]
    won = f"{names[2]} is the champion of dots-2x2 now: 62.5% of the points in 40 games against {names[0]}"
    assert challenged(2, scoring(0.625, seen)) == won
    assert champion(uri) == names[2]
    assert seen == [[names[1], names[0]], [names[2], names[0]]]
    verdicts = [json.loads(each.tags["verdict"]) for each in versions(uri)[1:]]
    assert [(each["holder"], each["won"], each["points"]) for each in verdicts] == [
        (names[0], False, 0.5),
        (names[0], True, 0.625),
    ]
    assert verdicts[0]["interval_95"] == [0.4, 0.6]


def test_a_holder_that_cannot_be_met_keeps_the_crown(campaign, uri):
    def other_rules(challenger: Path, holder: Path):
        raise UserError("the rules are of another version")

    sent(campaign, uri)
    crown(uri, BOARD, CAMPAIGN, campaign.folder / "g000/model", never)
    sentence = crown(uri, BOARD, CAMPAIGN, campaign.folder / "g001/model", other_rules)
    assert sentence == (
        f"{campaign.names[0]} stays the champion of dots-2x2, since they cannot meet: the rules are of another version"
    )
    assert champion(uri) == campaign.names[0]


def test_who_was_crowned_during_a_match_is_met_as_well(campaign, uri):
    sent(campaign, uri)
    folders, met = [campaign.folder / f"g{n:03d}/model" for n in range(3)], []
    crown(uri, BOARD, CAMPAIGN, folders[0], never)

    def beats(challenger: Path, holder: Path):
        met.append(read_description(holder).name)
        if len(met) == 1:  # meanwhile another campaign's model wins
            crown(uri, BOARD, CAMPAIGN, folders[1], scoring(0.9, []))
        return {"points": 0.6 if len(met) == 1 else 0.4, "games": 40}

    crown(uri, BOARD, CAMPAIGN, folders[2], beats)
    assert met == campaign.names[:2]
    assert champion(uri) == campaign.names[1]


def test_a_model_must_be_published_before_it_is_crowned(campaign, uri):
    sent(campaign, uri)
    campaign.grow(upto="train")
    with pytest.raises(UserError, match=r"g003-\w+ is not in MLflow's registry; publish its campaign first"):
        crown(uri, BOARD, CAMPAIGN, campaign.folder / "g003/model", never)
