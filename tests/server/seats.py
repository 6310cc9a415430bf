#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""POST /api/seats: how many matches of one person stand, told at once."""

import sqlite3
import unittest

from harness import Server, ServerInTime, ServerTest, main


def claims(*tables, **more):
    return [{"match": table.id, "token": table.token, **more} for table in tables]


class Seats(ServerTest):
    def ask(self, seats, **more):
        answer = self.server.post("/seats", {"seats": seats, **more})
        self.assertEqual(answer.status, 200, answer.data)
        return answer.json

    def one(self, table, **more):
        [entry] = self.ask(claims(table), **more)["seats"]
        return entry

    def test_each_match_is_told_in_the_order_asked(self):
        first, second = self.server.create(name="Ada"), self.server.create(game="fuel", parameters={"fuel": 9})
        second.play("e2e4")
        one, other = self.ask(claims(first, second))["seats"]
        self.assertEqual((one["id"], one["game"], one["ply"], one["side"], one["result"]),
                         (first.id, "chess", 0, "white", "ongoing"))
        self.assertEqual((other["id"], other["parameters"], other["ply"], other["side"]),
                         (second.id, {"fuel": 9}, 1, "black"))
        self.assertEqual((one["players"]["white"]["name"], one["revision"], other["revision"]), ("Ada", 1, 2))
        self.assertEqual((one["draw_offer"], one["takeback_request"], one["rematch"], one["you"]), (None, None, None, ["white"]))
        self.assertNotIn("board", one)

    def test_who_asks_decides_whose_seat_it_is(self):
        ada, bob = self.server.friends()
        self.assertEqual([self.one(each)["you"] for each in (ada, bob)], [["white"], ["black"]])

    def test_boards_only_if_wanted(self):
        table = self.server.create()
        table.play("e2e4")
        board = self.one(table, boards=True)["board"]
        self.assertEqual(board, table.match()["state"]["board"])
        self.assertNotIn("board", self.one(table, boards=False))

    def test_what_has_not_changed_is_told_in_a_word(self):
        table = self.server.create()
        known = self.one(table)["revision"]
        self.assertEqual(self.ask(claims(table, revision=known), boards=True)["seats"], [{"id": table.id, "revision": known}])
        table.play("e2e4")
        [entry] = self.ask(claims(table, revision=known), boards=True)["seats"]
        self.assertEqual((entry["ply"], entry["revision"]), (1, known + 1))
        self.assertIn("board", entry)

    def test_offers_and_rematches_are_told(self):
        ada, bob = self.server.friends()
        ada.post("turns", {"ply": 0, "turn": "e2e4"})
        ada.post("draw", {"ply": 1, "action": "offer"})
        ada.post("takeback", {"ply": 1})
        entry = self.one(bob)
        self.assertEqual((entry["draw_offer"], entry["takeback_request"]), ("white", {"by": "white", "ply": 0}))
        bob.post("resign", {"ply": 1})
        again = ada.post("rematch", {}).json["match"]["id"]
        entry = self.one(bob)
        self.assertEqual((entry["result"], entry["reason"], entry["rematch"]), ("white", "resignation", again))
        [entry] = self.ask([{"match": again, "token": bob.token}])["seats"]
        self.assertEqual(entry["you"], ["white"])

    def test_a_seat_that_is_not_held_tells_nothing(self):
        ada, bob = self.server.create(), self.server.create()
        wrong = [{"match": ada.id, "token": bob.token}, {"match": "nosuchmatch00000", "token": ada.token},
                 {"match": "m" * 60, "token": ada.token}]
        self.assertEqual(self.ask(wrong + claims(ada), boards=True)["seats"][:3],
                         [{"id": ada.id, "error": "bad-token"}, {"id": "nosuchmatch00000", "error": "no-match"},
                          {"id": "", "error": "no-match"}])

    def test_games_of_texts_are_told_too(self):
        table = self.server.create(game="quick", variants="[quick:chess]\ntitle = Quick\nnFoldRule = 2\n")
        entry = self.one(table, boards=True)
        self.assertEqual((entry["title"], entry["board"]["files"]), (table.created["title"], 8))

    def test_bodies_that_cannot_be_read(self):
        fine = {"match": "m", "token": "t"}
        for body, code, at in [
                ({}, "missing-field", "seats"), ({"seats": []}, "bad-field", "seats"), ({"seats": {}}, "bad-field", "seats"),
                ({"seats": [fine] * 101}, "bad-field", "seats"), ({"seats": [fine, 5]}, "bad-field", "seats.1"),
                ({"seats": [{"match": "m"}]}, "missing-field", "seats.0.token"),
                ({"seats": [{"token": "t"}]}, "missing-field", "seats.0.match"),
                ({"seats": [{"match": 5, "token": "t"}]}, "bad-field", "seats.0.match"),
                ({"seats": [{"match": "m", "token": "t" * 65}]}, "bad-field", "seats.0.token"),
                ({"seats": [{"match": "a b", "token": "t"}]}, "bad-field", "seats.0"),
                ({"seats": [{"match": "m", "token": ""}]}, "bad-field", "seats.0"),
                ({"seats": [{**fine, "revision": -1}]}, "bad-field", "seats.0.revision"),
                ({"seats": [{**fine, "revision": "1"}]}, "bad-field", "seats.0.revision"),
                ({"seats": [{**fine, "seat": "white"}]}, "unknown-field", "seats.0"),
                ({"seats": [fine], "boards": 1}, "bad-field", "boards"),
                ({"seats": [fine], "more": 1}, "unknown-field", "more")]:
            self.refused(self.server.post("/seats", body), 400, code, at)
        self.refused(self.server.get("/seats"), 405, "bad-method")
        self.assertEqual(self.server.post("/seats", {"seats": [fine] * 100}).status, 200)

    def test_a_damaged_match_keeps_nobody_from_the_others(self):
        server = Server()
        try:
            good, bad = server.create(), server.create()
            server.end()
            with sqlite3.connect(server.database) as db:
                db.execute("UPDATE matches SET ply = 7 WHERE id = ?", (bad.id,))
            server.start()
            one, other = server.post("/seats", {"seats": claims(bad, good), "boards": True}).json["seats"]
            self.assertEqual(one, {"id": bad.id, "error": "database"})
            self.assertEqual(other["id"], good.id)
        finally:
            server.close()

    def test_positions_are_charged_like_requests(self):
        # 127.0.0.9 stands for somebody far away, named by a proxy that is trusted.
        server = Server("--trusted-proxy", "127.0.0.9")
        try:
            proxy = server.seen_from("127.0.0.9")
            table = server.create()
            sent = {"X-Forwarded-For": "198.51.100.7"}
            seats = claims(table) * 100
            entry = proxy.post("/seats", {"seats": seats, "boards": True}, headers=sent).json["seats"][0]
            known = [{**seat, "revision": entry["revision"]} for seat in seats]
            for _ in range(5):
                self.assertEqual(proxy.post("/seats", {"seats": known, "boards": True}, headers=sent).status, 200)
            answers = [proxy.post("/seats", {"seats": seats, "boards": True}, headers=sent) for _ in range(9)]
            refused = next(answer for answer in answers if answer.status != 200)
            self.refused(refused, 429, "too-many")
        finally:
            server.close()


class Times(unittest.TestCase):
    def test_the_clock_of_a_match_is_told_by_the_servers_time(self):
        server = ServerInTime()
        try:
            ada, bob = server.friends(clock="3days")
            for table, ply, turn in [(ada, 0, "e2e4"), (bob, 1, "e7e5")]:
                table.post("turns", {"ply": ply, "turn": turn})
            server.move(3600)
            answer = server.post("/seats", {"seats": claims(bob)}).json
            [entry] = answer["seats"]
            self.assertEqual((entry["control"], entry["clock"]["running"], entry["clock"]["left"]["white"]),
                             ("3days", "white", 3 * 86400000))
            self.assertGreaterEqual(answer["served"] - entry["clock"]["since"], 3600000)
        finally:
            server.close()


if __name__ == "__main__":
    main()
