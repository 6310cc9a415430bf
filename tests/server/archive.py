# SPDX-License-Identifier: GPL-3.0-or-later
"""The database while a server is using it: backed up, checked, pruned, deleted, on a full disk, and matches that expire."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest

from harness import PATIENCE, PROGRAM, Server, main, until


def archive(*words):
    done = subprocess.run([PROGRAM, "archive", *words], capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout.strip(), done.stderr.strip()


class Care(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(lambda: self.server.close())

    def test_a_backup_of_a_running_server_is_a_whole_database(self):
        server, copy = self.server, os.path.join(self.server.directory, "copy.db")
        tables = [server.create(game="fuel") for _ in range(3)]
        for table in tables:
            table.play("e2e4", "e7e5")
        self.assertEqual(archive("backup", copy, "--db", server.database), (0, f"copied to {copy}; matches: 3", ""))
        self.assertEqual(archive("check", copy), (0, "matches: 3, turns: 6, faults: 0", ""))
        before = [table.match() for table in tables]
        tables[0].play("g1f3")
        status, _, said = archive("backup", copy, "--db", server.database)
        self.assertEqual(status, 1)
        self.assertIn("a file with that name exists", said)
        self.assertEqual(server.end(), (0, ""))
        self.assertEqual([name for name in os.listdir(server.directory) if name.startswith("copy")], ["copy.db"])
        server.database = copy
        server.start()
        self.assertEqual([table.match() for table in tables], before)

    def test_check_names_each_defect(self):
        server = self.server
        good, decayed, wrong = (server.create(game="fuel") for _ in range(3))
        for table in (good, decayed, wrong):
            table.play("e2e4", "e7e5", "g1f3")
        self.assertEqual(archive("check", server.database), (0, "matches: 3, turns: 9, faults: 0", ""))
        self.assertEqual(server.end(), (0, ""))
        connection = sqlite3.connect(server.database)
        of = "match = (SELECT number FROM matches WHERE id = ?)"
        connection.execute(f"UPDATE turns SET turn = 'e7e6' WHERE ply = 1 AND {of}", (decayed.id,))
        # A match with the turns of another one and correct checksums: not damaged, but against the rules.
        connection.execute(f"DELETE FROM seats WHERE color = 'black' AND {of}", (wrong.id,))
        connection.commit()
        connection.close()
        status, said, _ = archive("check", server.database)
        self.assertEqual(status, 1)
        self.assertIn(f"turn 1 of match {decayed.id}", said)
        self.assertIn(f"there are not two seats: match {wrong.id}", said)
        self.assertNotIn(good.id, said)
        server.start()
        self.assertEqual(len(good.match()["turns"]), 3)
        answer = server.get(f"/matches/{decayed.id}")
        self.assertEqual((answer.status, answer.code), (500, "database"))
        self.assertEqual(archive("check", "/nowhere/at/all.db")[0], 1)

    def test_check_accepts_every_way_in_which_a_match_can_end(self):
        server = self.server
        waiting = server.create(opponent={"kind": "friend"})
        self.assertEqual(waiting.post("cancel", {}).json["reason"], "cancelled")
        ada, bob = server.friends()
        ada.post("draw", {"ply": 0, "action": "offer"})
        self.assertEqual(bob.post("draw", {"ply": 0, "action": "accept"}).json["reason"], "agreement")
        ada, bob = server.friends()
        self.assertEqual(bob.post("resign", {"ply": 0}).json["reason"], "resignation")
        mated = server.create()
        self.assertEqual(mated.play("f2f3", "e7e5", "g2g4", "d8h4")["reason"], "checkmate")
        self.assertEqual(archive("check", server.database), (0, "matches: 4, turns: 4, faults: 0", ""))

    def test_prune_deletes_old_matches(self):
        server = self.server
        ended, ongoing = server.create(), server.create()
        ended.play("e2e4")
        ended.post("resign", {"ply": 1}, seat="white")
        again = ended.post("rematch", {}).json["match"]["id"]
        ongoing.play("e2e4")
        status, _, said = archive("prune", server.database, "--older", "0")
        self.assertEqual(status, 1)
        self.assertIn("another Leaper is using this database", said)
        self.assertEqual(server.end(), (0, ""))
        time.sleep(1.1)
        self.assertEqual(archive("prune", server.database, "--older", "1"), (0, "deleted: 0 finished, 0 unfinished", ""))
        dry = archive("prune", server.database, "--older", "0", "--dry-run")
        self.assertEqual(dry, (0, "would be deleted: 1 finished, 2 unfinished", ""))
        # Whoever only asks changes nothing: not even a database of an older version is brought up to date.
        with contextlib.closing(sqlite3.connect(server.database)) as older:
            version = older.execute("PRAGMA user_version").fetchone()[0]
            older.execute(f"PRAGMA user_version = {version - 1}")
        status, _, said = archive("prune", server.database, "--older", "0", "--dry-run")
        self.assertEqual(status, 1)
        self.assertIn("older version of Leaper", said)
        with contextlib.closing(sqlite3.connect(server.database)) as older:
            self.assertEqual(older.execute("PRAGMA user_version").fetchone()[0], version - 1)
            older.execute(f"PRAGMA user_version = {version}")
        self.assertEqual(archive("prune", server.database, "--older", "0s", "--finished"),
                         (0, "deleted: 1 finished, 0 unfinished", ""))
        server.start()
        self.assertEqual(server.get(f"/matches/{ended.id}").status, 404)
        self.assertEqual(server.get(f"/matches/{again}").json["series"]["totals"], {"white": 1, "black": 0})
        self.assertEqual(len(ongoing.match()["turns"]), 1)
        self.assertEqual(server.end(), (0, ""))
        self.assertEqual(archive("check", server.database), (0, "matches: 2, turns: 1, faults: 0", ""))
        for words in (["prune"], ["prune", "--older", "x"], ["prune", "--older", "5w"], ["backup"], ["bakup"]):
            self.assertEqual(archive(*words)[0], 2, words)


    def test_prune_keeps_damaged_matches_and_continues(self):
        server = self.server
        first, decayed, last = server.create(), server.create(), server.create()
        for match in (first, decayed, last):
            match.play("e2e4")
            match.post("resign", {"ply": 1}, seat="white")
        # The rematch of a damaged match cannot be deleted either: the damaged row refers to it.
        rematch = decayed.post("rematch", {}).json["match"]["id"]
        self.assertEqual(server.end(), (0, ""))
        connection = sqlite3.connect(server.database)
        connection.execute("UPDATE matches SET points = 7 WHERE id = ?", (decayed.id,))
        connection.commit()
        connection.close()
        time.sleep(1.1)
        status, dry, _ = archive("prune", server.database, "--older", "0", "--dry-run")
        self.assertEqual((status, dry), (1, "would be deleted: 2 finished, 1 unfinished"))
        status, said, complaints = archive("prune", server.database, "--older", "0")
        self.assertEqual((status, said), (1, "deleted: 2 finished, 0 unfinished"))
        damage = f"the database is damaged: match {decayed.id} is corrupt"
        self.assertEqual(complaints.splitlines(), [f"leaper archive prune: match {decayed.id} is kept: {damage}",
                                                   f"leaper archive prune: match {rematch} is kept: {damage}"])
        server.start()
        for gone in (first, last):
            self.assertEqual(server.get(f"/matches/{gone.id}").status, 404)


class Trouble(unittest.TestCase):
    def test_matches_without_a_turn_expire(self):
        # Long enough to play a turn even on a busy machine.
        server = Server("--expire", "8s")
        played = server.create()
        played.play("e2e4")
        watched = server.create()
        stream = watched.stream()
        stream.event()
        ended = server.create()
        ended.play("e2e4")
        ended.post("resign", {"ply": 1}, seat="white")
        again = ended.post("rematch", {}).json["match"]["id"]
        left = [server.create().id for _ in range(70)]
        until(lambda: all(server.get(f"/matches/{id}").status == 404 for id in [*left, again]))
        self.assertEqual(len(played.match()["turns"]), 1)
        self.assertEqual(watched.match()["ply"], 0)
        # Its rematch is gone, and there can be a new one.
        self.assertIsNone(ended.match()["rematch"])
        self.assertEqual(ended.post("rematch", {}).status, 200)
        self.assertEqual(len(server.get("/matches?limit=100").json["matches"]), 4)
        stream.close()
        until(lambda: server.get(f"/matches/{watched.id}").status == 404)
        self.assertEqual(server.close(), (0, ""))

    def test_a_damaged_match_does_not_keep_others_from_expiring(self):
        server = Server()
        ended, other = server.create(), server.create()
        ended.post("resign", {"ply": 0}, seat="white")
        again = ended.post("rematch", {}).json["match"]["id"]
        self.assertEqual(server.end(), (0, ""))
        connection = sqlite3.connect(server.database)
        connection.execute("UPDATE matches SET points = 7, ply = 1 WHERE id = ?", (ended.id,))
        connection.commit()
        connection.close()
        server.options += ["--expire", "1s"]
        server.start()
        until(lambda: server.get(f"/matches/{other.id}").status == 404)
        # The match that refers to it is damaged.
        self.assertNotEqual(server.get(f"/matches/{again}").status, 404)
        self.assertEqual(server.close(), (0, ""))

    def test_with_its_database_deleted_the_server_refuses_changes_and_health_says_so(self):
        server = Server()
        table = server.create()
        table.play("e2e4")
        aside = server.database + "-aside"
        os.rename(server.database, aside)
        answer = server.get("/health")
        self.assertEqual((answer.status, answer.code), (503, "database"))
        answer = table.post("turns", {"ply": 1, "turn": "e7e5"}, seat="black")
        self.assertEqual((answer.status, answer.code), (500, "database"))
        self.assertIn("moved or deleted", answer.json["error"]["message"])
        self.assertEqual(server.post("/matches", {"game": "chess"}).code, "database")
        self.assertEqual(len(table.match()["turns"]), 1)
        os.rename(aside, server.database)
        self.assertEqual(server.get("/health").status, 200)
        table.play("e7e5")
        server.kill()
        server.start()
        self.assertEqual(len(table.match()["turns"]), 2)
        self.assertEqual(server.close(), (0, ""))

    @staticmethod
    def killed_while_an_engine_thinks(server):
        """Kills the server at such a moment and returns the match; if it was too late, restarts the server."""
        table = server.create(color="black", opponent={"kind": "engine", "level": "strong"})
        server.kill()
        connection = sqlite3.connect(server.database)
        ply = connection.execute("SELECT ply FROM matches WHERE id = ?", (table.id,)).fetchone()[0]
        connection.close()
        if ply:
            server.start()
        return None if ply else table

    def test_on_a_full_disk_matches_can_be_read_and_the_server_recovers(self):
        directory = tempfile.mkdtemp(prefix="leaper-small-")
        self.addCleanup(shutil.rmtree, directory)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", directory], capture_output=True, check=False).returncode:
            self.skipTest("no file system of a known size can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", directory], check=True)
        server = Server()
        self.addCleanup(shutil.rmtree, server.directory, ignore_errors=True)
        self.assertEqual(server.end(), (0, ""))
        server.database = os.path.join(directory, "games.db")
        server.start()
        table = server.create(game="fuel", parameters={"fuel": 999})
        table.play("e2e4", "e7e5")
        before = table.match()
        text = "[quick:chess]\nnFoldRule = 2\n"
        invented = server.create(game="quick", variants=text)
        kept = lambda: [line for line in server.ask("GET", "/metrics").data.decode().splitlines() if line.startswith(("leaper_texts ", "leaper_texts_bytes "))]
        one = ["leaper_texts 1", f"leaper_texts_bytes {len(text)}"]
        filler = os.path.join(directory, "filler")

        def fill():
            with open(filler, "wb", buffering=0) as file:
                try:
                    while file.write(b"\0" * 4096):
                        pass
                except OSError:
                    pass

        fill()
        until(lambda: table.post("turns", {"ply": table.match()["ply"], "turn": "g1f3"}, seat="white").status == 500)
        # Even if there is room for less than a turn.
        self.assertEqual(server.get("/health").status, 503)
        self.assertEqual(table.match(), before)
        # A text that does not fit leaves nothing behind.
        large = {"game": "quick", "variants": text.ljust(65536, "#"), "opponent": {"kind": "local"}}
        self.assertEqual(server.post("/matches", large).code, "database")
        self.assertEqual((kept(), invented.match()["variants"]), (one, text))
        os.unlink(filler)
        until(lambda: server.get("/health").status == 200)
        # Shut down cleanly, and restarted when there is no room for anything.
        self.assertEqual(server.end()[0], 0)
        fill()
        server.start()
        self.assertEqual(table.match(), before)
        self.assertEqual((kept(), invented.match()["variants"]), (one, text))
        self.assertEqual(len(server.get("/matches?status=ongoing").json["matches"]), 2)
        self.assertEqual(server.get("/health").status, 503)
        self.assertEqual(table.post("turns", {"ply": 2, "turn": "g1f3"}, seat="white").code, "database")
        os.unlink(filler)
        until(lambda: server.get("/health").status == 200)
        table.play("g1f3")
        invented.play("e2e4")
        self.assertEqual(server.post("/matches", large).status, 201)
        self.assertEqual(kept(), ["leaper_texts 2", f"leaper_texts_bytes {len(text) + 65536}"])
        # An engine does not keep searching for a turn that cannot be written.
        thinking = until(lambda: self.killed_while_an_engine_thinks(server))
        fill()
        server.start()
        searches = lambda: [line for line in server.ask("GET", "/metrics").data.decode().splitlines()
                            if line.startswith("leaper_engine_searches_total ")]
        until(searches)
        time.sleep(4)
        self.assertIn(searches(), (["leaper_engine_searches_total 1"], ["leaper_engine_searches_total 2"]))
        server.kill()
        os.unlink(filler)
        server.start()
        thinking.wait(lambda match: match["ply"] == 1)
        server.kill()
        server.start()
        self.assertEqual(len(table.match()["turns"]), 3)
        self.assertEqual(server.end(), (0, ""))


if __name__ == "__main__":
    main()
