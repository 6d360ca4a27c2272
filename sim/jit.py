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

*Loading costs as well.* Numba's cache holds, with the machine code of a function, all
that is needed to compile callers of it: seven milliseconds a function. The code of each kernel is
kept in a file of its own too, and at a start where nothing has to be compiled only that is loaded (`_Kept`).

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
import tempfile
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
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.extending import typeof_impl

from sim import build

ROOT = Path(__file__).resolve().parent.parent
COMPILED = not numba.config.DISABLE_JIT
MODE = "plain" if not COMPILED else "checked" if numba.config.BOUNDSCHECK else "fast"
KEEP_CACHES = 3
SLOW_START_SECONDS = 1.5
MANY_MODULES = 12            # not compiled before: worth starting processes for

# Numba numbers types in the order in which a process meets them and mangles a record's number into symbols. What one
# process compiled another must find, whatever it imported before: the number is made from what the record is.
numba.types.Record.mangling_args = property(lambda record: ("Record", (zlib.crc32(record.name.encode()),)))


@cache
def _imported(module: str) -> frozenset[str]:
    """Modules of `sim` and `agents` that a module's text imports."""
    found: set[str] = set()
    for package, name, names in _IMPORT.findall(_path_of(module).read_text(encoding="utf-8")):
        parts = [name] if name else [part.split(" as ")[0].strip(" ()\n") for part in names.split(",")]
        found.update(f"{package}.{part}" for part in parts if part)
    return frozenset(each for each in found if _path_of(each).exists())


@cache
def _imports(module: str) -> frozenset[str]:
    """Modules of `sim` and `agents` that a module's text imports, directly or not, itself included."""
    if not _path_of(module).exists():
        return frozenset()
    return frozenset({module}).union(*(_imports(other) for other in _imported(module)))


def _path_of(module: str) -> Path:
    return ROOT / (module.replace(".", "/") + ".py")


_IMPORT = re.compile(r"^from (sim|agents)(?:\.(\w+))? import (\([^)]*\)|[^\n]*)", re.MULTILINE)


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def source_hash() -> str:
    """Twelve hex digits over every source and data file that play can depend on; results carry it."""
    return _digest(path for folder in ("sim", "agents") for kind in ("*.py", "*.csv")
                   for path in (ROOT / folder).rglob(kind))


@cache
def _base() -> Path:
    """Where caches are: the folder asked for, beside the source, the user's cache folder, or a passing one;
    the first that can be written."""
    wanted = [Path(os.environ["SPLICELAB_CACHE"])] if "SPLICELAB_CACHE" in os.environ else []
    for base in [*wanted, ROOT / ".numba_cache", Path.home() / ".cache" / "splicelab"]:
        try:
            base.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(base, os.W_OK):
            return base
    return Path(tempfile.mkdtemp(prefix="splicelab-"))


@cache
def _processor() -> str:
    """Eight hex digits for what machine code is compiled for: instruction set, processor and its features."""
    return f"{zlib.crc32(repr(cpu_target.target_context.codegen().magic_tuple()).encode()):08x}"


@cache
def _cache_folder(module: str) -> str:
    """The cache of a module: named by its text and that of all it imports, its place, mode, versions and processor.

    Machine code of another processor, in a folder that several machines share, would end the program.
    """
    paths = [_path_of(name) for name in _imports(module) | {"sim.jit"}]
    digest = _digest(path for path in paths if path.exists())
    digest += f"-{zlib.crc32(str(ROOT).encode()):08x}"       # Numba's entries are bound to the place of the source
    versions = f"{numba.__version__}-py{sys.version_info[0]}{sys.version_info[1]}-{_processor()}"
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
        self.said = False

    def step(self, name: str) -> None:
        self.kernels += 1
        self.tell(f"{self.kernels} kernels", name)

    def tell(self, done: str, name: str) -> None:
        elapsed = time.perf_counter() - self.started
        if elapsed <= SLOW_START_SECONDS or MODE == "plain" or build.WORKER in os.environ:
            return
        if not sys.stderr.isatty():
            if not self.said:
                self.said = True
                sys.stderr.write("compiling the engine, once; this takes a few minutes\n")
        else:
            self.shown = True
            text = f"compiling the engine (once): {done}, {elapsed:.0f} s, {name}"
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


class Record(np.void):
    """An element whose fields are attributes, as with `np.record`, whose own look-up takes three times as long."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except (ValueError, KeyError):
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def record(*fields: tuple) -> np.dtype:
    """A dtype whose elements read as `game.life`, compiled or not.

    Raises ValueError for a field that NumPy's own attributes would hide in plain mode.
    """
    for name, *_ in fields:
        if hasattr(np.void, name):
            raise ValueError(f"a record field cannot be called {name!r}: np.void has that attribute")
    return np.dtype((Record, list(fields)))


def _numba_type(annotation: Any) -> Any:
    """The compiled type of an annotation: int, float, bool, None, a record class or an array of one."""
    plain = {int: numba.int64, float: numba.float64, bool: numba.boolean, None: numba.void}
    if annotation in plain:
        return plain[annotation]
    return annotation.numba_type()


def _signature(function: Callable) -> Any:
    """The signature that the annotations give."""
    notes = {name: eval(note, function.__globals__) if isinstance(note, str) else note  # noqa: S307
             for name, note in function.__annotations__.items()}
    result = _numba_type(notes.pop("return"))
    return result(*[_numba_type(note) for note in notes.values()])


def _dispatcher(function: Callable, options: dict[str, bool]) -> Any:
    """A Numba dispatcher of a function with the module's cache; nothing is compiled yet.

    The cache folder is named by content, so the time of the source file, which Numba would look at, says nothing.
    """
    numba.config.CACHE_DIR = _cache_folder(function.__module__)
    made = numba.njit(nogil=True, error_model="numpy", **options)(function)
    made.enable_caching()
    made._cache._cache_file._source_stamp = None
    return made


def _cached(made: Any, signature: Any) -> tuple | None:
    """What Numba's cache holds of a function: its code and everything needed to call it; None: nothing any more."""
    return made._cache._cache_file.load(made._cache._index_key(signature, made.targetctx.codegen()))


class _Kept:
    """A kernel whose code is loaded from disk, without what Numba needs to let others call it.

    At a usual start nothing is compiled, so nobody asks; a caller that is compiled after
    all (`typeof`) gets a dispatcher that declares the function and links nothing.
    """

    def __init__(self, function: Callable, options: dict[str, bool]):
        self.function, self.options = function, options
        self.made: Any = None

    def dispatcher(self) -> Any:
        """The Numba dispatcher of the kernel; its description is read from Numba's own cache."""
        if self.made is None:
            made = _dispatcher(self.function, self.options)
            context = made.targetctx
            signature = _signature(self.function)
            found = _cached(made, signature)
            if found is None:            # the code is there, but not how to call it: half a cache
                self.made = _unit(self.function, self.options)
                return self.made
            _, fndesc, env, *_ = found
            library = context.codegen().create_library(fndesc.qualname)
            library._finalized = True
            library._get_module_for_linking = lambda: _NOTHING
            key = object()
            context.insert_user_function(key, fndesc, [library])
            made.overloads[tuple(signature.args)] = CompileResult(
                typing_context=made.typingctx, target_context=context, entry_point=key, typing_error=None,
                type_annotation="", signature=signature, library=library, objectmode=False, lifted=(), fndesc=fndesc,
                call_helper=None, environment=env, metadata=None, reload_init=(), referenced_envs=())
            self.made = made
        return self.made


@typeof_impl.register(_Kept)
def _type_of_kept(value: _Kept, context: Any) -> Any:
    return numba.types.Dispatcher(value.dispatcher())


def _object_path(function: Callable) -> Path:
    return Path(_cache_folder(function.__module__)) / f"{function.__qualname__}.o"


def _load_kept(function: Callable, options: dict[str, bool]) -> _Kept | None:
    """Load the machine code of a kernel that an earlier process compiled; None if there is none."""
    try:
        code = _object_path(function).read_bytes()
    except FileNotFoundError:
        return None
    engine = cpu_target.target_context.codegen()._engine._ee
    engine.add_object_file(binding.object_file.ObjectFileRef.from_data(code))
    return _Kept(function, options)


def _keep(function: Callable, compiled: Any) -> None:
    """Keep the machine code of a kernel beside Numba's cache, for `_load_kept`."""
    found = _cached(compiled, _signature(function))
    if found is None:
        return
    (_, _, (code, _)), *_ = found
    path = _object_path(function)
    part = path.with_suffix(f".{os.getpid()}")       # another process may be reading
    part.write_bytes(code)
    part.replace(path)


def _compile(function: Callable, **options: bool) -> Callable:
    """Compile with the signature of the annotations, under a symbol that any process would give it.

    Numba numbers functions in the order in which a process meets them and mangles the
    number into the symbol. Callers that were cached by another process must find the
    same symbol, so the number is made from the function's name.
    """
    signature = _signature(function)
    number = zlib.crc32(f"{function.__module__}.{function.__qualname__}".encode())
    FunctionIdentity._unique_ids = itertools.count(number)
    started = time.perf_counter()
    compiled = _dispatcher(function, options)
    compiled.compile(signature)
    compiled.disable_compile()
    compile_seconds[function.__qualname__] = time.perf_counter() - started
    if compiled.stats.cache_misses:          # else it was loaded
        progress.step(function.__qualname__)
    return compiled


def _unit(function: Callable, options: dict[str, bool]) -> Any:
    """Compile a kernel and keep its code; what calls it links nothing of it."""
    compiled = _compile(function, **options)
    _keep(function, compiled)
    for overload in compiled.overloads.values():
        overload.library._get_module_for_linking = lambda: _NOTHING
    return compiled


def _allocates(function: Callable) -> bool:
    """Whether a function makes arrays. One that does not need not count references to its arguments,
    an atomic operation for every array at every call: a third of the time of listing actions."""
    return not {"empty", "zeros", "full"}.isdisjoint(function.__code__.co_names)


@cache
def _compiled_side_by_side() -> bool:
    """Compile all that is being imported on all cores, if there is much of it that was not compiled before.

    Asked where the first kernel is missing: what is imported by then, with what that imports, is what is needed.
    """
    needed = {name for module in list(sys.modules) if module.startswith(("sim.", "agents."))
              for name in _imports(module) if "sim.jit" in _imported(name)}
    missing = [name for name in needed if not any(os.scandir(_cache_folder(name)))]
    if len(missing) < MANY_MODULES or build.processes() == 1:
        return False
    return build.compile_side_by_side(
        {name: (_imports(name) & needed) - {name} for name in needed},
        lambda done, name: progress.tell(f"{done} of {len(needed)} modules", name))


def kernel(function: Callable) -> Callable:
    """Compile `function` now, as a unit of its own, with the signature of its annotations.

    Every parameter and the result must be annotated (`None` for no result); callers
    may only be defined later. In plain mode the function is returned as it is.
    """
    if not COMPILED:
        return function
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": _allocates(function)}
    kept = _load_kept(function, options)
    if kept is None and _compiled_side_by_side():
        kept = _load_kept(function, options)
    return _unit(function, options) if kept is None else kept


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
