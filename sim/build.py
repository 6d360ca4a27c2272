"""Compile many modules side by side, in processes of their own (below the floors; `sim.jit` calls it).

What stands on a module can be compiled as soon as that is, by whichever process is free: what one process compiled
another finds in the cache. First what most stands on.
"""
from __future__ import annotations

import importlib
import os
import queue
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack

MOST_PROCESSES = 4           # more would wait for the longest chain of modules
WORKER = "SPLICELAB_BUILDS"  # set in the processes: they compile what they are given, themselves
_PROGRAM = "from sim.build import work; work()"


def all_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processes() -> int:
    """How many would compile: one a core that this process may use; 1 in such a process itself."""
    return 1 if WORKER in os.environ else min(all_cores(), MOST_PROCESSES)


def work() -> None:
    """Import the modules named on standard input, a line each, and say so after each."""
    for line in sys.stdin:
        importlib.import_module(line.strip())
        print("compiled", flush=True)


def compile_side_by_side(imports: Mapping[str, frozenset[str]], told: Callable[[int, str], None]) -> bool:
    """Compile modules, given with those among them that each imports, directly or not.

    told: called with how many are done and which was. Returns whether all are; what failed to compile raises where
    it is compiled next.
    """
    users = {module: sum(module in needed for needed in imports.values()) for module in imports}
    waiting = sorted(imports, key=lambda module: (-users[module], module))
    environment = os.environ | {WORKER: "1", "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
    free: queue.SimpleQueue[subprocess.Popen[str]] = queue.SimpleQueue()

    def compile_one(module: str) -> str:
        process = free.get()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(module + "\n")
        process.stdin.flush()
        if not process.stdout.readline():
            raise OSError(f"{module} was not compiled")
        free.put(process)
        return module

    done, running = set[str](), set[Future[str]]()
    try:
        with ExitStack() as stack:
            for _ in range(processes()):
                process = subprocess.Popen([sys.executable, "-c", _PROGRAM], env=environment, text=True,
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                stack.enter_context(process)
                stack.callback(process.kill)             # before it is waited for
                free.put(process)
            threads = stack.enter_context(ThreadPoolExecutor(processes()))
            while waiting or running:
                ready = [module for module in waiting if imports[module] <= done][:processes() - len(running)]
                waiting = [module for module in waiting if module not in ready]
                running |= {threads.submit(compile_one, module) for module in ready}
                if not running:          # they wait for each other
                    return False
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for each in finished:
                    done.add(each.result())
                    told(len(done), each.result())
    except OSError:
        return False
    return True
