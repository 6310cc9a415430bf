#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Links that take seats to another device: used once, for ten minutes, and ended from either side."""

import sqlite3
import threading
import unittest

from harness import Server, ServerInTime, ServerTest, Table, main

KEY = "a-key-of-the-other-device"


def claims(*tables):
    return [{"match": table.id, "token": token} for table in tables for token in table.seats.values()]


def made(server, *tables):
    answer = server.post("/links", {"seats": claims(*tables)})
    assert answer.status == 200, answer.data
    return answer.json["link"]


def accept(server, link, key=KEY, **more):
    return server.post("/links/accept", {"link": link, "key": key, **more})


def taken(server, link, key=KEY, **more):
    """The device, and its seats as tables."""
    answer = accept(server, link, key, **more)
    assert answer.status == 200, answer.data
    tables = [Table(server, {"match": {"id": seat["match"]}, "seats": {seat["seat"]: seat["token"]}, "join": None})
              for seat in answer.json["seats"]]
    return answer.json["device"], tables


def devices(server, *tables):
    return server.post("/devices", {"seats": claims(*tables)}).json["devices"]


def end(table, device):
    return table.server.post(f"/devices/{device}/end", {}, token=table.token)


class Links(ServerTest):
    def test_both_devices_play(self):
        ada, bob = self.server.friends()
        device, [phone] = taken(self.server, made(self.server, ada), name="Phone")
        self.assertNotEqual(phone.token, ada.token)
        self.assertEqual(phone.match(phone.token)["you"], ["white"])
        phone.play("e2e4")
        bob.play("e7e5")
        ada.play("g1f3")
        self.assertEqual(phone.post("resign", {"ply": 3}).json["result"], "black")
        [entry] = self.server.post("/seats", {"seats": claims(phone)}).json["seats"]
        self.assertEqual((entry["you"], entry["device"]), (["white"], device))
        self.assertNotIn("device", self.server.post("/seats", {"seats": claims(ada)}).json["seats"][0])

    def test_what_would_be_given_is_told_first(self):
        one, other = self.server.create(name="Ada"), self.server.create(game="fuel")
        link = made(self.server, one, other)
        answer = self.server.post("/links/look", {"link": link}).json
        self.assertRegex(answer["since"], r"^20\d\d-.*Z$")
        self.assertEqual([(seat["id"], seat["seat"], seat["game"]) for seat in answer["seats"]],
                         [(one.id, "white", "chess"), (one.id, "black", "chess"), (other.id, "white", "fuel"), (other.id, "black", "fuel")])
        self.assertNotIn(one.token, str(answer))

    def test_it_is_used_once(self):
        table = self.server.create()
        link = made(self.server, table)
        device, _ = taken(self.server, link)
        self.assertEqual(accept(self.server, link).json["device"], device, "the same request again")
        for answer in [accept(self.server, link, "the-key-of-somebody-else"), self.server.post("/links/look", {"link": link}),
                       self.server.post("/links/cancel", {"link": link})]:
            self.refused(answer, 409, "link-used")
        self.assertEqual(len(devices(self.server, table)), 1)

    def test_only_one_of_many_at_once_gets_it(self):
        table = self.server.create()
        for _ in range(3):
            link, answers = made(self.server, table), []
            threads = [threading.Thread(target=lambda number=number: answers.append(accept(self.server, link, f"{KEY}-{number}")))
                       for number in range(12)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(sorted(answer.status for answer in answers), [200] + [409] * 11)
            winner = next(answer for answer in answers if answer.status == 200)
            end(table, winner.json["device"])
        self.assertEqual(devices(self.server, table), [])

    def test_before_it_was_taken_it_can_be_cancelled_or_replaced(self):
        table, other = self.server.create(), self.server.create()
        link = made(self.server, table)
        self.assertEqual(self.server.post("/links/cancel", {"link": link}).json, {})
        self.refused(accept(self.server, link), 404, "no-link")
        first, apart, second = made(self.server, table), made(self.server, other), made(self.server, table, other)
        for link in (first, apart):
            self.refused(self.server.post("/links/look", {"link": link}), 404, "no-link")
        self.assertEqual(accept(self.server, second).status, 200)

    def test_it_is_ended_by_who_gave_it(self):
        ada, _ = self.server.friends()
        device, [phone] = taken(self.server, made(self.server, ada), name="Phone")
        [listed] = devices(self.server, ada)
        self.assertEqual((listed["id"], listed["name"], listed["seats"]), (device, "Phone", 1))
        self.assertEqual(devices(self.server, phone), [], "only who gave it sees it")
        self.assertEqual(end(ada, device).json, {})
        self.refused(phone.post("turns", {"ply": 0, "turn": "e2e4"}), 403, "bad-token")
        self.assertEqual(self.server.post("/seats", {"seats": claims(phone)}).json["seats"], [{"id": ada.id, "error": "bad-token"}])
        self.assertEqual(phone.match(phone.token)["you"], [])
        self.assertEqual(ada.play("e2e4")["ply"], 1)
        self.refused(end(ada, device), 404, "no-device")

    def test_it_is_ended_by_the_device_itself(self):
        ada, bob = self.server.friends()
        device, [phone] = taken(self.server, made(self.server, ada))
        self.refused(end(bob, device), 404, "no-device")
        self.refused(self.server.post(f"/devices/{device}/end", {}), 401, "no-token")
        self.assertEqual(end(phone, device).json, {})
        self.refused(phone.post("turns", {"ply": 0, "turn": "e2e4"}), 403, "bad-token")
        self.assertEqual(devices(self.server, ada), [])

    def test_a_device_gives_on_and_what_it_gave_ends_with_it(self):
        ada, _ = self.server.friends()
        own = self.server.create()
        phone_id, [phone] = taken(self.server, made(self.server, ada))
        tablet_id, tables = taken(self.server, made(self.server, phone, own))
        tablet = next(table for table in tables if table.id == ada.id)
        others = [table for table in tables if table.id == own.id]
        link = made(self.server, tablet)
        self.assertEqual([device["id"] for device in devices(self.server, phone)], [tablet_id])
        self.assertEqual(tablet.play("e2e4")["ply"], 1)
        end(ada, phone_id)
        self.refused(tablet.post("resign", {"ply": 1}), 403, "bad-token")
        self.refused(accept(self.server, link), 404, "no-link")
        self.assertEqual([table.match(table.token)["you"] for table in others], [["white"], ["black"]], "these came from elsewhere")

    def test_rematches_go_on_on_both_devices(self):
        ada, bob = self.server.friends()
        device, [phone] = taken(self.server, made(self.server, ada))
        ada.post("resign", {"ply": 0})
        again = bob.post("rematch", {}).json["match"]["id"]
        for table in (ada, phone):
            answer = table.post("rematch", {}).json
            self.assertEqual((answer["match"]["id"], answer["seat"], answer["match"]["you"]), (again, "black", ["black"]))
        end(ada, device)
        self.refused(self.server.post(f"/matches/{again}/resign", {"ply": 0}, token=phone.token), 403, "bad-token")

    def test_what_is_gone_is_left_out(self):
        table = self.server.create()
        wrong = [{"match": "nosuchmatch00000", "token": table.token}, {"match": table.id, "token": "wrong"}]
        self.refused(self.server.post("/links", {"seats": wrong}), 403, "bad-token")
        answer = self.server.post("/links", {"seats": wrong + claims(table)}).json
        self.assertEqual((answer["seats"], answer["seconds"]), (2, 600))

    def test_a_seat_has_only_so_many_keys(self):
        table = self.server.create()
        for number in range(8):
            taken(self.server, made(self.server, table), f"{KEY}-{number}")
        link = made(self.server, table)
        self.refused(accept(self.server, link), 409, "many-devices")
        end(table, devices(self.server, table)[0]["id"])
        self.assertEqual(accept(self.server, link).status, 200, "it was not used up")

    def test_bodies_that_cannot_be_read(self):
        for path, body, code, at in [
                ("/links", {}, "missing-field", "seats"), ("/links", {"seats": [5]}, "bad-field", "seats.0"),
                ("/links/look", {}, "missing-field", "link"), ("/links/look", {"link": 5}, "bad-field", "link"),
                ("/links/accept", {"link": "x"}, "missing-field", "key"),
                ("/links/accept", {"link": "x", "key": "short"}, "bad-field", "key"),
                ("/links/accept", {"link": "x", "key": KEY, "name": "n" * 41}, "bad-field", "name"),
                ("/links/cancel", {"link": "x", "key": KEY}, "unknown-field", "key"),
                ("/devices", {"seats": {}}, "bad-field", "seats"), ("/devices/x/end", {"x": 1}, "unknown-field", "x")]:
            self.refused(self.server.post(path, body), 400, code, at)
        self.refused(accept(self.server, "nosuchlink"), 404, "no-link")

    def test_secrets_are_not_compressed(self):
        tables = [self.server.create() for _ in range(40)]
        zipped = {"Accept-Encoding": "gzip"}
        answer = self.server.post("/links/accept", {"link": made(self.server, *tables), "key": KEY}, headers=zipped)
        self.assertGreater(len(answer.data), 4000)
        self.assertIsNone(answer.headers["Content-Encoding"])


class Times(unittest.TestCase):
    def test_it_ends_after_ten_minutes(self):
        server = ServerInTime()
        try:
            table = server.create()
            link = made(server, table)
            server.move(9 * 60)
            self.assertEqual(server.post("/links/look", {"link": link}).status, 200)
            server.move(61)
            self.assertEqual(accept(server, link).code, "no-link")
        finally:
            server.close()

    def test_keys_outlive_the_server_and_secrets_are_on_no_disk(self):
        server = Server("--log-format", "json", "--log-addresses", "full")
        try:
            table = server.create()
            link = made(server, table)
            device, [white, black] = taken(server, link)
            _, said = server.kill()
            for secret in [link, white.token, black.token, KEY]:
                with open(server.database, "rb") as file, open(server.database + "-wal", "rb") as log:
                    self.assertNotIn(secret.encode(), file.read() + log.read())
                self.assertNotIn(secret, said)
            server.start()
            self.assertEqual(white.play("e2e4")["ply"], 1)
            self.assertEqual(server.post("/links/look", {"link": link}).code, "no-link")
            server.end()
            with sqlite3.connect(server.database) as db:
                db.execute("UPDATE keys SET color = 'white' WHERE color = 'black'")
            server.start()
            self.assertEqual(black.match(black.token)["you"], [], "a damaged key opens nothing")
            self.assertEqual([entry["id"] for entry in devices(server, table)], [device])
        finally:
            server.close()

    def test_one_client_makes_only_so_many(self):
        # 127.0.0.9 stands for a proxy that names a client far away.
        server = Server("--trusted-proxy", "127.0.0.9")
        try:
            table = server.create()
            far = server.seen_from("127.0.0.9")
            answers = [far.post("/links", {"seats": claims(table)}, headers={"X-Forwarded-For": "198.51.100.7"}) for _ in range(12)]
            self.assertEqual([answer.status for answer in answers[:10]], [200] * 10)
            self.assertEqual(answers[-1].code, "too-many")
            self.assertGreater(int(answers[-1].headers["Retry-After"]), 1)
        finally:
            server.close()


if __name__ == "__main__":
    main()
