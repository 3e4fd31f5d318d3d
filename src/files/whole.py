"""A file is whole or absent: written under a temporary name in its folder, then renamed."""

import os
import re
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from src.files.errors import about

_TEMPORARY = re.compile(r"\..+\.[0-9a-f]{32}")


def temporary_beside(path: Path) -> Path:
    """A name in the same folder that nothing has; `remove_torn` knows it by its form."""
    return path.with_name(f".{path.name}.{uuid.uuid4().hex}")


def remove_torn(folder: Path) -> None:
    """Remove what writers in `folder` and below left when they were killed; none may be at work."""
    for path in [path for path in folder.rglob(".*") if _TEMPORARY.fullmatch(path.name)]:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A binary file to write, which takes the place of `path` when the block ends, and vanishes if it fails.

    Several processes may write the same path at once: the last one that is whole stays. Raises OSError.
    """
    temporary = temporary_beside(path)
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
