# SPDX-License-Identifier: GPL-3.0-or-later
"""Many clients at once, some of them greedy: no address can take what others need."""

import contextlib
import http.client
import os
import resource
import unittest

from harness import PATIENCE, Server, ServerTest, Stream, main, until

SLOW = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Le"

# A few hundred connections at a time.
most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (4096 if most == resource.RLIM_INFINITY else min(4096, most), most))


class Slow:
    """Connections whose requests never arrive in full."""

    def __init__(self, server, number):
        self.held = [server.connect() for _ in range(number)]
        for connection in self.held:
            with contextlib.suppress(OSError):
                connection.sendall(SLOW)
            connection.setblocking(False)

    def open(self):
        """How many of them the server still listens to."""
        count = 0
        for connection in self.held:
            try:
                connection.recv(4096)
            except BlockingIOError:
                count += 1
            except OSError:
                pass
        return count

    def close(self):
        for connection in self.held:
            connection.close()


class Connections(ServerTest):
    def test_one_address_cannot_take_them_all(self):
        slow = Slow(self.server.seen_from("127.0.0.2"), 500)
        until(lambda: slow.open() <= 400)
        for _ in range(20):
            self.assertEqual(self.server.get("/health").status, 200)
        # It gets no more connections, and some of the surplus ones are told why.
        self.server.create().play("e2e4")
        slow.close()
        until(lambda: self.reachable_from("127.0.0.2"))

    def reachable_from(self, address):
        try:
            return self.server.seen_from(address).get("/health").status == 200
        except (OSError, http.client.HTTPException):
            return False

    def test_clients_with_too_many_connections_are_told_so(self):
        view = self.server.seen_from("127.0.0.2")
        slow = Slow(view, 384)

        def refusal():
            # Earlier ones may not have been accepted yet.
            with contextlib.suppress(OSError, http.client.HTTPException):
                answer = view.get("/health")
                return answer if answer.status != 200 else None
        told = until(refusal)
        self.assertEqual((told.status, told.code, told.headers["Connection"]), (429, "too-many", "close"))
        self.assertGreaterEqual(int(told.headers["Retry-After"]), 1)
        slow.close()

    def test_players_stay_when_strangers_fill_the_table(self):
        player = self.server.seen_from("127.0.0.3")
        table = player.create()
        table.match(table.token)
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE, source_address=("127.0.0.3", 0))
        self.assertEqual(player.get(f"/matches/{table.id}", token=table.token, connection=connection).status, 200)
        stream = table.stream()
        self.assertEqual(stream.event()["id"], "1")
        crowd = [Slow(self.server.seen_from(f"127.0.1.{number}"), 300) for number in range(1, 7)]
        # The slowest have been cut off, but not the player's connection and stream, and the player can open more.
        until(lambda: sum(slow.open() for slow in crowd) <= 1440)
        answer = player.post(f"/matches/{table.id}/turns", {"ply": 0, "turn": "e2e4"}, token=table.seats["white"],
                             connection=connection)
        self.assertEqual(answer.status, 200)
        self.assertEqual(stream.event()["id"], "2")
        for turn in ["e7e5", "g1f3", "b8c6"]:
            table.play(turn)
        # A stranger who sends a request at once is served too.
        self.assertEqual(self.server.seen_from("127.0.0.4").get("/health").status, 200)
        for slow in crowd:
            slow.close()
        stream.close()
        connection.close()


    @unittest.skipUnless(os.path.exists("/proc/net/tcp"), "the system does not show the timers of connections")
    def test_the_system_probes_silent_peers(self):
        with self.server.connect() as connection:
            ends = f"0100007F:{self.server.port:04X}", f"0100007F:{connection.getsockname()[1]:04X}"
            connection.sendall(SLOW)

            def timer():
                with open("/proc/net/tcp") as file:
                    rows = [line.split() for line in file]
                return next((row[5].split(":")[0] for row in rows if tuple(row[1:3]) == ends), None)
            until(lambda: timer() == "02")  # that of keepalive


class Streams(ServerTest):
    def test_streams_are_limited_and_released(self):
        table = self.server.create()
        strangers, statuses = [], []
        for address in ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.6"]:
            view = self.server.seen_from(address)
            for _ in range(161):
                stream = Stream(view, table.id)
                strangers.append(stream)
                statuses.append(stream.status)
        # Each of the first clients has all that one client may have; nothing is left that is not reserved for players.
        self.assertEqual(statuses, 4 * ([200] * 160 + [429]) + 161 * [503])
        answer = self.server.seen_from("127.0.0.2").get(f"/matches/{table.id}/events")
        self.assertEqual((answer.status, answer.code, answer.headers["Retry-After"]), (429, "too-many", "2"))
        # Whoever holds a seat still gets a stream, and everybody gets everything else.
        table.match(table.token)
        own = [table.stream() for _ in range(128)]
        self.assertEqual([stream.status for stream in own], [200] * 128)
        self.assertEqual(table.stream().status, 503)
        self.assertEqual(self.server.seen_from("127.0.0.2").get("/health").status, 200)
        table.play("e2e4")
        for stream in own:
            self.assertEqual([stream.event()["id"], stream.event()["id"]], ["1", "2"])
        for stream in strangers + own:
            stream.close()
        # The server notices when it next writes to them.
        turns = ["e7e5", "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6"]

        def enter():
            if turns:
                table.play(turns.pop(0))
            stream = Stream(self.server.seen_from("127.0.0.3"), table.id)
            return stream if stream.status == 200 else stream.close()
        until(enter).close()


class Proxies(ServerTest):
    """127.0.0.9 is a trusted proxy. Clients that it names have ordinary limits, not those of this machine."""

    options = ("--trusted-proxy", "127.0.0.9,10.0.0.0/8", "--generous", "198.51.100.0/24")

    def create_for(self, *forwarded, address="127.0.0.9"):
        """Requests a match as the proxy, with these headers; returns the status of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE, source_address=(address, 0))
        body = b'{"game":"chess"}'
        connection.putrequest("POST", "/api/matches")
        for name, value in [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]:
            connection.putheader(name, value)
        for value in forwarded:
            connection.putheader("X-Forwarded-For", value)
        connection.endheaders(body)
        response = connection.getresponse()
        self.waits = response.headers["Retry-After"]
        response.read()
        connection.close()
        return response.status

    def test_a_flood_of_matches(self):
        statuses = [self.create_for("203.0.113.1") for _ in range(60)]
        self.assertEqual(statuses[:20], [201] * 20)
        self.assertGreaterEqual(statuses.count(429), 1)
        self.assertLessEqual(int(self.waits), 3600)
        self.assertEqual(self.create_for("203.0.113.2"), 201)
        # A request that is refused for other reasons is not counted.
        for _ in range(30):
            answer = self.server.seen_from("127.0.0.9").post("/matches", {"game": "draughts"}, headers={"X-Forwarded-For": "203.0.113.3"})
            self.assertEqual(answer.status, 404 if answer.code == "no-game" else 400, answer.data)
        self.assertEqual(self.create_for("203.0.113.3"), 201)

    def refused_within(self, *forwarded_for, tries=60, **more):
        """Whether any of that many requests is refused; `forwarded_for` makes the headers from a number."""
        return any(self.create_for(*[make(number) for make in forwarded_for], **more) == 429 for number in range(tries))

    def test_headers_forged_by_clients_are_not_believed(self):
        forge = "192.0.2.{}".format
        # The proxy adds the client's address after what the client sent, in the same header or in its own.
        self.assertTrue(self.refused_within(lambda number: f"{forge(number)}, 203.0.113.11"))
        self.assertTrue(self.refused_within(lambda number: f"{forge(number)}, 203.0.113.12, 10.0.0.1"))
        self.assertTrue(self.refused_within(forge, lambda number: "203.0.113.13"))
        self.assertTrue(self.refused_within(lambda number: f"10.0.0.{number}, 203.0.113.14"))
        # All addresses of an IPv6 network are one client.
        self.assertTrue(self.refused_within(lambda number: f"2001:db8::{number:x}"))

    def test_clients_that_are_not_proxies_are_not_believed(self):
        # This machine has generous limits, of which streams are the lowest, whatever its headers say.
        table, streams = self.server.create(), []
        view = self.server.seen_from("127.0.0.2")
        for number in range(161):
            streams.append(Stream(view, table.id, f"X-Forwarded-For: 203.0.113.{number}\r\n"))
        self.assertEqual([stream.status for stream in streams], [200] * 160 + [429])
        for stream in streams:
            stream.close()

    def test_the_generous_limits(self):
        for forwarded in ["198.51.100.7", "127.0.0.1"]:
            self.assertFalse(self.refused_within(lambda number, address=forwarded: address))
        self.assertFalse(self.refused_within(address="127.0.0.2"))

    def test_too_many_requests(self):
        request = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.21\r\n\r\n"
        with self.server.seen_from("127.0.0.9").connect() as connection:
            file = connection.makefile("rb")
            refused = 0
            for _ in range(20):
                connection.sendall(request * 50)
                for _ in range(50):
                    status = int(file.readline().split()[1])
                    length = 0
                    while (line := file.readline().strip()):
                        if line.lower().startswith(b"content-length:"):
                            length = int(line.split(b":")[1])
                    file.read(length)
                    self.assertIn(status, (200, 429))
                    refused += status == 429
            file.close()
        self.assertGreater(refused, 0)
        answer = self.server.seen_from("127.0.0.9").get("/health", headers={"X-Forwarded-For": "203.0.113.22"})
        self.assertEqual(answer.status, 200)


class Thinking(unittest.TestCase):
    """One engine for everybody: whom does it serve next?"""

    def setUp(self):
        self.server = Server(engines=1)
        self.addCleanup(self.server.close)

    def replies(self, server):
        """How many matches of a list have been answered by the engine."""
        return sum(match["ply"] for match in server.get("/matches?limit=100").json["matches"])

    def test_a_quick_reply_is_served_before_a_crowd_of_slow_ones(self):
        greedy, modest = self.server.seen_from("127.0.0.2"), self.server.seen_from("127.0.0.3")
        crowd = [greedy.create(color="black", opponent={"kind": "engine", "level": "full"}) for _ in range(60)]
        modest.create(color="black", opponent={"kind": "engine", "level": "beginner"})
        before = self.replies(self.server)
        # Each reply is a change, and the list is in the order of changes.
        until(lambda: self.replies(self.server) >= 61, "not all were answered")
        order = [match["players"]["white"]["level"] for match in self.server.get("/matches?limit=100").json["matches"]]
        place = order[::-1].index("beginner")
        self.assertLessEqual(place, before + 3, f"{before} were answered when the beginner came, {place} before his turn")
        self.assertEqual(len(crowd), 60)

    def test_no_client_can_fill_the_queue(self):
        greedy, modest = self.server.seen_from("127.0.0.2"), self.server.seen_from("127.0.0.3")
        codes = []
        while len(codes) < 300 and 429 not in codes:
            answer = greedy.post("/matches", {"game": "chess", "color": "black", "opponent": {"kind": "engine", "level": "full"}})
            codes.append(answer.status)
        self.assertEqual(codes.count(201), len(codes) - 1, codes)
        self.assertEqual((answer.status, answer.code), (429, "too-many"))
        self.assertGreaterEqual(int(answer.headers["Retry-After"]), 1)
        table = modest.create(color="black", opponent={"kind": "engine", "level": "beginner"})
        table.wait(lambda match: match["ply"] == 1)


if __name__ == "__main__":
    main()
