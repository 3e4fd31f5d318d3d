"""A campaign that is published while it runs, where the settings ask for it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from src.tracking.journal import Journal


@contextmanager
def tracked(
    folder: Path, journal: Journal, *, kind: str, uri: str | None, say: Callable[[str], None]
) -> Iterator[None]:
    """Send what the journal of the campaign in `folder` says to MLflow, as it grows; `kind` none: send nothing."""
    if kind == "none":
        yield
        return
    from src.tracking.live import publishing  # this and what it imports take a moment
    from src.tracking.store import store_uri

    with publishing(journal.path, folder, store_uri(uri), say) as publisher:
        publisher.wake()
        journal.on_done = publisher.wake
        yield
