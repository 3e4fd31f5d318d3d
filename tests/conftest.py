"""What tests of several parts need."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.disks import SmallDisk, mounted

# A shell that runs the tests in the background has Ctrl-C ignored, and what they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def small_disk(tmp_path) -> Iterator[SmallDisk]:
    """A disk of one page, which the test lets grow."""
    with mounted(tmp_path / "disk") as disk:
        yield disk


@pytest.fixture(scope="session")
def truth() -> Path:
    """The folder of exact positions and recorded games, which lies beside the checkout."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "truth"
    if not folder.is_dir():
        pytest.skip(f"exact positions are not at hand: {folder}")
    return folder
