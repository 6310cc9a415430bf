#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures turns of many live games with clocks: each game plays a turn a second, and both players have its event stream open.

    bench/live.py [--program build/leaper] [--games 300] [--plies 150] [--seconds 20]

The games are that many turns old when the measuring begins: long games take longer to tell, and to read if they are not in memory.

Times are milliseconds, median / 99th percentile / maximum: from sending a turn until its answer has arrived, and until the event has
arrived at the opponent's stream. The load is made by this process on the same machine, so its processor time is measured, too, and what a
wait for the disk takes. Clients come from 127.0.0.2 to .9, because one address has a limit.
"""

import argparse
import asyncio
import itertools
import json
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

ROUND = ["g1f3", "g8f6", "f3g1", "f6g8"]
SEATS = ["white", "black"]


def addresses():
    return itertools.cycle([f"127.0.0.{number}" for number in range(2, 10)])


class Connection:
    """One connection that stays open; requests on it come one after the other."""

    async def open(self, port, address):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=1 << 20)
        return self

    def send(self, method, path, body=None, token=None):
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} /api{path} HTTP/1.1\r\nHost: localhost\r\n"
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + data)

    async def head(self):
        head = await self.reader.readuntil(b"\r\n\r\n")
        return int(head[9:12]), head.lower()

    async def ask(self, *request):
        self.send(*request)
        status, head = await self.head()
        length = int(head.split(b"content-length: ", 1)[1].split(b"\r", 1)[0])
        return status, await self.reader.readexactly(length)

    def close(self):
        self.writer.close()


class Game:
    """A game between two people, of which each has a connection for turns and an event stream."""

    def __init__(self, port, address):
        self.port, self.address = port, address
        self.sent = {}  # ply -> when its turn was sent
        self.answers, self.events = [], []

    async def begin(self):
        first, second = [await Connection().open(self.port, self.address) for _ in SEATS]
        body = {"game": "fuel", "parameters": {"fuel": 999}, "color": "white", "opponent": {"kind": "friend"}, "clock": "60+5"}
        status, data = await first.ask("POST", "/matches", body)
        assert status == 201, data
        created = json.loads(data)
        self.id = created["match"]["id"]
        status, data = await second.ask("POST", f"/matches/{self.id}/join", {"join": created["join"], "name": "Bob"})
        assert status == 200, data
        self.tokens = [created["seats"]["white"], json.loads(data)["token"]]
        self.players = [first, second]
        self.streams = []
        for seat in range(2):
            stream = await Connection().open(self.port, self.address)
            stream.send("GET", f"/matches/{self.id}/events", None, self.tokens[seat])
            status, _ = await stream.head()
            assert status == 200, status
            self.streams.append(stream)
        self.readers = [asyncio.create_task(self.watch(seat)) for seat in range(2)]

    async def watch(self, seat):
        """Notes when turns of the other side arrive. The chunks of HTTP are not taken apart: an event has one "ply" near its beginning."""
        reader, rest = self.streams[seat].reader, b""
        while True:
            got = await reader.read(1 << 16)
            if not got:
                return
            now, rest = time.perf_counter(), rest + got
            while (end := rest.find(b"\n\n")) >= 0:
                event, rest = rest[:end], rest[end + 2:]
                at = event.find(b'"ply":')
                if b"event: match" not in event or at < 0:
                    continue
                ply = int(event[at + 6:at + 12].split(b",")[0])
                begun = self.sent.get(ply - 1)
                if begun and (ply - 1) % 2 != seat:
                    self.events.append((now - begun) * 1000)
                    del self.sent[ply - 1]

    async def turn(self, ply):
        status, data = await self.players[ply % 2].ask("POST", f"/matches/{self.id}/turns", {"ply": ply, "turn": ROUND[ply % 4]},
                                                        self.tokens[ply % 2])
        if status != 200:
            raise SystemExit(f"live.py: a turn was refused: {status} {data[:200]}")

    async def grow(self, plies):
        for ply in range(plies):
            await self.turn(ply)

    async def play(self, first, begin, end):
        for ply in itertools.count(first):
            moment = begin + ply - first
            if moment >= end:
                return
            await asyncio.sleep(max(0, moment - time.perf_counter()))
            now = self.sent[ply] = time.perf_counter()
            await self.turn(ply)
            self.answers.append((time.perf_counter() - now) * 1000)

    def close(self):
        for reader in self.readers:
            reader.cancel()
        for connection in self.players + self.streams:
            connection.close()


def processor_time(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        return sum(map(int, stat.read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def memory(pid):
    with open(f"/proc/{pid}/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20


def show(values):
    ordered = sorted(values)
    return f"{statistics.median(ordered):.1f} / {ordered[int(len(ordered) * 0.99)]:.1f} / {ordered[-1]:.1f} ms ({len(ordered)})"


def measure_disk(directory):
    """What a wait for the disk takes, with nothing else to do: one page is written each time."""
    times = []
    with open(os.path.join(directory, "page"), "wb", buffering=0) as file:
        for _ in range(200):
            file.write(bytes(4096))
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - begun) * 1000)
    return times


async def run(options, process, port):
    places = addresses()
    games = [Game(port, next(places)) for _ in range(options.games)]
    for game in games:
        await game.begin()
    await asyncio.gather(*(game.grow(options.plies) for game in games))
    # Turns are spread over the second, as they would be.
    own, theirs, begun = time.process_time(), processor_time(process.pid), time.perf_counter() + 1
    await asyncio.gather(*(game.play(options.plies, begun + number / len(games), begun + options.seconds) for number, game in enumerate(games)))
    await asyncio.sleep(1)
    passed = time.perf_counter() - begun
    answers, events = [value for game in games for value in game.answers], [value for game in games for value in game.events]
    print(f"  {options.games} games of {options.plies} turns and more, {len(answers) / options.seconds:.0f} turns a second: the answer after {show(answers)}")
    print(f"  the event at the opponent after {show(events)}; {len(answers) - len(events)} did not come by themselves")
    print(f"  processor time of the server {100 * (processor_time(process.pid) - theirs) / passed:.0f} % of one, of this load "
          f"{100 * (time.process_time() - own) / passed:.0f} %; memory of the server {memory(process.pid)} MB")
    for game in games:
        game.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/leaper")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--plies", type=int, default=150)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--directory", type=Path, help="where the database is made; by default that of temporary files")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    directory = tempfile.mkdtemp(prefix="leaper-bench-", dir=options.directory)
    process = subprocess.Popen([options.program, "serve", "--port", "0", "--db", directory + "/games.db", "--engines", "1"],
                               stdout=subprocess.PIPE, text=True)
    try:
        port = int(process.stdout.readline().rsplit(":", 1)[1].strip().rstrip("/"))
        print(f"server: live games with clocks; a wait for this disk takes {show(measure_disk(directory))}")
        asyncio.run(run(options, process, port))
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(directory)


if __name__ == "__main__":
    main()
