# SPDX-License-Identifier: GPL-3.0-or-later
"""What strangers may try: requests that are too large, too slow, from other sites, or under another name."""

import os
import socket
import threading
import time

from harness import PATIENCE, ServerTest, main

MOVE = {"ply": 0, "turn": "e2e4"}


class Bodies(ServerTest):
    def memory(self):
        with open(f"/proc/{self.server.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def test_largest_body(self):
        body = b'{"game":"chess","opponent":{"kind":"local"}}'
        self.assertEqual(self.server.post("/matches", body.ljust(131072)).status, 201)
        self.refused(self.server.post("/matches", body.ljust(131073)), 413, "body-too-large")

    def test_three_hundred_megabytes_are_refused_unread(self):
        before = self.memory()
        connection = self.server.connect()
        connection.sendall(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                           b"Content-Length: 300000000\r\n\r\n")
        self.assertTrue(connection.recv(4096).startswith(b"HTTP/1.1 413 "))
        connection.close()
        # A client that sends it anyway is cut off, and costs no memory.
        connection = self.server.connect()
        connection.sendall(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                           b"Transfer-Encoding: chunked\r\n\r\n")
        chunk, sent = b"100000\r\n" + bytes(1 << 20) + b"\r\n", 0
        try:
            while sent < 300:
                connection.sendall(chunk)
                sent += 1
        except OSError:
            pass
        connection.close()
        self.assertLess(sent, 300)
        self.assertLess(self.memory(), before + 20_000)

    def test_chunked_bodies_are_accepted(self):
        def chunked(length):
            connection = self.server.connect()
            body = b'{"game":"chess","opponent":{"kind":"local"}}'.ljust(length)
            connection.sendall(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                               b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (length, body))
            status = int(connection.recv(4096).split()[1])
            connection.close()
            return status
        self.assertEqual(chunked(1000), 201)
        self.assertEqual(chunked(131072), 201)
        self.assertEqual(chunked(131073), 413)

    def test_only_json_is_accepted(self):
        for kind in [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonx"]:
            self.refused(self.server.post("/matches", b'{"game":"chess"}', headers={"Content-Type": kind}), 415, "not-json")
        for kind in ["application/json; charset=utf-8", "Application/JSON"]:
            answer = self.server.post("/matches", b'{"game":"chess"}', headers={"Content-Type": kind})
            self.assertEqual(answer.status, 201)

    def test_anything_but_http_is_refused(self):
        for text in [b"\x00\x01\x02\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"X" * 100_000]:
            with self.server.connect() as connection:
                try:
                    connection.sendall(text)
                    connection.shutdown(socket.SHUT_WR)
                    answer = connection.recv(4096)
                except OSError:  # closed at once, in one way or another
                    answer = b""
            self.assertFalse(answer.startswith(b"HTTP/1.1 2"), answer)
        self.assertEqual(self.server.get("/health").status, 200)


class Strangers(ServerTest):
    options = ("--host", "chess.example.org")

    def test_other_host_names_are_refused(self):
        for host in ["evil.example", "evil.example:80", "localhost.evil.example", "[::1", "127.0.0.1.evil.example", ""]:
            for path in ["/", "/api/games"]:
                self.refused(self.server.ask("GET", path, headers={"Host": host}), 403, "bad-host")
        for host in ["localhost", "LOCALHOST:99", "127.0.0.1", "[::1]:8080", "192.168.1.2", "chess.example.org:8080"]:
            self.assertEqual(self.server.get("/health", headers={"Host": host}).status, 200)

    def test_other_sites_are_refused(self):
        body, host = {"game": "chess"}, f"127.0.0.1:{self.server.port}"
        for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "http://" + host + ".evil.example", "file://"]:
            self.refused(self.server.post("/matches", body, headers={"Origin": origin}), 403, "bad-origin")
        for origin in ["http://" + host, "https://" + host]:
            self.assertEqual(self.server.post("/matches", body, headers={"Origin": origin}).status, 201)
        answer = self.server.ask("OPTIONS", "/api/matches", headers={"Origin": "http://evil.example"})
        self.assertNotIn("Access-Control-Allow-Origin", answer.headers)

    def test_a_spectator_learns_no_secret(self):
        ada, bob = self.server.friends()
        seen = self.server.get(f"/matches/{ada.id}").data + self.server.get("/matches").data
        stream = ada.stream()
        seen += repr(stream.event()).encode()
        stream.close()
        for secret in [ada.token, bob.token, ada.join]:
            self.assertNotIn(secret.encode(), seen)
        with open(self.server.database + "-wal", "rb") as wal, open(self.server.database, "rb") as file:
            stored = wal.read() + file.read()
        self.assertIn(ada.id.encode(), stored)
        for secret in [ada.token, bob.token, ada.join]:
            self.assertNotIn(secret.encode(), stored)

    def test_tokens_are_all_different(self):
        tables = [self.server.create() for _ in range(20)]
        tokens = [token for table in tables for token in table.seats.values()]
        self.assertEqual(len(set(tokens)), 40)
        self.assertTrue(all(22 <= len(token) <= 64 for token in tokens))


class Files(ServerTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        web = cls.server.web
        for name, text in [("index.html", "<p>here"), ("assets/a-1.js", "1"), (".hidden", "x"), ("x.woff2", "y"), ("x.wasm", "z")]:
            with open(os.path.join(web, name), "w") as file:
                file.write(text)
        with open(os.path.join(web, "..", "outside.txt"), "w") as file:
            file.write("secret")
        os.symlink("/etc/passwd", os.path.join(web, "link.txt"))
        os.mkfifo(os.path.join(web, "pipe"))

    def test_types_and_caching(self):
        answer = self.server.ask("GET", "/")
        self.assertEqual((answer.status, answer.data), (200, b"<p>here"))
        self.assertEqual(answer.headers["Content-Type"], "text/html; charset=utf-8")
        self.assertEqual(answer.headers["Cache-Control"], "no-cache")
        self.assertIn("default-src 'self'; script-src 'self' 'wasm-unsafe-eval';", answer.headers["Content-Security-Policy"])
        self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
        for path in ["/", "/assets/a-1.js"]:  # the page, and its workers
            headers = self.server.ask("GET", path).headers
            self.assertEqual((headers["Cross-Origin-Opener-Policy"], headers["Cross-Origin-Embedder-Policy"]), ("same-origin", "require-corp"))
        same = self.server.ask("GET", "/index.html", headers={"If-None-Match": answer.headers["ETag"]})
        self.assertEqual((same.status, same.data), (304, b""))
        self.assertEqual(self.server.ask("GET", "/", headers={"If-None-Match": '"x"'}).status, 200)
        script = self.server.ask("GET", "/assets/a-1.js")
        self.assertEqual(script.headers["Content-Type"], "text/javascript; charset=utf-8")
        self.assertIn("immutable", script.headers["Cache-Control"])
        self.assertEqual(self.server.ask("GET", "/x.woff2").headers["Content-Type"], "font/woff2")
        self.assertEqual(self.server.ask("GET", "/x.wasm").headers["Content-Type"], "application/wasm")
        head = self.server.ask("HEAD", "/")
        self.assertEqual((head.status, head.headers["Content-Length"], head.data), (200, "7", b""))

    def test_nothing_else_is_served(self):
        for path in ["/../outside.txt", "/%2e%2e/outside.txt", "/assets/../../outside.txt", "/..%2foutside.txt", "//etc/passwd",
                     "/.hidden", "/link.txt", "/pipe", "/assets", "/assets/", "/nothing", "/index.html/", "/..\\outside.txt",
                     "/%2fetc%2fpasswd"]:
            with self.subTest(path=path):
                self.refused(self.server.ask("GET", path), 404, "no-route")


class Slow(ServerTest):
    def test_others_are_served_while_some_are_slow(self):
        slow = []
        for _ in range(100):
            connection = self.server.connect()
            connection.sendall(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Le")
            slow.append(connection)
        for _ in range(20):
            self.assertEqual(self.server.get("/health").status, 200)
        for connection in slow:
            connection.close()

    def test_a_request_that_arrives_byte_by_byte_is_cut_off(self):
        connection = self.server.connect()
        begun = time.monotonic()
        text = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 10_000
        cut = False
        for byte in text:
            try:
                connection.sendall(bytes([byte]))
                connection.settimeout(0.5)
                cut = connection.recv(100) == b""
            except TimeoutError:
                continue
            except ConnectionError:
                cut = True
            if cut:
                break
        self.assertTrue(cut)
        self.assertLess(time.monotonic() - begun, 30 + PATIENCE)
        connection.close()

    def test_comments_keep_a_stream_alive(self):
        stream = self.server.create().stream()
        while (line := stream.line()) is not None and not line.startswith(":"):
            pass
        self.assertEqual(line, ": keep-alive")
        stream.close()


class Many(ServerTest):
    def test_many_at_once_with_a_thinking_engine(self):
        """A limited load: eight clients, each with its own games, while engines think."""
        for _ in range(4):
            thinker = self.server.create(opponent={"kind": "engine", "level": "full"})
            thinker.post("turns", MOVE)
        failures, longest = [], [0.0]

        def client(number):
            try:
                for _ in range(5):
                    table = self.server.create(game=["chess", "fuel"][number % 2])
                    for ply, turn in enumerate(["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]):
                        begun = time.monotonic()
                        answer = table.post("turns", {"ply": ply, "turn": turn}, ["white", "black"][ply % 2])
                        longest[0] = max(longest[0], time.monotonic() - begun)
                        if answer.status != 200:
                            failures.append(answer.data)
                    if table.match()["ply"] != 6:
                        failures.append("lost")
            except Exception as problem:
                failures.append(repr(problem))

        threads = [threading.Thread(target=client, args=(number,)) for number in range(8)]
        begun = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        print(f"# {8 * 5 * 8 / (time.monotonic() - begun):.0f} requests a second, the longest {longest[0] * 1000:.0f} ms")
        self.assertEqual(failures, [])


if __name__ == "__main__":
    main()
