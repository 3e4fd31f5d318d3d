"""A campaign's folder: whose it is meanwhile, and what a kill leaves in it."""

import subprocess
import sys

import pytest

from src.files.errors import UserError
from src.generation.campaign import alone

WRITE_AND_DIE = """
import os, signal, sys
from pathlib import Path
from src.files.whole import whole_file
with whole_file(Path(sys.argv[1])) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_what_a_killed_writer_left_goes_when_the_campaign_is_opened_again(tmp_path):
    kept = ["g001/arena.json", "g001/.selfplay-0123abcd/shard-0000.parquet", "journal-0123abcd.jsonl"]
    for name in kept:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("whole")
    for name in kept[:2]:
        subprocess.run([sys.executable, "-c", WRITE_AND_DIE, str(tmp_path / name)], check=False)
    assert len(files(tmp_path)) == len(kept) + 2
    with alone(tmp_path):
        assert [name for name in files(tmp_path) if name != ".lock"] == sorted(kept)
        assert {(tmp_path / name).read_text() for name in kept} == {"whole"}


def test_two_at_once_are_refused(tmp_path):
    with alone(tmp_path), pytest.raises(UserError, match="another process works on"), alone(tmp_path):
        pass
