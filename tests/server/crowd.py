# SPDX-License-Identifier: GPL-3.0-or-later
"""Many clients at once, and some of them greedy: what one address takes must not be missing elsewhere."""

import time
import unittest

from harness import PATIENCE, Server, main


class Thinking(unittest.TestCase):
    """One engine for all: whom does it serve next?"""

    def setUp(self):
        self.server = Server(engines=1)
        self.addCleanup(self.server.close)

    def replies(self, server):
        """How many matches of a list have been answered by the engine."""
        return sum(match["ply"] for match in server.get("/matches?limit=100").json["matches"])

    def test_a_beginner_is_served_before_a_crowd_of_masters(self):
        greedy, modest = self.server.seen_from("127.0.0.2"), self.server.seen_from("127.0.0.3")
        crowd = [greedy.create(color="black", opponent={"kind": "engine", "level": "full"}) for _ in range(60)]
        modest.create(color="black", opponent={"kind": "engine", "level": "beginner"})
        before = self.replies(self.server)
        end = time.monotonic() + PATIENCE
        # All replies are changes, and the list is in the order of the changes.
        while self.replies(self.server) < 61:
            self.assertLess(time.monotonic(), end, "not all were answered")
            time.sleep(0.1)
        order = [match["players"]["white"]["level"] for match in self.server.get("/matches?limit=100").json["matches"]]
        place = order[::-1].index("beginner")
        self.assertLessEqual(place, before + 3, f"{before} were answered when the beginner came, {place} before his turn")
        self.assertEqual(len(crowd), 60)

    def test_no_client_can_fill_the_queue(self):
        greedy, modest = self.server.seen_from("127.0.0.2"), self.server.seen_from("127.0.0.3")
        codes = []
        while len(codes) < 300 and 429 not in codes:
            answer = greedy.post("/matches", {"game": "chess", "color": "black", "opponent": {"kind": "engine", "level": "full"}})
            codes.append(answer.status)
        self.assertEqual(codes.count(201), len(codes) - 1, codes)
        self.assertEqual((answer.status, answer.code), (429, "too-many"))
        self.assertGreaterEqual(int(answer.headers["Retry-After"]), 1)
        table = modest.create(color="black", opponent={"kind": "engine", "level": "beginner"})
        table.wait(lambda match: match["ply"] == 1)


if __name__ == "__main__":
    main()
