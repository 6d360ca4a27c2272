"""What an agent is, and how one is written as text (`ismcts(simulations=400)`).

A built-in agent is a frozen dataclass of named parameters; compiled code plays it from
its AGENT record. Any other agent is plain Python: an object with
`choose(view, actions) -> index` (see `agents.user`). Nothing here compiles anything, so
a spec is checked before the engine is loaded.
"""
from __future__ import annotations

import ast
import dataclasses
import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from agents.coefficients import coefficients
from agents.records import AGENT, AgentKind


class Agent(Protocol):
    """Who decides for a seat. `spec` is the text that `agent` makes the same agent from."""

    @property
    def spec(self) -> str: ...

    def record(self) -> np.ndarray: ...


def parameter(default: Any, least: Any = None, most: Any = None) -> Any:
    """Declare a parameter of an agent: its default, whose type it keeps, and the range allowed."""
    return dataclasses.field(default=default, metadata={"least": least, "most": most})


@dataclass(frozen=True)
class BuiltIn:
    """Base of the agents that play in compiled code."""

    kind: ClassVar[AgentKind]
    name: ClassVar[str]

    @property
    def spec(self) -> str:
        """The agent as text, every parameter named, in the order of the fields."""
        return f"{self.name}({', '.join(f'{f.name}={getattr(self, f.name)!r}' for f in dataclasses.fields(self))})"

    def record(self) -> np.ndarray:
        """The agent as compiled code takes it, shape () AGENT."""
        made = np.zeros((), AGENT)
        made["kind"] = self.kind
        made["weights"] = coefficients()
        for f in dataclasses.fields(self):
            made[f.name] = getattr(self, f.name)
        return made


registry: dict[str, type[BuiltIn]] = {}


def register(name: str) -> Callable[[type[BuiltIn]], type[BuiltIn]]:
    """Make a class known under the name that specs use."""

    def keep(made: type[BuiltIn]) -> type[BuiltIn]:
        made.name = name
        registry[name] = made
        return made

    return keep


def nearest(word: str, valid: Iterable[str]) -> str:
    """Say which valid word is meant, or list them all."""
    names = list(valid)
    close = difflib.get_close_matches(word.casefold(), names, n=1, cutoff=0.5)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there is {', '.join(names)}" if names else "; it takes none"


def parse_call(text: str) -> tuple[str, dict[str, Any]]:
    """Split `name(parameter=value, …)` into the name and the parameters; the brackets may be left out.

    Raises ValueError, one line, for anything else.
    """
    name, bracket, inside = text.strip().partition("(")
    name = name.strip()
    if not bracket:
        if not name or ")" in name:
            raise ValueError(f"agent {text!r}: expected name(parameter=value, …)")
        return name, {}
    try:
        call = ast.parse(f"f({inside}", mode="eval").body
        if not name or not isinstance(call, ast.Call) or call.args or not isinstance(call.func, ast.Name):
            raise SyntaxError
        values = {}
        for keyword in call.keywords:
            if keyword.arg is None or keyword.arg in values:
                raise SyntaxError
            values[keyword.arg] = ast.literal_eval(keyword.value)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ValueError(f"agent {text!r}: expected name(parameter=value, …) with plain numbers or texts") from None
    return name, values


def checked(agent_name: str, made: type, values: dict[str, Any]) -> dict[str, Any]:
    """Check parameters against the fields of a dataclass; returns them with the fields' types.

    Raises ValueError for an unknown name, another type or a value out of range.
    """
    fields = {f.name: f for f in dataclasses.fields(made) if f.init}
    result = {}
    for name, value in values.items():
        if name not in fields:
            raise ValueError(f"agent {agent_name}: unknown parameter {name!r}{nearest(name, fields)}")
        f = fields[name]
        if f.default is not dataclasses.MISSING:
            value = _as_type_of(f.default, value, f"agent {agent_name}: {name}={value!r}")
        least, most = f.metadata.get("least"), f.metadata.get("most")
        if (least is not None and not value >= least) or (most is not None and not value <= most):
            raise ValueError(f"agent {agent_name}: {name}={value!r} is out of range; nearest valid is "
                             f"{least if least is not None and not value >= least else most!r}")
        result[name] = value
    return result


def _as_type_of(default: Any, value: Any, where: str) -> Any:
    wanted = type(default)
    if wanted is float and type(value) is int:
        return float(value)
    if default is not None and type(value) is not wanted:
        raise ValueError(f"{where}: expected {wanted.__name__}, not {type(value).__name__}; the default is {default!r}")
    return value


def agent(spec: str) -> Agent:
    """Make the agent that a spec names: a built-in one, or `file.py:ClassName(…)`.

    Raises ValueError, one line with the nearest valid thing, for whatever is wrong with it.
    """
    from agents import builtin, user  # they register themselves here

    name, values = parse_call(spec)
    if ":" in name or name.endswith(".py"):
        return user.load_agent(name, values)
    if name not in builtin.registry:
        raise ValueError(f"unknown agent {name!r}{nearest(name, registry)}")
    made = registry[name]
    return made(**checked(name, made, values))
