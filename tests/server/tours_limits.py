# SPDX-License-Identifier: GPL-3.0-or-later
"""Tour requests are answered by a process under system limits, which ends when the client disconnects."""

import http.client
import json
import os
import select
import signal
import subprocess
import unittest

from harness import PATIENCE, PROGRAM, Server, ServerTest, main, until

# Boards on which single steps of a count would take minutes and gigabytes without limits.
EVIL = [{"board": "7x8", "leaper": "NC+NZ", "open": True}, {"board": "8x8", "leaper": "NC+NZ"},
        {"board": "8x8", "leaper": "K+N+NZ+NC"}]
MEMORY = 384 << 20
SMALL = {"board": "8/7*/7*"}  # quickly counted, and not among the known numbers


def children(pid):
    """The processes that the process has started and that are still running."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(name))
    return found


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def is_worker(pid):
    """Whether the process has become the program and has set its limits."""
    return limits(pid).get("Max file size") == ("0", "0")


def limits(pid):
    try:
        with open(f"/proc/{pid}/limits") as file:
            rows = file.read().splitlines()[1:]
    except OSError:
        return {}
    return {row[:26].strip(): tuple(row[26:].split()[:2]) for row in rows}


def ask(server, what="count", number=1, **body):
    """Sends a request from the address with that number, without waiting for the answer."""
    client = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE, source_address=(f"127.0.0.{number}", 0))
    client.request("POST", "/api/tours/" + what, json.dumps(body or EVIL[0]), {"Content-Type": "application/json"})
    return client


def worker(server):
    return until(lambda: [pid for pid in children(server.process.pid) if is_worker(pid)])[0]


class Bounds(ServerTest):
    def processor_of_children(self):
        with open(f"/proc/{self.server.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return sum(map(int, fields[13:15])) / os.sysconf("SC_CLK_TCK")

    def test_the_system_enforces_the_limits(self):
        client = ask(self.server)
        pid = worker(self.server)
        kept = limits(pid)
        self.assertEqual(kept["Max file size"], ("0", "0"))
        self.assertEqual(kept["Max core file size"], ("0", "0"))
        self.assertEqual(kept["Max cpu time"][0], "3")
        if kept["Max address space"][0] != "unlimited":  # under a sanitizer, whose tables need terabytes
            self.assertEqual(kept["Max address space"], (str(MEMORY), str(MEMORY)))
        with open(f"/proc/{pid}/status") as file:
            self.assertIn("NoNewPrivs:\t1", file.read())
        # None of the server's files and sockets.
        self.assertLessEqual(len(os.listdir(f"/proc/{pid}/fd")), 3)
        client.close()

    def test_the_limits_hold_on_boards_that_are_too_hard(self):
        for what in ["count", "random", "estimate"]:
            for body in EVIL:
                with self.subTest(what=what, **body):
                    before = self.processor_of_children()
                    answer = self.server.post("/tours/" + what, body)
                    self.assertEqual(answer.status, 200, answer.data)
                    self.assertLessEqual(self.processor_of_children() - before, 4.5)
                    if what == "count":
                        self.assertIsNone(answer.json["count"])
                        self.assertIn("order of magnitude", answer.json["reason"])
                    elif what == "random":
                        self.assertLessEqual(len(answer.json["tours"]), 1)
                    else:
                        self.assertTrue(answer.json["logs"] or answer.json["reason"])

    def test_a_request_that_exceeds_the_limits_is_retried_by_a_cheaper_method(self):
        client = ask(self.server, "random", **EVIL[1])
        os.kill(worker(self.server), signal.SIGKILL)  # as the system does when memory is short
        answer = json.loads(client.getresponse().read())
        self.assertIn(answer["distribution"], ["walk", "single", None])
        client.close()

    def test_disconnecting_cancels_the_request(self):
        client = ask(self.server)
        pid = worker(self.server)
        client.close()
        until(lambda: not is_alive(pid))
        # Pipelined requests do not hide that the connection is closed.
        body = json.dumps(EVIL[0]).encode()
        connection = self.server.connect()
        connection.sendall(b"POST /api/tours/count HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                           b"Content-Length: %d\r\n\r\n%sGET /api/health HTTP/1.1\r\n" % (len(body), body))
        pid = worker(self.server)
        connection.close()
        until(lambda: not is_alive(pid))

    def test_waiting_clients_that_disconnect_make_room(self):
        # No client may have so many requests that there is no room for others.
        clients = [ask(self.server, number=2 + number) for number in range(14)]
        refused = 0
        while not refused:
            answered = select.select([client.sock for client in clients], [], [], PATIENCE)[0]
            self.assertTrue(answered, "nobody was refused")
            for client in [client for client in clients if client.sock in answered]:
                refused += client.getresponse().status == 503
                clients.remove(client)
        for client in clients:
            client.close()

        def answered():
            answer = self.server.post("/tours/count", SMALL)
            return answer if answer.status not in (429, 503) else None
        self.assertEqual(until(answered).json["count"], "4")
        until(lambda: not children(self.server.process.pid))

    def test_only_the_server_may_start_the_process(self):
        for arguments in [[], ["count"], ["count", "1", "3"], ["count", "x", "3"], ["dance", "1", "3"]]:
            done = subprocess.run([PROGRAM, "answer-about-tours", *arguments], input=b'{"board":"5x6"}', capture_output=True)
            self.assertNotEqual(done.returncode, 0)
            self.assertEqual(done.stdout, b"")
            self.assertIn(b"this command is internal", done.stderr)
        shown = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True).stdout
        self.assertNotIn("answer-about-tours", shown)
        self.assertNotIn("(null)", shown)


class End(unittest.TestCase):
    def test_the_process_ends_with_the_server(self):
        for how in [signal.SIGTERM, signal.SIGKILL]:
            server = Server()
            clients = [ask(server) for _ in range(4)]
            workers = until(lambda: (pids := children(server.process.pid)) if len(children(server.process.pid)) == 2 else None)
            until(lambda: all(map(is_worker, workers)))
            status, said = server.end(how)
            self.assertEqual((status, said), (-how if how == signal.SIGKILL else 0, ""))
            for pid in workers:
                until(lambda: not is_alive(pid))
            for client in clients:
                client.close()
            server.close()

    def test_a_crash_is_reported_and_affects_nobody_else(self):
        server = Server()
        client = ask(server)
        os.kill(worker(server), signal.SIGABRT)
        response = client.getresponse()
        self.assertEqual((response.status, json.loads(response.read())["error"]["code"]), (500, "internal"))
        client.close()
        self.assertEqual(server.post("/tours/count", SMALL).json["count"], "4")
        status, said = server.close()
        self.assertEqual(status, 0)
        self.assertIn("signal 6", said)


if __name__ == "__main__":
    main()
