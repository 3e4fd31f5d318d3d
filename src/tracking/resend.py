"""Bring MLflow up to a campaign's journals: `python -m src.tracking.resend run=NAME tracking.uri=http://…`.

For what a lost server missed, and to show a campaign in another store. What has arrived is not sent again.
"""

import sys
from pathlib import Path

from src import commands, entry
from src.files.errors import UserError
from src.models.champions import runs_folder
from src.tracking.journal import read_journal
from src.tracking.publisher import publish
from src.tracking.store import store_uri

USAGE = "usage: python -m src.tracking.resend run=NAME"


def journals_of(folder: Path) -> list[Path]:
    """A campaign's journals, the oldest first. Raises UserError if there is none."""
    found = sorted(folder.glob("journal-*.jsonl"), key=lambda path: read_journal(path)[0]["at"])
    if not found:
        raise UserError(f"{folder} holds no journal; name a campaign that was begun by run=…")
    return found


def main(chosen: commands.ResendSettings) -> None:
    if chosen.tracking.kind != "mlflow":
        raise UserError(f"tracking={chosen.tracking.kind} leaves nothing to send to; choose tracking=mlflow")
    folder = runs_folder() / chosen.run
    uri = store_uri(chosen.tracking.uri)
    for journal in journals_of(folder):
        sent = publish(journal, folder, uri)
        print(f"{journal.name}: {sent.num_events_sent} parts, {len(sent.models_registered)} models → {sent.where}")
        if sent.models_missing:
            print(f"not in {folder}, and so not registered: {', '.join(sent.models_missing)}", file=sys.stderr)


if __name__ == "__main__":
    entry.enter(main, "resend", commands.ResendSettings, USAGE, sys.argv[1:])
