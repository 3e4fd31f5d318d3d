"""The command that brings MLflow up to a campaign's journals."""

import shutil

import pytest

from src import commands, entry
from src.tracking import resend
from src.tracking.store import prepare_store


@pytest.fixture
def runs(campaign, monkeypatch):
    """The folder of campaigns, with one in it."""
    monkeypatch.setenv("ZEROLAB_RUNS", str(campaign.folder.parent))
    return campaign.folder.parent


def run(*arguments: str) -> None:
    entry.enter(resend.main, "resend", commands.ResendSettings, resend.USAGE, [*arguments])


def test_a_campaign_is_sent(runs, campaign, uri, capsys):
    run("run=c", f"tracking.uri={uri}")
    assert capsys.readouterr().out == f"{campaign.journal.name}: 7 parts, 3 models → {uri}\n"
    run("run=c", f"tracking.uri={uri}")
    assert capsys.readouterr().out == f"{campaign.journal.name}: 0 parts, 0 models → {uri}\n"


def test_all_journals_are_sent_and_models_that_are_gone_are_named(runs, campaign, uri, capsys):
    """A line of models that forked: the old journal's last model was replaced by the new one's."""
    lines = campaign.journal.read_text().splitlines(keepends=True)
    old = campaign.journal.with_name("journal-1a2b3c4d-9f3c0a77d2e1.old.jsonl")
    old.write_text("".join(lines))
    fresh = lines[0].replace("9f3c0a77d2e1", "0123456789ab").replace('"at": 1764475200000', '"at": 1764475320500')
    campaign.journal.write_text("".join([fresh, *lines[1:5]]))
    shutil.rmtree(campaign.folder / "g002/model")
    run("run=c", f"tracking.uri={uri}")
    said = capsys.readouterr()
    assert said.out == f"{old.name}: 7 parts, 2 models → {uri}\n{campaign.journal.name}: 4 parts, 2 models → {uri}\n"
    assert said.err == f"not in {campaign.folder}, and so not registered: {campaign.names[2]}\n"
    found = prepare_store(uri).search_runs(["1"], "tags.kind = 'campaign'")
    assert {each.data.tags["campaign"] for each in found} == {"9f3c0a77d2e1", "0123456789ab"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["run=nothing"], "nothing holds no journal; name a campaign that was begun by run=…"),
        (["run=c", "tracking=none"], "tracking=none leaves nothing to send to; choose tracking=mlflow"),
        (["run=c", "tracking.uri=s3://bucket"], "tracking.uri=s3://bucket is no place for MLflow here"),
        ([], "run must be given"),
    ],
)
def test_mistakes_are_one_sentence(runs, capsys, arguments, sentence):
    with pytest.raises(SystemExit) as stopped:
        run(*arguments)
    assert stopped.value.code == 2
    assert sentence in capsys.readouterr().err


def test_a_server_that_is_away_is_one_sentence(runs, unused_port, capsys):
    with pytest.raises(SystemExit) as stopped:
        run("run=c", f"tracking.uri=http://127.0.0.1:{unused_port}")
    assert stopped.value.code == 2
    assert capsys.readouterr().err == f"error: MLflow at http://127.0.0.1:{unused_port} cannot be reached\n"
