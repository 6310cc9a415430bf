# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 at any time loses no acknowledged change: the server is killed over and over while moves are being sent."""

import http.client
import os
import resource
import sqlite3
import threading
import time
import unittest

from harness import Server, main, with_seed

ROUNDS = int(os.environ.get("ROUNDS", "12"))


class Player(threading.Thread):
    """Plays random legal turns in a local match, and remembers what was acknowledged."""

    def __init__(self, table, random):
        super().__init__()
        self.table, self.random = table, random
        self.acknowledged = []  # turns that the server has answered with 200
        self.sent = None        # the one whose answer did not come
        self.revision, self.fault = 0, None

    def run(self):
        try:
            match = self.table.match()
            while match["result"] == "ongoing":
                if self.random.random() < 0.1 and match["ply"] > 0:
                    self.sent = "takeback"
                    answer = self.table.post("takeback", {"ply": match["ply"]}, match["state"]["side"])
                    self.expect(answer)
                    self.acknowledged.pop()
                else:
                    self.sent = self.random.choice(match["state"]["turns"])
                    answer = self.table.post("turns", {"ply": match["ply"], "turn": self.sent}, match["state"]["side"])
                    self.expect(answer)
                    self.acknowledged.append(self.sent)
                self.sent, match = None, answer.json
                self.revision = match["revision"]
        except (OSError, http.client.HTTPException):
            pass  # the server was killed
        except Exception as problem:
            self.fault = repr(problem)

    @staticmethod
    def expect(answer):
        if answer.status != 200:
            raise ValueError(answer.data)


class Killing(unittest.TestCase):
    def compare(self, player):
        """Checks that after the restart there is everything acknowledged, and at most the request under way besides."""
        self.assertIsNone(player.fault)
        match = player.table.match()
        turns = [turn["turn"] for turn in match["turns"]]
        possible = [player.acknowledged]
        if player.sent == "takeback":
            possible.append(player.acknowledged[:-1])
        elif player.sent:
            possible.append([*player.acknowledged, player.sent])
        self.assertIn(turns, possible)
        self.assertGreaterEqual(match["revision"], player.revision)
        self.assertEqual(match["ply"], len(turns))
        return turns

    def test_no_acknowledged_turn_is_lost(self):
        random = with_seed("kill")
        server = Server()
        players, total = [], 0
        for number in range(4):
            table = server.create(game=["fuel", "chess", "hamiltonian"][number % 3])
            players.append(Player(table, type(random)(random.random())))
        for _ in range(ROUNDS):
            for player in players:
                player.start()
            time.sleep(random.uniform(0.02, 0.6))
            server.kill()
            for player in players:
                player.join()
            server.start()
            again = []
            for player in players:
                turns = self.compare(player)
                total += 1
                follower = Player(player.table, player.random)
                if player.table.match()["result"] != "ongoing":
                    follower = Player(server.create(), player.random)
                    turns = []
                follower.acknowledged = turns
                again.append(follower)
            players = again
        connection = sqlite3.connect(server.database)
        self.assertEqual(connection.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        self.assertEqual(connection.execute("PRAGMA foreign_key_check").fetchall(), [])
        # Every match has the turns 0, 1, 2 … without a gap.
        gaps = ("SELECT id FROM matches m WHERE ply <> (SELECT count(*) FROM turns WHERE match = m.number) "
                "OR ply <> (SELECT coalesce(max(ply), -1) + 1 FROM turns WHERE match = m.number)")
        self.assertEqual(connection.execute(gaps).fetchall(), [])
        turns = connection.execute("SELECT count(*) FROM turns").fetchone()[0]
        connection.close()
        print(f"# killed {ROUNDS} times, {total} comparisons, {turns} turns on disk")
        self.assertGreater(turns, 0)
        self.assertEqual(server.close(), (0, ""))

    def test_creating_joining_and_ending_are_kept(self):
        server = Server()
        ada, bob = server.friends(game="fuel", parameters={"fuel": 7}, name="Ada")
        ada.play("e2e4")
        open_match = server.create(opponent={"kind": "friend"})
        bob.post("resign", {"ply": 1})
        after = [ada.match(), open_match.match()]
        rematch = ada.post("rematch", {}).json
        server.kill()
        server.start()
        now = ada.match()
        self.assertEqual(now, {**after[0], "rematch": rematch["match"]["id"], "revision": now["revision"], "updated": now["updated"]})
        self.assertEqual(open_match.match(), after[1])
        self.assertEqual(server.get(f"/matches/{rematch['match']['id']}", token=ada.token).json, rematch["match"])
        joined = server.post(f"/matches/{open_match.id}/join", {"join": open_match.join, "key": "k" * 16})
        server.kill()
        server.start()
        again = server.post(f"/matches/{open_match.id}/join", {"join": open_match.join, "key": "k" * 16})
        self.assertEqual((joined.status, again.json["token"]), (200, joined.json["token"]))
        self.assertEqual(server.close(), (0, ""))

    def test_a_full_disk_loses_nothing_and_changes_nothing(self):
        server = Server()
        table = server.create(game="fuel", parameters={"fuel": 999})
        table.play("e2e4")
        before = table.match()
        size = os.path.getsize(server.database + "-wal")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size + 1000, resource.RLIM_INFINITY))
        for what, body, seat in [("turns", {"ply": 1, "turn": "e7e5"}, "black"), ("takeback", {"ply": 1}, "white"),
                                 ("resign", {"ply": 1}, "white")]:
            answer = table.post(what, body, seat)
            self.assertEqual((answer.status, answer.code), (500, "database"), answer.data)
            self.assertEqual(table.match(), before)
        self.assertEqual(server.post("/matches", {"game": "chess"}).code, "database")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        self.assertEqual(table.play("e7e5", "g1f3")["ply"], 3)
        server.kill()
        server.start()
        self.assertEqual([turn["turn"] for turn in table.match()["turns"]], ["e2e4", "e7e5", "g1f3"])
        self.assertEqual(server.close(), (0, ""))

    def test_the_engine_resumes_its_turn(self):
        server = Server()
        tables = [server.create(opponent={"kind": "engine", "level": "full"}) for _ in range(3)]
        for table in tables:
            self.assertEqual(table.post("turns", {"ply": 0, "turn": "e2e4"}).json["ply"], 1)
        server.kill()
        server.start()
        for table in tables:
            self.assertEqual(table.wait(lambda match: match["ply"] == 2)["turns"][0]["turn"], "e2e4")
        self.assertEqual(server.close(), (0, ""))


if __name__ == "__main__":
    main()
