"""The journal: one line a part, whole whatever happens, a new campaign where the line of models forks."""

import json

import pytest

from src.files.errors import UserError
from src.generation.part import Part
from src.tracking.journal import Journal, read_journal

FACTS = {"name": "c", "board": "dots-2x2", "settings": {"seed": 0}}


@pytest.fixture
def journal(tmp_path):
    journal = Journal(tmp_path / "journal-0.jsonl", **FACTS)
    journal.done(0, "begin", Part("m0", {"model": "m0"}, {"seconds": 1.0}))
    journal.done(1, "selfplay", Part("aa", {"num_games": 3}))
    journal.done(1, "train", Part("m1", {"model": "m1"}))
    return journal


def contents(path):
    return [each["content"] for each in read_journal(path)[1]]


def test_what_was_done_is_read_again(journal):
    begun, parts = read_journal(journal.path)
    assert begun.items() >= FACTS.items()
    assert len(begun["campaign"]) == 12
    assert [(each["generation"], each["part"]) for each in parts] == [(0, "begin"), (1, "selfplay"), (1, "train")]
    assert parts[0]["numbers"] == {"model": "m0"}
    assert parts[0]["measured"] == {"seconds": 1.0}
    assert begun["at"] <= parts[0]["at"] <= parts[1]["at"] <= parts[2]["at"]


def test_opening_it_again_goes_on_with_the_same_campaign(journal):
    before = journal.path.read_bytes()
    Journal(journal.path, **FACTS).done(1, "train", Part("m1", {"model": "m1"}, {"seconds": 5.0}))
    assert journal.path.read_bytes() == before


def test_who_listens_hears_of_each_new_line(journal):
    heard = []
    journal.on_done = lambda: heard.append(len(contents(journal.path)))
    journal.done(1, "train", Part("m1", {"model": "m1"}))
    journal.done(1, "arena", Part("ee", {}))
    assert heard == [4]


def test_another_content_begins_a_new_campaign_with_what_both_share(journal):
    journal.done(1, "arena", Part("ee", {}))
    old = journal.path.read_bytes()
    campaign = read_journal(journal.path)[0]["campaign"]
    journal.done(1, "train", Part("m1-other", {}))
    begun, _ = read_journal(journal.path)
    assert begun["campaign"] != campaign
    assert begun.items() >= FACTS.items()
    assert contents(journal.path) == ["m0", "aa", "m1-other"]
    kept = journal.path.with_name(f"journal-0-{campaign}.old.jsonl")
    assert kept.read_bytes() == old


@pytest.mark.parametrize("cut", [1, 10])
def test_a_torn_last_line_is_left_out_and_written_anew(journal, cut):
    journal.path.write_bytes(journal.path.read_bytes()[:-cut])
    assert contents(journal.path) == ["m0", "aa"]
    Journal(journal.path, **FACTS).done(1, "train", Part("m1", {"model": "m1"}))
    assert contents(journal.path) == ["m0", "aa", "m1"]
    assert journal.path.read_bytes().count(b"\n") == 4


def test_what_is_no_journal_is_named(journal, tmp_path):
    with pytest.raises(UserError, match="there is no journal"):
        read_journal(tmp_path / "none.jsonl")
    lines = journal.path.read_bytes().splitlines(keepends=True)
    journal.path.write_bytes(lines[0] + b'{"torn\n' + lines[2])
    with pytest.raises(UserError, match="is torn in the middle"):
        read_journal(journal.path)
    journal.path.write_bytes(json.dumps({"event": "done"}).encode() + b"\n")
    with pytest.raises(UserError, match="is no journal"):
        read_journal(journal.path)
