# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 at any time moves no clock by more than a second, and loses no acknowledged turn: many kills during play with clocks.

Each time an hour passes until the next start, which must not count."""

import http.client
import os
import sys
import threading
import time
import unittest

from harness import ServerInTime, main, with_seed

KILLS = int(os.environ.get("KILLS", sys.argv[1] if len(sys.argv) > 1 else "20"))
MATCHES = 4
MOST = 1000  # milliseconds by which a kill may move a clock
HOUR, MINUTE = 3600, 60000  # without a server, in seconds; more than passes with one from an answer to the next, in milliseconds
ROUND = ["g1f3", "g8f6", "f3g1", "f6g8"]
ENDLESS = {"game": "fuel", "parameters": {"fuel": 999}}


class Players(threading.Thread):
    """Plays the turns of both sides, and remembers what was told."""

    def __init__(self, server, match, tables):
        super().__init__()
        self.server, self.tables = server, tables
        self.match, self.sent, self.fault = match, None, None

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        try:
            while True:
                ply = self.match["ply"]
                self.sent = {"ply": ply, "turn": ROUND[ply % 4]}
                table = self.tables[ply % 2]
                answer = self.server.post(f"/matches/{table.id}/turns", self.sent, token=table.token, connection=connection)
                if answer.status != 200:
                    raise ValueError(answer.data)
                self.match, self.sent = answer.json, None
                time.sleep(0.002)
        except (OSError, http.client.HTTPException):
            pass  # the server was killed
        except Exception as problem:
            self.fault = repr(problem)
        finally:
            connection.close()


class KillingClocks(unittest.TestCase):
    def compare(self, players, now):
        """What is there after a restart is what was told, or one turn more; `now` is the match as it is then."""
        told = players.match
        self.assertIsNone(players.fault)
        self.assertEqual(now["result"], "ongoing")
        self.assertIn(now["ply"] - told["ply"], [0, 1])
        self.assertEqual([turn["turn"] for turn in now["turns"][:told["ply"]]], [turn["turn"] for turn in told["turns"]])
        self.assertEqual([turn["left"] for turn in now["turns"][:told["ply"]]], [turn["left"] for turn in told["turns"]])
        # The time served has not gone back by more than that.
        self.assertGreaterEqual(now["served"], told["served"] - MOST)
        # And it stood still while there was no server.
        self.assertLess(now["served"], told["served"] + MINUTE)
        if now["ply"] < 2:
            return 0
        side = ["white", "black"][now["ply"] % 2]
        self.assertEqual(now["clock"]["running"], side)
        if now["ply"] == told["ply"]:
            self.assertEqual(now["clock"], told["clock"])
        else:
            # The turn that was not answered took no longer than the server was there after the last answer.
            self.assertEqual(now["clock"]["left"][side], told["clock"]["left"][side])
        # What the running side has, as a player sees it: what a restart gives or takes.
        return now["served"] - told["served"]

    def test_many_kills(self):
        random = with_seed("kill clock")
        server = ServerInTime()
        pairs = [server.friends(clock="180+1", **ENDLESS) for _ in range(MATCHES)]
        # A flag that is due while servers come and go, though nobody is there.
        fast, slow = server.friends(clock="0.05+0", **ENDLESS)
        for ply, table in enumerate((fast, slow)):
            server.post(f"/matches/{fast.id}/turns", {"ply": ply, "turn": ROUND[ply]}, token=table.token)
        matches = [pair[0].match() for pair in pairs]
        begun, turns, back = time.monotonic(), 0, 0
        for kill in range(KILLS):
            playing = [Players(server, match, pair) for match, pair in zip(matches, pairs)]
            for players in playing:
                players.start()
            time.sleep(random.uniform(0, 0.1))
            server.kill()
            for players in playing:
                players.join()
            server.move(HOUR)
            server.start()
            matches = [pair[0].match() for pair in pairs]
            for players, match in zip(playing, matches):
                back = min(back, self.compare(players, match))
            # Long games take long to tell.
            for index, match in enumerate(matches):
                if match["ply"] > 400:
                    turns += match["ply"]
                    pairs[index] = server.friends(clock="180+1", **ENDLESS)
                    matches[index] = pairs[index][0].match()
        turns += sum(match["ply"] for match in matches)
        match = fast.wait(lambda match: match["result"] != "ongoing")
        self.assertEqual((match["result"], match["reason"]), ("black", "time"))
        print(f"# {KILLS} kills in {time.monotonic() - begun:.0f} s, {turns} turns; no clock went back by more than {-back} ms")
        self.assertEqual(server.close(), (0, ""))


if __name__ == "__main__":
    main()
