# SPDX-License-Identifier: GPL-3.0-or-later
"""Matches whose game is defined by a text that came with them: created, shown, played, kept through kill -9 and restarts, pruned; and
texts that are wrong, or meant to do harm."""

import concurrent.futures
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

from harness import PATIENCE, PROGRAM, Server, ServerTest, Stream, main

# Knights move like queens, too, and a parameter says how often a position may occur.
TEXT = """# an invented game
[quick:chess]
title = Quick Chess
summary = Knights move like queens, too.
parameter = folds Folds 2..9 = 3: so often a position may occur
parameter = taste Taste sweet|sour|7 = sour: a word without meaning
nFoldRule = $folds
customPiece1 = n:QN
knight = -
"""
SAME = "\r\n".join(line for line in TEXT.splitlines() if not line.startswith("#")) + "\r\n; the end\r\n"
OTHER = TEXT.replace("n:QN", "n:RN")
WRONG = "[one:chess]\nnFoldRul = 3\n\n[two:chess]\nmaxFile = 99\n"


def archive(*words):
    done = subprocess.run([PROGRAM, "archive", *words], capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout.strip(), done.stderr.strip()


def check_pgn(pgn):
    """What the program says of a PGN that was downloaded, without any file."""
    done = subprocess.run([PROGRAM, "pgn", "check", "-"], input=pgn, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout + done.stderr


def database(server, question):
    connection = sqlite3.connect(server.database)
    try:
        return connection.execute(question).fetchall()
    finally:
        connection.close()


def make_older(path):
    """Rewrites a database as version 3 had it, before matches could carry texts."""
    older = path + "-older"
    connection = sqlite3.connect(older)
    connection.execute("ATTACH ? AS new", (path,))
    for table, name, sql in connection.execute("SELECT tbl_name, name, sql FROM new.sqlite_schema WHERE sql IS NOT NULL").fetchall():
        if table not in ("texts", "served", "mail", "keys") and name not in ("matches_by_text", "matches_by_deadline"):
            sql = sql.replace(" AND paired = 0 AND deadline IS NULL", "")
            connection.execute(sql.split(", text INTEGER")[0] + ") STRICT" if name == "matches" else sql.replace(", left INTEGER", ""))
    for (name,) in connection.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table'").fetchall():
        columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({name})"))
        connection.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM new.{name}")
    connection.commit()
    connection.execute("PRAGMA main.application_id = 0x4c656170")
    connection.execute("PRAGMA main.user_version = 3")
    connection.close()
    os.replace(older, path)


class Play(ServerTest):
    def quick(self, **more):
        return self.server.create(**{"game": "quick", "variants": TEXT, **more})

    def test_the_match_carries_the_text(self):
        table = self.quick(parameters={"folds": 4, "taste": "7"})
        match = table.match()
        self.assertEqual((match["game"], match["title"], match["variants"]), ("quick", "Quick Chess", TEXT))
        self.assertRegex(match["hash"], "^[0-9a-f]{16}$")
        self.assertEqual(match["parameters"], {"folds": 4, "taste": "7"})
        entry = next(one for one in self.server.get("/matches?limit=100").json["matches"] if one["id"] == table.id)
        self.assertEqual({key: match[key] for key in ("game", "title", "hash", "parameters")},
                         {key: entry[key] for key in ("game", "title", "hash", "parameters")})
        self.assertNotIn("variants", entry)
        table.play("b1c3", "a7a6", "c3c6")
        stream = table.stream()
        self.assertEqual(stream.event()["data"]["variants"], TEXT)
        stream.close()

    def test_only_first_answers_carry_the_text(self):
        created = self.server.post("/matches", {"game": "quick", "variants": TEXT, "opponent": {"kind": "friend"}, "color": "white"}).json
        path, white = f"/matches/{created['match']['id']}", created["seats"]["white"]
        joined = self.server.post(path + "/join", {"join": created["join"], "name": "Bob"}).json
        stream = Stream(self.server, created["match"]["id"])
        first = [created["match"], joined["match"], self.server.get(path).json, stream.event()["data"]]
        later = [self.server.post(path + "/turns", {"ply": 0, "turn": "e2e4"}, token=white).json, stream.event()["data"]]
        stale = self.server.post(path + "/turns", {"ply": 0, "turn": "d2d4"}, token=white)
        self.assertEqual((stale.status, stale.code), (409, "stale-ply"))
        later += [stale.json["match"], self.server.post(path + "/resign", {"ply": 1}, token=white).json, stream.event()["data"]]
        again = self.server.post(path + "/rematch", {}, token=white).json["match"]
        later.append(stream.event()["data"])
        stream.close()
        self.assertEqual([match["variants"] for match in (*first, again)], [TEXT] * 5)
        for match in later:
            self.assertNotIn("variants", match)
            self.assertEqual((match["hash"], match["title"], match["ply"]), (again["hash"], "Quick Chess", 1))
        self.assertEqual(self.server.get(path).json, {**later[-1], "variants": TEXT})

    def test_matches_of_the_programs_own_games_are_as_ever(self):
        match = self.server.create(game="fuel").match()
        self.assertFalse({"variants", "hash", "title"} & set(match))
        # A text is not kept for a game that is not in it.
        self.assertNotIn("variants", self.server.create(game="fuel", variants=TEXT).match())

    def test_lists_find_games_that_only_a_text_defines(self):
        table = self.quick()
        self.server.create(game="fuel")
        found = self.server.get("/matches?game=quick&limit=100").json["matches"]
        self.assertEqual(found[0]["id"], table.id)
        self.assertEqual({one["game"] for one in found}, {"quick"})
        self.assertEqual(self.server.get("/matches?game=quik").code, "bad-query")

    def test_texts_are_counted(self):
        def counted():
            lines = self.server.ask("GET", "/metrics").data.decode().splitlines()
            return {name: float(value) for name, value in (line.split() for line in lines if line.startswith("leaper_texts_"))}

        before = counted()
        self.quick()
        self.server.post("/variants/check", {"variants": TEXT})
        self.server.post("/variants/check", {"variants": WRONG})
        now = counted()
        for end, number in ("read", 2), ("faults", 1):
            name = f'leaper_texts_total{{end="{end}"}}'
            self.assertEqual(now[name] - before.get(name, 0), number)
        self.assertGreater(now["leaper_texts_processor_seconds_total"], before["leaper_texts_processor_seconds_total"])

    def test_same_definition_same_hash(self):
        first, same, other = (self.quick(variants=text).match() for text in (TEXT, SAME, OTHER))
        self.assertEqual(first["hash"], same["hash"])
        self.assertNotEqual(first["hash"], other["hash"])
        self.assertEqual(same["variants"], SAME)

    def test_game_may_be_left_out_if_there_is_one(self):
        answer = self.server.post("/matches", {"variants": TEXT, "opponent": {"kind": "local"}})
        self.assertEqual((answer.status, answer.json["match"]["game"]), (201, "quick"))
        two = TEXT + "[quicker:quick]\nnFoldRule = 2\n"
        self.refused(self.server.post("/matches", {"variants": two}), 400, "missing-field", "game")
        self.assertEqual(self.quick(variants=two, game="QUICKER").match()["game"], "quicker")

    def test_the_text_the_game_and_pgn_can_be_downloaded(self):
        table = self.quick(parameters={"folds": 2})
        table.play("g1f3", "h7h6", "f3f6")
        answer = self.server.get(f"/matches/{table.id}/variants")
        self.assertEqual((answer.data.decode(), answer.headers["Content-Type"]), (TEXT, "text/plain; charset=utf-8"))
        self.assertIn('filename="quick.ini"', answer.headers["Content-Disposition"])
        game = self.server.get(f"/matches/{table.id}/game").json
        self.assertEqual((game["key"], game["name"]), ("quick", "Quick Chess"))
        self.assertIn("QN", [piece["betza"] for piece in game["pieces"] if piece["letter"] == "N"])
        pgn = self.server.get(f"/matches/{table.id}/pgn").data.decode()
        self.assertIn(f'[VariantHash "{table.match()["hash"]}"]', pgn)
        self.assertIn('[Variant "Quick Chess"]\n', pgn)
        self.assertIn('[Folds "2"]', pgn)
        self.assertEqual(check_pgn(pgn)[0], 0, check_pgn(pgn))
        # Of the program's own games, too.
        fuel = self.server.create(game="fuel")
        self.assertEqual(self.server.get(f"/matches/{fuel.id}/game").json,
                         next(one for one in self.server.get("/games").json["games"] if one["key"] == "fuel"))
        self.assertIn("[fuel]", self.server.get(f"/matches/{fuel.id}/variants").data.decode())

    def test_the_engine_plays(self):
        table = self.quick(color="black", opponent={"kind": "engine", "level": "beginner"})
        table.wait(lambda match: match["ply"] == 1)
        table.play(table.match()["state"]["turns"][0])
        match = table.wait(lambda match: match["ply"] == 3)
        table.post("takeback", {"ply": match["ply"]})
        self.assertLess(table.match()["ply"], 3)

    def test_everything_that_two_players_can_do(self):
        ada, bob = self.server.friends(game="quick", variants=TEXT, name="Ada", listed=True)
        self.assertEqual(bob.match()["variants"], TEXT)
        ada.play("e2e4")
        bob.play("e7e5")
        self.assertEqual(ada.post("takeback", {"ply": 2}).status, 200)
        self.assertEqual(bob.post("takeback", {"ply": 2, "action": "accept"}).json["ply"], 0)
        ada.post("draw", {"ply": 0, "action": "offer"})
        self.assertEqual(bob.post("draw", {"ply": 0, "action": "accept"}).json["reason"], "agreement")
        again = ada.post("rematch", {}).json["match"]
        self.assertEqual((again["variants"], again["hash"], again["series"]["game"]), (TEXT, ada.match()["hash"], 2))
        self.assertEqual(self.server.get(f"/matches/{ada.id}/plies/0").status, 200)
        self.assertEqual(self.server.get(f"/matches/{again['id']}/actions").status, 200)

    def test_long_lists_of_actions_come_in_parts(self):
        letters = "abcdefghijlmn"
        text = "[crowd]\nmaxFile = 16\nmaxRank = 16\nking = k\n" + "".join(
            f"customPiece{number} = {letter}:W\n" for number, letter in enumerate(letters, 1))
        text += f"pieceDrops = true\nstartFen = k15/{'16/' * 14}15K[{letters.upper()}{letters}] w - - 0 1\n"
        table = self.server.create(game="crowd", variants=text)
        match = table.match()
        self.assertIsNone(match["state"]["legal"])
        actions, at, answers = [], 0, 0
        while at is not None:
            part = self.server.get(f"/matches/{table.id}/actions?from={at}").json
            self.assertLessEqual(len(part["actions"]), 1000)
            actions += part["actions"]
            at = part["next"]
            answers += 1
        names = [action["action"] for action in actions]
        self.assertEqual((len(names), answers), (13 * 254 + 3, 4))
        self.assertEqual(len(set(names)), len(names))
        self.assertIn("D@h8", names)
        for wrong in ("-1", "x", ""):
            self.refused(self.server.get(f"/matches/{table.id}/actions?from={wrong}"), 400, "bad-query", "from")

    def test_a_title_cannot_mislead(self):
        text = TEXT.replace("Quick Chess", "Evil \u202egame\u2066 " + "x" * 300)
        title = self.quick(variants=text).match()["title"]
        self.assertTrue(title.startswith("Evil ") and "\u202e" not in title and "\u2066" not in title, title)
        self.assertLessEqual(len(title.encode()), 160)


class Wrong(ServerTest):
    def test_faults_have_places(self):
        answer = self.server.post("/matches", {"game": "one", "variants": WRONG})
        self.refused(answer, 422, "bad-variant", "variants")
        self.assertIn("2:1", answer.json["error"]["message"])
        places = [(fault["line"], fault["column"], fault["kind"]) for fault in answer.json["faults"]]
        self.assertEqual(places, [(2, 1, "error"), (5, 11, "error")])
        # Faults of other games do not matter.
        good = self.server.create(game="quick", variants=TEXT + WRONG)
        self.assertEqual(good.match()["title"], "Quick Chess")

    def test_check(self):
        answer = self.server.post("/variants/check", {"variants": TEXT})
        self.assertEqual((answer.status, answer.json["faults"], [game["key"] for game in answer.json["games"]]),
                         (200, [], ["quick"]))
        answer = self.server.post("/variants/check", {"variants": WRONG})
        self.assertEqual((answer.status, len(answer.json["faults"]), answer.json["games"]), (200, 2, []))
        self.assertIn("nFoldRule", answer.json["faults"][0]["message"])
        self.assertEqual(self.server.post("/variants/check", {"variants": ""}).json["games"], [])
        self.refused(self.server.post("/variants/check", {}), 400, "missing-field", "variants")
        self.refused(self.server.post("/variants/check", {"variants": 5}), 400, "bad-field", "variants")
        self.refused(self.server.get("/variants/check"), 405, "bad-method")

    def test_bounds(self):
        large = TEXT + "#" * (65536 - len(TEXT))
        self.assertEqual(self.server.create(game="quick", variants=large).match()["variants"], large)
        self.refused(self.server.post("/matches", {"game": "quick", "variants": large + "#"}), 400, "bad-field", "variants")
        self.refused(self.server.post("/variants/check", {"variants": "#" * 65537}), 400, "bad-field", "variants")
        self.refused(self.server.post("/variants/check", {"variants": "\n" * 65536}), 413, "body-too-large")
        self.refused(self.server.post("/matches", {"game": "quick", "variants": "[quick:chess]\0"}), 400, "bad-json")
        many = "".join(f"[quick{i}:chess]\n" for i in range(33))
        faults = self.server.post("/variants/check", {"variants": many}).json["faults"]
        self.assertIn("at most 32 variants", faults[0]["message"])
        self.refused(self.server.post("/matches", {"game": "nothing", "variants": TEXT}), 404, "no-game", "game")
        self.refused(self.server.post("/matches", {"game": "quick", "variants": TEXT, "parameters": {"folds": 10}}),
                     400, "bad-field", "parameters.folds")
        # The name of an own game belongs to that game.
        answer = self.server.post("/matches", {"game": "fuel", "variants": "[fuel:chess]\n"})
        self.refused(answer, 422, "bad-variant")

    def test_a_game_that_is_over_at_once_is_refused(self):
        text = "[over:chess]\nstartFen = 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n"
        self.refused(self.server.post("/matches", {"game": "over", "variants": text}), 422, "bad-fen")

    def test_hostile_texts_do_not_hold_up_others(self):
        # Many letters with many movements on a large board, parameters that multiply the work, and 32 games.
        pieces = "".join(f"customPiece{i + 1} = {chr(97 + i)}:" + "WFDANHCGZ" * 3 + "\n" for i in range(22) if chr(97 + i) not in "kp")
        words = "|".join(f"w{i}" for i in range(16))
        head = "[heavy0:chess]\nmaxFile = 16\nmaxRank = 16\n" + pieces
        head += "".join(f"parameter = p{i} P{i} {words} = w0: a word\n" for i in range(4))
        text = head + "".join(f"[heavy{i}:heavy0]\nnFoldRule = {i + 2}\n" for i in range(1, 32))
        self.server.get("/health")
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(self.server.post, "/variants/check", {"variants": text}) for _ in range(8)]
            time.sleep(0.2)
            table = self.server.create()
            table.play("e2e4", "e7e5")
            answers = [one.result() for one in asked]
        self.assertTrue(all(answer.status in (200, 503) for answer in answers), [answer.status for answer in answers])
        self.assertIn(200, [answer.status for answer in answers])


class Files(unittest.TestCase):
    """A server that was started with a file of variants."""

    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="leaper-variants-")
        self.addCleanup(lambda: shutil.rmtree(self.directory))
        self.file = os.path.join(self.directory, "quick.ini")
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(TEXT)
        self.server = Server("--variants", self.file)
        self.addCleanup(lambda: self.server.close())

    def test_pgn_has_the_text_on_request(self):
        table = self.server.create(game="quick", parameters={"folds": 5})
        table.play("g1f3", "h7h6", "f3f6")
        path = f"/matches/{table.id}/pgn"
        plain, full = (self.server.get(path + query).data.decode() for query in ("?text=0", "?text=1"))
        self.assertEqual(self.server.get(path).data.decode(), plain)
        status, said = check_pgn(plain)
        self.assertEqual(status, 1, said)
        self.assertIn("load the file of variants", said)
        self.assertEqual(check_pgn(full)[0], 0, check_pgn(full))
        self.assertEqual(self.server.get(path + "?text=2").code, "bad-query")

    def test_the_archive_is_checked_with_the_file(self):
        self.server.create(game="quick").play("g1f3")
        self.server.end(signal.SIGTERM)
        self.assertEqual(archive("check", self.server.database, "--variants", self.file), (0, "matches: 1, turns: 1, faults: 0", ""))
        self.assertEqual(archive("check", self.server.database)[0], 1)


class Full(ServerTest):
    """A server that keeps very little text."""

    options = ("--texts", "1")

    def gauges(self):
        lines = self.server.ask("GET", "/metrics").data.decode().splitlines()
        return [int(line.split()[1]) for line in lines if line.startswith(("leaper_texts ", "leaper_texts_bytes "))]

    def test_texts_are_bounded_and_matches_go_on(self):
        texts = [f"{TEXT}# {number:02} ".ljust(65536, "#") for number in range(17)]
        tables = [self.server.create(game="quick", variants=text) for text in texts[:16]]
        self.assertEqual(self.gauges(), [16, 1 << 20])
        for _ in range(2):
            answer = self.server.post("/matches", {"game": "quick", "variants": texts[16], "opponent": {"kind": "local"}})
            self.refused(answer, 503, "busy")
            self.assertIn("1024 KiB of texts of variants", answer.json["error"]["message"])
            self.assertTrue(answer.headers.get("Retry-After"))
        # What is there goes on, known texts and the program's own games are welcome, and other texts are still read.
        tables[0].play("e2e4", "e7e5")
        tables[1].post("resign", {"ply": 0}, seat="white")
        self.assertEqual(tables[1].post("rematch", {}, seat="white").json["match"]["variants"], texts[1])
        self.server.create(game="quick", variants=texts[3]).play("e2e4")
        self.server.create(game="fuel").play("e2e4")
        self.assertEqual(self.server.post("/variants/check", {"variants": texts[16]}).json["faults"], [])
        self.assertEqual(self.gauges(), [16, 1 << 20])
        self.assertEqual(tables[15].match()["variants"], texts[15])


class Daily(ServerTest):
    """A server that takes three new texts a day from each address, of which a proxy tells."""

    options = ("--new-texts", "3", "--trusted-proxy", "127.0.0.9")

    def create(self, text, address):
        body = {"game": "quick", "variants": text, "opponent": {"kind": "local"}}
        return self.server.seen_from("127.0.0.9").post("/matches", body, headers={"X-Forwarded-For": address})

    def test_an_address_brings_only_so_many_new_texts_in_a_day(self):
        texts = [f"{TEXT}# {number}\n" for number in range(5)]
        # What is known already is not counted, nor what is refused.
        for text in (*texts[:3], *texts[:3], WRONG):
            answer = self.create(text, "203.0.113.1")
            self.assertEqual(answer.status, 422 if text == WRONG else 201, answer.data)
        answer = self.create(texts[3], "203.0.113.1")
        self.refused(answer, 429, "too-many")
        self.assertIn("too many different texts", answer.json["error"]["message"])
        # A third of a day passes until there is room for another.
        self.assertTrue(28_000 < int(answer.headers["Retry-After"]) <= 28_800, answer.headers["Retry-After"])
        # Others are not kept from it, and then the text is known.
        self.assertEqual(self.create(texts[3], "203.0.113.2").status, 201)
        self.assertEqual(self.create(texts[3], "203.0.113.1").status, 201)
        self.refused(self.create(texts[4], "203.0.113.1"), 429, "too-many")


class Kept(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(lambda: self.server.close())

    def test_no_acknowledged_turn_is_lost(self):
        server = self.server
        tables = [server.create(game="quick", variants=text) for text in (TEXT, SAME, OTHER, TEXT)]
        for table in tables:
            table.play("e2e4", "e7e5")
        before = [table.match() for table in tables]
        server.kill()
        server.start()
        self.assertEqual([table.match() for table in tables], before)
        tables[0].play("b1c3")
        server.end(signal.SIGTERM)
        server.start()
        self.assertEqual(len(tables[0].match()["turns"]), 3)
        self.assertEqual(archive("check", server.database), (0, "matches: 4, turns: 9, faults: 0", ""))

    def test_the_engine_goes_on_after_a_kill(self):
        server = self.server
        table = server.create(game="quick", variants=TEXT, color="black", opponent={"kind": "engine", "level": "strong"})
        server.kill()
        server.start()
        table.wait(lambda match: match["ply"] == 1)

    def test_older_databases_are_updated(self):
        server = self.server
        table, series = server.create(game="fuel"), server.create()
        table.play("e2e4", "e7e5")
        series.post("resign", {"ply": 0}, seat="white")
        series.post("rematch", {})
        before = [one.match() for one in (table, series)]
        self.assertEqual(server.end(), (0, ""))
        make_older(server.database)
        status, _, said = archive("check", server.database)
        self.assertEqual(status, 1)
        self.assertIn("older version", said)
        server.start()
        self.assertEqual([one.match() for one in (table, series)], before)
        server.create(game="quick", variants=TEXT).play("e2e4")
        self.assertEqual(archive("check", server.database), (0, "matches: 4, turns: 3, faults: 0", ""))

    def test_equal_texts_are_kept_once_and_pruned_with_their_last_match(self):
        server = self.server
        first, second, other = (server.create(game="quick", variants=text) for text in (TEXT, TEXT, OTHER))
        for table in (first, other):
            table.post("resign", {"ply": 0}, seat="white")
        copy = os.path.join(server.directory, "copy.db")
        self.assertEqual(archive("backup", copy, "--db", server.database)[0], 0)
        self.assertEqual(archive("check", copy), (0, "matches: 3, turns: 0, faults: 0", ""))
        self.assertEqual(server.end(), (0, ""))
        self.assertEqual(len(database(server, "SELECT * FROM texts")), 2)
        time.sleep(1.1)
        self.assertEqual(archive("prune", server.database, "--older", "0", "--finished")[0], 0)
        self.assertEqual(database(server, "SELECT text FROM texts"), [(TEXT,)])
        server.start()
        self.assertEqual(second.match()["variants"], TEXT)
        server.end()
        time.sleep(1.1)
        self.assertEqual(archive("prune", server.database, "--older", "0")[0], 0)
        self.assertEqual(database(server, "SELECT text FROM texts"), [])
        server.database = copy
        server.start()
        self.assertEqual(first.match()["variants"], TEXT)

    def test_check_finds_a_damaged_text(self):
        server = self.server
        table, other = server.create(game="quick", variants=TEXT), server.create(game="quick", variants=OTHER)
        self.assertEqual(server.end(), (0, ""))
        connection = sqlite3.connect(server.database)
        connection.execute("UPDATE texts SET text = replace(text, 'n:QN', 'n:BN')")
        connection.execute("INSERT INTO texts (hash, text) VALUES (x'00', 'nobody''s')")
        connection.commit()
        connection.close()
        status, said, _ = archive("check", server.database)
        self.assertEqual(status, 1)
        self.assertIn(f"the text of match {table.id} is corrupt", said)
        self.assertNotIn(other.id, said)
        self.assertIn("a text of variants belongs to no match", said)
        server.start()
        self.assertEqual(server.get(f"/matches/{table.id}").code, "database")
        self.assertEqual(other.match()["variants"], OTHER)

    def test_matches_are_created_at_the_same_time(self):
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            tables = list(pool.map(lambda number: self.server.create(game="quick", variants=(TEXT, OTHER)[number % 2]), range(6)))
            list(pool.map(lambda table: table.play("e2e4", "e7e5"), tables))
        self.assertEqual(len({table.match()["hash"] for table in tables}), 2)
        self.server.kill()
        self.assertEqual(len(database(self.server, "SELECT * FROM texts")), 2)
        self.server.start()
        self.assertTrue(all(len(table.match()["turns"]) == 2 for table in tables))


if __name__ == "__main__":
    main()
