"""A folder is whole or absent: written beside its place under a temporary name, then renamed."""

import os
import shutil
from pathlib import Path

from src.files.errors import UserError, about
from src.files.whole import temporary_beside


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def content(folder: Path) -> dict[str, bytes | None]:
    """What is in a folder, by name; None for what is no file."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


def write_folder(folder: Path, files: dict[str, bytes], *, overwrite: bool = False) -> None:
    """Make `folder` hold `files`, by name, and nothing else.

    One that holds exactly them stays. Raises UserError if it holds others, unless `overwrite` says to replace it,
    and always if it holds a name that is not among `files`; OSError.
    """
    if folder.exists() and _stays(folder, files, overwrite):
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    temporary, old = temporary_beside(folder), temporary_beside(folder)
    try:
        with about(folder):
            temporary.mkdir()
            for name, written in files.items():
                with open(temporary / name, "xb") as file:
                    file.write(written)
                    file.flush()
                    os.fsync(file.fileno())
        _sync(temporary)
        if folder.exists():
            folder.rename(old)
        temporary.rename(folder)
        _sync(folder.parent)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        if old.exists() and not folder.exists():
            old.rename(folder)
        shutil.rmtree(old, ignore_errors=True)


def _stays(folder: Path, files: dict[str, bytes], overwrite: bool) -> bool:
    """Whether the folder is right as it is. Raises UserError where it must not be replaced."""
    if not folder.is_dir():
        raise UserError(f"{folder} is a file, not a folder; choose another place")
    there = content(folder)
    foreign = sorted(there.keys() - files.keys())
    if foreign:
        raise UserError(f"{folder} holds {foreign[0]}, which is not ours to replace; choose another folder")
    if there == files:
        return True
    if there and not overwrite:
        raise UserError(f"{folder} holds something else already; choose another folder, or ask to overwrite")
    return False
