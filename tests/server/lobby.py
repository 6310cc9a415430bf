# SPDX-License-Identifier: GPL-3.0-or-later
"""Open seeks: how strangers find one another, and that nobody fills the lobby, takes a seat twice, or loses one."""

import concurrent.futures
import itertools
import threading
import time
import unittest

from harness import Server, ServerInTime, ServerTest, Stream, main, until

ABSENCE, LONGEST = 12, 3600
TEXT = "[tiny:chess]\nstartFen = 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"
numbers = itertools.count()


def new_key():
    return f"a-key-of-the-tests-{next(numbers)}"


class Lobby(Stream):
    """Watches the lobby; `seeks` is what it shows, by slot."""

    def __init__(self, server):
        self.open(server, "GET /api/seeks/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        if self.status == 200:
            first = self.event("lobby")["data"]
            self.presence = first["presence"]
            self.seeks = {entry["slot"]: entry["seek"] for entry in first["seeks"]}

    def next(self):
        """Waits for a change, and returns what is in its slot now."""
        change = self.event("seek")["data"]
        self.seeks[change["slot"]] = change["seek"]
        return change["seek"]

    def until(self, what):
        """Waits until `what` is true of the ids that it shows."""
        while not what({seek["id"] for seek in self.seeks.values() if seek}):
            self.next()


def post(server, lobby, key=None, **body):
    return server.post("/seeks", {"game": "chess", "key": key or new_key(), "presence": lobby.presence, **body})


def accept(server, seek, key=None, **body):
    return server.post(f"/seeks/{seek['id']}/accept", {"key": key or new_key(), **body})


def cancel(server, seek, key):
    return server.post(f"/seeks/{seek['id']}/cancel", {"key": key})


class Seeking(ServerTest):
    def setUp(self):
        self.ada, self.bob = Lobby(self.server), Lobby(self.server)
        self.key = new_key()

    def tearDown(self):
        self.ada.close()
        self.bob.close()

    def seek(self, **body):
        answer = post(self.server, self.ada, self.key, **body)
        self.assertEqual(answer.status, 201, answer.data)
        seek = answer.json["seek"]
        self.bob.until(lambda ids: seek["id"] in ids)
        self.ada.until(lambda ids: seek["id"] in ids)
        return seek

    def test_everybody_sees_what_is_sought(self):
        seek = self.seek(game="fuel", parameters={"fuel": 7}, clock="5+3", color="black", name=" Ada ")
        self.assertIn(seek, self.bob.seeks.values())
        self.assertEqual({name: seek[name] for name in ["game", "parameters", "control", "color", "name", "listed"]},
                         {"game": "fuel", "parameters": {"fuel": 7}, "control": "5+3", "color": "black", "name": "Ada", "listed": True})
        self.assertRegex(seek["created"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        late = Lobby(self.server)
        self.assertIn(seek, late.seeks.values())
        late.close()
        cancel(self.server, seek, self.key)

    def test_both_play_the_match_that_was_sought(self):
        seek = self.seek(parameters={"armies": ["nutters", "clobberers"]}, clock="3days", color="black", name="Ada")
        answer = accept(self.server, seek, name="Bob")
        self.assertEqual(answer.status, 200, answer.data)
        bob = answer.json
        match = bob["match"]
        self.assertEqual((bob["seat"], match["control"], match["listed"], match["local"], match["ply"]), ("white", "3days", True, False, 0))
        self.assertEqual(match["parameters"], {"armies": ["nutters", "clobberers"]})
        self.assertEqual({side: player["name"] for side, player in match["players"].items()}, {"white": "Bob", "black": "Ada"})
        self.bob.until(lambda ids: seek["id"] not in ids)
        self.ada.until(lambda ids: seek["id"] not in ids)
        answer = cancel(self.server, seek, self.key)
        self.assertEqual(answer.status, 200, answer.data)
        ada = answer.json
        self.assertEqual((ada["seat"], ada["match"]["id"]), ("black", match["id"]))
        self.assertEqual(post(self.server, self.ada, self.key).json["token"], ada["token"])
        self.assertNotEqual(ada["token"], bob["token"])
        for ply, player in enumerate([bob, ada]):
            turn = self.server.get(f"/matches/{match['id']}").json["state"]["turns"][0]
            played = self.server.post(f"/matches/{match['id']}/turns", {"ply": ply, "turn": turn}, token=player["token"])
            self.assertEqual(played.status, 200, played.data)
        self.assertIn(match["id"], [entry["id"] for entry in self.server.get("/matches").json["matches"]])
        # The rematch has the same clock, and the colours are exchanged.
        self.server.post(f"/matches/{match['id']}/resign", {"ply": 2}, token=ada["token"])
        again = self.server.post(f"/matches/{match['id']}/rematch", {}, token=ada["token"]).json
        self.assertEqual((again["seat"], again["match"]["control"], again["match"]["players"]["white"]["name"]), ("white", "3days", "Ada"))

    def test_a_private_match_is_known_to_its_players_only(self):
        seek = self.seek(listed=False)
        match = accept(self.server, seek).json["match"]
        self.assertFalse(match["listed"])
        self.assertNotIn(match["id"], [seek["id"]] + [entry["id"] for entry in self.server.get("/matches?limit=100").json["matches"]])

    def test_colours_are_drawn(self):
        seats = set()
        for _ in range(64):
            self.key = new_key()
            seats.add(accept(self.server, self.seek()).json["seat"])
        self.assertEqual(seats, {"white", "black"})

    def test_a_game_that_a_text_defines(self):
        seek = self.seek(game="tiny", variants=TEXT)
        self.assertEqual((seek["game"], len(seek["hash"])), ("tiny", 16))
        self.assertNotIn("variants", seek)
        self.assertEqual(self.server.get(f"/seeks/{seek['id']}").json, {**seek, "variants": TEXT})
        match = accept(self.server, seek).json["match"]
        self.assertEqual((match["variants"], match["hash"]), (TEXT, seek["hash"]))
        self.refused(self.server.get(f"/seeks/{seek['id']}"), 404, "no-seek")

    def test_one_seek(self):
        seek = self.seek(name="Ada", clock="5+3")
        self.assertEqual(self.server.get(f"/seeks/{seek['id']}").json, seek)
        cancel(self.server, seek, self.key)
        self.refused(self.server.get(f"/seeks/{seek['id']}"), 404, "no-seek")
        self.refused(self.server.get("/seeks/" + "x" * 80), 404, "no-route")

    def test_posting_again_changes_nothing(self):
        seek = self.seek(name="Ada")
        again = post(self.server, self.ada, self.key, name="Eve", game="fuel")
        self.assertEqual((again.status, again.json["seek"]), (201, seek))
        cancel(self.server, seek, self.key)
        self.bob.until(lambda ids: seek["id"] not in ids)
        self.assertEqual(cancel(self.server, seek, self.key).json, {"match": None})
        self.refused(accept(self.server, seek), 404, "no-seek")

    def test_accepting_again_gives_the_same_seat(self):
        seek, key = self.seek(), new_key()
        first = accept(self.server, seek, key, name="Bob").json
        again = accept(self.server, seek, key, name="Eve").json
        self.assertEqual((again["token"], again["seat"]), (first["token"], first["seat"]))
        self.assertEqual(again["match"]["players"], first["match"]["players"])
        self.refused(accept(self.server, seek), 409, "seek-taken")

    def test_one_of_many_wins(self):
        seek = self.seek()
        keys = [new_key() for _ in range(24)]
        barrier = threading.Barrier(len(keys))

        def run(key):
            barrier.wait()
            return accept(self.server, seek, key)
        with concurrent.futures.ThreadPoolExecutor(len(keys)) as pool:
            answers = list(pool.map(run, keys))
        self.assertEqual(sorted(answer.status for answer in answers), [200] + [409] * 23)
        self.assertEqual({answer.code for answer in answers if answer.status != 200}, {"seek-taken"})
        winner = next(answer.json for answer in answers if answer.status == 200)
        self.assertEqual(post(self.server, self.ada, self.key).json["match"]["id"], winner["match"]["id"])

    def test_cancelling_or_accepting_but_not_both(self):
        for _ in range(12):
            self.key = new_key()
            seek = self.seek()
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                accepted = pool.submit(accept, self.server, seek)
                cancelled = pool.submit(cancel, self.server, seek, self.key).result().json
                accepted = accepted.result()
            self.assertEqual(accepted.status, 200 if cancelled["match"] else 404)

    def test_nobody_accepts_his_own_seek_by_mistake(self):
        seek = self.seek()
        self.refused(accept(self.server, seek, self.key), 409, "own-seek")
        cancel(self.server, seek, self.key)

    def test_nobody_cancels_the_seek_of_another(self):
        seek = self.seek()
        self.refused(cancel(self.server, seek, new_key()), 403, "bad-key")
        self.refused(cancel(self.server, {"id": "A" * 16}, self.key), 403, "bad-key")
        self.assertEqual(accept(self.server, seek).status, 200)

    def test_no_secret_is_published(self):
        seek = self.seek(name="Ada")
        seen = str(Lobby(self.server).seeks)
        match = accept(self.server, seek).json
        mine = cancel(self.server, seek, self.key)
        self.assertNotIn("Content-Encoding", mine.headers)
        for secret in [self.key, self.ada.presence, match["token"], mine.json["token"]]:
            self.assertNotIn(secret, seen)

    def test_what_is_refused(self):
        body = {"game": "chess", "key": new_key(), "presence": self.ada.presence}
        for change, status, code, at in [
                ({"game": None}, 400, "missing-field", "game"), ({"key": None}, 400, "missing-field", "key"),
                ({"key": "short"}, 400, "bad-field", "key"), ({"presence": None}, 400, "missing-field", "presence"),
                ({"presence": "nobody"}, 409, "not-present", "presence"), ({"presence": ""}, 400, "bad-field", "presence"),
                ({"game": "nothing"}, 404, "no-game", "game"), ({"parameters": {"fuel": 1}}, 400, "bad-field", None),
                ({"clock": "soon"}, 400, "bad-field", "clock"), ({"color": "red"}, 400, "bad-field", "color"),
                ({"name": "x" * 41}, 400, "bad-field", "name"), ({"finder": True}, 400, "bad-field", "finder"),
                ({"variants": "[x:chess"}, 422, "bad-variant", None), ({"listed": 1}, 400, "bad-field", "listed"),
                ({"opponent": {"kind": "friend"}}, 400, "unknown-field", "opponent"), ({"fen": None}, 400, "unknown-field", "fen")]:
            with self.subTest(change=change):
                self.refused(self.server.post("/seeks", {**body, **change}), status, code, at)
        seek = self.seek()
        self.refused(self.server.post(f"/seeks/{seek['id']}/accept", {"key": new_key(), "color": "white"}), 400, "unknown-field", "color")
        self.refused(self.server.post(f"/seeks/{seek['id']}/accept", {}), 400, "missing-field", "key")
        self.refused(self.server.post(f"/seeks/{seek['id']}/cancel", {}), 400, "missing-field", "key")
        self.refused(self.server.post(f"/seeks/{seek['id']}/cancel", {"key": self.key, "x": 1}), 400, "unknown-field", "x")
        self.refused(self.server.get("/seeks"), 405, "bad-method")
        self.assertEqual(cancel(self.server, seek, self.key).json, {"match": None})

    def test_a_full_lobby_and_a_client_that_fills_it(self):
        opened = []
        taken = accept(self.server, self.seek()).json["match"]["id"]
        while (answer := post(self.server, self.ada, key := new_key())).status == 201:
            opened.append((answer.json["seek"], key))
        self.refused(answer, 429, "too-many")
        self.assertEqual(len(opened), 64)  # half of them all
        # One that has been accepted needs no room.
        self.assertEqual(post(self.server, self.ada, self.key).json["match"]["id"], taken)
        other = self.server.seen_from("127.0.0.7")
        while (answer := post(other, self.ada, key := new_key())).status == 201:
            opened.append((answer.json["seek"], key))
        self.refused(answer, 503, "busy")
        self.assertEqual(len(opened), 128)
        # A watcher that reads nothing meanwhile finds all slots empty in the end.
        watcher = Lobby(self.server)
        self.assertEqual(len(watcher.seeks), 128)
        for seek, key in opened:
            self.assertEqual(cancel(self.server, seek, key).status, 200)
        watcher.until(lambda ids: not ids)
        watcher.close()

    def test_a_slow_reader_delays_nobody_and_gets_the_newest(self):
        slow = Lobby(self.server)
        for _ in range(300):
            key = new_key()
            seek = post(self.server, self.ada, key, name="x" * 40).json["seek"]
            cancel(self.server, seek, key)
        last = self.seek()
        slow.until(lambda ids: ids == {last["id"]})
        slow.close()
        cancel(self.server, last, self.key)


class Proxied(ServerTest):
    """Clients with the usual limits, as a trusted proxy tells of them."""
    options = ("--trusted-proxy", "127.0.0.0/8")

    def watch(self, address):
        stream = object.__new__(Lobby)
        stream.open(self.server, f"GET /api/seeks/events HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n\r\n")
        return stream

    def post_as(self, address, lobby, key):
        return self.server.post("/seeks", {"game": "chess", "key": key, "presence": lobby.presence}, headers={"X-Forwarded-For": address})


class Strangers(Proxied):
    def test_one_address_has_few_seeks_and_streams(self):
        here = Lobby(self.server)
        streams = [self.watch("203.0.113.1") for _ in range(60)]
        self.assertEqual([stream.status for stream in streams], [200] * 4 + [429] * 56)
        statuses = [self.post_as("203.0.113.1", here, new_key()).status for _ in range(300)]
        self.assertEqual(statuses, [201] * 4 + [429] * 296)
        # A network of IPv6 counts as sixteen clients.
        statuses = [self.post_as(f"2001:db8:1:{n:x}::1", here, new_key()).status for n in range(80)]
        self.assertEqual(statuses, [201] * 64 + [429] * 16)
        self.assertEqual(self.post_as("203.0.113.2", here, new_key()).status, 201)
        for stream in [here, *streams]:
            stream.close()

    def test_seeks_count_as_matches_created(self):
        here, address, statuses, begun = Lobby(self.server), "203.0.113.9", [], time.monotonic()
        for _ in range(24):
            key = new_key()
            answer = self.post_as(address, here, key)
            statuses.append(answer.status)
            if answer.status == 201:
                self.assertEqual(self.post_as(address, here, key).status, 201)  # the same again costs nothing
                cancel(self.server, answer.json["seek"], key)
        # Twenty at once, and another one every three seconds that pass meanwhile.
        self.assertGreaterEqual(statuses.count(201), 20)
        self.assertLessEqual(statuses.count(201), 20 + (time.monotonic() - begun) / 3)
        here.close()


class Neighbours(Proxied):
    def test_one_network_leaves_the_lobby_open(self):
        streams = [self.watch(f"2001:db8:2:{n:x}::1") for n in range(140)]
        self.assertEqual([stream.status for stream in streams], [200] * 64 + [429] * 76)
        streams.append(self.watch("2001:db8:3::1"))
        self.assertEqual(streams[-1].status, 200)
        for each in streams:
            each.close()
        # The places are free again.
        until(lambda: self.enters("2001:db8:2::1"))

    def enters(self, address):
        stream = self.watch(address)
        stream.close()
        return stream.status == 200


class Visitors(Proxied):
    def test_the_lobby_leaves_streams_to_matches(self):
        table = self.server.create()
        streams = [self.watch(f"198.51.100.{n}") for n in range(140)]
        statuses = [stream.status for stream in streams]
        self.assertEqual((statuses.count(200), statuses.count(503)), (128, 12))
        stream = table.stream()
        self.assertEqual(stream.status, 200)
        for each in [stream, *streams]:
            each.close()


class InTime(ServerTest):
    @classmethod
    def setUpClass(cls):
        cls.server = ServerInTime()

    def test_a_seek_ends_when_its_person_has_left(self):
        ada, bob, key = Lobby(self.server), Lobby(self.server), new_key()
        seek = post(self.server, ada, key).json["seek"]
        bob.until(lambda ids: seek["id"] in ids)
        ada.close()
        self.server.move(ABSENCE - 4)
        back = Lobby(self.server)
        self.assertIn(seek, back.seeks.values())
        # On another stream it goes on.
        self.assertEqual(post(self.server, back, key).json["seek"], seek)
        time.sleep(1.5)  # the server looks once a second
        self.server.move(ABSENCE - 4)
        again = Lobby(self.server)
        self.assertIn(seek, again.seeks.values())
        again.close()
        back.close()
        self.server.move(ABSENCE + 1)
        bob.until(lambda ids: seek["id"] not in ids)
        self.refused(accept(self.server, seek), 404, "no-seek")
        bob.close()

    def test_no_seek_is_open_for_ever(self):
        ada, key = Lobby(self.server), new_key()
        seek = post(self.server, ada, key).json["seek"]
        self.server.move(LONGEST + 1)
        ada.until(lambda ids: seek["id"] in ids)
        ada.until(lambda ids: seek["id"] not in ids)
        self.assertEqual(cancel(self.server, seek, key).json, {"match": None})
        ada.close()

    def test_the_clock_runs_as_soon_as_somebody_accepts(self):
        ada, key = Lobby(self.server), new_key()
        seek = post(self.server, ada, key, clock="1+0", color="white").json["seek"]
        match = accept(self.server, seek).json["match"]
        self.assertGreater(match["clock"]["abort"] - match["served"], 29000)
        token = cancel(self.server, seek, key).json["token"]
        played = self.server.post(f"/matches/{match['id']}/turns", {"ply": 0, "turn": "e2e4"}, token=token)
        self.assertEqual(played.status, 200, played.data)
        self.server.move(40)
        until(lambda: self.server.get(f"/matches/{match['id']}").json["reason"] == "aborted")
        ada.close()


class Restarting(unittest.TestCase):
    def test_both_find_their_match_after_a_kill(self):
        server = Server()
        lobby, mine, theirs = Lobby(server), new_key(), new_key()
        seek = post(server, lobby, mine, clock="5+0").json["seek"]
        other, key = post(server, lobby, new_key()).json["seek"], new_key()
        accepted = accept(server, seek, theirs).json
        server.kill()
        lobby.close()
        server.start()
        lobby = Lobby(server)
        self.assertEqual(lobby.seeks, {})
        answer = post(server, lobby, mine, clock="5+0")
        self.assertEqual((answer.status, answer.json["match"]["id"]), (200, accepted["match"]["id"]))
        self.assertEqual({answer.json["seat"], accepted["seat"]}, {"white", "black"})
        self.assertEqual(accept(server, seek, theirs).json["token"], accepted["token"])
        self.assertEqual(accept(server, other, key).code, "no-seek")
        self.assertEqual(lobby.seeks, {})
        lobby.close()
        self.assertEqual(server.close(), (0, ""))


if __name__ == "__main__":
    main()
