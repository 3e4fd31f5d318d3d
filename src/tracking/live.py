"""Publishing while a campaign runs: a thread of its own sends the journal, and never disturbs the run."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from src.tracking.journal import sent_stamp
from src.tracking.publisher import publish
from src.tracking.store import shown

LAST_SECONDS = 30  # that the end of a run waits for what has not been sent


class Publishing(threading.Thread):
    """Publishes after each `wake`, and once more when it is closed."""

    def __init__(self, journal: Path, campaign_folder: Path, uri: str, say: Callable[[str], None]):
        super().__init__(name="publishing", daemon=True)  # a run must not hang on it
        self.journal = journal
        self.folder = campaign_folder
        self.uri = uri
        self.say = say
        self._news = threading.Event()
        self._ending = False
        self._lost = False  # whether the last attempt failed

    def wake(self) -> None:
        """There is something new in the journal."""
        self._news.set()

    def close(self) -> None:
        """Send what is left, if it can be sent in a bounded time."""
        self._ending = True
        self.wake()
        self.join(LAST_SECONDS)
        if self.is_alive():
            self.say(f"MLflow at {shown(self.uri)} does not answer in time; {self._later()}")

    def run(self) -> None:
        ended = False
        while not ended:
            self._news.wait()
            self._news.clear()
            ended = self._ending
            self._publish(ended)

    def _publish(self, ended: bool) -> None:
        if not self.journal.is_file():
            return
        try:
            publish(self.journal, self.folder, self.uri, ended=ended)
        except Exception as error:  # whatever it is: the run goes on
            if not self._lost:
                self.say(f"{error}; {self._later()}")
            self._lost = True
        else:
            sent_stamp(self.journal).touch()
            if self._lost:
                self.say(f"MLflow at {shown(self.uri)} is back, and has been sent what it missed")
            self._lost = False

    def _later(self) -> str:
        return (
            "what it misses is sent by the next run that reaches it, "
            f"or by python -m src.tracking.resend run={self.folder.name}"
        )


@contextmanager
def publishing(journal: Path, campaign_folder: Path, uri: str, say: Callable[[str], None]) -> Iterator[Publishing]:
    """Publish the journal at each `wake()` and at the end, beside whatever the block does.

    What an earlier run could not send is sent at the first one. If the store cannot be reached, `say` hears so once,
    from the thread, and once when it is back; it is tried again at each wake.
    """
    thread = Publishing(journal, campaign_folder, uri, say)
    thread.start()
    try:
        yield thread
    finally:
        thread.close()
