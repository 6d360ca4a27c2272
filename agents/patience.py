"""A limit of time on what a user wrote: a decision that does not end would stop a whole study without a word."""
from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any


class TooSlow(BaseException):
    """Raised inside the call whose time is up; no `except Exception` of the user's catches it."""


def within(seconds: float, call: Callable[..., Any], *given: Any) -> Any:
    """What `call(*given)` answers.

    Raises TooSlow in it once `seconds` by the clock are over, between two steps of Python: a call that sleeps in
    compiled code is stopped when it comes back.
    """
    thread = ctypes.c_ulong(threading.get_ident())
    door = threading.Lock()
    late = over = False

    def stop() -> None:
        nonlocal late
        with door:
            if not over:
                late = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(TooSlow))

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        answer = call(*given)
    finally:
        with door:                       # from here on nothing is raised any more; what is on its way is called back
            over = True
            if late:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, None)
        timer.cancel()
    if late:
        raise TooSlow
    return answer
