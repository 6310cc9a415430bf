# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions analysed by the server: states of searches as events, for as many people as the operator allows."""

import json
import unittest

from harness import Server, ServerTest, Stream, main, until

ENDLESS = {"game": "chess", "lines": 2}
MATE = {"game": "chess", "moves": ["f2f3", "e7e5", "g2g4"]}


class Analysis(Stream):
    """A request for an analysis, and its events."""

    def __init__(self, server, body):
        data = json.dumps(body)
        self.open(server, "POST /api/analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                          f"Content-Length: {len(data.encode())}\r\n\r\n{data}")

    def next(self):
        """The next event of any kind; None at the end."""
        event = {}
        while (line := self.line()) is not None:
            if line.startswith(":"):
                continue
            if not line and event:
                return event["event"], json.loads(event["data"])
            if line:
                name, value = line.split(": ", 1)
                event[name] = value
        return None


def analyse_until_accepted(server, body):
    """An analysis, as soon as there is room for it."""
    def accepted():
        analysis = Analysis(server, body)
        if analysis.status == 200:
            return analysis
        assert analysis.status == 503, analysis.status
        analysis.close()
        return None
    return until(accepted)


class AnalysisTest(ServerTest):
    def test_states_come_until_the_client_leaves(self):
        analysis = Analysis(self.server, ENDLESS)
        self.assertEqual((analysis.status, analysis.headers["content-type"]), (200, "text/event-stream"))
        depths = []
        for _ in range(4):
            kind, state = analysis.next()
            self.assertEqual(kind, "state")
            depths.append(state["depth"])
            lines = state["lines"]
            self.assertEqual(len({line["pv"].split()[0] for line in lines}), 2)
            self.assertGreaterEqual(lines[0]["score"]["value"], lines[1]["score"]["value"])
            self.assertEqual([len(line["pv"].split()) for line in lines], [len(line["san"].split()) for line in lines])
        self.assertEqual(depths, sorted(set(depths)))
        analysis.close()
        # There is room for one: when somebody else gets it, the search has ended.
        analyse_until_accepted(self.server.seen_from("127.0.0.2"), ENDLESS).close()

    def test_what_is_found_to_the_end(self):
        analysis = analyse_until_accepted(self.server, MATE)
        while (event := analysis.next())[0] == "state":
            pass
        kind, state = event
        self.assertEqual((kind, state["end"], state["lines"][0]["san"]), ("done", "complete", "Qh4#"))
        self.assertEqual(state["lines"][0]["score"], {"kind": "wins-in", "value": 1})
        self.assertIsNone(analysis.next())
        analysis.close()

    def test_turns_of_several_actions(self):
        analysis = analyse_until_accepted(self.server, {"game": "hans38-postal", "lines": 3})
        state = analysis.next()[1]
        self.assertTrue(all(line["pv"] for line in state["lines"]))
        turn = state["lines"][0]["pv"].split()[0]
        shown = self.server.create(game="hans38-postal")
        self.assertEqual(shown.play(turn)["ply"], 1)
        analysis.close()

    def test_parameters_and_positions(self):
        body = {"game": "fuel", "parameters": {"fuel": 1}, "fen": "7k/8/8/8/8/8/8/K6R w - - 0 1 5x3", "moves": ["a1a2"]}
        analysis = analyse_until_accepted(self.server, body)
        self.assertEqual(analysis.next()[0] in ("state", "done"), True)
        analysis.close()

    def test_a_further_request_ends_the_first(self):
        first = analyse_until_accepted(self.server, ENDLESS)
        second = Analysis(self.server, {"game": "fuel"})
        self.assertEqual(second.status, 200)
        while (event := first.next())[0] == "state":
            pass
        self.assertEqual((event[0], event[1]["end"]), ("done", "stopped"))
        self.assertIsNone(first.next())
        # Others wait meanwhile.
        other = self.server.seen_from("127.0.0.3").post("/analysis", ENDLESS)
        self.assertEqual((other.status, other.code), (503, "busy"))
        self.assertIn("Retry-After", other.headers)
        second.close()

    def test_what_makes_no_sense_is_refused(self):
        over = {"game": "chess", "moves": ["f2f3", "e7e5", "g2g4", "d8h4", "e2e4"]}
        for body, code, at in ((({"game": "nonsense"}), "no-game", "game"),
                               ({}, "bad-field", "game"),
                               ({"game": "chess", "fen": "8/8 w"}, "bad-fen", 5),
                               ({"game": "chess", "moves": ["e2e5"]}, "illegal-turn", "moves[0]: move[0]"),
                               ({"game": "chess", "moves": ["?"]}, "bad-turn", "moves[0]: move[0]"),
                               (over, "match-over", "moves[4]"),
                               ({"game": "chess", "lines": 0}, "bad-field", "lines"),
                               ({"game": "chess", "lines": 6}, "bad-field", "lines"),
                               ({"game": "fuel", "parameters": {"fuel": 0}}, "bad-field", "fuel"),
                               ({"game": "fuel", "parameters": 7}, "bad-field", "parameters"),
                               ({"game": "mine", "variants": "[mine:chess]"}, "unknown-field", "variants"),
                               ({"game": "chess", "parameters": {"variants": ""}}, "unknown-field", "parameters.variants"),
                               ({"game": "chess", "infinite": True}, "unknown-field", "infinite")):
            with self.subTest(body=body):
                answer = self.server.post("/analysis", body)
                self.assertEqual((answer.code, answer.at), (code, at), answer.data)
        self.assertEqual(self.server.get("/analysis").status, 405)

    def test_the_catalogue_says_so(self):
        offered = self.server.get("/games").json["analysis"]
        self.assertEqual(offered["seconds"], 60)
        self.assertGreaterEqual(offered["threads"], 1)


class OfferTest(unittest.TestCase):
    def test_nobody_who_could_be_a_stranger_is_offered_one_unasked(self):
        for options, offered in (([], True), (["--analysis", "0"], False), (["--host", "chess.example.org"], False),
                                 (["--trusted-proxy", "10.0.0.1"], False), (["--bind", "0.0.0.0"], False),
                                 (["--bind", "0.0.0.0", "--analysis", "3"], True)):
            with self.subTest(options=options):
                server = Server(*options)
                self.assertEqual("analysis" in server.get("/games").json, offered)
                if not offered:
                    self.assertEqual(server.post("/analysis", ENDLESS).code, "no-route")
                server.close()

    def test_the_server_ends_in_good_order_while_it_searches(self):
        server = Server("--analysis", "2")
        views = [server.seen_from(f"127.0.0.{i}") for i in (2, 3)]
        streams = [Analysis(view, ENDLESS) for view in views]
        for stream in streams:
            self.assertEqual(stream.next()[0], "state")
        self.assertEqual(server.close()[0], 0)


if __name__ == "__main__":
    main()
