#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures a player's turn at a server while others ask for lists, read long matches, or play on a slow disk.

    bench/server.py [--program build/leaper] [--build build] [--finished 100000] [--long 80] [--seconds 5]

The database comes from build/bench/matches, the slow disk (each wait 5 ms longer) from build/bench/slow_fsync.so. Times are
milliseconds, median / 99th percentile, over whole requests on connections that stay open.
"""

import argparse
import http.client
import itertools
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
from pathlib import Path

# Knights go back and forth: in a game without draws, this stays legal as long as there is fuel.
ROUND = ["g1f3", "g8f6", "f3g1", "f6g8"]


class Server:
    def __init__(self, program, database, preload=None):
        environment = dict(os.environ)
        if preload:
            environment.update(LD_PRELOAD=str(preload), SLOW_FSYNC="5")
        self.process = subprocess.Popen([program, "serve", "--port", "0", "--db", database, "--engines", "1"], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, env=environment)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1].strip().rstrip("/"))

    def close(self):
        self.process.terminate()
        self.process.wait()


class Client:
    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)

    def ask(self, method, path, body=None, token=None):
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = "Bearer " + token
        self.connection.request(method, "/api" + path, None if body is None else json.dumps(body), headers)
        response = self.connection.getresponse()
        return response.status, response.read()


class Player(Client):
    """Plays both sides of a match of its own."""

    def __init__(self, server):
        super().__init__(server)
        body = {"game": "fuel", "parameters": {"fuel": 999}, "opponent": {"kind": "local"}}
        created = json.loads(self.ask("POST", "/matches", body)[1])
        self.id, self.seats, self.ply = created["match"]["id"], created["seats"], 0

    def turn(self):
        token = self.seats["black" if self.ply % 2 else "white"]
        status, data = self.ask("POST", f"/matches/{self.id}/turns", {"ply": self.ply, "turn": ROUND[self.ply % 4]}, token)
        if status != 200:
            raise SystemExit(f"server.py: a turn was refused: {status} {data[:200]}")
        self.ply += 1


def repeat(action, end, times, pause=0.0):
    while time.perf_counter() < end:
        start = time.perf_counter()
        action()
        times.append((time.perf_counter() - start) * 1000)
        if pause:
            time.sleep(pause)


def at_once(actions, seconds):
    """Repeats each (action, pause) in a thread of its own; the times of each."""
    end = time.perf_counter() + seconds
    times = [[] for _ in actions]
    threads = [threading.Thread(target=repeat, args=(action, end, own, pause)) for (action, pause), own in zip(actions, times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times


def show(values):
    ordered = sorted(values)
    return f"{statistics.median(ordered):.1f} / {ordered[int(len(ordered) * 0.99)]:.1f} ms ({len(ordered)})"


def beside(server, name, others, seconds):
    player = Player(server)
    alone = at_once([(player.turn, 0.01)], seconds)[0]
    times = at_once([(player.turn, 0.01), *others], seconds)
    print(f"  a turn alone {show(alone)}; beside {name} {show(times[0])}; they get {sum(map(len, times[1:])) / seconds:.0f} answers a second")


def lists(server, seconds):
    def ask(client):
        return lambda: client.ask("GET", "/matches?status=ongoing")
    beside(server, "four clients asking for ongoing matches", [(ask(Client(server)), 0) for _ in range(4)], seconds)


def reads(server, ids, seconds):
    def ask(client, around):
        return lambda: client.ask("GET", f"/matches/{next(around)}")
    # Four clients, twelve times a second each; more matches than the server keeps in memory.
    beside(server, f"48 reads a second of {len(ids)} matches with 4,990 turns",
           [(ask(Client(server), itertools.cycle(ids[i::4])), 1 / 12) for i in range(4)], seconds)


def slow_disk(server, seconds):
    players = [Player(server) for _ in range(32)]
    bystander = Client(server)
    times = at_once([(lambda: bystander.ask("GET", "/games"), 0.01), *((player.turn, 0) for player in players)], seconds)
    turns = [value for own in times[1:] for value in own]
    print(f"  32 players: {len(turns) / seconds:.0f} turns a second, a turn {show(turns)}; meanwhile GET /api/games {show(times[0])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/leaper")
    parser.add_argument("--build", default="build", type=Path, help="where bench/matches and bench/slow_fsync.so are")
    parser.add_argument("--database", help="one made by bench/matches, with its output in FILE.long; left as it is")
    parser.add_argument("--finished", type=int, default=100000)
    parser.add_argument("--long", type=int, default=80)
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    directory = tempfile.mkdtemp(prefix="leaper-bench-")
    database = os.path.join(directory, "games.db")
    try:
        if options.database:
            shutil.copy(options.database, database)
            ids = Path(options.database + ".long").read_text(encoding="utf-8").split()
        else:
            made = subprocess.run([options.build / "bench/matches", database, str(options.finished), str(options.long)], check=True,
                                  capture_output=True, text=True)
            ids = made.stdout.split()
        print(f"server: {options.finished} finished matches, {len(ids)} long ones")
        server = Server(options.program, database)
        lists(server, options.seconds)
        reads(server, ids, options.seconds)
        server.close()
        print("server: a disk that takes 5 ms longer")
        server = Server(options.program, os.path.join(directory, "empty.db"), (options.build / "bench/slow_fsync.so").resolve())
        slow_disk(server, options.seconds)
        server.close()
    finally:
        shutil.rmtree(directory)


if __name__ == "__main__":
    main()
