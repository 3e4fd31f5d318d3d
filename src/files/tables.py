"""Large tables of bytes on disk: mapped into memory by every process that uses them, checked by a checksum.

The file is a header of 256 bytes, readable with `head`, then the table. The header says what is in the
table, how long it is and its CRC-32, so a torn or foreign file is seen.
"""

import zlib
from pathlib import Path

import numpy as np

from src.files.whole import whole_file

_HEADER_SIZE = 256


def _header(kind: str, values: np.ndarray) -> bytes:
    text = f"zerolab table\n{kind}\n{len(values)} bytes\ncrc32 {zlib.crc32(values):08x}\n"
    return text.encode().ljust(_HEADER_SIZE, b"\n")


def save_table(path: Path, kind: str, values: np.ndarray) -> None:
    """Write the `[N]` int8 table `values`; `kind` names its content and version in one line. Raises OSError."""
    with whole_file(path) as file:
        file.write(_header(kind, values))
        file.write(values)


def load_table(path: Path, kind: str, length: int) -> np.ndarray | None:
    """The `[length]` int8 table, mapped read-only; None where the file is absent, torn or of another kind."""
    try:
        with open(path, "rb") as file:
            found = file.read(_HEADER_SIZE)
        if path.stat().st_size != _HEADER_SIZE + length:
            return None
        values = np.asarray(np.memmap(path, np.int8, "r", offset=_HEADER_SIZE))
    except OSError:
        return None
    return values if found == _header(kind, values) else None
