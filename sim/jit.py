"""Compile kernels once, cache them truthfully (floor 0).

Numba has two habits that do not suit an engine of several hundred functions, and
this file is where both are dealt with.

*A caller contains its callees.* Numba links the code of everything a function
calls, directly or not, into that function's module and optimises it again, so
compile time grows with the square of the depth (80 small kernels: 109 s; as
units of their own: 21 s). `kernel` therefore compiles a function once, with the
signature that its annotations give, and gives callers an empty module to link:
the call stays a call, resolved by symbol in the one JIT engine. `leaf` is for
functions of a few lines that should be inlined into their callers.

*The cache looks at one file.* Numba's cache knows only the text of the function's
own file and not the mode. Each module's cache folder here carries a hash of its text
and of every file that it imports, and the mode; an edit renews what stands on it.

Modes: `NUMBA_DISABLE_JIT=1` runs the same source as plain Python (debugger,
coverage); `NUMBA_BOUNDSCHECK=1` checks every index; neither is the fast mode.
"""
from __future__ import annotations

import hashlib
import itertools
import os
import re
import shutil
import sys
import time
import zlib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import binding
from numba.core.bytecode import FunctionIdentity

ROOT = Path(__file__).resolve().parent.parent
COMPILED = not numba.config.DISABLE_JIT
MODE = "plain" if not COMPILED else "checked" if numba.config.BOUNDSCHECK else "fast"
KEEP_CACHES = 3
SLOW_START_SECONDS = 1.5


@cache
def _imports(module: str) -> frozenset[str]:
    """Modules of `sim` and `agents` that a module's text imports, directly or not, itself included."""
    path = ROOT / (module.replace(".", "/") + ".py")
    if not path.exists():
        return frozenset()
    found = {module}
    for package, name, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
        parts = [name] if name else [part.split(" as ")[0].strip(" ()\n") for part in names.split(",")]
        found.update(f"{package}.{part}" for part in parts if part)
    for other in found - {module}:
        found |= _imports(other)
    return frozenset(found)


_IMPORT = re.compile(r"^from (sim|agents)(?:\.(\w+))? import (\([^)]*\)|[^\n]*)", re.MULTILINE)


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def source_hash() -> str:
    """Twelve hex digits over every source file that compiled code can come from; results carry it."""
    return _digest(path for folder in ("sim", "agents") for path in (ROOT / folder).rglob("*.py"))


@cache
def _base() -> Path:
    """Where caches are: beside the source, or the user's cache folder when that cannot be written."""
    base = Path(os.environ.get("SPLICELAB_CACHE", ROOT / ".numba_cache"))
    if not os.access(base if base.exists() else base.parent, os.W_OK):
        base = Path.home() / ".cache" / "splicelab"
    return base


@cache
def _cache_folder(module: str) -> str:
    """The cache of a module: named by its text and that of all it imports, the mode and the versions."""
    paths = [ROOT / (name.replace(".", "/") + ".py") for name in _imports(module) | {"sim.jit"}]
    digest = _digest(path for path in paths if path.exists())
    versions = f"{numba.__version__}-py{sys.version_info[0]}{sys.version_info[1]}"
    folder = _base() / f"{module}-{digest}-{MODE}-{versions}"
    folder.mkdir(parents=True, exist_ok=True)
    _forget_old_caches(folder, f"{module}-*-{MODE}-{versions}")
    return str(folder)


def _forget_old_caches(folder: Path, pattern: str) -> None:
    """Keep the newest few caches of one module; another process may be deleting them too."""
    others = [p for p in folder.parent.glob(pattern) if p != folder]
    others.sort(key=lambda p: p.stat().st_mtime if p.exists() else 0.0, reverse=True)
    for old in others[KEEP_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)


class _Progress:
    """One line on a terminal while the first compile runs, instead of silence."""

    def __init__(self) -> None:
        self.kernels = 0
        self.started = time.perf_counter()
        self.shown = False

    def step(self, name: str) -> None:
        self.kernels += 1
        elapsed = time.perf_counter() - self.started
        if elapsed > SLOW_START_SECONDS and sys.stderr.isatty():
            self.shown = True
            text = f"compiling the engine (once): {self.kernels} kernels, {elapsed:.0f} s, {name}"
            sys.stderr.write("\r" + text[:78].ljust(78))
            sys.stderr.flush()

    def done(self) -> None:
        if self.shown:
            sys.stderr.write("\r" + " " * 78 + "\r")
            self.shown = False


progress = _Progress()
compile_seconds: dict[str, float] = {}

if COMPILED:
    _NOTHING = binding.parse_assembly("")


def record(*fields: tuple) -> np.dtype:
    """A dtype whose elements read as `game.life`, compiled or not.

    Raises ValueError for a field that NumPy's own attributes would hide in plain mode.
    """
    for name, *_ in fields:
        if hasattr(np.void, name):
            raise ValueError(f"a record field cannot be called {name!r}: np.void has that attribute")
    return np.dtype((np.record, list(fields)))


def _numba_type(annotation: Any) -> Any:
    """The compiled type of an annotation: int, float, bool, None, a record class or an array of one."""
    plain = {int: numba.int64, float: numba.float64, bool: numba.boolean, None: numba.void}
    if annotation in plain:
        return plain[annotation]
    return annotation.numba_type()


def _compile(function: Callable, **options: bool) -> Callable:
    """Compile with the signature of the annotations, under a symbol that any process would give it.

    Numba numbers functions in the order in which a process meets them and mangles the
    number into the symbol. Callers that were cached by another process must find the
    same symbol, so the number is made from the function's name.
    """
    notes = {name: eval(note, function.__globals__) if isinstance(note, str) else note  # noqa: S307
             for name, note in function.__annotations__.items()}
    result = _numba_type(notes.pop("return"))
    signature = result(*[_numba_type(note) for note in notes.values()])
    number = zlib.crc32(f"{function.__module__}.{function.__qualname__}".encode())
    FunctionIdentity._unique_ids = itertools.count(number)
    numba.config.CACHE_DIR = _cache_folder(function.__module__)
    started = time.perf_counter()
    compiled = numba.njit(signature, cache=True, nogil=True, error_model="numpy", **options)(function)
    compile_seconds[function.__qualname__] = time.perf_counter() - started
    progress.step(function.__qualname__)
    return compiled


def _allocates(function: Callable) -> bool:
    """Whether a function makes arrays. One that does not need not count references to its arguments,
    an atomic operation for every array at every call: a third of the time of listing actions."""
    return not {"empty", "zeros", "full"}.isdisjoint(function.__code__.co_names)


def kernel(function: Callable) -> Callable:
    """Compile `function` now, as a unit of its own, with the signature of its annotations.

    Every parameter and the result must be annotated (`None` for no result); callers
    may only be defined later. In plain mode the function is returned as it is.
    """
    if not COMPILED:
        return function
    compiled = _compile(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=_allocates(function))
    for overload in compiled.overloads.values():
        overload.library._get_module_for_linking = lambda: _NOTHING
    return compiled


def entry(function: Callable) -> Callable:
    """A kernel that Python calls: like `kernel`, with a wrapper that releases the GIL."""
    return _compile(function) if COMPILED else function


def wrapping(function: Callable) -> Callable:
    """A leaf whose 64-bit arithmetic is meant to wrap round; plain mode must not warn of it."""
    return leaf(function) if COMPILED else np.errstate(over="ignore")(function)


def leaf(function: Callable) -> Callable:
    """A helper of a few lines, compiled into each of its callers."""
    if not COMPILED:
        return function
    return numba.njit(nogil=True, error_model="numpy", _nrt=_allocates(function))(function)
