# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the server share: a real server with its own database, a client, event streams, and TAP."""

import copy
import http.client
import json
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.environ.get("LEAPER_PROGRAM", "build/leaper")
PATIENCE = float(os.environ.get("PATIENCE", "60"))  # seconds until something counts as not happening


class Answer:
    def __init__(self, status, headers, data):
        self.status, self.headers, self.data = status, headers, data

    @property
    def json(self):
        return json.loads(self.data)

    @property
    def code(self):
        return self.json["error"]["code"]

    @property
    def at(self):
        return self.json["error"]["at"]


def until(what, why="waited too long"):
    """What `what` returns, as soon as that is true."""
    end = time.monotonic() + PATIENCE
    while not (answer := what()):
        assert time.monotonic() < end, why
        time.sleep(0.02)
    return answer


class Server:
    """`leaper serve` on a free port; can be killed and restarted on the same port and database."""

    environment = None  # of the process; None: the same as that of the test
    source = None  # address and port that connections come from; None: as the system has it

    def __init__(self, *options, engines=2):
        self.directory = tempfile.mkdtemp(prefix="leaper-server-")
        self.database = os.path.join(self.directory, "games.db")
        self.web = os.path.join(self.directory, "web")
        os.makedirs(os.path.join(self.web, "assets"))
        self.port = 0
        self.options = ["--engines", str(engines), *options]
        self.start()

    def start(self):
        command = [PROGRAM, "serve", "--port", str(self.port), "--db", self.database, "--web", self.web, *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env=self.environment)
        line = self.process.stdout.readline()
        if "ready at http://127.0.0.1:" not in line:
            raise AssertionError(f"the server did not start: {line} {self.process.stderr.read()}")
        self.port = int(line.rsplit(":", 1)[1].strip().rstrip("/"))

    def end(self, how=signal.SIGTERM):
        """Ends the process; returns its exit status and standard error."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said

    def kill(self):
        return self.end(signal.SIGKILL)

    def close(self):
        status, said = self.end()
        shutil.rmtree(self.directory, ignore_errors=True)
        return status, said

    def seen_from(self, address):
        """The same server for a client at another address: 127.0.0.2 and so on are this machine too."""
        view = copy.copy(self)
        view.source = (address, 0)
        return view

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE, source_address=self.source)

    def ask(self, method, path, body=None, token=None, headers=None, connection=None):
        """One request; `body` is JSON unless it is bytes."""
        sent = {"Content-Type": "application/json"} if body is not None else {}
        if token is not None:
            sent["Authorization"] = "Bearer " + token
        sent.update(headers or {})
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        client = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE,
                                                          source_address=self.source)
        client.request(method, path, data, {name: value for name, value in sent.items() if value is not None})
        response = client.getresponse()
        answer = Answer(response.status, response.headers, response.read())
        if connection is None:
            client.close()
        return answer

    def get(self, path, **more):
        return self.ask("GET", "/api" + path, **more)

    def post(self, path, body, **more):
        return self.ask("POST", "/api" + path, body, **more)

    def create(self, **body):
        answer = self.post("/matches", {"game": "chess", "opponent": {"kind": "local"}, **body})
        assert answer.status == 201, answer.data
        return Table(self, answer.json)

    def friends(self, *turns, **body):
        """A match between two people, after these turns: returns the creator's table and the guest's."""
        host = self.create(**{"opponent": {"kind": "friend"}, **body})
        joined = self.post(f"/matches/{host.id}/join", {"join": host.join, "name": "Bob"}).json
        guest = Table(self, {"match": joined["match"], "seats": {joined["seat"]: joined["token"]}, "join": None})
        if turns:
            Table(self, {"match": host.created, "seats": {**host.seats, **guest.seats}, "join": None}).play(*turns)
        return host, guest


class ServerInTime(Server):
    """A server whose monotonic clock the test moves (tests/support/moved_clock.c)."""

    def __init__(self, *options, **more):
        self.ahead = tempfile.NamedTemporaryFile(prefix="leaper-clock-")
        self.milliseconds = 0
        self.move(0)
        preloaded = os.path.join(os.environ.get("LEAPER_BUILD", "build"), "tests/support/moved_clock.so")
        self.environment = {**os.environ, "LD_PRELOAD": preloaded, "MOVED_CLOCK": self.ahead.name}
        super().__init__(*options, **more)

    def move(self, seconds):
        """Lets that much time pass at once."""
        self.milliseconds += round(seconds * 1000)
        self.ahead.seek(0)
        self.ahead.write(struct.pack("=q", self.milliseconds))
        self.ahead.flush()


class Table:
    """A match and the seats that somebody holds in it."""

    def __init__(self, server, created):
        self.server, self.id = server, created["match"]["id"]
        self.seats, self.join, self.created = created["seats"], created["join"], created["match"]

    @property
    def token(self):
        return next(iter(self.seats.values()))

    def match(self, token=None):
        answer = self.server.get(f"/matches/{self.id}", token=token)
        assert answer.status == 200, answer.data
        return answer.json

    def post(self, what, body, seat=None, token=None):
        return self.server.post(f"/matches/{self.id}/{what}", body,
                                token=token or (self.seats[seat] if seat else self.token))

    def play(self, *turns):
        """Plays turns for both sides, or for the seats that are held."""
        for turn in turns:
            match = self.match()
            answer = self.post("turns", {"ply": match["ply"], "turn": turn}, seat=match["state"]["side"])
            assert answer.status == 200, (turn, answer.data)
        return answer.json

    def wait(self, what):
        """The match, as soon as `what` is true of it."""
        def right():
            match = self.match()
            return match if what(match) else None
        return until(right)

    def stream(self):
        return Stream(self.server, self.id)


class Stream:
    """Reads server-sent events."""

    def __init__(self, server, match, headers=""):
        self.open(server, f"GET /api/matches/{match}/events HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n")

    def open(self, server, request):
        self.socket = server.connect()
        self.socket.sendall(request.encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.headers = {}
        while (line := self.file.readline().strip()):
            name, value = line.decode().split(":", 1)
            self.headers[name.lower()] = value.strip()
        self.buffer = b""

    def line(self):
        """The next line of the body, or None at its end."""
        while b"\n" not in self.buffer:
            size = self.file.readline().strip()
            count = int(size, 16) if size else 0
            if count == 0:
                return None
            self.buffer += self.file.read(count)
            self.file.readline()
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.decode()

    def event(self, kind="match"):
        """The next event of that kind, as {"event", "id", "data"}; None at the end."""
        event = {}
        while (line := self.line()) is not None:
            if line:
                name, value = line.split(":", 1)
                event[name] = value.strip()
            elif event.get("event") == kind:
                return {**event, "data": json.loads(event["data"])}
            else:
                event = {}
        return None

    def close(self):
        self.file.close()
        self.socket.close()


def with_seed(name):
    """A random source whose seed is printed, so that a failure can be repeated (SEED=…)."""
    seed = int(os.environ.get("SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"# {name}: SEED={seed}", flush=True)
    return random.Random(seed)


class TapResult(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.number = 0

    def say(self, word, test, note=""):
        self.number += 1
        print(f"{word} {self.number} - {test.id().split('.', 1)[1]}{note}", flush=True)

    def addSuccess(self, test):
        self.say("ok", test)

    def addSkip(self, test, reason):
        self.say("ok", test, f" # SKIP {reason}")

    def complain(self, test, error):
        self.say("not ok", test)
        for line in self._exc_info_to_string(error, test).splitlines():
            print("# " + line, flush=True)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.complain(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err:
            self.complain(subtest, err)

    def addError(self, test, err):
        super().addError(test, err)
        self.complain(test, err)


def main():
    """Runs the tests of the calling script as TAP."""
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    print(f"1..{suite.countTestCases()}", flush=True)
    result = TapResult()
    suite.run(result)
    sys.exit(0 if result.wasSuccessful() else 1)


class ServerTest(unittest.TestCase):
    """Tests that share one server, which must shut down cleanly and print nothing."""

    options = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.options)

    @classmethod
    def tearDownClass(cls):
        status, said = cls.server.close()
        assert (status, said) == (0, ""), f"the server ended with {status}: {said}"

    def refused(self, answer, status, code, at=None):
        self.assertEqual((answer.status, answer.code), (status, code), answer.data)
        self.assertTrue(answer.json["error"]["message"])
        if at is not None:
            self.assertEqual(answer.at, at)
