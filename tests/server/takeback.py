# SPDX-License-Identifier: GPL-3.0-or-later
"""Taking turns back between two people: one asks, the other accepts or declines; races with turns, and kill -9."""

import threading
import unittest

from harness import Server, ServerTest, main


def ask(who, ply, action=None):
    return who.post("takeback", {"ply": ply} if action is None else {"ply": ply, "action": action})


def told(match):
    return match["takeback_request"], match["takeback_by"]


class Takeback(ServerTest):
    def test_the_last_turn_of_either_colour(self):
        ada, bob = self.server.friends("e2e4")
        self.assertEqual(told(ada.match()), (None, ["white"]))
        match = ask(ada, 1).json
        self.assertEqual(told(match), ({"by": "white", "ply": 0}, []))
        self.assertEqual((match["ply"], match["state"]["side"]), (1, "black"))
        match = ask(bob, 1, "accept").json
        self.assertEqual((match["ply"], match["turns"], match["state"]["side"]), (0, [], "white"))
        self.assertEqual(told(match), (None, []))
        ada.post("turns", {"ply": 0, "turn": "d2d4"})
        bob.post("turns", {"ply": 1, "turn": "d7d5"})
        self.assertEqual(ask(bob, 2, "request").json["takeback_request"], {"by": "black", "ply": 1})
        match = ask(ada, 2, "accept").json
        self.assertEqual([turn["turn"] for turn in match["turns"]], ["d2d4"])

    def test_together_with_the_opponents_reply(self):
        ada, bob = self.server.friends("e2e4", "e7e5", "g1f3", "b8c6")
        self.assertEqual(ask(ada, 4).json["takeback_request"], {"by": "white", "ply": 2})
        match = ask(bob, 4, "accept").json
        self.assertEqual([turn["turn"] for turn in match["turns"]], ["e2e4", "e7e5"])
        self.assertEqual(match["state"]["side"], "white")
        ada, bob = self.server.friends("e2e4", "e7e5", "g1f3")
        self.assertEqual(ask(bob, 3).json["takeback_request"], {"by": "black", "ply": 1})
        self.assertEqual(ask(ada, 3, "accept").json["ply"], 1)

    def test_without_a_turn_there_is_nothing_to_take_back(self):
        ada, bob = self.server.friends()
        self.refused(ask(ada, 0), 409, "no-takeback")
        ada.post("turns", {"ply": 0, "turn": "e2e4"})
        self.refused(ask(bob, 1), 409, "no-takeback")

    def test_after_declining_nobody_can_ask_again_before_another_turn(self):
        ada, bob = self.server.friends("e2e4", "e7e5")
        ask(ada, 2)
        self.assertEqual(told(ask(bob, 2, "decline").json), (None, []))
        for who in (ada, bob):
            self.refused(ask(who, 2), 409, "already-offered")
        match = ada.post("turns", {"ply": 2, "turn": "g1f3"}).json
        self.assertEqual(told(match), (None, ["white", "black"]))
        self.assertEqual(ask(ada, 3).status, 200)

    def test_one_request_at_a_time(self):
        ada, bob = self.server.friends("e2e4", "e7e5")
        ask(ada, 2)
        self.refused(ask(ada, 2), 409, "already-offered")
        answer = ask(bob, 2)
        self.refused(answer, 409, "already-offered")
        self.assertIn("accept or decline", answer.json["error"]["message"])
        self.refused(ask(ada, 2, "accept"), 409, "no-offer")
        self.refused(ask(ada, 2, "decline"), 409, "no-offer")

    def test_a_turn_of_either_side_ends_the_request(self):
        ada, bob = self.server.friends("e2e4", "e7e5")
        ask(ada, 2)
        self.assertEqual(told(ada.post("turns", {"ply": 2, "turn": "g1f3"}).json), (None, ["white", "black"]))
        ask(ada, 3)
        match = bob.post("turns", {"ply": 3, "turn": "b8c6"}).json
        self.assertIsNone(match["takeback_request"])
        self.refused(ask(bob, 4, "accept"), 409, "no-offer")
        stale = ask(bob, 3, "accept")
        self.refused(stale, 409, "stale-ply")
        self.assertEqual(stale.json["match"]["ply"], 4)

    def test_the_end_of_the_match_ends_the_request(self):
        ada, bob = self.server.friends("e2e4", "e7e5")
        ask(ada, 2)
        self.assertEqual(told(bob.post("resign", {"ply": 2}).json), (None, []))
        self.refused(ask(bob, 2, "accept"), 409, "no-offer")
        self.refused(ask(ada, 2), 409, "no-takeback")

    def test_a_mate_may_be_taken_back_until_the_rematch(self):
        ada, bob = self.server.friends("f2f3", "e7e5", "g2g4", "d8h4")
        self.assertEqual(ada.match()["result"], "black")
        ask(ada, 4)
        match = ask(bob, 4, "accept").json
        self.assertEqual((match["result"], match["reason"], match["ply"]), ("ongoing", "", 2))
        for who, turn in ((ada, "g2g4"), (bob, "d8h4")):
            match = who.post("turns", {"ply": match["ply"], "turn": turn}).json
        ask(ada, 4)
        self.assertEqual(bob.post("rematch", {}).status, 200)
        self.assertEqual(told(ada.match()), (None, []))
        self.refused(ask(bob, 4, "accept"), 409, "no-offer")

    def test_invalid_requests_and_strangers(self):
        ada, bob = self.server.friends("e2e4")
        self.refused(ask(ada, 1, "maybe"), 400, "bad-field", "action")
        self.refused(ask(ada, 0), 409, "stale-ply")
        self.refused(self.server.post(f"/matches/{ada.id}/takeback", {"ply": 1}), 401, "no-token")
        self.refused(self.server.post(f"/matches/{ada.id}/takeback", {"ply": 1}, token="x" * 30), 403, "bad-token")
        self.refused(ask(bob, 1, "accept"), 409, "no-offer")
        waiting = self.server.create(opponent={"kind": "friend"})
        self.refused(ask(waiting, 0), 409, "no-takeback")

    def test_taking_back_ends_a_draw_offer(self):
        ada, bob = self.server.friends("e2e4", "e7e5")
        ada.post("draw", {"ply": 2, "action": "offer"})
        match = ask(ada, 2).json
        self.assertEqual((match["draw_offer"], match["takeback_request"]["by"]), ("white", "white"))
        match = ask(bob, 2, "accept").json
        self.assertEqual((match["ply"], match["draw_offer"]), (0, None))

    def test_watchers_see_it(self):
        ada, bob = self.server.friends("e2e4")
        stream = ada.stream()
        self.assertEqual(stream.event()["data"]["takeback_request"], None)
        ask(ada, 1)
        self.assertEqual(stream.event()["data"]["takeback_request"], {"by": "white", "ply": 0})
        ask(bob, 1, "accept")
        self.assertEqual(stream.event()["data"]["ply"], 0)
        stream.close()

    def test_against_the_engine_and_in_local_matches_nobody_is_asked(self):
        table = self.server.create()
        table.play("e2e4", "e7e5")
        self.assertEqual(told(table.match()), (None, ["white", "black"]))
        match = table.post("takeback", {"ply": 2, "action": "request"}).json
        self.assertEqual((match["ply"], match["takeback_request"]), (1, None))
        engine = self.server.create(opponent={"kind": "engine", "level": "beginner"})
        engine.post("turns", {"ply": 0, "turn": "e2e4"})
        self.assertEqual(engine.wait(lambda match: match["ply"] == 2)["takeback_by"], ["white"])
        self.refused(engine.post("takeback", {"ply": 2, "action": "accept"}), 409, "no-offer")
        self.assertEqual(engine.post("takeback", {"ply": 2}).json["ply"], 0)

    def race(self, *tasks):
        answers = [None] * len(tasks)

        def run(number):
            gate.wait()
            answers[number] = tasks[number]()

        gate = threading.Barrier(len(tasks))
        threads = [threading.Thread(target=run, args=(number,)) for number in range(len(tasks))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    def test_a_request_racing_a_turn(self):
        for _ in range(15):
            ada, bob = self.server.friends("e2e4")
            asked, played = self.race(lambda: ask(ada, 1), lambda: bob.post("turns", {"ply": 1, "turn": "e7e5"}))
            self.assertEqual(played.status, 200, played.data)
            if asked.status != 200:
                self.refused(asked, 409, "stale-ply")
            match = ada.match()
            self.assertEqual((match["ply"], match["takeback_request"]), (2, None))

    def test_consent_racing_a_turn(self):
        for _ in range(15):
            ada, bob = self.server.friends("e2e4", "e7e5")
            ask(ada, 2)
            agreed, played = self.race(lambda: ask(bob, 2, "accept"), lambda: ada.post("turns", {"ply": 2, "turn": "g1f3"}))
            self.assertEqual(sorted([agreed.status, played.status]), [200, 409])
            match = ada.match()
            self.assertEqual(match["ply"], 0 if agreed.status == 200 else 3)
            self.assertIsNone(match["takeback_request"])


class Killed(unittest.TestCase):
    def test_acknowledged_requests_survive_a_kill(self):
        server = Server()
        try:
            ada, bob = server.friends()
            ada.post("turns", {"ply": 0, "turn": "e2e4"})
            revision = ask(ada, 1).json["revision"]
            server.kill()
            server.start()
            match = ada.match()
            self.assertEqual((match["takeback_request"], match["revision"]), ({"by": "white", "ply": 0}, revision))
            ask(bob, 1, "decline")
            server.kill()
            server.start()
            self.assertEqual(told(ada.match()), (None, []))
            self.assertEqual(ask(ada, 1).code, "already-offered")
            bob.post("turns", {"ply": 1, "turn": "e7e5"})
            ask(bob, 2)
            self.assertEqual(ask(ada, 2, "accept").status, 200)
            server.kill()
            server.start()
            match = bob.match()
            self.assertEqual(([turn["turn"] for turn in match["turns"]], match["takeback_request"]), (["e2e4"], None))
        finally:
            server.close()


if __name__ == "__main__":
    main()
