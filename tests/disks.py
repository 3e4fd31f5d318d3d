"""A disk that is soon full."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PAGE = 4  # kilobytes, below which such a disk cannot be told how large it is


class SmallDisk:
    """A file system of its own at `folder`, in memory; it can grow."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.kilobytes = PAGE

    def mount(self) -> None:
        """Skips the test where this is not allowed."""
        if os.geteuid() != 0:
            pytest.skip("only root may mount a small file system")
        command = ["mount", "-t", "tmpfs", "-o", f"size={self.kilobytes}k", "tmpfs", self.folder]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"no small file system can be mounted here: {done.stderr.strip()}")

    def grow(self, kilobytes: int) -> None:
        self.kilobytes += kilobytes
        subprocess.run(["mount", "-o", f"remount,size={self.kilobytes}k", self.folder], check=True)

    def unmount(self) -> None:
        subprocess.run(["umount", "--lazy", self.folder], check=True)  # MLflow may still hold a file open


@contextmanager
def mounted(folder: Path) -> Iterator[SmallDisk]:
    disk = SmallDisk(folder)
    folder.mkdir(exist_ok=True)
    disk.mount()
    try:
        yield disk
    finally:
        disk.unmount()
