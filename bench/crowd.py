#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long other clients of `leaper serve` wait while one address asks for as much as it can get.

    bench/crowd.py [--program build/leaper] [--engines 2] [--crowds 0,40,300]

The server is started for this, with a new database, on loopback. 127.0.0.2 plays many matches at full strength, which queue for the
engine; meanwhile 127.0.0.3 begins matches against the beginner, plays a turn in a match between two people, and follows such a match. Then
127.0.0.2 opens as many connections as it can whose requests never end, and after that as many event streams, and the same is measured
again. A request that is not answered within --patience seconds counts as having taken that long.
"""

import argparse
import contextlib
import http.client
import json
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GREEDY, MODEST = "127.0.0.2", "127.0.0.3"


class Server:
    def __init__(self, program, engines):
        self.directory = tempfile.mkdtemp(prefix="leaper-bench-")
        self.process = subprocess.Popen([program, "serve", "--port", "0", "--db", self.directory + "/games.db", "--engines", str(engines)],
                                        stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1].strip().rstrip("/"))

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.directory, ignore_errors=True)

    def connect(self, address, patience):
        return socket.create_connection(("127.0.0.1", self.port), patience, (address, 0))

    def ask(self, address, method, path, body=None, token=None, patience=60):
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience, source_address=(address, 0))
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = "Bearer " + token
        client.request(method, "/api" + path, json.dumps(body) if body is not None else None, headers)
        response = client.getresponse()
        answer = json.loads(response.read())
        client.close()
        return response.status, answer

    def create(self, address, patience=60, **body):
        status, answer = self.ask(address, "POST", "/matches", {"game": "chess", **body}, patience=patience)
        return answer if status == 201 else None


def milliseconds(values, patience):
    shown = [f"{1000 * value:,.0f}" if value < patience else f"over {1000 * patience:,.0f}"
             for value in (min(values), statistics.median(values), max(values))]
    return " / ".join(shown) + " ms"


def reply_of_the_beginner(server, patience):
    """Seconds from the request for a match against the beginner until its first turn has arrived."""
    begun = time.perf_counter()
    with contextlib.suppress(OSError, http.client.HTTPException):
        match = server.create(MODEST, patience, color="black", opponent={"kind": "engine", "level": "beginner"})
        while match and time.perf_counter() - begun < patience:
            if server.ask(MODEST, "GET", "/matches/" + match["match"]["id"], patience=patience)[1].get("ply"):
                return time.perf_counter() - begun
            time.sleep(0.005)
    return patience


def turn_between_people(server, patience):
    """Seconds for a turn in a match without an engine."""
    begun = time.perf_counter()
    with contextlib.suppress(OSError, http.client.HTTPException):
        match = server.create(MODEST, patience, opponent={"kind": "local"})
        if match:
            begun = time.perf_counter()
            status, _ = server.ask(MODEST, "POST", f"/matches/{match['match']['id']}/turns", {"ply": 0, "turn": "e2e4"},
                                   match["seats"]["white"], patience)
            if status == 200:
                return time.perf_counter() - begun
    return patience


def first_event(server, patience):
    """Seconds until the first event of one's own match."""
    begun = time.perf_counter()
    with contextlib.suppress(OSError, http.client.HTTPException):
        match = server.create(MODEST, patience, opponent={"kind": "local"})
        if match:
            path, token = "/matches/" + match["match"]["id"], match["seats"]["white"]
            server.ask(MODEST, "GET", path, token=token, patience=patience)
            with server.connect(MODEST, patience) as connection:
                begun = time.perf_counter()
                connection.sendall(f"GET /api{path}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                if connection.recv(4096).startswith(b"HTTP/1.1 200"):
                    return time.perf_counter() - begun
    return patience


def measure(server, tries, patience):
    replies = [reply_of_the_beginner(server, patience) for _ in range(tries)]
    turns = [turn_between_people(server, patience) for _ in range(tries)]
    events = [first_event(server, patience) for _ in range(tries)]
    print(f"    a beginner's reply   {milliseconds(replies, patience)}")
    print(f"    a turn of people     {milliseconds(turns, patience)}")
    print(f"    the first event      {milliseconds(events, patience)}")


def crowd(options, server, number):
    """Measures how long others wait while that many matches of one address, at full strength, queue for the engine."""
    tables = [server.create(GREEDY, color="white", opponent={"kind": "engine", "level": "full"}) for _ in range(number)]
    tables = [table for table in tables if table]
    for table in tables:
        server.ask(GREEDY, "POST", f"/matches/{table['match']['id']}/turns", {"ply": 0, "turn": "e2e4"}, next(iter(table["seats"].values())))
    begun = time.perf_counter()
    print(f"  {number} matches at full strength from one address:")
    measure(server, options.tries, options.patience)
    answered = sum(server.ask(GREEDY, "GET", "/matches/" + table["match"]["id"])[1]["ply"] == 2 for table in tables)
    if tables:
        print(f"    {answered} of its {len(tables)} replies were there {time.perf_counter() - begun:.1f} s after its last turn")


def flood(options, server, what, text, number):
    """Measures how long others wait while one address holds that many connections open."""
    match = server.create(GREEDY, opponent={"kind": "local"})["match"]["id"]
    held = []
    for _ in range(number):
        with contextlib.suppress(OSError):
            connection = server.connect(GREEDY, 1)
            held.append(connection)
            connection.sendall(text.format(match=match).encode())
    print(f"  {number} {what} from one address:")
    measure(server, options.tries, options.patience)
    for connection in held:
        connection.close()


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "build" / "leaper"))
    parser.add_argument("--engines", type=int, default=2)
    parser.add_argument("--crowds", default="0,40,300")
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--patience", type=float, default=20)
    options = parser.parse_args(arguments)
    print(f"leaper serve with {options.engines} engines, {options.tries} tries each, min / median / max")
    measures = [(crowd, (int(number),)) for number in options.crowds.split(",")]
    measures.append((flood, ("connections whose requests never end", "GET /api/games HTTP/1.1\r\nHost: loc", 600)))
    measures.append((flood, ("event streams", "GET /api/matches/{match}/events HTTP/1.1\r\nHost: localhost\r\n\r\n", 768)))
    for function, values in measures:
        with contextlib.closing(Server(options.program, options.engines)) as server:
            function(options, server, *values)
    return 0


if __name__ == "__main__":
    sys.exit(main())
