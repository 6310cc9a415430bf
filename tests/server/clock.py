# SPDX-License-Identifier: GPL-3.0-or-later
"""Clocks of matches on the server, with time that the test moves: flags, grace, restarts, and clients that lie."""

import sqlite3
import time
import unittest

from harness import ServerInTime, main, until

DAY = 24 * 60 * 60
GRACE = 30
SLACK = 20  # seconds that a slow machine may take where the test moves the clock by more


def over(match):
    return match["result"] != "ongoing"


def ending(match):
    return match["result"], match["reason"]


class Clocks(unittest.TestCase):
    def setUp(self):
        self.server = ServerInTime()

    said = ""  # what the server logs besides times

    def tearDown(self):
        status, said = self.server.close()
        self.assertEqual(status, 0)
        self.assertEqual(bool(said), bool(self.said), said)
        self.assertIn(self.said, said)

    def test_without_a_clock(self):
        match = self.server.create().match()
        self.assertFalse({"clock", "served", "control"} & match.keys())
        match = self.server.create(clock="none").match()
        self.assertNotIn("clock", match)

    def test_what_can_be_agreed_on(self):
        for control, main_time in [("5+3", 300), ("0.5+0", 30), ("5d3", 300), ("30s", 30), ("3days", 3 * DAY)]:
            match = self.server.create(clock=control).match()
            self.assertEqual(match["control"], control)
            self.assertEqual(match["clock"]["left"], {"white": main_time * 1000, "black": main_time * 1000})
            self.assertLessEqual(match["served"], match["clock"]["abort"])
        for wrong in ["", "5", "5+", "-1+3", "5+3x", "1000days", "nan+1", "5+1e3", 5, {}, ["5+3"], "9" * 60]:
            answer = self.server.post("/matches", {"game": "chess", "clock": wrong})
            self.assertEqual((answer.status, answer.code, answer.at), (400, "bad-field", "clock"), wrong)

    def test_increment_and_who_is_running(self):
        ada, bob = self.server.friends("e2e4", "e7e5", clock="5+3")
        match = ada.match()
        self.assertEqual(match["clock"]["running"], "white")
        self.server.move(10)
        match = ada.post("turns", {"ply": 2, "turn": "g1f3"}).json
        self.assertEqual(match["clock"]["running"], "black")
        self.assertEqual(match["clock"]["left"]["black"], 300000)
        # The network's delay may be given back, at most a quarter of a second.
        self.assertLessEqual(match["clock"]["left"]["white"], 293250)
        self.assertGreater(match["clock"]["left"]["white"], (293 - SLACK) * 1000)
        self.assertEqual([turn["left"] for turn in match["turns"]], [300000, 300000, match["clock"]["left"]["white"]])
        pgn = bob.server.get(f"/matches/{bob.id}/pgn").data.decode()
        self.assertIn('[TimeControl "300+3"]', pgn)
        self.assertEqual(pgn.count("[%clk 0:05:00]"), 2)
        self.assertEqual(pgn.count("[%clk "), 3)

    def test_a_flag_falls_while_nobody_is_connected(self):
        ada, bob = self.server.friends("e2e4", "e7e5", clock="1+0")
        self.server.move(30)
        self.assertFalse(over(bob.match()))
        self.server.move(31)
        match = bob.wait(over)
        self.assertEqual(ending(match), ("black", "time"))
        self.assertEqual(match["clock"]["left"]["white"], 0)
        self.assertNotIn("running", match["clock"])
        answer = ada.post("turns", {"ply": 2, "turn": "g1f3"})
        self.assertEqual((answer.status, answer.code), (409, "match-over"))
        self.assertEqual(ada.post("takeback", {"ply": 2}).code, "no-takeback")

    def test_those_who_watch_are_told(self):
        ada, _ = self.server.friends("e2e4", "e7e5", "g1f3", clock="1+0")
        stream = ada.stream()
        self.assertEqual(stream.event()["data"]["clock"]["running"], "black")
        self.server.move(61)
        self.assertEqual(ending(stream.event()["data"]), ("white", "time"))
        stream.close()

    def test_without_a_first_turn_it_is_aborted(self):
        for turns in [(), ("e2e4",)]:
            ada, bob = self.server.friends(*turns, clock="10+0", listed=True)
            self.server.move(GRACE + 1)
            match = bob.wait(over)
            self.assertEqual(ending(match), ("none", "aborted"))
            listed = self.server.get("/matches?limit=100").json["matches"]
            self.assertNotIn(ada.id, [entry["id"] for entry in listed])
            self.assertEqual(ada.post("rematch", {}).status, 200)

    def test_an_invitation_waits_as_long_as_it_likes(self):
        host = self.server.create(opponent={"kind": "friend"}, clock="1+0")
        self.server.move(DAY)
        match = host.match()
        self.assertEqual(match["result"], "ongoing")
        self.assertEqual(match["clock"], {"left": {"white": 60000, "black": 60000}})

    def test_days_for_each_turn(self):
        ada, bob = self.server.friends("e2e4", "e7e5", "g1f3", clock="3days")
        self.server.move(3 * DAY - 60)
        self.assertEqual(bob.post("turns", {"ply": 3, "turn": "b8c6"}).json["clock"]["left"]["black"], 3 * DAY * 1000)
        self.server.move(3 * DAY - 60)
        self.assertFalse(over(ada.match()))
        self.server.move(61)
        self.assertEqual(ending(ada.wait(over)), ("black", "time"))

    def test_a_first_turn_of_days_is_not_swept_away(self):
        kept = [self.server.create(clock="14days"), self.server.friends(clock="14days")[0], self.server.friends()[0]]
        host, guest = self.server.friends()
        guest.post("resign", {"ply": 0})
        swept = [self.server.create(), self.server.create(opponent={"kind": "friend"}), host]
        self.assertEqual(self.server.end(), (0, ""))
        self.server.options += ("--expire", "1s")
        self.server.start()
        until(lambda: all(self.server.get(f"/matches/{table.id}").status == 404 for table in swept))
        # Those that are kept are older, so they are not merely left for later.
        for table in kept:
            self.assertEqual(self.server.get(f"/matches/{table.id}").status, 200)

    def test_time_in_which_no_server_runs_is_nobodys(self):
        ada, _ = self.server.friends("e2e4", "e7e5", clock="10+0")
        before = ada.match()
        self.server.kill()
        self.server.move(3600)
        self.server.start()
        after = ada.match()
        # What was served for less than a second before may be lost, and nothing else.
        self.assertGreaterEqual(after["served"], before["served"] - 1000)
        self.assertLess(after["served"] - before["served"], SLACK * 1000)
        self.assertEqual(after["clock"], before["clock"])
        self.server.move(601)
        self.assertEqual(ending(ada.wait(over)), ("black", "time"))

    def test_a_flag_falls_after_a_restart(self):
        ada, _ = self.server.friends("e2e4", "e7e5", clock="1+0")
        self.assertEqual(self.server.end()[0], 0)
        self.server.start()
        self.server.move(61)
        self.assertEqual(ending(ada.wait(over)), ("black", "time"))

    def test_so_does_one_of_a_match_that_takes_long_to_read(self):
        """A text is read by a thread of its own; nobody asks for the match meanwhile."""
        ada, _ = self.server.friends("e2e4", "e7e5", clock="1+0", game="five", variants="[five:chess]\nnFoldRule = 5\n", listed=True)
        self.assertEqual(self.server.end()[0], 0)
        self.server.start()
        self.server.move(61)
        listed = until(lambda: next(filter(over, self.server.get("/matches").json["matches"]), None))
        self.assertEqual((listed["id"], ending(listed)), (ada.id, ("black", "time")))

    def test_the_engine_plays_by_its_clock(self):
        table = self.server.create(opponent={"kind": "engine", "level": "full"}, clock="0.05+0")
        for ply, turn in [(0, "a2a3"), (2, "h2h3"), (4, "a3a4")]:
            answer = table.post("turns", {"ply": ply, "turn": turn})
            self.assertEqual(answer.status, 200, answer.data)
            match = table.wait(lambda match: over(match) or match["ply"] > ply + 1)
            if over(match):  # a busy machine may leave nobody the time for a turn
                self.assertEqual(match["reason"], "time")
                return
        self.assertLess(match["clock"]["left"]["black"], 3000)

    def test_a_rematch_has_the_same_clock(self):
        ada, _ = self.server.friends("e2e4", "e7e5", clock="5d3")
        ada.post("resign", {"ply": 2})
        match = ada.post("rematch", {}).json["match"]
        self.assertEqual(match["control"], "5d3")
        self.assertEqual(match["clock"]["left"], {"white": 300000, "black": 300000})
        self.assertGreater(match["clock"]["abort"], match["served"])

    def test_taking_back_gives_no_time_back(self):
        ada, bob = self.server.friends("e2e4", "e7e5", clock="5+0")
        self.server.move(100)
        ada.post("turns", {"ply": 2, "turn": "g1f3"})
        ada.post("takeback", {"ply": 3})
        match = bob.post("takeback", {"ply": 3, "action": "accept"}).json
        self.assertEqual(match["clock"]["running"], "white")
        self.assertLess(match["clock"]["left"]["white"], 201000)
        self.assertEqual(len(match["turns"]), 2)

    def test_taking_back_brings_no_time(self):
        table = self.server.create(opponent={"kind": "local"}, clock="0.1+600")
        table.play("e2e4", "e7e5")
        begun = table.match()["clock"]["left"]["white"]
        for _ in range(3):
            table.play("g1f3")
            answer = table.post("takeback", {"ply": 3}, seat="white")
            self.assertEqual(answer.status, 200, answer.data)
        match = table.match()
        self.assertEqual((match["ply"], match["clock"]["running"]), (2, "white"))
        self.assertLessEqual(match["clock"]["left"]["white"], begun)
        # The first turns of both sides stay.
        answer = table.post("takeback", {"ply": 2}, seat="white")
        self.assertEqual((answer.status, answer.code), (409, "no-takeback"))

    def test_taking_back_leaves_everybody_some_time(self):
        table = self.server.create(opponent={"kind": "local"}, clock="5+600")
        table.play("e2e4", "e7e5")
        self.server.move(200)
        table.play("g1f3")
        self.server.move(200)
        table.play("b8c6")
        # White uses 500 of its 700 seconds, so that the 600 of the turn are no longer there to be taken.
        self.server.move(500)
        self.assertEqual(table.post("takeback", {"ply": 4}, seat="black").status, 200)
        answer = table.post("takeback", {"ply": 3}, seat="white")
        self.assertEqual((answer.status, answer.code), (409, "no-takeback"))
        self.assertIn("would leave White no time", answer.json["error"]["message"])
        match = table.match()
        self.assertEqual((match["ply"], match["result"], match["clock"]["running"]), (3, "ongoing", "black"))

    def test_a_request_to_take_back_leaves_everybody_some_time(self):
        ada, bob = self.server.friends("e2e4", "e7e5", clock="5+600")
        self.server.move(200)
        ada.post("turns", {"ply": 2, "turn": "g1f3"})
        self.server.move(100)
        bob.post("turns", {"ply": 3, "turn": "b8c6"})
        self.assertEqual(ada.post("takeback", {"ply": 4}).json["takeback_request"]["by"], "white")
        # Meanwhile too much of her time goes by.
        self.server.move(200)
        answer = bob.post("takeback", {"ply": 4, "action": "accept"})
        self.assertEqual((answer.status, answer.code), (409, "no-takeback"))
        self.assertEqual(bob.post("takeback", {"ply": 4, "action": "decline"}).status, 200)
        ada.post("turns", {"ply": 4, "turn": "f1b5"})
        bob.post("turns", {"ply": 5, "turn": "a7a6"})
        self.server.move(600)
        answer = ada.post("takeback", {"ply": 6})
        self.assertEqual((answer.status, answer.code), (409, "no-takeback"))
        self.assertIsNone(ada.match()["takeback_request"])

    def test_a_flag_that_fell_long_ago_is_found_at_the_start(self):
        ada, _ = self.server.friends("e2e4", "e7e5", clock="1+0")
        self.server.kill()
        with sqlite3.connect(self.server.database) as archive:
            served = archive.execute("SELECT time FROM served").fetchone()[0]
            self.assertGreater(served, 0)
            archive.execute("UPDATE matches SET deadline = 1 WHERE id = ?", (ada.id,))
        # The row is corrupt now: it is not believed, the log is told once, and the server stays what it is.
        self.said = 'error "a flag could not fall" cause="the database is damaged'
        self.server.start()
        other, _ = self.server.friends("e2e4", "e7e5", clock="1+0")
        self.server.move(61)
        self.assertEqual(ending(other.wait(over)), ("black", "time"))

    def test_a_turn_in_several_actions_runs_one_clock(self):
        ada, bob = self.server.friends(game="hans38", clock="5+3")
        for ply, who in enumerate((ada, bob)):
            turn = who.match()["state"]["legal"]
            first = next(action for action in turn if action["complete"])
            self.assertEqual(who.post("turns", {"ply": ply, "turn": first["action"]}).status, 200)
        self.server.move(20)
        # Asking for the ways to go on is no turn.
        self.assertEqual(self.server.get(f"/matches/{ada.id}/actions").status, 200)
        self.assertEqual(ada.match()["clock"]["running"], "white")

    def test_what_a_client_says_about_time_counts_for_nothing(self):
        ada, _ = self.server.friends("e2e4", "e7e5", clock="1+0")
        self.server.move(10)
        for lie in [{"lag": 9000}, {"clock": "99+99"}, {"left": 60000}, {"served": 0}]:
            answer = ada.post("turns", {"ply": 2, "turn": "g1f3", **lie})
            self.assertEqual((answer.status, answer.code), (400, "unknown-field"))
        headers = {"X-Lag": "9000", "Date": "Thu, 01 Jan 1970 00:00:00 GMT", "Age": "9"}
        answer = self.server.post(f"/matches/{ada.id}/turns", {"ply": 2, "turn": "g1f3"}, token=ada.token, headers=headers)
        self.assertLessEqual(answer.json["clock"]["left"]["white"], 50250)

    def test_numbers_that_are_none(self):
        ada, bob = self.server.friends("e2e4", "e7e5", clock="1+0")
        path, headers = f"/api/matches/{ada.id}/turns", {"Content-Type": "application/json"}
        before = ada.match()["clock"]
        for ply in ["-1", "1e99", "NaN", "Infinity", "-0.5", "2.0", "99999999999999999999999", '"2"', "null", "true", "[2]", "2147483648"]:
            body = ('{"ply":%s,"turn":"g1f3"}' % ply).encode()
            answer = self.server.ask("POST", path, body, token=ada.token, headers=headers)
            self.assertEqual(answer.status, 400, (ply, answer.data))
        for clock in ["1e300+0", "-5+3", "5+-3", "0+0", "NaN+NaN", "inf+1", "5+1e9", "99999999999999999999+1", "0days", "-1days", "0x5+3", "1.5days", "5 + 3",
                      "5+3\n", "\u0665+3"]:
            self.assertEqual(self.server.post("/matches", {"game": "chess", "clock": clock}).code, "bad-field", clock)
        self.assertEqual(bob.match()["clock"], before)

    def test_a_slow_request_pays_for_its_time(self):
        ada, bob = self.server.friends("e2e4", "e7e5", clock="1+0")
        body = b'{"ply":2,"turn":"g1f3"}'
        with self.server.connect() as connection:
            head = (f"POST /api/matches/{ada.id}/turns HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    f"Authorization: Bearer {ada.token}\r\nContent-Length: {len(body)}\r\n\r\n")
            # The head alone is no turn, and neither is half a body.
            connection.sendall(head.encode() + body[:10])
            time.sleep(0.5)
            self.server.move(20)
            connection.sendall(body[10:])
            self.assertTrue(connection.makefile("rb").readline().startswith(b"HTTP/1.1 200"))
        self.assertLessEqual(bob.match()["clock"]["left"]["white"], 40250)

    def test_turns_sent_ahead_gain_nothing(self):
        ada, bob = self.server.friends("e2e4", "e7e5", clock="1+0")
        # Three requests at once: the turn, the same again, and one out of turn.
        request = "".join(
            f"POST /api/matches/{ada.id}/turns HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {ada.token}\r\nContent-Length: {len(body)}\r\n\r\n{body}"
            for body in ('{"ply":2,"turn":"g1f3"}', '{"ply":2,"turn":"g1f3"}', '{"ply":3,"turn":"b8c6"}'))
        self.server.move(20)
        with self.server.connect() as connection:
            connection.sendall(request.encode())
            file, statuses = connection.makefile("rb"), []
            while len(statuses) < 3:
                line = file.readline()
                if line.startswith(b"HTTP/1.1 "):
                    statuses.append(int(line.split()[1]))
                    fields = [line.lower() for line in iter(file.readline, b"\r\n")]
                    length = next(int(line.split()[1]) for line in fields if line.startswith(b"content-length"))
                    file.read(length)
        self.assertEqual(statuses, [200, 200, 409])
        match = bob.match()
        self.assertEqual((match["ply"], match["clock"]["running"]), (3, "black"))
        self.assertLessEqual(match["clock"]["left"]["white"], 40250)
        self.assertGreater(match["clock"]["left"]["black"], (60 - SLACK) * 1000)

    def test_after_the_flag_nothing_counts(self):
        ada, bob = self.server.friends("e2e4", "e7e5", clock="1+0")
        self.server.move(61)
        for _ in range(20):
            answer = ada.post("turns", {"ply": 2, "turn": "g1f3"})
            self.assertEqual((answer.status, answer.code), (409, "match-over"))
        self.assertEqual(ending(bob.wait(over)), ("black", "time"))
        for what, body in [("turns", {"ply": 2, "turn": "g1f3"}), ("resign", {"ply": 2}), ("draw", {"ply": 2, "action": "offer"}),
                           ("takeback", {"ply": 2})]:
            self.assertEqual(ada.post(what, body).status, 409, what)
        self.assertEqual((bob.match()["ply"], ending(bob.match())), (2, ("black", "time")))

    def test_a_hundred_thousand_matches_with_days(self):
        ada, _ = self.server.friends("e2e4", "e7e5", clock="3days")
        quick, _ = self.server.friends("e2e4", "e7e5", clock="1+0")
        self.server.end()
        with sqlite3.connect(self.server.database) as archive:
            columns = [row[1] for row in archive.execute("PRAGMA table_info(matches)")]
            own = {"number": "n + 1000", "id": "'m' || n", "change": "change + 1000000 + n", "deadline": "deadline + n",
                   "rematch": "NULL", "listed": "0"}
            values = ", ".join(own.get(name, name) for name in columns)
            archive.execute("WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 100000) "
                            f"INSERT INTO matches SELECT {values} FROM matches, many WHERE id = ?", (ada.id,))
        self.server.start()
        self.server.move(61)
        self.assertEqual(ending(quick.wait(over)), ("black", "time"))
        self.assertFalse(over(ada.match()))
        begun = time.monotonic(), self.processor()
        for _ in range(20):
            ada.match()
            time.sleep(0.1)
        share = (self.processor() - begun[1]) / (time.monotonic() - begun[0])
        print(f"# with 100,000 clocks running, the server took {100 * share:.1f} % of a processor", flush=True)

    def processor(self):
        with open(f"/proc/{self.server.process.pid}/stat", encoding="ascii") as stat:
            return sum(map(int, stat.read().rsplit(")", 1)[1].split()[11:13])) / 100


if __name__ == "__main__":
    main()
