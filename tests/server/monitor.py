# SPDX-License-Identifier: GPL-3.0-or-later
"""What operators see: the log, which has no secrets, and the metrics, which not everybody may read."""

import json
import os
import re
import signal
import subprocess
import unittest

from harness import PROGRAM, Server, main, until


def log_of(*options, work):
    """What a server with these options logs during `work`."""
    server = Server(*options)
    try:
        work(server)
        status, said = server.end()
    finally:
        server.close()
    assert status == 0, said
    return said.splitlines()


def request_of(lines):
    return next(line for line in map(json.loads, lines) if line["event"] == "request")


def play(server):
    """Sends requests of all kinds; returns the secrets and ids in them. None of those could also stand
    in the random hexadecimal digits of an id."""
    ada, bob = server.friends(name="Ada")
    server.get("/matches?game=chess&before=771239845123")
    ada.post("turns", {"ply": 0, "turn": "g1h3"})
    ada.post("turns", {"ply": 0, "turn": "g1f3"})
    stream = ada.stream()
    stream.event()
    stream.close()
    server.get(f"/matches/{ada.id}/plies/1")
    server.ask("GET", "/nothing/of/that-kind")
    server.ask("GET", "/api/secret-path")
    server.ask("GET", "/", headers={"Host": "evil.example"})
    server.post("/tours/count", {"board": "5x6"})
    return [ada.token, bob.token, ada.join, ada.id, "Ada", "that-kind", "secret-path", "771239845123", "evil.example", "g1h3"]


class Log(unittest.TestCase):
    def test_json(self):
        secrets = []
        lines = [json.loads(line) for line in log_of("--log-format", "json", work=lambda server: secrets.extend(play(server)))]
        self.assertEqual([line["event"] for line in lines if line["event"] != "request"],
                         ["ready, version " + lines[0]["event"].split()[-1], "ending", "ended"])
        requests = [line for line in lines if line["event"] == "request"]
        self.assertEqual(len(requests), 11)
        self.assertEqual(len({line["id"] for line in requests}), 11)
        for line in requests:
            self.assertRegex(line["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
            self.assertEqual(line["address"], "127.0.0.0")
            self.assertGreater(line["ms"], 0)
        found = {(line["method"], line["route"], line["status"], line["level"], line.get("problem")) for line in requests}
        for expected in [("POST", "/api/matches", 201, "info", None), ("POST", "/api/matches/:id/join", 200, "info", None),
                         ("POST", "/api/matches/:id/turns", 200, "info", None),
                         ("POST", "/api/matches/:id/turns", 409, "info", "stale-ply"),
                         ("GET", "/api/matches/:id/events", 200, "info", None),
                         ("GET", "/api/matches/:id/plies/:rest", 200, "info", None), ("GET", "unknown", 404, "info", "no-route"),
                         ("GET", "/:file", 404, "info", "no-route"), ("GET", "unknown", 403, "info", "bad-host"),
                         ("POST", "/api/tours/count", 200, "info", None)]:
            self.assertIn(expected, found)
        text = json.dumps(lines)
        for secret in secrets:
            self.assertNotIn(secret, text)
        answer = next(line for line in requests if line["route"] == "/api/tours/count")
        self.assertGreater(answer["bytes"], 50)

    def test_text(self):
        secrets = []
        lines = log_of("--log-format", "text", "--log-addresses", "full", work=lambda server: secrets.extend(play(server)))
        self.assertTrue(all(re.match(r"\d{4}-\d\d-\d\dT[0-9:.]+Z (info|warning|error) ", line) for line in lines), lines)
        self.assertTrue(any(" request id=" in line and " method=POST route=/api/matches status=201 ms=" in line
                            and line.endswith(" address=127.0.0.1") for line in lines), lines)
        for secret in secrets:
            self.assertNotIn(secret, "\n".join(lines))

    def test_addresses_can_be_hidden_and_come_from_a_proxy(self):
        ask = lambda server: server.get("/games", headers={"X-Forwarded-For": "203.0.113.77"})
        for how, expected in [("none", None), ("trimmed", "203.0.113.0"), ("full", "203.0.113.77")]:
            lines = log_of("--log-format", "json", "--log-addresses", how, "--trusted-proxy", "127.0.0.1", work=ask)
            self.assertEqual(request_of(lines).get("address"), expected)

    def test_ids_are_in_the_answer(self):
        ids = []
        lines = log_of("--log-format", "json", work=lambda server: ids.append(server.get("/games").headers["X-Request-Id"]))
        self.assertEqual(request_of(lines)["id"], ids[0])

    def test_without_a_log_there_are_only_errors(self):
        def crash(server):
            from tours_limits import EVIL, ask, worker
            client = ask(server)
            os.kill(worker(server), signal.SIGABRT)
            client.getresponse().read()
            server.get("/games")
        lines = log_of(work=crash)
        self.assertEqual(len(lines), 1, lines)
        self.assertIn(" error request ", lines[0])
        self.assertIn('cause="this request has failed: the process ended with signal 6"', lines[0])

    def test_bad_options(self):
        for options in [("--log-format", "xml"), ("--log-addresses", "some"), ("--metrics-token-file", "/nothing/there")]:
            done = subprocess.run([PROGRAM, "serve", *options], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(options[0] if "format" in options[0] or "addresses" in options[0] else options[1], done.stderr)


def samples(text):
    """The samples of the text format, after checking that each has its HELP and TYPE."""
    found, known = {}, {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            known[name] = kind
        elif not line.startswith("# HELP "):
            name, value = line.rsplit(" ", 1)
            base = name.split("{")[0]
            assert base in known or re.sub(r"_(bucket|sum|count)$", "", base) in known, line
            assert name not in found, line
            found[name] = float(value)
    return found


class Metrics(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)

    def read(self, **headers):
        answer = self.server.ask("GET", "/metrics", headers=headers)
        self.assertEqual((answer.status, answer.headers["Content-Type"]), (200, "text/plain; version=0.0.4; charset=utf-8"))
        return samples(answer.data.decode())

    def wait(self, name, value):
        until(lambda: self.read().get(name) == value, name)

    def test_what_is_counted(self):
        before = self.read()
        self.assertEqual((before["leaper_turns_total"], before["leaper_matches"]), (0, 0))
        ada, _ = self.server.friends()
        ada.post("turns", {"ply": 0, "turn": "e2e4"})
        ada.post("turns", {"ply": 0, "turn": "d2d4"})
        stream = ada.stream()
        stream.event()
        engine = self.server.create(color="black", opponent={"kind": "engine", "level": "beginner"})
        engine.wait(lambda match: match["ply"] == 1)
        self.server.post("/tours/count", {"board": "8/7*/7*"})
        self.server.post("/matches", b" " * 140000)
        self.wait('leaper_refusals_total{problem="body-too-large"}', 1)
        now = self.read()
        self.assertEqual(now["leaper_turns_total"], 2)
        self.assertEqual(now["leaper_matches_created_total"], 2)
        self.assertEqual((now["leaper_matches"], now["leaper_streams"]), (2, 1))
        self.assertEqual(now['leaper_requests_total{route="/api/matches/:id/turns",status="200"}'], 1)
        self.assertEqual(now['leaper_requests_total{route="/api/matches/:id/turns",status="409"}'], 1)
        self.assertEqual(now['leaper_request_duration_seconds_count{route="/api/matches/:id/turns"}'], 2)
        self.assertEqual(now['leaper_request_duration_seconds_bucket{route="/api/matches/:id/turns",le="+Inf"}'], 2)
        self.assertEqual(now['leaper_tours_jobs_total{question="count",end="done"}'], 1)
        self.assertEqual(now["leaper_engine_searches_total"], 1)
        self.assertGreaterEqual(now["leaper_commit_duration_seconds_count"], 5)
        self.assertGreaterEqual(now["leaper_connections"], 2)
        self.assertIn("leaper_engine_queue", now)
        # A stream does not count as a long request.
        stream.close()
        self.assertNotIn("leaper_request_duration_seconds_count{route=\"/api/matches/:id/events\"}", self.read())
        for secret in [ada.id, ada.token, ada.join]:
            self.assertNotIn(secret, self.server.ask("GET", "/metrics").data.decode())

    def test_only_this_machine_can_read_them(self):
        for headers in [{"X-Forwarded-For": "203.0.113.7"}, {"Forwarded": "for=203.0.113.7"}, {"Via": "1.1 proxy"}]:
            answer = self.server.ask("GET", "/metrics", headers=headers)
            self.assertEqual((answer.status, answer.code), (403, "bad-token"))
        self.assertEqual(self.server.ask("POST", "/metrics", {}).status, 405)
        self.assertEqual(self.server.ask("GET", "/metrics", headers={"Host": "evil.example"}).status, 403)

    def test_with_a_token_others_can_read_them(self):
        path = os.path.join(self.server.directory, "token")
        with open(path, "w") as file:
            file.write("0123456789abcdefXYZ\n")
        server = Server("--metrics-token-file", path)
        self.addCleanup(server.close)
        forwarded = {"X-Forwarded-For": "203.0.113.7"}
        self.assertEqual(server.ask("GET", "/metrics", token="0123456789abcdefXYZ", headers=forwarded).status, 200)
        self.assertEqual(server.ask("GET", "/metrics", token="0123456789abcdefXYz").code, "bad-token")
        self.assertEqual(server.ask("GET", "/metrics").code, "no-token")
        for bad in ["short", "x" * 65, "with a blank in it", ""]:
            with open(path, "w") as file:
                file.write(bad)
            done = subprocess.run([PROGRAM, "serve", "--metrics-token-file", path], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertTrue(not bad or bad not in done.stderr)


if __name__ == "__main__":
    main()
