"""A campaign that many tests only read."""

import pytest

from tests.reports.made import made


@pytest.fixture(scope="session")
def story(tmp_path_factory):
    """Three generations of 2×2 dots, of which the second was not promoted."""
    return made(tmp_path_factory.mktemp("campaign")).read()
