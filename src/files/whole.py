"""A file is whole or absent: written under a temporary name in its folder, then renamed."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from src.files.errors import about


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A binary file to write, which takes the place of `path` when the block ends, and vanishes if it fails.

    Several processes may write the same path at once: the last one that is whole stays. Raises OSError.
    """
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        with about(path):
            with open(temporary, "xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
