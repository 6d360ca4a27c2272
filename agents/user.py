"""Agents that a user wrote in plain Python: `path/to/file.py:ClassName(parameter=value)`.

The class needs one method, `choose(view, actions) -> index`. A new object is made for
every game, so what it remembers is of this game alone and games can run in any order.
Whatever it does wrong is its error: one line, counted, never a lost game.
"""
from __future__ import annotations

import dataclasses
import hashlib
import importlib.util
import inspect
import operator
import sys
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from agents.base import checked, nearest
from agents.patience import TooSlow, within
from agents.records import AGENT, AgentKind

KEPT_ERRORS = 100            # of one agent object; all are counted in the rows
DECISION_SECONDS = 60.0      # by the clock, unless the class says otherwise in `decision_seconds`
MOST_SECONDS = 86_400


class AgentError(Exception):
    """The agent to act raised, or answered with something that is not an index of an action."""


@dataclass(frozen=True)
class PythonAgent:
    """A user's class with its parameters.

    errors: what went wrong, one line "game seed …: what" each, oldest first.
    """

    made: type
    values: dict[str, Any]
    spec: str
    errors: list[str] = field(default_factory=list, compare=False, repr=False)

    def record(self) -> np.ndarray:
        """The agent as compiled code takes it: only that it is none of its own."""
        made = np.zeros((), AGENT)
        made["kind"] = AgentKind.PYTHON
        return made

    @property
    def patience(self) -> float:
        """Seconds that one answer may take."""
        return float(getattr(self.made, "decision_seconds", DECISION_SECONDS))

    def for_one_game(self) -> Any:
        """A new object of the user's class. Raises AgentError."""
        return self.ask(lambda: self.made(**self.values), what="making it")

    def choose(self, player: Any, view: Any, actions: np.ndarray) -> int:
        """Ask for an index of `actions`. Raises AgentError."""
        answer = self.ask(player.choose, view, actions, what="choose")
        try:
            index = -1 if isinstance(answer, bool | np.bool_) else operator.index(answer)
        except TypeError:
            index = -1
        if not 0 <= index < len(actions):
            raise AgentError(f"{self.made.__name__}: choose answered {answer!r:.60}; "
                             f"legal are 0 to {len(actions) - 1}")
        return index

    def ask(self, call: Any, *given: Any, what: str) -> Any:
        """What a method of the user's answers. Raises AgentError."""
        try:
            return within(self.patience, call, *given)
        except TooSlow:
            raise AgentError(f"{self.made.__name__}: {what} took longer than {self.patience:g} s "
                             "(decision_seconds of the class)") from None
        except (Exception, SystemExit) as error:
            raise AgentError(f"{self.made.__name__}: {what} raised {_said(error)}{self._where(error)}") from error

    def _where(self, error: BaseException) -> str:
        """The user's own line that raised, and what a refused change means."""
        own = getattr(sys.modules.get(self.made.__module__), "__file__", None)
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == own]
        told = f" ({Path(own).name}:{lines[-1]})" if own and lines else ""
        if isinstance(error, ValueError) and "read-only" in str(error):
            told += "; what an agent is given cannot be changed: copy it, or try an action with view.after"
        return told

    def note(self, seed: int, error: AgentError) -> None:
        """Keep what went wrong in the game of this seed."""
        if len(self.errors) < KEPT_ERRORS:
            self.errors.append(f"game seed {seed}: {error}")


def _said(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def load_agent(name: str, values: dict[str, Any]) -> PythonAgent:
    """Load `file.py:ClassName` with its parameters.

    Raises ValueError, one line, if the file, the class, its method or a parameter is not as it should be.
    """
    path, colon, class_name = name.rpartition(":")
    if not colon or not path.endswith(".py"):
        raise ValueError(f"agent {name!r}: expected path/to/file.py:ClassName")
    module = _load_file(Path(path))
    made = getattr(module, class_name, None)
    classes = [key for key, value in vars(module).items() if inspect.isclass(value)
               and value.__module__ == module.__name__]
    if not inspect.isclass(made):
        raise ValueError(f"agent {name!r}: no class {class_name!r} in {path}{nearest(class_name, classes)}")
    if not callable(getattr(made, "choose", None)):
        raise ValueError(f"agent {name!r}: {class_name} has no method choose(view, actions)")
    _check_choose(name, made)
    if dataclasses.is_dataclass(made):
        values = checked(name, made, values)
        known = {f.name: f.default for f in dataclasses.fields(made)
                 if f.init and f.default is not dataclasses.MISSING}
        values = {f.name: (known | values)[f.name] for f in dataclasses.fields(made) if f.name in known | values}
    try:
        inspect.signature(made).bind(**values)
    except TypeError as error:
        takes = list(inspect.signature(made).parameters)
        unknown = [key for key in values if key not in takes]
        hint = nearest(unknown[0], takes) if unknown else ""
        raise ValueError(f"agent {name!r}: {error}{hint}") from None
    shown = ", ".join(f"{key}={value!r}" for key, value in values.items())
    return PythonAgent(made, values, f"{path}:{class_name}({shown})")


def _check_choose(name: str, made: type) -> None:
    """Refuse a `choose` that cannot be called with a view and actions, and a limit of time that is none."""
    method = inspect.getattr_static(made, "choose")
    given = (None, None) if isinstance(method, staticmethod | classmethod) else (None, None, None)
    try:
        inspect.signature(made.choose).bind(*given)
    except TypeError as error:
        raise ValueError(f"agent {name!r}: {made.__name__}.choose must take (view, actions): {error}") from None
    seconds = getattr(made, "decision_seconds", DECISION_SECONDS)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
        raise ValueError(f"agent {name!r}: decision_seconds of {made.__name__} must be a number above 0, "
                         f"{MOST_SECONDS} at most, not {seconds!r:.40}")


def _load_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise ValueError(f"agent {str(path)!r}: no such file")
    name = f"agent_{path.stem}_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]}"
    found = importlib.util.spec_from_file_location(name, path)
    if found is None or found.loader is None:
        raise ValueError(f"agent {str(path)!r}: cannot be loaded as Python")
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module           # dataclasses look their module up
    try:
        found.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise ValueError(f"agent {str(path)!r}: {_said(error)}") from None
    return module
