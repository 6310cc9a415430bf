# SPDX-License-Identifier: GPL-3.0-or-later
"""Messages to players: a command that writes files, and time that the test moves."""

import contextlib
import email
import email.header
import email.policy
import glob
import os
import re
import shutil
import sqlite3
import stat
import tempfile
import time
import unittest

from harness import ServerInTime, Stream, main, until

DAY, DELAY = 24 * 60 * 60, 6 * 60
BEA = "bea@example.org"


class Box:
    """A command that stores each message in a file, and what it was started with."""

    SCRIPT = """#!/bin/sh
[ -e {0}/hang ] && echo $$ > {0}/hanging && exec sleep 1000
[ -e {0}/fail ] && echo x >> {0}/failed && exit 75
cat > {0}/part-$$
env > {0}/environment
ls /proc/self/fd > {0}/descriptors
echo "$#:$*" > {0}/arguments
mv {0}/part-$$ {0}/message-$(date +%s%N)
"""

    def __init__(self):
        self.directory = tempfile.mkdtemp(prefix="leaper-mail-")
        self.command = os.path.join(self.directory, "command")
        with open(self.command, "w", encoding="ascii") as script:
            script.write(self.SCRIPT.format(self.directory))
        os.chmod(self.command, stat.S_IRWXU)
        self.seen = 0

    def names(self):
        return sorted(glob.glob(self.directory + "/message-*"))

    def read(self, name):
        with open(os.path.join(self.directory, name), encoding="utf-8") as file:
            return file.read()

    def switch(self, name, on):
        path = os.path.join(self.directory, name)
        if on:
            with open(path, "w", encoding="ascii"):
                pass
        else:
            os.unlink(path)

    def wait(self, name):
        until(lambda: os.path.exists(os.path.join(self.directory, name)), f"{name} did not come")

    def next(self):
        """The next message, as soon as it is there."""
        until(lambda: len(self.names()) > self.seen, "no message came")
        self.seen += 1
        with open(self.names()[self.seen - 1], "rb") as file:
            self.raw = file.read()
        return email.message_from_bytes(self.raw, policy=email.policy.default)

    def close(self):
        shutil.rmtree(self.directory)


def link(message, kind):
    return re.search(rf"https://chess\.example\.org(/mail/{kind}/\S+)", message.get_content())[1]


class MailTest(unittest.TestCase):
    """A server that sends messages."""

    complaints = ""  # what every line says that the server logs

    def setUp(self):
        self.box = Box()
        self.server = ServerInTime("--mail", f"{self.box.command} -t  now", "--url", "https://chess.example.org", "--host", "chess.example.org")

    def tearDown(self):
        status, said = self.server.close()
        self.box.close()
        self.assertEqual(status, 0, said)
        for line in said.splitlines():
            self.assertTrue(self.complaints and self.complaints in line, said)

    def rows(self, columns="color, address, state"):
        with contextlib.closing(sqlite3.connect(self.server.database)) as archive:
            archive.execute("PRAGMA busy_timeout = 60000")
            return archive.execute(f"SELECT {columns} FROM mail ORDER BY color").fetchall()

    def wait_for_rows(self, *rows):
        until(lambda: self.rows() == list(rows), f"the addresses did not become {rows}")

    def wait_for_a_failure(self):
        """Until it has been noted, nobody knows when the next attempt is due."""
        until(lambda: self.rows("failures") == [(1,)], "no failure was noted")

    def leave(self, table, address=BEA, status=200):
        answer = table.post("mail", {"address": address})
        self.assertEqual(answer.status, status, answer.data)
        return answer

    def confirmed(self, table, address=BEA):
        """Leaves an address and confirms it; returns the link that ends the messages."""
        self.leave(table, address)
        message = self.box.next()
        self.assertEqual(self.server.ask("POST", link(message, "confirm"), b"").status, 200)
        return message["List-Unsubscribe"].strip("<>").removeprefix("https://chess.example.org")

    def nothing_more(self, table):
        """No message is on its way: a later one, which asks for a confirmation, is the next to come."""
        self.leave(table, f"end{self.server.milliseconds}@example.org")
        self.assertIn("Messages about", self.box.next()["Subject"])

    def play(self, ada, bob, *turns):
        for turn in turns:
            match = ada.match()
            table = ada if match["state"]["side"] in ada.seats else bob
            self.assertEqual(table.post("turns", {"ply": match["ply"], "turn": turn}).status, 200)


class Messages(MailTest):
    def test_nothing_is_sent_before_a_confirmation(self):
        ada, bob = self.server.friends(clock="3days", name="Ada Evil https://evil.example")
        self.assertEqual(self.server.get("/games").json["mail"], True)
        self.assertEqual(self.leave(bob).json, {"address": BEA, "confirmed": False})
        message = self.box.next()
        self.assertEqual((message["To"].strip("<>"), message["From"]), (BEA, "Leaper <leaper@chess.example.org>"))
        # A stranger is told nothing that somebody else has chosen.
        self.assertNotIn("evil", self.box.raw.decode().lower())
        self.assertNotIn(b"Subject: =?", self.box.raw)
        # The same once more is no reason for another message; and a page that is only looked at confirms nothing.
        self.leave(bob)
        page = self.server.ask("GET", link(message, "confirm"))
        self.assertEqual((page.status, page.headers["Content-Type"]), (200, "text/html; charset=utf-8"))
        self.assertIn(b"<form", page.data)
        self.assertIn("form-action 'self'", page.headers["Content-Security-Policy"])
        self.wait_for_rows(("black", BEA, "asked"))
        self.play(ada, bob, "e2e4")
        self.server.move(DELAY)
        self.nothing_more(ada)

    def test_it_is_your_turn(self):
        ada, bob = self.server.friends(clock="3days", name="Zoë =?x?= 王")
        self.confirmed(bob)
        self.assertEqual(bob.server.get(f"/matches/{bob.id}/mail", token=bob.token).json, {"address": BEA, "confirmed": True})
        self.play(ada, bob, "e2e4")
        self.server.move(DELAY)
        message = self.box.next()
        self.assertEqual(message["Subject"], "It is your turn against Zoë =?x?= 王 in Chess: 2 days left")
        self.assertNotIn(b"\r", self.box.raw)
        self.assertTrue(self.box.raw.isascii())
        self.assertTrue(all(len(line) <= 998 for line in self.box.raw.splitlines()))
        self.assertIn(f"https://chess.example.org/#/match/{bob.id}", message.get_content())
        self.assertNotIn(bob.token, self.box.raw.decode())
        self.assertEqual(message["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click")
        for name in ("Date", "Message-ID", "MIME-Version"):
            self.assertTrue(message[name])
        # Once more when a day is left, and never again.
        self.server.move(2 * DAY)
        self.assertIn("time is short", self.box.next()["Subject"])
        self.server.move(DAY / 2)
        self.nothing_more(ada)

    def test_what_the_command_gets(self):
        os.environ["SECRET_OF_THE_SERVER"] = "x"
        self.addCleanup(os.environ.pop, "SECRET_OF_THE_SERVER")
        self.server.end()
        self.server.environment = {**self.server.environment, "SECRET_OF_THE_SERVER": "x"}
        self.server.start()
        _, bob = self.server.friends(clock="3days")
        self.leave(bob)
        self.box.next()
        names = {line.split("=")[0] for line in self.box.read("environment").splitlines()}
        self.assertEqual(names - {"PWD", "OLDPWD", "SHLVL", "_"}, {"PATH", "HOME", "LC_ALL"})
        # The three of every program, and the one with which ls reads the list.
        self.assertEqual(self.box.read("descriptors").split(), ["0", "1", "2", "3"])
        self.assertEqual(self.box.read("arguments").strip(), "2:-t now")

    def test_who_is_there_gets_no_message(self):
        ada, bob = self.server.friends(clock="3days")
        self.confirmed(bob)
        stream = Stream(self.server, bob.id, f"Authorization: Bearer {bob.token}\r\n")
        stream.event()
        self.play(ada, bob, "e2e4")
        self.server.move(DELAY)
        self.nothing_more(ada)
        stream.close()
        # Within a second the server knows that nobody is there; it looks every five minutes of its time.
        while len(self.box.names()) == self.box.seen:
            self.server.move(DELAY)
            time.sleep(0.2)
        self.assertIn("It is your turn", self.box.next()["Subject"])

    def test_who_only_watches_does_not_count(self):
        ada, bob = self.server.friends(clock="3days")
        self.confirmed(bob)
        stream = ada.stream()
        stream.event()
        self.play(ada, bob, "e2e4")
        self.server.move(DELAY)
        self.assertIn("It is your turn", self.box.next()["Subject"])
        stream.close()

    def test_turns_at_once_are_no_reason(self):
        ada, bob = self.server.friends(clock="3days")
        self.confirmed(bob)
        self.play(ada, bob, "e2e4", "e7e5", "g1f3", "b8c6")
        self.server.move(DELAY)
        self.nothing_more(ada)

    def test_the_end_is_told_and_everything_deleted(self):
        ada, bob = self.server.friends(clock="3days")
        self.confirmed(bob)
        self.leave(ada, "ada@example.org")
        self.box.next()
        self.play(ada, bob, "e2e4")
        self.assertEqual(ada.post("resign", {"ply": 1}).status, 200)
        message = self.box.next()
        self.assertIn("over", message["Subject"])
        self.assertIn("Black wins", message.get_content())
        self.wait_for_rows()
        answer = self.leave(bob, status=409)
        self.assertEqual(answer.code, "match-over")

    def test_a_flag_that_falls_is_told(self):
        ada, bob = self.server.friends(clock="2h")
        self.confirmed(bob)
        self.play(ada, bob, "e2e4", "e7e5")
        self.server.move(2 * 60 * 60 + 1)
        self.assertIn("over", self.box.next()["Subject"])

    def test_one_click_ends_it(self):
        ada, bob = self.server.friends(clock="3days")
        stop = self.confirmed(bob)
        page = self.server.ask("GET", stop)
        self.assertIn(b"<form", page.data)
        self.assertEqual(self.rows(), [("black", BEA, "confirmed")])
        for wrong in (stop[:-1] + ("A" if stop[-1] != "A" else "B"), stop.replace("black", "white"), stop + "A",
                      stop.replace("stop", "confirm"), "/mail/", "/mail/stop", "/mail/stop/x/black/", stop.replace(bob.id, ada.id[:-1])):
            self.assertEqual(self.server.ask("POST", wrong, b"").status, 404, wrong)
        self.assertEqual(self.rows(), [("black", BEA, "confirmed")])
        self.assertEqual(self.server.ask("DELETE", stop).status, 405)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        self.assertEqual(self.server.ask("POST", stop, b"List-Unsubscribe=One-Click", headers=form).status, 200)
        self.assertEqual(self.rows(), [])
        self.assertEqual(self.server.ask("POST", stop, b"List-Unsubscribe=One-Click", headers=form).status, 200)
        # Pages of other servers cannot press the button.
        self.assertEqual(self.server.ask("POST", stop, b"", headers={"Origin": "https://evil.example"}).status, 403)
        self.play(ada, bob, "e2e4")
        self.server.move(DELAY)
        self.nothing_more(ada)

    def test_it_is_taken_back(self):
        _, bob = self.server.friends(clock="3days")
        self.confirmed(bob)
        self.assertEqual(self.leave(bob, None).json, {"address": None, "confirmed": False})
        self.assertEqual(self.rows(), [])

    def test_what_is_refused(self):
        ada, bob = self.server.friends(clock="3days")
        for wrong in ["", "bea", "bea@", "@example.org", "bea@example", "bea@example.org\n", "bea@example.org\r\nBcc: x@example.org",
                      "bea@example.org, x@example.org", "<bea@example.org>", "Bea <bea@example.org>", "be a@example.org", "bea@[127.0.0.1]",
                      "bea@127.0.0.1", "-bea@example.org", "|bea@example.org", "bea..b@example.org", ".bea@example.org", "bea.@example.org",
                      "bea@-example.org", "bea@example..org", "b\u00e9a@example.org", "bea@ex\u00e4mple.org", "x" * 65 + "@example.org",
                      "bea@" + "x" * 64 + ".org", "bea@" + "x." * 126 + "org", '"bea"@example.org', "bea%x@example.org", 5, {}, ["bea@example.org"]]:
            answer = bob.post("mail", {"address": wrong})
            self.assertEqual((answer.status, answer.code, answer.at), (400, "bad-field", "address"), wrong)
        self.assertEqual(bob.post("mail", {}).code, "missing-field")
        self.assertEqual(bob.post("mail", {"address": BEA, "to": BEA}).code, "unknown-field")
        path = f"/matches/{bob.id}/mail"
        self.assertEqual(self.server.post(path, {"address": BEA}).code, "no-token")
        self.assertEqual(self.server.post(path, {"address": BEA}, token="x" * 32).code, "bad-token")
        self.assertEqual(self.server.get(path).code, "no-token")
        for body in ({"clock": "5+3"}, {"clock": "30m"}, {}):
            quick, _ = self.server.friends(**body)
            self.assertEqual(quick.post("mail", {"address": BEA}).code, "no-mail")
        self.assertEqual(self.server.create(clock="3days").post("mail", {"address": BEA}).code, "no-mail")
        self.assertEqual(self.rows(), [])
        # The other player is never told.
        self.leave(bob)
        self.box.next()
        self.assertNotIn(BEA, self.server.get(f"/matches/{bob.id}", token=ada.token).data.decode())
        self.assertEqual(self.server.get(path, token=ada.token).json, {"address": None, "confirmed": False})

    def test_an_address_that_nobody_confirms_is_forgotten(self):
        _, bob = self.server.friends(clock="14days")
        self.leave(bob)
        message = self.box.next()
        self.wait_for_rows(("black", BEA, "asked"))
        self.server.move(3 * DAY + 60)
        self.wait_for_rows()
        self.assertEqual(self.server.ask("POST", link(message, "confirm"), b"").status, 404)

    def test_a_stranger_is_not_bombarded(self):
        tables = [self.server.friends(clock="3days")[1] for _ in range(4)]
        for number, table in enumerate(tables):
            self.leave(table, f"Bea+{number}@example.org")
        for _ in range(2):
            self.box.next()
        # Whatever stands after the plus, it is the same box. Another one is asked at once, so nothing is held up.
        self.leave(self.server.friends(clock="3days")[1], "other@example.org")
        self.assertEqual(self.box.next()["To"].strip("<>"), "other@example.org")
        self.server.move(DAY)
        for _ in range(2):
            self.assertIn("Bea+", self.box.next()["To"])

    def test_the_match_may_be_deleted(self):
        host = self.server.create(opponent={"kind": "friend"}, clock="3days")
        self.leave(host)
        self.box.next()
        self.assertEqual(host.post("cancel", {}).status, 200)
        self.wait_for_rows()


class Trouble(MailTest):
    """Commands that fail and hang."""

    complaints = "the command for mail "

    def test_a_command_that_fails_is_tried_again(self):
        self.box.switch("fail", True)
        _, bob = self.server.friends(clock="3days")
        self.leave(bob)
        self.box.wait("failed")
        self.wait_for_a_failure()
        self.box.switch("fail", False)
        self.server.move(61)
        self.assertEqual(self.box.next()["To"].strip("<>"), BEA)
        self.wait_for_rows(("black", BEA, "asked"))

    def test_a_command_that_hangs_is_killed_and_holds_nobody_up(self):
        self.box.switch("hang", True)
        ada, bob = self.server.friends(clock="3days")
        quick, _ = self.server.friends(clock="1+0")
        self.leave(bob)
        self.box.wait("hanging")
        self.play(ada, bob, "e2e4")
        self.server.move(DELAY)
        self.assertEqual(quick.wait(lambda match: match["result"] != "ongoing")["reason"], "aborted")
        pid = int(self.box.read("hanging"))
        until(lambda: not os.path.exists(f"/proc/{pid}"), "the command lives on")
        self.wait_for_a_failure()
        self.box.switch("hang", False)
        self.server.move(61)
        self.box.next()

    def test_a_command_is_killed_with_the_server(self):
        self.complaints = ""
        self.box.switch("hang", True)
        _, bob = self.server.friends(clock="3days")
        self.leave(bob)
        self.box.wait("hanging")
        self.assertEqual(self.server.end(), (0, ""))
        self.assertFalse(os.path.exists(f"/proc/{int(self.box.read('hanging'))}"))
        self.box.switch("hang", False)
        self.server.start()
        self.server.move(601)
        self.assertEqual(self.box.next()["To"].strip("<>"), BEA)


if __name__ == "__main__":
    main()
