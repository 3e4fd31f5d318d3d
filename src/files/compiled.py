"""The decorator of every compiled kernel, and the cache on disk that never serves stale code.

numba's own cache notices an edit in the kernel's file, but not in a kernel of another file that it
calls. So the cache folder is named after a hash of the files that hold kernels and of what they import:
an edit anywhere in them starts a new folder, and a second process with the same sources starts from the cache.

With `NUMBA_DISABLE_JIT=1` a kernel is the plain Python function.
"""

import hashlib
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.targetconfig import ConfigStack
from numba.extending import intrinsic
from numba.np import arrayobj

SOURCE_ROOT = Path(__file__).resolve().parents[1]
PROJECT_ROOT = SOURCE_ROOT.parent
COMPILED = not numba.config.DISABLE_JIT
KEPT_CACHES = 4  # folders of older sources that stay, so that switching branches does not compile again
_COMPILES = re.compile(r"src\.files\.compiled|^@rule\b", re.MULTILINE)  # in every file that holds a kernel
# By patterns, since every command does this when it starts, and to parse them would take most of its time.
_IMPORTS = re.compile(r"^\s*(?:from|import) (src(?:\.\w+)*)(?: import (\([^)]*\)|.*))?", re.MULTILINE)
_NAME = re.compile(r"\w+")


def _module(path: Path) -> str:
    """By what name the project's file is imported."""
    parts = path.relative_to(PROJECT_ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(text: str) -> Iterator[str]:
    """The modules that a file with this text imports, and other names among them."""
    for module, members in _IMPORTS.findall(text):
        yield module
        yield from (f"{module}.{member}" for member in _NAME.findall(members))


def kernel_sources() -> list[Path]:
    """The files whose code or constants a kernel can hold: those that compile one, and all that these import."""
    files = {_module(path): path for path in SOURCE_ROOT.rglob("*.py")}
    texts = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
    found = {_module(Path(__file__).resolve())}
    to_see = [name for name, text in texts.items() if _COMPILES.search(text)]
    while to_see:
        name = to_see.pop()
        if name not in found and name in files:
            found.add(name)
            to_see += _imported(texts[name])
    return sorted(files[name] for name in found)


def source_hash(paths: list[Path]) -> str:
    """A hash of the files' names and bytes, 16 hex digits."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in paths:
        digest.update(f"\0{path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where things are that can be made again: `ZEROLAB_CACHE`, else `.cache` in the project, else the user's cache."""
    named = os.environ.get("ZEROLAB_CACHE")
    if named:
        return Path(named)
    if os.access(PROJECT_ROOT, os.W_OK):
        return PROJECT_ROOT / ".cache"
    return Path.home() / ".cache" / "zerolab"


def _drop_old(folder: Path, keep: Path) -> None:
    """Remove all but the newest caches of other sources."""
    others = [path for path in folder.iterdir() if path.is_dir() and path != keep]
    for path in sorted(others, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT_CACHES:]:
        shutil.rmtree(path, ignore_errors=True)


def _use_cache() -> None:
    """Point numba at the folder of these sources; must run before any kernel is decorated."""
    folder = cache_root() / "numba"
    mine = folder / source_hash(kernel_sources())
    try:
        is_new = not mine.exists()
        mine.mkdir(parents=True, exist_ok=True)
        if is_new:
            _drop_old(folder, mine)
    except OSError:
        return  # no place to write: numba falls back to its own choice
    numba.config.CACHE_DIR = str(mine)


if COMPILED:
    _use_cache()


_OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy"}
_BORROWS = {"_nrt": False}  # no references are counted: of each view of an array, that was half of a search's time


def _trust_indices() -> None:
    """Functions that borrow take each index as it is: to see if it counts from the end took up to a fifth."""
    usual = arrayobj.fix_integer_index

    def fix_integer_index(context, builder, kind, index, size):
        if ConfigStack().top().nrt:
            return usual(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp)

    arrayobj.fix_integer_index = fix_integer_index


if COMPILED:
    _trust_indices()


def kernel(*signature):
    """`@kernel` or `@kernel(signature)`: compiled, cached, without the GIL, with IEEE division.

    It works on arrays that its caller keeps alive and makes none, and none of its indices is below 0.
    """
    return numba.njit(*signature, **_OPTIONS, **_BORROWS)


def inlined(function):
    """`@inlined`: a kernel compiled into its callers, where passing arguments would cost (an array is seven words)."""
    return numba.njit(function, **_OPTIONS, **_BORROWS, forceinline=True)


def allocating(*signature):
    """`@allocating`: as `@kernel`, for one that makes arrays of its own."""
    return numba.njit(*signature, **_OPTIONS, _nrt=True)


def bound(function, *arguments):
    """The kernel for arguments of these types; to call it skips numba's look at each, for a search 6 µs of 7.

    Arguments of other types would be read as if they were of these.
    """
    if not COMPILED:
        return function
    kinds = tuple(numba.typeof(argument) for argument in arguments)
    function.compile(kinds)
    return function.get_overload(kinds)


@inlined
def copy_row(source, target):
    """Write `source` `[N]` over `target` `[N]`: to assign one slice to another makes an array in between."""
    for i in range(target.shape[0]):
        target[i] = source[i]


def _bring_near(typing, place):
    """An intrinsic: LLVM's prefetch, to read, of the line that the record or array `place` begins on."""

    def generate(context, builder, signature, arguments):
        number, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
        start = arguments[0]
        if isinstance(place, types.Array):
            start = context.make_array(place)(context, builder, start).data
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(prefetch, [builder.bitcast(start, pointer), number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(place), generate


def _stay(place):
    """Instead, where nothing is compiled."""


bring_near = intrinsic(_bring_near) if COMPILED else _stay
