"""Pictures and pages of campaigns: `python -m src.reports runs=[NAME,OTHER]`; several are also compared.

They are written into reports/NAME/ and reports/compare.html.
"""

import sys
from pathlib import Path

from src import commands, entry
from src.files.errors import UserError
from src.models.champions import runs_folder
from src.reports.comparison import write_comparison
from src.reports.report import write_report
from src.reports.story import CampaignStory, read_campaign

USAGE = "usage: python -m src.reports runs=[NAME,OTHER]"
REPORTS = Path(__file__).resolve().parents[2] / "reports"


def story_of(run: str) -> CampaignStory:
    """A campaign's latest journal. Raises UserError where there is none."""
    folder = runs_folder() / run
    journals = [path for path in folder.glob("journal-*.jsonl") if not path.name.endswith(".old.jsonl")]
    if not journals:
        raise UserError(f"{folder} holds no journal; name a campaign that was begun by runs=[…]")
    return read_campaign(folder, max(journals, key=lambda path: path.stat().st_mtime))


def main(chosen: commands.ReportSettings) -> None:
    stories = [story_of(run) for run in chosen.runs]
    for run, story in zip(chosen.runs, stories, strict=True):
        folder = REPORTS / run
        folder.mkdir(parents=True, exist_ok=True)
        print(write_report(story, folder)[-1])
    if len(stories) > 1:
        print(write_comparison(stories, REPORTS)[-1])


if __name__ == "__main__":
    entry.enter(main, "reports", commands.ReportSettings, USAGE, sys.argv[1:])
