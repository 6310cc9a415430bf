# SPDX-License-Identifier: GPL-3.0-or-later
"""Who is there: claims that the other side has left, matches that a player aborts, and how many watch."""

import time
import unittest

from harness import ServerInTime, Stream, main, until

AWAY = 30  # seconds for which a player with five minutes may be away
LONG = 600  # seconds: longer than anybody may be away
PAUSE = 20  # seconds for which absences are kept while nobody is there
TURNS = ("e2e4", "e7e5")


def ending(match):
    return match["result"], match["reason"]


class Presence(unittest.TestCase):
    def setUp(self):
        self.server = ServerInTime()

    def tearDown(self):
        status, said = self.server.close()
        self.assertEqual((status, said), (0, ""))

    def players(self, clock="5+0", turns=TURNS, **body):
        """A match in which Ada has White, Bob has Black, and the turns have been played."""
        return self.server.friends(*turns, clock=clock, **body)

    def watch(self, table, token=None, server=None):
        """An open stream, as soon as its first event has arrived."""
        stream = Stream(server or self.server, table.id, f"Authorization: Bearer {token}\r\n" if token else "")
        self.assertEqual(stream.status, 200)
        stream.first = stream.event()["data"]
        return stream

    def news(self, stream, what):
        """The next event about who is there for which `what` holds."""
        while not what(data := stream.event("presence")["data"]):
            pass
        return data

    def nobody_is_there(self):
        """Waits until the server has noticed that all streams are closed."""
        until(lambda: b"\nleaper_streams 0\n" in self.server.ask("GET", "/metrics").data)

    def refused(self, answer, code):
        self.assertEqual((answer.status, answer.code), (409, code), answer.data)

    # ---- Claims ----

    def test_who_has_left_loses(self):
        ada, bob = self.players()
        stream = self.watch(bob, bob.token)
        until = stream.first["away"]["white"]
        self.assertNotIn("black", stream.first["away"])
        self.assertLessEqual(until, stream.first["served"] + AWAY * 1000)
        self.refused(bob.post("claim", {"ply": 2}), "not-away")
        self.server.move(AWAY)
        answer = bob.post("claim", {"ply": 2, "result": "win"})
        self.assertEqual(ending(answer.json), ("black", "abandoned"))
        self.assertNotIn("away", answer.json)
        self.assertEqual(ending(stream.event()["data"]), ("black", "abandoned"))
        stream.close()
        pgn = self.server.get(f"/matches/{bob.id}/pgn").data.decode()
        self.assertIn('[Termination "abandoned"]', pgn)
        self.assertIn('[Reason "abandoned"]', pgn)
        self.assertEqual(ada.post("takeback", {"ply": 2}).code, "no-takeback")
        self.assertEqual(self.server.end()[0], 0)
        self.server.start()
        self.assertEqual(ending(bob.match()), ("black", "abandoned"))

    def test_a_draw_can_be_claimed_instead(self):
        _, bob = self.players()
        stream = self.watch(bob, bob.token)
        self.server.move(AWAY)
        self.assertEqual(ending(bob.post("claim", {"ply": 2, "result": "draw"}).json), ("draw", "abandoned"))
        stream.close()

    def test_no_draw_where_there_are_none(self):
        _, bob = self.players(game="fuel")
        stream = self.watch(bob, bob.token)
        self.server.move(AWAY)
        self.refused(bob.post("claim", {"ply": 2, "result": "draw"}), "no-draws")
        self.assertEqual(ending(bob.post("claim", {"ply": 2}).json), ("black", "abandoned"))
        stream.close()

    def test_only_while_the_other_side_is_to_move(self):
        ada, bob = self.players()
        stream = self.watch(ada, ada.token)
        self.server.move(AWAY)
        self.refused(ada.post("claim", {"ply": 2}), "not-away")
        self.assertEqual(ada.post("turns", {"ply": 2, "turn": "g1f3"}).status, 200)
        self.assertEqual(ending(ada.post("claim", {"ply": 3}).json), ("white", "abandoned"))
        stream.close()
        self.assertEqual(bob.post("claim", {"ply": 3}).code, "match-over")

    def test_who_is_there_cannot_be_said_to_have_left(self):
        ada, bob = self.players()
        there, stream = self.watch(ada, ada.token), self.watch(bob, bob.token)
        self.server.move(10 * AWAY - 30)
        self.assertEqual(bob.match()["away"], {})
        self.refused(bob.post("claim", {"ply": 2}), "not-away")
        there.close()
        away = self.news(stream, lambda data: data["away"])
        self.assertEqual(list(away["away"]), ["white"])
        self.assertGreater(away["away"]["white"], away["served"])
        stream.close()

    def test_a_turn_shows_that_somebody_is_there(self):
        ada, bob = self.players()
        stream = self.watch(bob, bob.token)
        self.server.move(AWAY - 1)
        for ply, who, turn in [(2, ada, "g1f3"), (3, bob, "b8c6")]:
            self.assertEqual(who.post("turns", {"ply": ply, "turn": turn}).status, 200)
        self.refused(bob.post("claim", {"ply": 4}), "not-away")
        self.server.move(AWAY - 5)
        # So does asking for the match with the token, and without it nobody is known.
        ada.match(token=ada.token)
        self.server.move(AWAY - 5)
        ada.match()
        self.refused(bob.post("claim", {"ply": 4}), "not-away")
        self.server.move(6)
        self.assertEqual(bob.post("claim", {"ply": 4}).status, 200)
        stream.close()

    def test_a_network_that_fails_for_ten_seconds(self):
        ada, bob = self.players()
        stream = self.watch(bob, bob.token)
        for _ in range(3):
            self.watch(ada, ada.token).close()
            self.news(stream, lambda data: data["away"])
            self.server.move(10)
            there = self.watch(ada, ada.token)
            self.news(stream, lambda data: not data["away"])
            self.refused(bob.post("claim", {"ply": 2}), "not-away")
            self.server.move(15)
            there.close()
        stream.close()

    def test_coming_back_for_a_moment_does_not_help(self):
        ada, bob = self.players()
        stream = self.watch(bob, bob.token)
        for _ in range(2):
            self.server.move(AWAY - 5)
            self.watch(ada, ada.token).close()
            # A moment: less than the second after which others would be told.
            until(lambda: bob.match()["away"])
        answer = bob.post("claim", {"ply": 2})
        self.assertEqual(ending(answer.json), ("black", "abandoned"))
        stream.close()

    def test_who_loads_the_page_again_need_not_wait_anew(self):
        _, bob = self.players()
        for _ in range(2):
            stream = self.watch(bob, bob.token)
            self.server.move(10)
            self.refused(bob.post("claim", {"ply": 2}), "not-away")
            stream.close()
            self.nobody_is_there()
            self.server.move(PAUSE - 10)
        stream = self.watch(bob, bob.token)
        self.assertLessEqual(stream.first["away"]["white"], stream.first["served"] + (AWAY - 20) * 1000)
        self.refused(bob.post("claim", {"ply": 2}), "not-away")
        self.server.move(AWAY - 20)
        self.assertEqual(ending(bob.post("claim", {"ply": 2}).json), ("black", "abandoned"))
        stream.close()

    def test_who_comes_back_late_waits_anew(self):
        _, bob = self.players()
        stream = self.watch(bob, bob.token)
        self.server.move(AWAY - 1)
        stream.close()
        self.nobody_is_there()
        self.server.move(PAUSE + 1)
        stream = self.watch(bob, bob.token)
        self.assertGreater(stream.first["away"]["white"], stream.first["served"] + (AWAY - 5) * 1000)
        stream.close()

    def test_an_outage_for_both_is_held_against_neither(self):
        ada, bob = self.players()
        streams = [self.watch(table, table.token) for table in (ada, bob)]
        for stream in streams:
            stream.close()
        self.nobody_is_there()
        self.server.move(PAUSE - 10)
        stream = self.watch(bob, bob.token)
        self.assertGreater(stream.first["away"]["white"], stream.first["served"] + (AWAY - 5) * 1000)
        stream.close()

    def test_the_time_without_a_server_is_nobodys(self):
        ada, bob = self.players()
        stream = self.watch(bob, bob.token)
        self.server.move(AWAY - 1)
        self.server.kill()
        stream.close()
        self.server.move(3600)
        self.server.start()
        stream = self.watch(bob, bob.token)
        # Everybody has time again to come back.
        self.assertGreater(stream.first["away"]["white"], stream.first["served"] + (AWAY - 10) * 1000)
        self.refused(bob.post("claim", {"ply": 2}), "not-away")
        self.server.move(AWAY)
        self.assertEqual(ending(bob.post("claim", {"ply": 2}).json), ("black", "abandoned"))
        stream.close()
        self.assertNotEqual(ada.match()["result"], "ongoing")

    def test_not_in_every_match(self):
        # Each is made just before its wait: a match in which one side has not moved yet is aborted after a while.
        for clock, turns, wait in [("none", TURNS, LONG), ("2h", TURNS, LONG), ("3days", TURNS, LONG), ("300+0", TURNS, LONG),
                                   ("2m", TURNS[:1], 90)]:
            table = self.players(clock, turns)[len(turns) - 1]
            stream = self.watch(table, table.token)
            self.server.move(wait)
            self.assertNotIn("away", table.match())
            self.refused(table.post("claim", {"ply": len(turns)}), "not-away")
            stream.close()
        alone = self.server.create(clock="5+0", opponent={"kind": "local"})
        alone.play(*TURNS)
        self.assertNotIn("away", alone.match())
        engine = self.server.create(clock="5+0", opponent={"kind": "engine", "level": "beginner"})
        engine.post("turns", {"ply": 0, "turn": "e2e4"})
        engine.wait(lambda match: match["ply"] == 2)
        self.assertNotIn("away", engine.match())
        self.assertEqual(self.server.post(f"/matches/{engine.id}/claim", {"ply": 2}).status, 401)

    def test_bodies_of_claims(self):
        _, bob = self.players()
        for body, code, at in [({}, "missing-field", "ply"), ({"ply": 2, "result": "loss"}, "bad-field", "result"),
                               ({"ply": 2, "result": 1}, "bad-field", "result"), ({"ply": 2, "away": 9}, "unknown-field", "away")]:
            answer = bob.post("claim", body)
            self.assertEqual((answer.status, answer.code, answer.at), (400, code, at))
        self.refused(bob.post("claim", {"ply": 1}), "stale-ply")

    # ---- Aborting ----

    def test_either_side_can_abort_before_both_have_moved(self):
        for turns in [(), ("e2e4",)]:
            for who in range(2):
                for clock in ("none", "5+3", "3days"):
                    table = self.players(clock, turns, listed=True)[who]
                    match = table.post("abort", {"ply": len(turns)}).json
                    self.assertEqual(ending(match), ("none", "aborted"))
                    self.assertEqual(table.post("abort", {"ply": len(turns)}).code, "match-over")
                    self.assertNotIn(table.id, [entry["id"] for entry in self.server.get("/matches?limit=100").json["matches"]])

    def test_later_nobody_can(self):
        ada, bob = self.players()
        for table in (ada, bob):
            self.refused(table.post("abort", {"ply": 2}), "no-abort")
        self.refused(ada.post("abort", {"ply": 1}), "stale-ply")
        self.assertEqual(self.server.post(f"/matches/{ada.id}/abort", {"ply": 2}).status, 401)

    def test_what_has_not_begun_is_cancelled_instead(self):
        host = self.server.create(opponent={"kind": "friend"})
        self.refused(host.post("abort", {"ply": 0}), "seat-open")

    def test_a_game_against_the_engine_can_be_aborted(self):
        table = self.server.create(color="black", opponent={"kind": "engine", "level": "full"})
        answer = table.post("abort", {"ply": 0})
        if answer.status == 409:  # the engine was quicker
            answer = table.post("abort", {"ply": 1})
        self.assertEqual(ending(answer.json), ("none", "aborted"))

    # ---- Too late ----

    def test_nothing_slips_through_between_the_end_of_time_and_the_flag(self):
        ada, bob = self.players("1+0")
        self.assertEqual(ada.post("draw", {"ply": 2, "action": "offer"}).status, 200)
        self.server.move(60)
        # The flag waits for turns that are on their way, a quarter of a second; by then it may have fallen.
        for table, what, body in [(bob, "draw", {"ply": 2, "action": "accept"}), (ada, "takeback", {"ply": 2}), (ada, "resign", {"ply": 2}),
                                  (bob, "resign", {"ply": 2}), (ada, "turns", {"ply": 2, "turn": "g1f3"})]:
            answer = table.post(what, body)
            self.assertEqual(answer.status, 409, answer.data)
            self.assertIn(answer.code, ("match-over", "no-takeback"))
        self.assertEqual(ending(ada.wait(lambda match: match["result"] != "ongoing")), ("black", "time"))

    # ---- Those who watch ----

    def test_those_who_watch_are_counted(self):
        ada, bob = self.players(listed=True)
        self.assertEqual(ada.match()["watchers"], 0)
        seated = self.watch(ada, ada.token)
        self.assertEqual(seated.first["watchers"], 0)
        watchers = [self.watch(ada, server=self.server.seen_from(address)) for address in ("127.0.0.2", "127.0.0.3")]
        self.assertEqual([stream.first["watchers"] for stream in watchers], [1, 2])
        self.assertEqual(self.news(seated, lambda data: data["watchers"] == 2)["ply"], 2)
        listed = self.server.get("/matches").json["matches"]
        self.assertEqual([entry["watchers"] for entry in listed if entry["id"] == ada.id], [2])
        self.assertEqual(bob.post("turns", {"ply": 2, "turn": "e2e4"}).status, 409)
        for stream in watchers:
            stream.close()
        self.assertEqual(self.news(seated, lambda data: data["watchers"] == 0)["watchers"], 0)
        seated.close()

    def test_one_client_counts_as_a_few_at_most(self):
        ada, _ = self.players()
        streams = [self.watch(ada) for _ in range(9)]
        self.assertEqual(ada.match()["watchers"], 4)
        for stream in streams:
            stream.close()
        until(lambda: ada.match()["watchers"] == 0)

    def test_a_crowd_that_comes_and_goes_floods_nobody(self):
        ada, _ = self.players()
        seated = self.watch(ada, ada.token)
        begun = time.monotonic()
        for _ in range(100):
            self.watch(ada).close()
        ada.post("resign", {"ply": 2})
        heard = 0
        while (line := seated.line()) is not None and "resignation" not in line:
            heard += line == "event: presence"
        self.assertLessEqual(heard, 2 + time.monotonic() - begun)
        seated.close()


if __name__ == "__main__":
    main()
