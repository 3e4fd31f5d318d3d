"""A campaign that is published while it runs, where the settings ask for it."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from src.tracking.journal import Journal, sent_stamp


@contextmanager
def tracked(
    folder: Path, journal: Journal, *, kind: str, uri: str | None, say: Callable[[str], None], pause: float = 0.0
) -> Iterator[None]:
    """Send what the journal of the campaign in `folder` says to MLflow, as it grows; `kind` none: send nothing.

    pause: nothing either, where the journal was sent less than so many seconds ago: a process of its own for each
    part would spend more time on importing MLflow than on some parts.
    """
    if kind == "none" or seconds_since_sent(journal.path) < pause:
        yield
        return
    from src.tracking.live import publishing  # this and what it imports take a moment
    from src.tracking.store import store_uri

    with publishing(journal.path, folder, store_uri(uri), say) as publisher:
        publisher.wake()
        journal.on_done = publisher.wake
        yield


def seconds_since_sent(journal: Path) -> float:
    """Since the journal was last sent; infinite if never."""
    stamp = sent_stamp(journal)
    return time.time() - stamp.stat().st_mtime if stamp.exists() else math.inf
