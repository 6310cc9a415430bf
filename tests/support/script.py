# SPDX-License-Identifier: GPL-3.0-or-later
"""What the test scripts share: running the program, talking with it, and reporting in TAP."""

import functools
import os
import queue
import re
import subprocess
import sys
import threading
import traceback

PROGRAM = os.environ.get("LEAPER_PROGRAM", "build/leaper")
PATIENCE = 300  # seconds until a program that says nothing is held to hang

_tests = []


class Skip(Exception):
    """Raised by a test that cannot run what it names here; says why."""


@functools.cache
def is_sanitized():
    """Whether sanitizers watch the program. It is then ten times slower, and meets its own faults in fewer rounds, too."""
    with open(PROGRAM, "rb") as file:
        program = file.read()
    return b"__asan_init" in program or b"__tsan_init" in program


def skip_if_sanitized(why):
    """Sanitizers take terabytes of address space, and several times the memory."""
    if is_sanitized():
        raise Skip(why)


def test(function):
    """Marks a test; its name is the function's."""
    _tests.append(function)
    return function


def main():
    """Runs all tests, prints TAP, and ends the script."""
    wanted = sys.argv[1:]
    chosen = [function for function in _tests if not wanted or function.__name__ in wanted]
    print(f"1..{len(chosen)}")
    failed = False
    for number, function in enumerate(chosen, 1):
        try:
            function()
            print(f"ok {number} {function.__name__}", flush=True)
        except Skip as reason:
            print(f"ok {number} {function.__name__} # SKIP {reason}", flush=True)
        except Exception:
            failed = True
            print(f"not ok {number} {function.__name__}")
            print("# " + traceback.format_exc().replace("\n", "\n# "), flush=True)
    sys.exit(failed)


def run(*arguments, text="", env=None):
    """Runs the program to its end; returns status, standard output, standard error."""
    data = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run([PROGRAM, *arguments], input=data, capture_output=True, timeout=PATIENCE,
                          env={**os.environ, **(env or {})})
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def equal(found, expected, what=""):
    assert found == expected, f"{what}: found {found!r}, expected {expected!r}"


def contains(text, part):
    assert part in text, f"{part!r} is not in {text!r}"


class Conversation:
    """A program that is spoken with line by line."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode(errors="replace").rstrip("\n"))
        self.lines.put(None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def until(self, pattern):
        """Reads up to the first line that matches; returns all lines read, that one last."""
        read = []
        while True:
            line = self.lines.get(timeout=PATIENCE)
            assert line is not None, f"the program ended before it said {pattern!r}; it said {read}"
            read.append(line)
            if re.search(pattern, line):
                return read

    def ask(self, line, pattern):
        """Sends a line; returns the first line that matches."""
        self.send(line)
        return self.until(pattern)[-1]

    def silent(self):
        """Lines that are waiting to be read right now; for what must have been said before an answer."""
        read = []
        while not self.lines.empty():
            read.append(self.lines.get())
        return read

    def finish(self):
        """Closes the input; returns the exit status and the lines that were left."""
        self.process.stdin.close()
        status = self.process.wait(timeout=PATIENCE)
        self.reader.join(timeout=PATIENCE)
        return status, [line for line in self.silent() if line is not None]
