"""What tests of several parts need."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def truth() -> Path:
    """The folder of exact positions and recorded games, which lies beside the checkout."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "truth"
    if not folder.is_dir():
        pytest.skip(f"exact positions are not at hand: {folder}")
    return folder
