# SPDX-License-Identifier: GPL-3.0-or-later
"""Compressed answers: equal to the plain ones, sent only to clients that accept them, and never with a secret inside."""

import gzip
import json
import os

from harness import ServerTest, main

SCRIPT = b"console.log('again and again');\n" * 100


class Compression(ServerTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        assets = os.path.join(cls.server.web, "assets")
        for name, data in [("a-1.js", SCRIPT), ("a-1.js.gz", gzip.compress(SCRIPT)), ("a-1.js.br", b"brotli"), ("b-2.js", b"2")]:
            with open(os.path.join(assets, name), "wb") as file:
                file.write(data)

    def read(self, path, accept, **more):
        answer = self.server.ask("GET", path, headers={"Accept-Encoding": accept, **more})
        self.assertEqual(answer.status, 200, answer.data)
        return answer, answer.headers.get("Content-Encoding")

    def test_files(self):
        tags = {}
        for accept, coding, data in [(None, None, SCRIPT), ("identity", None, SCRIPT), ("gzip", "gzip", gzip.compress(SCRIPT)),
                                     ("gzip;q=0", None, SCRIPT), ("gzip, deflate, br", "br", b"brotli"),
                                     ("br;q=0.5, gzip", "gzip", None), ("identity, gzip;q=0.5", None, SCRIPT)]:
            with self.subTest(accept=accept):
                answer, got = self.read("/assets/a-1.js", accept)
                self.assertEqual((got, answer.headers["Vary"]), (coding, "Accept-Encoding"))
                self.assertEqual(answer.headers["Content-Type"], "text/javascript; charset=utf-8")
                self.assertIn("immutable", answer.headers["Cache-Control"])
                plain = gzip.decompress(answer.data) if got == "gzip" else answer.data
                self.assertEqual(plain, b"brotli" if got == "br" else SCRIPT)
                self.assertEqual(tags.setdefault(coding, answer.headers["ETag"]), answer.headers["ETag"])
        self.assertEqual(len(set(tags.values())), 3)
        # The ETag belongs to the coding in which the client would get the file.
        for coding, tag in tags.items():
            for accept in ["identity", "gzip", "br"]:
                answer = self.server.ask("GET", "/assets/a-1.js", headers={"Accept-Encoding": accept, "If-None-Match": tag})
                self.assertEqual(answer.status, 304 if accept == (coding or "identity") else 200)
                self.assertEqual(answer.headers["Vary"], "Accept-Encoding")

    def test_files_stored_in_one_form_only(self):
        answer, coding = self.read("/assets/b-2.js", "gzip, br")
        self.assertEqual((answer.data, coding, answer.headers["Vary"]), (b"2", None, None))

    def test_answers(self):
        plain, coding = self.read("/api/games", None)
        self.assertEqual((coding, plain.headers["Vary"]), (None, "Accept-Encoding"))
        packed, coding = self.read("/api/games", "br, gzip")
        self.assertEqual((coding, packed.headers["Vary"]), ("gzip", "Accept-Encoding"))
        self.assertEqual(gzip.decompress(packed.data), plain.data)
        self.assertLess(len(packed.data), len(plain.data) / 3)
        # Short ones are sent as they are.
        self.assertIsNone(self.read("/api/health", "gzip")[1])

    def test_matches(self):
        table = self.server.create()
        path = f"/api/matches/{table.id}"
        packed, coding = self.read(path, "gzip")
        self.assertEqual((coding, json.loads(gzip.decompress(packed.data))), ("gzip", table.match()))
        answer = self.server.ask("POST", path + "/turns", {"ply": 0, "turn": "e2e4"}, token=table.seats["white"],
                                 headers={"Accept-Encoding": "gzip"})
        self.assertEqual(answer.headers["Content-Encoding"], "gzip")
        self.assertEqual(json.loads(gzip.decompress(answer.data))["ply"], 1)

    def test_answers_with_secrets_are_not_compressed(self):
        created = self.server.post("/matches", {"game": "chess", "opponent": {"kind": "friend"}}, headers={"Accept-Encoding": "gzip"})
        self.assertIsNone(created.headers["Content-Encoding"])
        self.assertGreater(len(created.data), 1024)
        body = {"join": created.json["join"], "name": "Bob"}
        joined = self.server.post(f"/matches/{created.json['match']['id']}/join", body, headers={"Accept-Encoding": "gzip"})
        self.assertEqual((joined.status, joined.headers["Content-Encoding"]), (200, None))

    def test_streams_are_not_compressed(self):
        table = self.server.create()
        from harness import Stream
        stream = Stream(self.server, table.id, "Accept-Encoding: gzip\r\n")
        self.assertNotIn("content-encoding", stream.headers)
        self.assertEqual(stream.event()["data"]["id"], table.id)
        stream.close()


if __name__ == "__main__":
    main()
