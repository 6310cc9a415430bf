# SPDX-License-Identifier: GPL-3.0-or-later
"""Live updates: which events arrive, in which order, and what happens when a listener is slow or the server stops."""

from harness import Server, ServerTest, Stream, main


class Events(ServerTest):
    def test_the_current_match_arrives_at_once(self):
        table = self.server.create()
        table.play("e2e4")
        stream = table.stream()
        self.assertEqual((stream.status, stream.headers["content-type"]), (200, "text/event-stream"))
        self.assertRegex(stream.line(), r"^retry: \d+$")
        event = stream.event()
        self.assertEqual((event["id"], event["data"]), ("2", table.match()))
        stream.close()

    def test_clients_do_not_all_reconnect_at_the_same_moment(self):
        table, waits = self.server.create(), set()
        for _ in range(20):
            stream = table.stream()
            name, wait = stream.line().split(": ")
            self.assertEqual(name, "retry")
            self.assertTrue(1000 <= int(wait) < 5000, wait)
            waits.add(wait)
            stream.close()
        self.assertGreater(len(waits), 10)

    def test_every_change_arrives_in_order(self):
        ada, bob = self.server.friends()
        stream = ada.stream()
        self.assertEqual(stream.event()["id"], "2")
        steps = [lambda: ada.post("turns", {"ply": 0, "turn": "e2e4"}), lambda: bob.post("draw", {"ply": 1, "action": "offer"}),
                 lambda: ada.post("draw", {"ply": 1, "action": "decline"}), lambda: bob.post("turns", {"ply": 1, "turn": "e7e5"}),
                 lambda: ada.post("resign", {"ply": 2}), lambda: bob.post("rematch", {})]
        for number, step in enumerate(steps):
            self.assertEqual(step().status, 200)
            event = stream.event()
            self.assertEqual((event["id"], event["data"]), (str(number + 3), ada.match()))
        self.assertIsNotNone(event["data"]["rematch"])
        stream.close()

    def test_refused_requests_send_no_event(self):
        table = self.server.create()
        stream = table.stream()
        stream.event()
        for body in [{"ply": 0, "turn": "e2e5"}, {"ply": 4, "turn": "e2e4"}, {"ply": 0}]:
            self.assertGreaterEqual(table.post("turns", body, "white").status, 400)
        table.play("e2e4")
        self.assertEqual(stream.event()["id"], "2")
        stream.close()

    def test_reconnecting_with_the_last_id(self):
        table = self.server.create()
        table.play("e2e4", "e7e5")
        stream = Stream(self.server, table.id, "Last-Event-ID: 1\r\n")
        self.assertEqual(stream.event()["id"], "3")
        stream.close()

    def test_the_engine_is_seen_thinking(self):
        table = self.server.create(opponent={"kind": "engine", "level": "full"})
        stream = table.stream()
        table.post("turns", {"ply": 0, "turn": "e2e4"})
        event = stream.event("thinking")
        self.assertEqual((event["data"]["thinking"], event["data"]["ply"], "id" in event), (True, 1, False))
        depths = [event["data"]["depth"]]
        while (event := stream.event("thinking"))["data"]["thinking"]:
            depths.append(event["data"]["depth"])
        self.assertEqual(depths, sorted(depths))
        self.assertEqual(table.match()["ply"], 2)
        stream.close()

    def test_a_listener_that_does_not_read_delays_nobody(self):
        table = self.server.create()
        deaf, awake = table.stream(), table.stream()
        awake.event()
        turns = ["g1f3", "g8f6", "f3g1", "f6g8"]
        for ply in range(7):
            self.assertEqual(table.post("turns", {"ply": ply, "turn": turns[ply % 4]}, ["white", "black"][ply % 2]).status, 200)
            self.assertEqual(awake.event()["data"]["ply"], ply + 1)
        # In the end it gets events in increasing order, and the newest one last.
        plies = [deaf.event()["data"]["ply"]]
        while plies[-1] < 7:
            plies.append(deaf.event()["data"]["ply"])
        self.assertEqual(plies, sorted(set(plies)))
        deaf.close()
        awake.close()


class Stopping(ServerTest):
    def test_streams_end_when_the_server_stops(self):
        server = Server()
        table = server.create(opponent={"kind": "engine", "level": "full"})
        stream = table.stream()
        stream.event()
        table.post("turns", {"ply": 0, "turn": "e2e4"})
        self.assertEqual(server.end(), (0, ""))
        while (line := stream.line()) is not None:
            last = line
        self.assertEqual(last, "")
        stream.close()
        server.start()
        self.assertEqual(table.wait(lambda match: match["ply"] == 2)["turns"][0]["turn"], "e2e4")
        self.assertEqual(server.close(), (0, ""))


if __name__ == "__main__":
    main()
