# SPDX-License-Identifier: GPL-3.0-or-later
"""Loads libleaper and wraps what every call needs: errors, texts, ownership, locks and Ctrl-C.

cffi releases the global interpreter lock around every call into the library,
so other Python threads run meanwhile. Objects of the library may be used by
one thread at a time; each wrapper therefore has a lock.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from cffi import FFI

from ._version import VERSION
from .errors import BY_CODE, LeaperError

T = TypeVar("T")

#: The major version of the library's binary interface, which its soname carries.
SONAME = "libleaper.so.0"


def _declarations() -> str:
    try:
        from ._cdef import CDEF
    except ImportError:
        from ._headers import declarations

        return declarations(Path(__file__).resolve().parents[2] / "include" / "leaper")
    return str(CDEF)


def _open(ffi: FFI) -> Any:
    """Opens the library that LEAPER_LIBRARY names, or the one in the package, or the system's."""
    chosen = os.environ.get("LEAPER_LIBRARY")
    beside = Path(__file__).resolve().parent / SONAME
    name = chosen or (str(beside) if beside.exists() else SONAME)
    try:
        return ffi.dlopen(name)
    except OSError as error:
        raise ImportError(
            f"cannot load libleaper: {error}; install it or set LEAPER_LIBRARY to the path of {SONAME}"
        ) from None


def _check(library: Any) -> None:
    """Refuses a library that is older than this package, or of another major version."""
    number = int(library.leaper_version_number())
    found = (number // 1000000, number // 1000 % 1000, number % 1000)
    needed = tuple(map(int, VERSION.split(".")))
    if found < needed or found[0] != needed[0]:
        there = ".".join(map(str, found))
        raise ImportError(f"this package needs libleaper {VERSION} or later of the same major version, not {there}")


ffi: Any = FFI()
ffi.cdef(_declarations())
lib: Any = _open(ffi)
_check(lib)


def text(value: Any) -> str:
    """A C string that the library keeps. A message may quote part of a text, cut off in the middle of a character."""
    return str(ffi.string(value), "utf-8", "replace") if value else ""


def taken_text(value: Any) -> str:
    """A C string that the library returned and that must be freed; frees it."""
    try:
        return text(value)
    finally:
        lib.leaper_free(value)


def encoded(value: str | os.PathLike[str] | None) -> Any:
    """A C string, or NULL for None. Zero bytes would end the text early and are refused."""
    if value is None:
        return ffi.NULL
    data = os.fspath(value).encode("utf-8")
    if b"\0" in data:
        raise ValueError("a text must not contain a zero byte")
    return ffi.new("char[]", data)


def exception_of(error: Any) -> LeaperError:
    """The exception for a ``struct leaper_error``."""
    kind = BY_CODE.get(int(error.code), LeaperError)
    return kind(text(lib.leaper_code_name(error.code)), text(error.place), text(error.message))


def checked(function: Callable[..., T], *arguments: Any) -> T:
    """Calls a function whose last parameter is the error, and raises it if the call fails."""
    error = ffi.new("struct leaper_error *")
    result = function(*arguments, error)
    if not result:
        raise exception_of(error)
    return result


class Handle:
    """An object of the library: freed with this wrapper, and used by one thread at a time."""

    def __init__(self, pointer: Any, free: Callable[[Any], None]) -> None:
        self._c = ffi.gc(pointer, free)
        self._lock = threading.RLock()

    @property
    def _open(self) -> Any:
        if not self._c:
            raise ValueError(f"this {type(self).__name__} has been closed")
        return self._c

    def _call(self, function: Callable[..., T], *arguments: Any) -> T:
        with self._lock:
            return function(self._open, *arguments)

    def _checked(self, function: Callable[..., T], *arguments: Any) -> T:
        with self._lock:
            return checked(function, self._open, *arguments)

    def _close(self) -> None:
        """Frees the object now instead of with the wrapper. Further calls fail."""
        with self._lock:
            if self._c:
                ffi.release(self._c)
                self._c = ffi.NULL


def interruptible(work: Callable[[], T], stop: Callable[[], None]) -> T:
    """Runs `work`, which is one long call into the library.

    Python handles Ctrl-C only between its own instructions. In the main thread
    the work therefore runs in another thread; on KeyboardInterrupt `stop` is
    called, and the exception is raised again once the work has ended.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    done = threading.Event()
    gate = threading.Lock()
    begun = abandoned = False
    outcome: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        nonlocal begun
        with gate:
            if abandoned:
                return
            begun = True
        try:
            outcome.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    try:
        threading.Thread(target=run, name="leaper", daemon=True).start()
        done.wait()
    except BaseException:
        # start() may also raise the exception, before or after the thread exists.
        with gate:
            abandoned = True
        # The library uses our objects until the work has ended, however often Ctrl-C is pressed.
        while begun and not done.is_set():
            try:
                stop()
                done.wait()
            except KeyboardInterrupt:
                pass
        raise
    if failure:
        raise failure[0]
    return outcome[0]


class Callback:
    """Keeps the first exception of a Python callback, to be raised once the library has returned."""

    def __init__(self) -> None:
        self.failure: BaseException | None = None

    def guarded(self, function: Callable[..., object], *arguments: Any) -> bool:
        """Calls `function`. Returns False, which ends the work, if it returned False or raised an exception."""
        if self.failure is not None:
            return False
        try:
            return function(*arguments) is not False
        except BaseException as error:
            self.failure = error
            return False

    def reraise(self) -> None:
        if self.failure is not None:
            raise self.failure


def version() -> str:
    """The version of the library, such as ``"0.1.0"``."""
    return text(lib.leaper_version())


def has_feature(name: str) -> bool:
    """Whether a feature was built in: ``"tours"``, which always is, or ``"meeting"``, counting them by meeting in the middle."""
    return bool(lib.leaper_has_feature(encoded(name)))
