"""What a killed DVC leaves behind is mended; what a living one holds is left alone."""

import json
import os

import pytest

from pipelines import repro


@pytest.mark.parametrize("torn", [b"", b'{"write": {"a', b"[1]", b'{"write": {"a": {}}}'])
def test_a_torn_list_of_locks_is_removed(tmp_path, torn):
    path = tmp_path / "rwlock"
    path.write_bytes(torn)
    repro.mend_lock(path)
    assert not path.exists()
    repro.mend_lock(path)  # and none is none


def test_locks_count_only_while_dvc_lives(tmp_path, monkeypatch):
    path = tmp_path / "rwlock"
    path.write_text(json.dumps({"write": {"a": {"pid": os.getpid(), "cmd": "dvc repro"}}, "read": {}}))
    monkeypatch.setattr(repro, "is_dvc", lambda pid: pid == os.getpid())
    repro.mend_lock(path)
    assert path.exists()
    monkeypatch.setattr(repro, "is_dvc", lambda pid: False)
    repro.mend_lock(path)
    assert not path.exists()


@pytest.mark.parametrize("torn", [b"", b"schema: '2.0'\n", b"stages: [", b"\xff\xfe"])
def test_a_torn_record_is_moved_away(tmp_path, torn):
    path = tmp_path / "dvc.lock"
    path.write_bytes(torn)
    repro.mend_record(path)
    assert not path.exists()
    assert (tmp_path / "dvc.lock.torn").read_bytes() == torn


def test_a_whole_record_stays(tmp_path):
    path = tmp_path / "dvc.lock"
    path.write_text("schema: '2.0'\nstages: {}\n")
    repro.mend_record(path)
    assert path.exists()
