# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper play` on a terminal of its own, for tests that type and read as a person does."""

import os
import pty
import re
import select
import signal
import subprocess
import time

from script import PATIENCE, PROGRAM


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, folder, *arguments):
        self.master, slave = pty.openpty()
        env = {**os.environ, "XDG_STATE_HOME": folder, "TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
        self.process = subprocess.Popen([PROGRAM, "play", *arguments], stdin=slave, stdout=slave, stderr=slave, env=env,
                                        start_new_session=True, preexec_fn=lambda: __import__("fcntl").ioctl(0, 0x540E, 0))
        os.close(slave)
        self.text = ""

    def type(self, text):
        os.write(self.master, text.encode())

    def wait(self, pattern):
        """Reads until the pattern has come; what came before it, and it, are forgotten."""
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.text)):
            assert time.monotonic() < deadline, f"{pattern!r} does not come: {self.text[-2000:]!r}"
            if select.select([self.master], [], [], 1)[0]:
                try:
                    got = os.read(self.master, 65536)
                except OSError:
                    got = b""
                assert got, f"{pattern!r} does not come: {self.text[-2000:]!r}"
                self.text += got.decode(errors="replace")
        before, self.text = self.text[:found.end()], self.text[found.end():]
        return before

    def end(self):
        """Reads to the end of the program; its status."""
        status = self.process.wait(timeout=PATIENCE)
        while select.select([self.master], [], [], 0)[0]:
            try:
                got = os.read(self.master, 65536)
            except OSError:
                break
            if not got:
                break
            self.text += got.decode(errors="replace")
        os.close(self.master)
        return status

    def kill(self):
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=PATIENCE)
        os.close(self.master)
