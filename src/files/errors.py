"""What is said to a person whose input cannot be used, or whose disk is full."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class UserError(ValueError):
    """One sentence: what was expected, what was found, what to do. Entry points print it and exit with status 2."""


def sentence_of(error: OSError) -> str:
    """What to tell of a file that cannot be read or written."""
    file = error.filename2 or error.filename or "a file"  # of a copy the second is the new one
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"the disk is full: {file} was not written; make room, and the same command goes on from here"
    return f"{file} cannot be used: {error.strerror}"


@contextmanager
def about(path: Path) -> Iterator[None]:
    """An OSError of the block speaks of `path`; that of a write names no file, or a temporary one."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
