"""A program that publishes one campaign: `python publish_alone.py JOURNAL FOLDER URI`."""

import sys
from pathlib import Path

from src.tracking.publisher import publish

if __name__ == "__main__":
    journal, folder, uri = sys.argv[1:]
    print(publish(Path(journal), Path(folder), uri).num_events_sent)
