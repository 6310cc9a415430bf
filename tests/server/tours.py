# SPDX-License-Identifier: GPL-3.0-or-later
"""Tour requests: correct answers, limited work, and clients that disconnect."""

import http.client
import json
import math
import os
import select
import threading
import time

from harness import PATIENCE, ServerTest, main, with_seed

LARGE = {"board": "12x12", "leaper": "K"}  # counting its tours takes all the time there is


def square(name):
    return ord(name[0]) - 97, int(name[1:]) - 1


def is_tour(squares, wanted, closed, piece=(1, 2)):
    """Whether squares are all of `wanted`, once each, a leap apart."""
    places = [square(name) for name in squares]
    steps = list(zip(places, places[1:] + places[:1]))[:None if closed else -1]
    return sorted(squares) == sorted(wanted) and all(
        sorted((abs(a - c), abs(b - d))) == sorted(piece) for (a, b), (c, d) in steps)


def full(files, ranks):
    return [f"{chr(97 + file)}{rank + 1}" for file in range(files) for rank in range(ranks)]


class Tours(ServerTest):
    def ask(self, what, status=200, **body):
        answer = self.server.post("/tours/" + what, body)
        self.assertEqual(answer.status, status, answer.data)
        return answer.json

    def test_catalogue(self):
        catalogue = self.server.get("/tours").json
        self.assertIn("N", [piece["key"] for piece in catalogue["leapers"]])
        self.assertEqual((catalogue["side"], catalogue["squares"], catalogue["tours"]), (64, 400, 12))
        known = {(row["board"], row["open"]): row for row in catalogue["known"]}
        self.assertEqual(known["8x8", False]["count"], "13267364410532")
        for row in known.values():
            self.assertRegex(row["count"], r"^[1-9][0-9]*$")
            self.assertIn("leaper tours count", row["source"])

    def test_counts(self):
        self.assertEqual(self.ask("count", board="8x8")["count"], "13267364410532")
        self.assertEqual(self.ask("count", board="8x8", leaper="2,1"), self.ask("count", board="8x8", leaper="N"))
        counted = self.ask("count", board="8/7*/7*")
        self.assertEqual((counted["count"], counted["directed"], counted["squares"]), ("4", "8", 22))
        self.assertIn("just now", counted["source"])
        self.assertEqual(self.ask("count", board="4x4", leaper="1,0", open=True)["count"], "276")
        self.assertEqual(self.ask("count", board="1x1", open=True)["count"], "1")

    def test_no_tours(self):
        none = self.ask("count", board="7x7")
        self.assertEqual((none["count"], none["directed"]), ("0", "0"))
        self.assertIn("Schwenk", none["source"])
        self.assertIn("cannot move", self.ask("count", board="2x2")["source"])
        drawn = self.ask("random", board="7x7")
        self.assertEqual((drawn["tours"], drawn["distribution"], drawn["exists"]), ([], None, False))
        self.assertIn("Schwenk", drawn["words"])
        self.assertEqual(self.ask("random", board="2x2", count=3)["exists"], False)
        estimate = self.ask("estimate", board="7x7")
        self.assertEqual(estimate["logs"], [])
        self.assertIn("Schwenk", estimate["reason"])
        # No theorem covers this one; the search proves it.
        self.assertEqual(self.ask("random", board="3x4", leaper="1,3+1,2", open=False)["exists"] in (True, False), True)

    def test_answers_say_if_limits_were_not_sufficient(self):
        answer = self.ask("count", **LARGE)
        self.assertIsNone(answer["count"])
        self.assertIn("leaper tours count", answer["reason"])

    def test_uniform_tours(self):
        seed = with_seed("uniform tours").randrange(1 << 53)
        answer = self.ask("random", board="6x6", seed=seed, count=12)
        self.assertEqual((len(answer["tours"]), answer["distribution"], answer["exists"]), (12, "uniform", True))
        for tour in answer["tours"]:
            self.assertTrue(is_tour(tour, full(6, 6), True), tour)
        self.assertGreater(len({tuple(tour) for tour in answer["tours"]}), 6)
        self.assertEqual(self.ask("random", board="6x6", seed=seed, count=12), answer)
        self.assertNotEqual(self.ask("random", board="6x6", seed=(seed + 1) % (1 << 53), count=12), answer)
        holes = [name for name in full(5, 4) if name not in ("d1", "e1")]
        tour = self.ask("random", board="5/5/5/3**", open=True, seed=seed)["tours"][0]
        self.assertTrue(is_tour(tour, holes, False), tour)

    def test_tours_if_the_tables_do_not_fit(self):
        for board, leaper, is_open, piece in [("16x16", "N", False, (1, 2)), ("13x13", "N", True, (1, 2)),
                                              ("10x10", "2,3", False, (2, 3))]:
            answer = self.ask("random", board=board, leaper=leaper, open=is_open, count=3)
            self.assertEqual((answer["distribution"], answer["exists"]), ("walk", True), answer)
            for tour in answer["tours"]:
                self.assertTrue(is_tour(tour, full(*map(int, board.split("x"))), not is_open, piece), tour)
            self.assertEqual(len({tuple(tour) for tour in answer["tours"]}), len(answer["tours"]))

    def test_estimates(self):
        seed = with_seed("estimates").randrange(1 << 40)
        logs, exact = [], 9862
        while len(logs) < 1000:
            answer = self.ask("estimate", board="6x6", seed=seed + len(logs))
            self.assertEqual(answer["population"], 1)
            logs += answer["logs"]
        values = [0 if log is None else math.exp(log) for log in logs]
        mean = sum(values) / len(values)
        error = math.sqrt(sum((value - mean) ** 2 for value in values)) / len(values)
        # Generous, since each run draws other walks.
        self.assertLess(abs(mean - exact), 8 * error)
        self.assertLess(error, exact)
        answer = self.ask("estimate", board="8x8")
        self.assertGreater(answer["population"], 10)
        self.assertTrue(answer["logs"])

    def test_pictures(self):
        tour = self.ask("random", board="5x6")["tours"][0]
        svg = self.server.post("/tours/draw", {"board": "5x6", "squares": tour, "style": "numbered"})
        self.assertEqual((svg.status, svg.headers["Content-Type"]), (200, "image/svg+xml"))
        self.assertEqual(svg.headers["Content-Disposition"], 'attachment; filename="tour-5x6.svg"')
        self.assertTrue(svg.data.startswith(b"<svg") or svg.data.startswith(b"<?xml"), svg.data[:80])
        png = self.server.post("/tours/draw", {"board": "5x6", "squares": tour, "style": "coloured", "format": "png"})
        self.assertEqual((png.status, png.headers["Content-Type"]), (200, "image/png"))
        self.assertTrue(png.data.startswith(b"\x89PNG\r\n"))
        wrong = tour[:10] + [tour[11], tour[10]] + tour[12:]
        self.refused(self.server.post("/tours/draw", {"board": "5x6", "squares": wrong}), 400, "bad-field", "squares.10")
        again = tour[:9] + tour[8:9] + tour[10:]
        self.refused(self.server.post("/tours/draw", {"board": "5x6", "squares": again}), 400, "bad-field", "squares.9")
        path = [name for name in self.ask("random", board="5x5", open=True)["tours"][0]]
        self.refused(self.server.post("/tours/draw", {"board": "5x5", "squares": path}), 400, "bad-field")
        self.assertEqual(self.server.post("/tours/draw", {"board": "5x5", "open": True, "squares": path}).status, 200)

    def test_bad_fields(self):
        for at, body in [
            ("board", {"board": "0x5"}), ("board", {"board": "3/4"}), ("board", {"board": 8}),
            ("board", {"board": "65x3"}), ("board", {"board": "21x20"}), ("board", {"board": "1000x1000"}),
            ("board", {"board": "***"}), ("board", {"board": "x" * 5000}),
            ("leaper", {"board": "8x8", "leaper": "Q"}), ("leaper", {"board": "8x8", "leaper": "fN"}),
            ("leaper", {"board": "8x8", "leaper": ""}), ("leaper", {"board": "8x8", "leaper": "1,"}),
            ("leaper", {"board": "8x8", "leaper": "N" * 41}), ("leaper", {"board": "8x8", "leaper": 12}),
            ("open", {"board": "8x8", "open": 1}), ("open", {"board": "8x8", "open": "yes"}),
        ]:
            for what in ["count", "random", "estimate", "draw"]:
                self.refused(self.server.post("/tours/" + what, body), 400, "bad-field", at)
        for at, body in [("seed", {"seed": -1}), ("seed", {"seed": 1.5}), ("seed", {"seed": 1 << 60}), ("count", {"count": 0}),
                         ("count", {"count": 13}), ("count", {"count": "1"})]:
            self.refused(self.server.post("/tours/random", {"board": "6x6", **body}), 400, "bad-field", at)
        tour = self.ask("random", board="5x6")["tours"][0]
        for at, body in [("squares", {"squares": tour[1:]}), ("squares", {"squares": "a1"}), ("squares.3", {"squares": tour[:3] + ["z9"] + tour[4:]}),
                         ("squares.0", {"squares": [1] + tour[1:]}), ("style", {"squares": tour, "style": "pretty"}),
                         ("format", {"squares": tour, "format": "gif"})]:
            self.refused(self.server.post("/tours/draw", {"board": "5x6", **body}), 400, "bad-field", at)
        for what in ["count", "random", "estimate", "draw"]:
            self.refused(self.server.post("/tours/" + what, {}), 400, "missing-field", "board")
            self.refused(self.server.post("/tours/" + what, {"board": "8x8", "height": 8}), 400, "unknown-field", "height")
            self.refused(self.server.post("/tours/" + what, b"["), 400, "bad-json")
            self.refused(self.server.get("/tours/" + what), 405, "bad-method")
        self.refused(self.server.post("/tours/draw", {"board": "5x6"}), 400, "missing-field", "squares")


class Load(ServerTest):
    def begin(self, number=1):
        """Sends a large request from the address with that number, without waiting for the answer."""
        client = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE,
                                            source_address=(f"127.0.0.{number}", 0))
        client.request("POST", "/api/tours/count", json.dumps(LARGE), {"Content-Type": "application/json"})
        return client

    def small(self):
        """Repeats a small request until it is answered."""
        while (answer := self.server.post("/tours/count", {"board": "8/7*/7*"})).status in (429, 503):
            time.sleep(0.02)
        self.assertEqual(answer.json["count"], "4")

    def processor(self):
        with open(f"/proc/{self.server.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def test_with_the_queue_full_it_is_busy_and_all_else_works(self):
        before = self.processor()
        clients = [self.begin(2 + number // 4) for number in range(16)]
        # Two are being worked on, eight are waiting, and the rest are refused.
        readable, _, _ = select.select([client.sock for client in clients], [], [], PATIENCE)
        client = next(client for client in clients if client.sock in readable)
        response = client.getresponse()
        self.assertEqual((response.status, response.headers["Retry-After"] is not None), (503, True))
        self.assertEqual(json.loads(response.read())["error"]["code"], "busy")
        # Other requests do not wait for them.
        self.assertEqual(self.server.get("/health").status, 200)
        self.assertEqual(self.server.create().match()["ply"], 0)
        # All of them disconnect, which cancels their work: it would take three seconds of processor time each.
        for client in clients:
            client.close()
        self.small()
        self.assertLess(self.processor() - before, 12)

    def test_one_client_leaves_room_for_others(self):
        clients = [self.begin(2) for _ in range(10)]
        # Six of them are waiting or being worked on, and the rest are refused; then there is room for two more.
        refused = 0
        while refused < 4:
            readable, _, _ = select.select([client.sock for client in clients if client.sock], [], [], PATIENCE)
            client = next(client for client in clients if client.sock in readable)
            response = client.getresponse()
            code = json.loads(response.read()).get("error", {}).get("code")
            self.assertIn((response.status, code), [(429, "too-many"), (200, None)])
            refused += response.status == 429
            client.close()
        other = self.begin(3)
        # Pointless work would only delay the test.
        for client in clients:
            client.close()
        self.assertEqual(other.getresponse().status, 200)
        other.close()
        self.small()

    def test_many_at_once_are_all_answered(self):
        answers = []
        def work(seed):
            while (answer := self.server.post("/tours/random", {"board": "6x6", "seed": seed})).status in (429, 503):
                time.sleep(0.05)
            answers.append(answer.json["distribution"])
        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, ["uniform"] * 16)

    def test_the_server_ends_in_the_middle_of_work(self):
        clients = [self.begin() for _ in range(5)]
        self.assertEqual(self.server.end(), (0, ""))
        for client in clients:
            client.close()
        self.server.start()
        self.small()


if __name__ == "__main__":
    main()
