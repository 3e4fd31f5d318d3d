"""Lines of an input, read by a thread, so that one can think until the next one comes."""

import queue
import threading
from typing import BinaryIO

MOST_BYTES = 65536  # of a line; the rest of a longer one is left out


class Lines:
    """The lines of `stream`, which must not wait for more bytes than there are, as a file opened without a buffer.

    Bytes that are no UTF-8 become question marks.
    """

    def __init__(self, stream: BinaryIO):
        self._stream = stream
        self._queue: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._next: str | None = None
        self._is_held = False  # whether the next line was taken from the queue already; for ever at the end
        threading.Thread(target=self._read, daemon=True).start()

    def next(self) -> str | None:
        """The next line without its end; None when there are no more."""
        self.wait()
        self._is_held = self._next is None
        return self._next

    def wait(self) -> None:
        """Until there is a line, or the end."""
        if not self._is_held:
            self._next, self._is_held = self._queue.get(), True

    @property
    def is_waiting(self) -> bool:
        """Whether `next` would answer at once."""
        return self._is_held or not self._queue.empty()

    def _read(self) -> None:
        rest = b""
        while heard := self._stream.read(MOST_BYTES):
            *whole, rest = (rest + heard).split(b"\n")
            for line in whole:
                self._tell(line)
            rest = rest[:MOST_BYTES]
        if rest:
            self._tell(rest)
        self._queue.put(None)

    def _tell(self, line: bytes) -> None:
        self._queue.put(line[:MOST_BYTES].decode(errors="replace").rstrip("\r"))


def plain(text: str) -> str:
    """One line of ASCII, which is all that the protocols of engines can be relied upon to carry."""
    return " ".join(text.replace("×", "x").split()).encode("ascii", "replace").decode()


def standard_input() -> Lines:
    return Lines(open(0, "rb", buffering=0, closefd=False))
