"""MLflow's own pages, as a browser shows them: runs by name with their mistakes, side by side, and a model's line.

Set ZEROLAB_SCREENSHOTS to a folder to keep the pictures.
"""

import json
from urllib.parse import quote

import pytest

from src.tracking.journal import read_journal
from src.tracking.publisher import publish
from src.tracking.registry import crown
from src.tracking.store import prepare_store
from tests.tracking.browser import Browser, pictures_folder
from tests.tracking.campaigns import BOARD, MadeCampaign
from tests.tracking.servers import answer, running_ui

pytestmark = pytest.mark.slow


@pytest.fixture
def browser(tmp_path):
    return Browser(tmp_path / "profile", pictures_folder(tmp_path / "screenshots"))


@pytest.fixture
def campaigns(tmp_path, models, uri) -> list[MadeCampaign]:
    """Two campaigns of a board, published; a model of the first one is champion."""
    made = []
    for name, seed in (("small-net", 1), ("large-net", 2)):
        campaign = MadeCampaign(tmp_path / "runs", models=models, campaign=f"{seed:012x}", seed=seed, name=name)
        for _ in range(3):
            campaign.grow()
        publish(campaign.journal, campaign.folder, uri)
        made.append(campaign)
    crown(uri, BOARD, f"{1:012x}", made[0].folder / "g003/model", None)
    return made


def mistakes(campaign: MadeCampaign) -> float:
    """The last generation's mistake rate, as the journal has it."""
    return read_journal(campaign.journal)[1][-1]["numbers"]["audit"]["mistake_rate"]


def as_query(value) -> str:
    return quote(json.dumps(value))


def test_what_the_pages_show(browser, campaigns, uri, unused_port):
    client = prepare_store(uri)
    experiment = client.get_experiment_by_name(BOARD).experiment_id
    runs = client.search_runs([experiment], "tags.kind = 'campaign'", order_by=["tags.campaign"])
    versions = client.search_model_versions(f"name = '{BOARD}'", order_by=["version_number ASC"])
    champion = versions[3]
    with running_ui(uri, unused_port):
        pages = f"http://127.0.0.1:{unused_port}/#"
        answer(pages)

        shown = browser.text(f"{pages}/experiments/{experiment}/runs", "runs")
        assert all(campaign.folder.name in shown for campaign in campaigns)

        for campaign, run in zip(campaigns, runs, strict=True):
            shown = browser.text(f"{pages}/experiments/{experiment}/runs/{run.info.run_id}", campaign.folder.name)
            assert campaign.folder.name in shown
            assert f"mistakes/search {mistakes(campaign)} " in shown

        chosen, among = as_query([run.info.run_id for run in runs]), as_query([experiment])
        shown = browser.text(f"{pages}/compare-runs?runs={chosen}&experiments={among}", "compare")
        assert "Comparing 2 Runs" in shown
        assert all(campaign.folder.name in shown for campaign in campaigns)

        curve = f"metric={as_query('mistakes/search')}&plot_metric_keys={as_query(['mistakes/search'])}"
        shown = browser.text(f"{pages}/metric?runs={chosen}&experiments={among}&{curve}", "mistakes")
        assert all(f"{campaign.folder.name} {mistakes(campaign)} (step=3)" in shown for campaign in campaigns)

        shown = browser.text(f"{pages}/models/{BOARD}", "model")
        assert "champion" in shown

        shown = browser.text(f"{pages}/models/{BOARD}/versions/{champion.version}", "version")
        for tag in ("model", "parent", "parent_version", "data", "campaign", "generation"):
            assert f"{tag} {champion.tags[tag]}" in shown
