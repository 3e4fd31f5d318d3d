"""MLflow remembers a campaign from its journal: all of it, once, whatever happens on the way."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from src.files.errors import UserError
from src.files.machine import describe_machine
from src.tracking.journal import read_journal
from src.tracking.publisher import Published, publish
from src.tracking.runs import SENT
from src.tracking.store import prepare_store
from tests.tracking.campaigns import BEGUN, BOARD, SETTINGS, MadeCampaign
from tests.tracking.interruptions import Interruption, Killed
from tests.tracking.remembered import remembered

CAMPAIGN = "9f3c0a77d2e1"


def sent(campaign: MadeCampaign, uri: str, **settings):
    return publish(campaign.journal, campaign.folder, uri, **settings)


@dataclass(frozen=True)
class Sent:
    """Two generations that were sent in one go, and what MLflow remembers of them."""

    campaign: MadeCampaign
    uri: str
    published: Published
    requests: list[str]
    found: dict[str, Any]

    def run(self, generation: int | str = "") -> dict[str, Any]:
        return self.found["runs"][CAMPAIGN, str(generation)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory, models, empty_store) -> Sent:
    place = tmp_path_factory.mktemp("whole")
    shutil.copyfile(empty_store, place / "mlflow.db")
    campaign, uri = MadeCampaign(place / "runs", models=models), f"sqlite:///{place}/mlflow.db"
    campaign.grow()
    campaign.grow()
    with pytest.MonkeyPatch.context() as patch:
        watched = Interruption(patch)
        published = sent(campaign, uri)
    return Sent(campaign, uri, published, watched.requests, remembered(uri))


def send_all_again(campaign: MadeCampaign, uri: str) -> Published:
    """As if MLflow had never noted what has arrived."""
    client = prepare_store(uri)
    (run,) = client.search_runs(["1"], "tags.kind = 'campaign'")
    client.delete_tag(run.info.run_id, SENT)
    return sent(campaign, uri)


def test_a_campaign_is_a_run_with_a_run_for_each_generation(whole):
    done, campaign, found = whole.published, whole.campaign, whole.found
    assert (done.num_events_sent, done.models_registered, done.models_missing) == (7, campaign.names, [])
    assert done.where == whole.uri
    assert found["experiments"] == [BOARD]
    assert found["places"] == [(CAMPAIGN, ""), (CAMPAIGN, "0"), (CAMPAIGN, "1"), (CAMPAIGN, "2")]
    run = whole.run()
    assert run["info"] == ("c", "FINISHED", BEGUN, campaign.at)
    assert run["params"]["train.lr"] == "0.002"
    assert run["params"]["game.name"] == "dots"
    assert run["params"].keys() == SETTINGS.keys()
    assert run["tags"]["commit"] == run["tags"]["mlflow.source.git.commit"] == "949c384"
    assert run["tags"]["clean"] == "true"
    assert run["tags"]["machine.processor"] == describe_machine()["processor"]
    assert run["files"] == ["settings.yaml"]
    second = whole.run(2)
    assert second["parent"] == (CAMPAIGN, "")
    assert second["info"] == ("g002", "FINISHED", BEGUN + 60_750, BEGUN + 120_500)
    assert second["tags"]["model"] == campaign.names[2]
    assert second["tags"]["promoted"] == "false"
    assert second["tags"]["warnings"] == "the loss grew; few games differ"
    assert second["files"] == ["arena.json", "model/model.json", "model/model.onnx", "model/weights.safetensors"]


def test_settings_are_kept_as_they_were_composed(whole, tmp_path):
    client = prepare_store(whole.uri)
    (run,) = client.search_runs(["1"], "tags.kind = 'campaign'")
    kept = yaml.safe_load(Path(client.download_artifacts(run.info.run_id, "settings.yaml", str(tmp_path))).read_text())
    assert kept["train"] == {
        "lr": 0.002,
        "threads": None,
        "window": {"kind": "growing", "min_generations": 2, "max_generations": 2, "generations_per_growth": 1},
    }
    assert kept["arena"]["baselines"] == ["random", "greedy", "alphabeta:4"]


def test_every_point_carries_the_time_of_its_part(whole):
    parts = read_journal(whole.campaign.journal)[1]
    arenas = {part["generation"]: part for part in parts if part["part"] == "arena"}
    points = whole.run()["points"]
    assert points["mistakes/search"] == [
        (step, arenas[step]["at"], arenas[step]["numbers"]["audit"]["mistake_rate"]) for step in (1, 2)
    ]
    assert [step for step, _, _ in points["loss/policy"]] == [100, 110, 120, 200, 210, 220]
    assert whole.run(2)["latest"]["points/random"] == arenas[2]["numbers"]["pairings"][1]["points"]


def test_a_generation_has_its_share_of_each_curve(whole):
    shares = [whole.run(number)["points"] for number in (0, 1, 2)]
    for key, points in whole.run()["points"].items():
        assert points == [point for share in shares for point in share.get(key, [])]


def test_records_are_inputs(whole):
    parts = read_journal(whole.campaign.journal)[1]
    first, second = [part["numbers"]["records"][:36] for part in parts if part["part"] == "selfplay"]
    assert whole.run(1)["inputs"] == [("records-g001", first, "selfplay")]
    assert whole.run(2)["inputs"] == [("records-g001", first, "training"), ("records-g002", second, "selfplay")]


def test_sent_again_nothing_changes(whole):
    assert sent(whole.campaign, whole.uri).num_events_sent == 0
    assert remembered(whole.uri) == whole.found


def test_all_sent_again_nothing_is_doubled(whole):
    assert send_all_again(whole.campaign, whole.uri).num_events_sent == 7
    assert remembered(whole.uri) == whole.found


def test_sent_piece_by_piece_it_is_the_same(whole, campaign, uri):
    lines = campaign.journal.read_bytes().splitlines(keepends=True)
    for count in range(1, len(lines) + 1):
        campaign.journal.write_bytes(b"".join(lines[:count]) + b'{"event": "do')  # torn, as by a kill
        sent(campaign, uri, ended=count == len(lines))
    assert remembered(uri) == whole.found


def test_a_campaign_is_running_until_it_is_said_to_have_ended(campaign, uri):
    for ended, status in ((False, "RUNNING"), (True, "FINISHED"), (False, "RUNNING"), (True, "FINISHED")):
        sent(campaign, uri, ended=ended)
        (run,) = prepare_store(uri).search_runs(["1"], "tags.kind = 'campaign'")
        assert run.info.status == status


def test_it_goes_on_where_the_campaign_goes_on(campaign, uri):
    sent(campaign, uri)
    campaign.grow()
    done = sent(campaign, uri)
    assert (done.num_events_sent, done.models_registered) == (3, campaign.names[3:])
    found = remembered(uri)["runs"]
    assert found[CAMPAIGN, ""]["info"] == ("c", "FINISHED", BEGUN, campaign.at)
    assert [step for step, _, _ in found[CAMPAIGN, ""]["points"]["minutes"]] == [1, 2, 3]


def test_restored_parts_are_remembered_without_times(tmp_path, models, uri):
    campaign = MadeCampaign(tmp_path, models=models)
    campaign.grow(restored=True)
    sent(campaign, uri)
    points = remembered(uri)["runs"][CAMPAIGN, ""]["points"]
    assert {"mistakes/search", "points/random", "loss/policy", "rating", "window/games"} <= points.keys()
    assert not [key for key in points if key.startswith(("minutes", "throughput", "seconds/a")) or "second" in key[8:]]


def test_another_store_is_filled_as_well(whole, uri):
    sent(whole.campaign, uri)
    assert remembered(uri) == whole.found


def test_two_campaigns_of_a_board_stand_side_by_side(whole, campaign, uri, tmp_path, models):
    other = MadeCampaign(tmp_path, models=models, campaign="0123456789ab", seed=1, name="other")
    other.grow()
    for each in (campaign, other, campaign):
        sent(each, uri)
    found = remembered(uri)
    assert found["experiments"] == [BOARD]
    assert {place: run for place, run in found["runs"].items() if place[0] == CAMPAIGN} == whole.found["runs"]
    assert [place for _, place, _ in found["models"][BOARD]["versions"]] == [
        *((CAMPAIGN, number) for number in "012"),
        *(("0123456789ab", number) for number in "01"),
    ]


def test_an_experiment_that_was_deleted_is_named(campaign, uri):
    prepare_store(uri).delete_experiment(prepare_store(uri).create_experiment(BOARD))
    with pytest.raises(UserError, match="the experiment dots-2x2 was deleted in MLflow; restore it: mlflow experim"):
        sent(campaign, uri)


def test_what_mlflow_refuses_is_one_sentence(campaign, uri):
    text = campaign.journal.read_text().replace('"train.lr"', '"train lr?"')
    campaign.journal.write_text(text)
    with pytest.raises(UserError, match=r"MLflow at sqlite:.* refused: .*train lr\?") as refused:
        sent(campaign, uri)
    assert "\n" not in str(refused.value)


def test_long_values_and_long_curves(tmp_path, models, uri):
    campaign = MadeCampaign(tmp_path, models=models)
    lines = [json.loads(line) for line in campaign.journal.read_text().splitlines()]
    lines[0]["settings"] |= {f"net.key{i}": i for i in range(150)} | {"arena.long": ["x" * 100] * 100}
    campaign.journal.write_text("".join(json.dumps(line) + "\n" for line in lines))
    campaign.grow(curve_rows=200)
    sent(campaign, uri)
    send_all_again(campaign, uri)
    run = remembered(uri)["runs"][CAMPAIGN, ""]
    assert len(run["points"]["loss/policy"]) == 200
    assert len(run["params"]) == len(SETTINGS) + 151


def killed_and_sent_again(campaign, uri, number, *, after):
    with pytest.MonkeyPatch.context() as patch:
        Interruption(patch, number, after=after)
        with pytest.raises(Killed):
            sent(campaign, uri)
    sent(campaign, uri)
    return remembered(uri)


KINDS = ("create_experiment", "create_run", "log_batch", "log_inputs", "log_artifacts", "create_model_version")


@pytest.mark.parametrize("kind", KINDS)
def test_a_kill_after_a_request_of_each_kind_changes_nothing(whole, campaign, uri, kind):
    last = len(whole.requests) - 1 - whole.requests[::-1].index(kind)
    assert killed_and_sent_again(campaign, uri, last, after=True) == whole.found


def test_kills_again_and_again_change_nothing(whole, campaign, uri):
    kills = 0
    for number in (1, 4, 9, 12, 15, 18):
        with pytest.MonkeyPatch.context() as patch:
            Interruption(patch, number, after=number % 2 == 0)
            try:
                sent(campaign, uri)
            except Killed:
                kills += 1
    assert kills == 6
    sent(campaign, uri)
    assert remembered(uri) == whole.found


@pytest.mark.slow
@pytest.mark.parametrize("after", [False, True])
def test_a_kill_at_any_request_changes_nothing(whole, models, empty_store, tmp_path, after):
    for number in range(len(whole.requests)):
        place = tmp_path / str(number)
        campaign = MadeCampaign(place, models=models)
        campaign.grow()
        campaign.grow()
        shutil.copyfile(empty_store, place / "mlflow.db")
        uri = f"sqlite:///{place}/mlflow.db"
        assert killed_and_sent_again(campaign, uri, number, after=after) == whole.found, whole.requests[number]


def test_games_that_are_told_of_late_are_waited_for(campaign, uri):
    """As where DVC brings games back, and tells of them in its last stage."""
    lines = campaign.journal.read_text().splitlines(keepends=True)
    (late,) = [line for line in lines if '"generation": 1, "part": "selfplay"' in line]
    campaign.journal.write_text("".join(line for line in lines if line != late))
    assert sent(campaign, uri).num_events_sent == 0
    with open(campaign.journal, "a") as file:
        file.write(late)
    assert sent(campaign, uri).num_events_sent == 7
