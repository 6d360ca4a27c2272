"""Modules are compiled side by side, each after what it stands on."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim import build
from sim.jit import MODE

ROOT = Path(__file__).resolve().parents[2]
IMPORTS = {"a_base": frozenset(), "b_other": frozenset(), "c_upper": frozenset({"a_base", "b_other"}),
           "d_top": frozenset({"a_base", "b_other", "c_upper"})}


@pytest.fixture
def modules(tmp_path, monkeypatch):
    """Modules that write down that they were imported, and by which process."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(build, "processes", lambda: 2)
    for name in IMPORTS:
        (tmp_path / f"{name}.py").write_text(
            f"import os\nwith open({str(tmp_path / 'log')!r}, 'a') as log:\n"
            f"    print({name!r}, os.getpid(), os.environ[{build.WORKER!r}], file=log)\n")
    return tmp_path


def test_every_module_is_compiled_once_and_after_those_it_imports(modules):
    told = []
    assert build.compile_side_by_side(IMPORTS, lambda done, name: told.append((done, name)))
    lines = [line.split() for line in (modules / "log").read_text().splitlines()]
    names = [name for name, *_ in lines]
    assert sorted(names) == sorted(IMPORTS) and names[2:] == ["c_upper", "d_top"]
    assert {pid for _, pid, _ in lines}.isdisjoint({str(os.getpid())}) and {mark for *_, mark in lines} == {"1"}
    assert told == [(at + 1, name) for at, (_, name) in enumerate(told)] and told[-1] == (4, "d_top")


@pytest.mark.parametrize("fault", ["raise ValueError", "import os; os._exit(9)"])
def test_a_module_that_does_not_compile_leaves_the_rest_to_the_caller(modules, fault):
    (modules / "b_other.py").write_text(fault)
    assert not build.compile_side_by_side(IMPORTS, lambda *_: None)
    assert "c_upper" not in (modules / "log").read_text()


def test_modules_that_wait_for_each_other_are_no_endless_wait(modules):
    assert not build.compile_side_by_side({"a_base": frozenset({"b_other"}), "b_other": frozenset({"a_base"})},
                                          lambda *_: None)


@pytest.mark.skipif(MODE == "plain", reason="nothing is compiled")
@pytest.mark.parametrize(("mark", "said"), [({}, "started"), ({build.WORKER: "1"}, "False")])
def test_processes_are_started_where_nothing_is_compiled_but_not_by_one_of_them(tmp_path, mark, said):
    program = ("import sys; from sim import build, jit; sys.modules['agents.play'] = None\n"
               "build.all_cores, build.compile_side_by_side = lambda: 2, lambda *_: 'started'\n"
               "print(jit._compiled_side_by_side())")
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True,
                          env=os.environ | {"SPLICELAB_CACHE": str(tmp_path)} | mark)
    assert done.stdout == said + "\n"
