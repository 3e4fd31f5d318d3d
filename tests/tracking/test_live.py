"""Publishing beside a run: it never disturbs it, says little, and sends everything in the end."""

import threading
import time

import pytest

from src.tracking import live
from src.tracking.journal import Journal
from src.tracking.live import publishing
from src.tracking.publisher import publish
from src.tracking.runs import SENT
from src.tracking.store import Unreachable, prepare_store
from src.tracking.tracked import tracked
from tests.tracking.campaigns import MadeCampaign

LATER = "what it misses is sent by the next run that reaches it, or by python -m src.tracking.resend run=c"


@pytest.fixture
def small(tmp_path, models) -> MadeCampaign:
    return MadeCampaign(tmp_path / "runs", models=models)


def told(uri: str) -> tuple[str, str]:
    """The status of the campaign's run, and how many parts of the journal have arrived."""
    (run,) = prepare_store(uri).search_runs(["1"], "tags.kind = 'campaign'")
    return run.info.status, run.data.tags[SENT]


class Attempts:
    """Stands before the publisher: fails while `away`, and lets one wait for the next attempt."""

    def __init__(self, monkeypatch, away: str | None = None):
        self.away = away
        self.ended: list[bool] = []
        self._done = threading.Semaphore(0)
        monkeypatch.setattr(live, "publish", self._publish)

    def _publish(self, journal, folder, uri, *, ended):
        self.ended.append(ended)
        try:
            if self.away:
                raise Unreachable(self.away)
            publish(journal, folder, uri, ended=ended)
        finally:
            self._done.release()

    def wait(self) -> None:
        assert self._done.acquire(timeout=60)


def test_what_a_run_does_arrives_while_it_runs(small, uri, monkeypatch):
    attempts, heard = Attempts(monkeypatch), []
    with publishing(small.journal, small.folder, uri, heard.append) as publisher:
        small.grow()
        publisher.wake()
        attempts.wait()
        assert told(uri) == ("RUNNING", "4")
        small.grow()
    assert told(uri) == ("FINISHED", "7")
    assert attempts.ended == [False, True]
    assert heard == []


def test_what_was_sent_a_moment_ago_is_not_looked_at_again(small, uri):
    """A stage is a process of its own, which would import MLflow for a part or two."""

    def ended_stage(pause: float) -> None:
        small.grow()
        with tracked(small.folder, Journal(small.journal), kind="mlflow", uri=uri, say=print, pause=pause):
            pass

    ended_stage(60.0)
    assert told(uri) == ("FINISHED", "4")
    ended_stage(60.0)
    assert told(uri) == ("FINISHED", "4")
    ended_stage(0.0)
    assert told(uri) == ("FINISHED", "10")


def test_a_store_that_is_away_is_mentioned_once_and_told_everything_later(small, uri, monkeypatch):
    attempts, heard = Attempts(monkeypatch, away="MLflow at http://far cannot be reached"), []
    with publishing(small.journal, small.folder, uri, heard.append) as publisher:
        for _ in range(3):
            small.grow()
            publisher.wake()
            attempts.wait()
        assert heard == [f"MLflow at http://far cannot be reached; {LATER}"]
        attempts.away = None
        publisher.wake()
        attempts.wait()
    assert heard[1:] == [f"MLflow at {uri} is back, and has been sent what it missed"]
    assert told(uri)[1] == "10"


def test_what_a_run_could_not_send_the_next_one_does(small, uri, monkeypatch):
    attempts, heard = Attempts(monkeypatch, away="away"), []
    with publishing(small.journal, small.folder, uri, heard.append):
        small.grow()
    assert heard == [f"away; {LATER}"]
    attempts.away = None
    with publishing(small.journal, small.folder, uri, heard.append):
        small.grow()
    assert heard[1:] == []
    assert told(uri)[1] == "7"


def test_a_server_that_is_away_costs_the_run_nothing(small, unused_port):
    heard, started = [], time.monotonic()
    with publishing(small.journal, small.folder, f"http://127.0.0.1:{unused_port}", heard.append) as publisher:
        publisher.wake()
        small.grow()
        assert time.monotonic() - started < 5
    assert time.monotonic() - started < 30
    assert heard == [f"MLflow at http://127.0.0.1:{unused_port} cannot be reached; {LATER}"]


def test_any_other_failure_does_not_reach_the_run_either(small, uri):
    heard = []
    small.journal.write_text('{"event": "nonsense"}\n')
    with publishing(small.journal, small.folder, uri, heard.append):
        pass
    assert len(heard) == 1
    assert "is no journal: its first line does not say what was begun" in heard[0]


def test_without_a_journal_there_is_nothing_to_send(tmp_path, uri, monkeypatch):
    attempts, heard = Attempts(monkeypatch), []
    with publishing(tmp_path / "journal-0.jsonl", tmp_path, uri, heard.append) as publisher:
        publisher.wake()
    assert (heard, attempts.ended) == ([], [])


def test_an_interrupted_run_ends_as_interrupted_and_sends_what_it_has(small, uri):
    heard = []

    def interrupted():
        with publishing(small.journal, small.folder, uri, heard.append):
            small.grow()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert heard == []
    assert told(uri)[1] == "4"


def test_the_end_of_a_run_does_not_wait_for_ever(small, uri, monkeypatch):
    hanging, heard = threading.Event(), []
    monkeypatch.setattr(live, "publish", lambda *_, **__: hanging.wait(60))
    monkeypatch.setattr(live, "LAST_SECONDS", 0.2)
    with publishing(small.journal, small.folder, uri, heard.append):
        pass
    assert heard == [f"MLflow at {uri} does not answer in time; {LATER}"]
    hanging.set()
