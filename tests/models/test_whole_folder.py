"""Folders are whole or absent, and what is not ours stays."""

import errno
import os
from pathlib import Path

import pytest

from src.files.errors import UserError
from src.models import whole_folder
from src.models.whole_folder import content, write_folder

FILES = {"a": b"1", "b": b"2"}
OTHERS = {"a": b"3", "b": b"2"}


def test_a_folder_that_holds_the_same_stays(tmp_path):
    write_folder(tmp_path / "f", FILES)
    inode = (tmp_path / "f").stat().st_ino
    write_folder(tmp_path / "f", FILES)
    assert (tmp_path / "f").stat().st_ino == inode
    assert content(tmp_path / "f") == FILES


def test_another_is_replaced_only_when_asked(tmp_path):
    write_folder(tmp_path / "f", FILES)
    with pytest.raises(UserError, match="holds something else already"):
        write_folder(tmp_path / "f", OTHERS)
    assert content(tmp_path / "f") == FILES
    write_folder(tmp_path / "f", OTHERS, overwrite=True)
    assert content(tmp_path / "f") == OTHERS
    assert [path.name for path in tmp_path.iterdir()] == ["f"]


def test_an_empty_folder_is_filled(tmp_path):
    (tmp_path / "f").mkdir()
    write_folder(tmp_path / "f", FILES)
    assert content(tmp_path / "f") == FILES


@pytest.mark.parametrize("foreign", ["file", "folder"])
def test_what_is_not_ours_is_never_replaced(tmp_path, foreign):
    write_folder(tmp_path / "f", FILES)
    mine = tmp_path / "f" / "notes"
    mine.write_text("mine") if foreign == "file" else mine.mkdir()
    for overwrite in (False, True):
        with pytest.raises(UserError, match="holds notes, which is not ours to replace"):
            write_folder(tmp_path / "f", FILES, overwrite=overwrite)
    (tmp_path / "plain").write_text("a file")
    with pytest.raises(UserError, match="is a file, not a folder"):
        write_folder(tmp_path / "plain", FILES, overwrite=True)


@pytest.mark.parametrize("before", [None, OTHERS])
def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch, before):
    if before:
        write_folder(tmp_path / "f", before)
    calls = []

    def full(handle):
        calls.append(handle)
        if len(calls) == 2:
            raise OSError(errno.EIO, "no space left")

    monkeypatch.setattr(whole_folder.os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        write_folder(tmp_path / "f", FILES, overwrite=True)
    assert [path.name for path in tmp_path.iterdir()] == (["f"] if before else [])
    assert not before or content(tmp_path / "f") == before


def test_a_rename_that_fails_brings_the_old_one_back(tmp_path, monkeypatch):
    write_folder(tmp_path / "f", OTHERS)
    rename, calls = os.rename, []

    def second_fails(self, target):
        calls.append(target)
        if len(calls) == 2:
            raise OSError("interrupted")
        rename(self, target)

    monkeypatch.setattr(Path, "rename", second_fails)
    with pytest.raises(OSError, match="interrupted"):
        write_folder(tmp_path / "f", FILES, overwrite=True)
    assert content(tmp_path / "f") == OTHERS
    assert [path.name for path in tmp_path.iterdir()] == ["f"]
