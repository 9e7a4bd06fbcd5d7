"""A terminal that does not show what is typed: silent input must stay silent to the eyes of the table too."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO


@contextmanager
def without_echo(stream: TextIO | None) -> Iterator[None]:
    """While it lasts, what is typed into `stream` is not shown, where that is a terminal that can be told so."""
    restore = None
    if stream is not None:
        with suppress(OSError, ValueError, AttributeError):  # no real stream, or a terminal of another kind
            if stream.isatty():
                restore = _hide(stream.fileno())
    try:
        yield
    finally:
        if restore is not None:
            with suppress(OSError, ValueError):
                restore()


if sys.platform == "win32":
    import ctypes
    import msvcrt
    from collections.abc import Callable
    from ctypes import wintypes

    _ECHO_INPUT = 0x0004

    def _hide(descriptor: int) -> Callable[[], None]:
        handle, mode = msvcrt.get_osfhandle(descriptor), wintypes.DWORD()
        ctypes.windll.kernel32.GetConsoleMode(handle, ctypes.byref(mode))
        ctypes.windll.kernel32.SetConsoleMode(handle, mode.value & ~_ECHO_INPUT)
        return lambda: ctypes.windll.kernel32.SetConsoleMode(handle, mode.value)

else:
    import termios
    from collections.abc import Callable

    def _hide(descriptor: int) -> Callable[[], None]:
        before = termios.tcgetattr(descriptor)
        quiet = [*before]
        quiet[3] &= ~termios.ECHO
        termios.tcsetattr(descriptor, termios.TCSADRAIN, quiet)
        return lambda: termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
