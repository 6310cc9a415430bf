# SPDX-License-Identifier: GPL-3.0-or-later
"""Hamiltonian Chess over HTTP: placing, announcing in and out of turn, false announcements, points, and series of games."""


import sqlite3

from harness import ServerTest, main, with_seed

# The example of the game's author, where both sides have a path; and with the black king on h8, which breaks Black's.
BOTH = "1B6/4n2q/B4R1k/r2r4/4N3/nR2b1N1/4K3/1b1Q4 {} - - 0 9"
WHITE = "1B5k/4n2q/B4R2/r2r4/4N3/nR2b1N1/4K3/1b1Q4 {} - - 0 9"
ALMOST = "1B5k/4n2q/B4R2/r2r4/4N3/nR2b1N1/3K4/1b1Q4 {} - - 0 9"  # the king is a step away from closing the circuit
NEITHER = "kqrr4/8/8/1bb5/8/8/R6N/K6R {} - - 0 9"
CIRCUIT = ["e2", "d1", "b3", "b8", "g3", "e4", "f6", "a6", "e2"]
LETTERS = "KQRRBBNN"


class Hamiltonian(ServerTest):
    def create(self, fen=None, side="w", **more):
        body = {"game": "hamiltonian", **more}
        if fen:
            body["fen"] = fen.format(side)
        return self.server.create(**body)

    def announce(self, table, seat, ply=0, **body):
        return table.post("announce", {"ply": ply, **body}, seat=seat)

    def test_the_catalogue_mentions_announcements_and_points(self):
        games = {game["key"]: game for game in self.server.get("/games").json["games"]}
        self.assertTrue(games["hamiltonian"]["announcements"] and games["hamiltonian"]["points"])
        self.assertNotIn("announcements", games["chess"])
        self.assertNotIn("points", games["fuel"])

    def test_all_sixteen_are_placed_each_by_the_other_side(self):
        random = with_seed("placing")
        table = self.create()
        match = table.match()
        for ply in range(16):
            side = ["white", "black"][ply % 2]
            owner = ["black", "white"][ply % 2]
            self.assertEqual(match["state"]["side"], side)
            self.assertEqual(sum(match["state"]["hands"][owner].values()), 8 - ply // 2)
            legal = match["state"]["legal"]
            self.assertEqual({(action["kind"], action["color"]) for action in legal}, {("placement", owner)})
            action = random.choice(legal)
            self.assertIn(action["target"], action["action"])
            match = table.play(action["action"])
        self.assertEqual(match["state"]["hands"], {"white": {}, "black": {}})
        pieces = match["state"]["board"]["locations"]
        for color in ("white", "black"):
            self.assertEqual(sorted(at["piece"] for at in pieces if at["color"] == color), sorted(LETTERS))
        self.assertEqual(match["state"]["side"], "white")

    def test_nothing_is_announced_while_pieces_are_in_hand(self):
        table = self.create()
        answer = self.announce(table, "white")
        self.refused(answer, 422, "false-announcement")
        self.assertIn("still to be placed", answer.json["error"]["message"])

    def test_a_named_circuit_wins(self):
        table = self.create(WHITE)
        match = self.announce(table, "white", squares=CIRCUIT).json
        self.assertEqual((match["result"], match["reason"]), ("white", "announcement"))
        self.assertEqual(match["points"], {"white": 16, "black": 0})
        self.assertEqual(match["claims"]["white"], {"squares": CIRCUIT, "circuit": True, "points": 16})
        self.assertIsNone(match["claims"]["black"])
        self.assertEqual(match["turns"][-1]["turn"], "!" + "".join(CIRCUIT))
        self.assertEqual(match["turns"][-1]["by"], "white")
        # The first square need not be repeated, and a path is a smaller claim.
        again = self.create(WHITE)
        match = self.announce(again, "white", squares=CIRCUIT[:-1], circuit=True).json
        self.assertEqual(match["points"], {"white": 16, "black": 0})
        path = self.create(WHITE)
        match = self.announce(path, "white", squares=CIRCUIT[:-1]).json
        self.assertEqual(match["points"], {"white": 8, "black": 0})
        self.assertEqual(match["claims"]["white"], {"squares": CIRCUIT[:-1], "circuit": False, "points": 8})

    def test_without_squares_the_best_counts(self):
        table = self.create(WHITE, parameters={"scoring": "distance"})
        match = self.announce(table, "white").json
        self.assertEqual(match["result"], "white")
        claim = match["claims"]["white"]
        steps = [max(abs(ord(a[0]) - ord(b[0])), abs(int(a[1]) - int(b[1])))
                 for a, b in zip(claim["squares"], claim["squares"][1:])]
        self.assertEqual((claim["circuit"], claim["points"]), (True, 2 * sum(steps)))
        self.assertEqual(match["points"]["white"], claim["points"])

    def test_two_paths_are_a_draw(self):
        for seat in ("white", "black"):
            match = self.announce(self.create(BOTH), seat).json
            self.assertEqual((match["result"], match["reason"]), ("draw", "announcement"))
            self.assertEqual(match["points"], {"white": 0, "black": 0})
            self.assertEqual(match["claims"]["white"]["points"], 16)
            self.assertEqual(match["claims"]["black"]["points"], 8)

    def test_out_of_turn_the_announcement_is_the_last_turn(self):
        table = self.create(WHITE, "b")
        match = self.announce(table, "white", squares=CIRCUIT).json
        self.assertEqual(match["turns"][-1]["turn"], ",!" + "".join(CIRCUIT))
        self.assertEqual((match["turns"][-1]["by"], match["state"]["last"]["color"]), ("white", "white"))
        self.assertEqual((match["result"], match["points"]["white"]), ("white", 16))
        # The match read from disk is the same.
        self.assertEqual(self.server.get(f"/matches/{table.id}/plies/1").json["state"]["result"], "white")

    def test_a_false_announcement_names_the_missing_link_and_changes_nothing(self):
        table = self.create(BOTH)
        before = table.match()
        cases = [
            ({"squares": ["d1", "e2", "b3", "b8", "g3", "e4", "f6", "a6"]}, "squares.2", "no link from e2 to b3"),
            ({"squares": ["d1", "b3", "b8", "g3", "e4", "f6", "a6", "e2"], "circuit": True}, None, None),
            ({"squares": CIRCUIT[:7]}, "", "a6 is not visited"),
            ({"squares": CIRCUIT[:6] + ["e3"]}, "", "no piece of White stands on e3"),
            ({"squares": CIRCUIT[:6] + ["e4"]}, "", "e4 is visited twice"),
        ]
        for body, at, message in cases:
            if message is None:
                continue  # this one is true
            answer = self.announce(table, "white", **body)
            self.refused(answer, 422, "false-announcement", at or None)
            self.assertIn(message, answer.json["error"]["message"])
        black = ["e3", "h6", "h7", "e7", "d5", "a5", "a3", "b1"]
        answer = self.announce(table, "black", squares=black, circuit=True)
        self.refused(answer, 422, "false-announcement", "circuit")
        self.assertIn("no link from b1 to e3", answer.json["error"]["message"])
        answer = self.announce(table, "black", squares=[*black, "e3"])
        self.refused(answer, 422, "false-announcement", "squares.8")
        self.assertEqual(table.match(), before)
        neither = self.create(NEITHER)
        answer = self.announce(neither, "black")
        self.refused(answer, 422, "false-announcement")
        self.assertIn("neither path nor circuit", answer.json["error"]["message"])

    def test_a_move_and_an_announcement_both_or_neither(self):
        table = self.create(ALMOST)
        false = ["d1", "e2", *CIRCUIT[2:-1]]
        answer = self.announce(table, "white", after="d2e2", squares=false)
        self.refused(answer, 422, "false-announcement", "squares.2")
        self.assertEqual(table.match()["ply"], 0)
        self.refused(self.announce(table, "white", after="d2d4"), 422, "illegal-turn")
        self.refused(self.announce(table, "white", after="xyz"), 422, "bad-turn")
        self.refused(self.announce(table, "white", after="d2e2,!"), 400, "bad-field", "after")
        self.refused(self.announce(table, "black", after="h8g8"), 409, "not-your-turn")
        match = self.announce(table, "white", after="d2e2", squares=CIRCUIT).json
        self.assertEqual((match["ply"], match["result"], match["points"]["white"]), (1, "white", 16))
        self.assertEqual(match["turns"][0]["turn"], "d2e2,!" + "".join(CIRCUIT))

    def test_repeated_and_late_requests(self):
        table = self.create(WHITE, "b")
        first = self.announce(table, "white", squares=CIRCUIT)
        again = self.announce(table, "white", squares=CIRCUIT)
        self.assertEqual((again.status, again.json), (200, first.json))
        self.refused(self.announce(table, "white"), 409, "stale-ply")
        self.refused(self.announce(table, "white", ply=1), 409, "match-over")
        late = self.create(ALMOST)
        late.play("d2e2")
        answer = self.announce(late, "white")
        self.refused(answer, 409, "stale-ply")
        self.assertEqual(answer.json["match"]["ply"], 1)
        both = self.announce(late, "white", ply=1)
        self.assertEqual(both.json["result"], "white")

    def test_unreadable_requests_are_refused(self):
        table = self.create(WHITE)
        for body, at in [({"squares": []}, "squares"), ({"squares": "e2"}, "squares"), ({"squares": ["e2"] * 10}, "squares"),
                         ({"squares": ["e2", "z9"]}, "squares.1"), ({"squares": [4]}, "squares.0"),
                         ({"circuit": True}, "circuit"), ({"squares": CIRCUIT, "circuit": False}, "circuit"),
                         ({"squares": CIRCUIT, "circuit": 1}, "circuit"), ({"after": 3}, "after"), ({"ply": -1}, "ply")]:
            self.refused(table.post("announce", {"ply": 0, **body}, seat="white"), 400, "bad-field", at)
        self.refused(table.post("announce", {}, seat="white"), 400, "missing-field", "ply")
        self.refused(table.post("announce", {"ply": 0, "by": "white"}, seat="white"), 400, "unknown-field", "by")
        self.refused(self.server.post(f"/matches/{table.id}/announce", {"ply": 0}), 401, "no-token")
        chess = self.server.create()
        self.refused(chess.post("announce", {"ply": 0}), 409, "no-announcements")
        host = self.create(WHITE, opponent={"kind": "friend"})
        self.refused(host.post("announce", {"ply": 0}), 409, "seat-open")

    def test_an_announcement_as_a_turn_only_for_your_own_side(self):
        table = self.create(WHITE, "b")
        answer = table.post("turns", {"ply": 0, "turn": ",!"}, seat="black")
        self.refused(answer, 422, "illegal-turn")
        self.assertEqual(table.match()["ply"], 0)
        self.assertEqual(self.create(WHITE).play("!")["result"], "white")

    def test_consequences_reveal_no_path(self):
        for fen in (ALMOST, WHITE, NEITHER):
            table = self.create(fen)
            legal = table.match()["state"]["legal"]
            for turn in ["!", *(action["action"] + ",!" for action in legal[:3]), "d2e2,!"]:
                self.refused(self.server.get(f"/matches/{table.id}/actions?after={turn}"), 422, "illegal-turn")
                self.refused(self.server.get(f"/matches/{table.id}/consequences?turn={turn}"), 422, "bad-turn")

    def test_paths_are_found_only_if_that_was_switched_on(self):
        words = ("path", "circuit", "score")
        for finder in (False, True):
            table = self.create(ALMOST, finder=finder)
            match = table.match()
            self.assertEqual(match["finder"], finder)
            after = self.server.get(f"/matches/{table.id}/actions?after=d2e2").json
            matches = [match, table.play("d2e2")]
            states = [one["state"] for one in matches] + [after["state"], self.server.get(f"/matches/{table.id}/plies/0").json["state"]]
            for state in states:
                self.assertEqual([word in state for word in words], [finder] * 3)
                self.assertIn("links", state)
            # Nor does the list of actions reveal who has a path: it is the same whether or not there is one.
            actions = match["state"]["legal"] + matches[1]["state"]["legal"]
            self.assertEqual({action["kind"] for action in actions}, {"move"})
            self.assertEqual({(action["complete"], action["more"]) for action in actions}, {(True, False)})
            self.assertEqual((after["complete"], after["actions"], after["state"]["side"]), (True, [], "black"))
            match = table.post("announce", {"ply": 1}, seat="white").json
            self.assertEqual(match["state"]["score"], {"white": 16, "black": 0})
        self.refused(self.server.post("/matches", {"game": "chess", "finder": True}), 400, "bad-field", "finder")
        self.refused(self.server.post("/matches", {"game": "hamiltonian", "finder": "yes"}), 400, "bad-field", "finder")

    def test_points_of_the_other_endings(self):
        table = self.create(WHITE, parameters={"scoring": "distance"})
        self.assertEqual(table.post("resign", {"ply": 0}, seat="black").json["points"], {"white": 16, "black": 0})
        drawn = self.create(WHITE).post("draw", {"ply": 0, "action": "offer"}).json
        self.assertEqual((drawn["reason"], drawn["points"]), ("agreement", {"white": 0, "black": 0}))
        alone = self.create("8/8/8/8/8/8/r6R/k5K1 {} - - 0 30").play("h2a2")
        self.assertEqual((alone["result"], alone["reason"], alone["points"]), ("black", "single-piece", {"white": 0, "black": 2}))
        linked = self.create("8/8/8/8/8/r7/7R/k5K1 {} - - 0 30").play("h2a2", "a1a2")
        self.assertEqual((linked["result"], linked["points"]), ("draw", {"white": 0, "black": 0}))
        apart = self.create("8/8/8/N7/8/8/r6R/k6K {} - - 0 30").play("h2a2")
        self.assertEqual((apart["result"], apart["points"]), ("black", {"white": 0, "black": 2}))
        self.assertEqual(apart["claims"]["black"], {"squares": ["a1", "a1"], "circuit": True, "points": 2})
        listed = self.server.get("/matches?status=finished&limit=1").json["matches"][0]
        self.assertEqual((listed["id"], listed["points"]), (apart["id"], {"white": 0, "black": 2}))

    def test_the_engine_announces_at_once_after_a_move(self):
        engine = {"kind": "engine", "level": "beginner"}
        table = self.create(WHITE, "b", color="black", opponent=engine)
        match = table.post("turns", {"ply": 0, "turn": "h8g8"}).json
        self.assertEqual((match["ply"], match["result"], match["reason"]), (2, "white", "announcement"))
        self.assertEqual((match["turns"][1]["turn"], match["points"]["white"]), ("!", 16))
        back = table.post("takeback", {"ply": 2}).json
        self.assertEqual((back["ply"], back["result"]), (0, "ongoing"))

    def test_the_engine_announces_on_its_own_turn(self):
        engine = {"kind": "engine", "level": "beginner"}
        table = self.create(WHITE, "w", color="black", opponent=engine)
        match = table.wait(lambda match: match["result"] != "ongoing")
        self.assertEqual((match["turns"][0]["turn"], match["ply"]), ("!", 1))

    def test_announcing_while_the_engine_thinks(self):
        table = self.create(ALMOST, color="white", opponent={"kind": "engine", "level": "full"})
        match = table.post("turns", {"ply": 0, "turn": "d2e2"}).json
        self.assertEqual(match["ply"], 1)
        match = table.post("announce", {"ply": 1, "squares": CIRCUIT}).json
        self.assertEqual((match["result"], match["turns"][1]["turn"]), ("white", ",!" + "".join(CIRCUIT)))
        back = table.post("takeback", {"ply": 2}).json
        self.assertEqual((back["ply"], back["thinking"]), (1, True), "only the announcement is taken back")

    def test_the_engine_places_pieces(self):
        table = self.create(opponent={"kind": "engine", "level": "beginner"})
        table.post("turns", {"ply": 0, "turn": "K@e4"})
        match = table.wait(lambda match: match["ply"] == 2)
        self.assertRegex(match["turns"][1]["turn"], "^[KQRBN]@")


class Series(ServerTest):
    def series(self, match):
        return match["series"]["game"], match["series"]["totals"]

    def test_totals_follow_the_players_when_colours_are_swapped(self):
        ada, bob = self.server.friends(game="hamiltonian", name="Ada", fen=WHITE.format("w"))
        match = ada.post("announce", {"ply": 0}).json  # Ada has White: 16
        self.assertEqual(self.series(match), (1, {"white": 16, "black": 0}))
        self.assertEqual(match["series"]["counts"], "points")
        second = ada.post("rematch", {}).json["match"]
        self.assertEqual(self.series(second), (2, {"white": 0, "black": 16}))
        self.assertEqual(second["series"]["games"][0]["score"], {"white": 0, "black": 16})
        ada.id = bob.id = second["id"]
        match = ada.post("resign", {"ply": 0}).json  # Bob has White and all 8 pieces: 16
        self.assertEqual(self.series(match), (2, {"white": 16, "black": 16}))
        third = bob.post("rematch", {}).json["match"]
        ada.id = third["id"]
        match = ada.post("announce", {"ply": 0, "squares": CIRCUIT[:-1]}).json  # Ada has White again: 8
        self.assertEqual(self.series(match), (3, {"white": 24, "black": 16}))
        self.assertEqual([game["score"] for game in match["series"]["games"]],
                         [{"white": 16, "black": 0}, {"white": 0, "black": 16}, {"white": 8, "black": 0}])
        self.assertEqual(match["players"]["white"]["name"], "Ada")

    def test_games_without_points_count_wins_and_draws(self):
        table = self.server.create()
        first = table.post("draw", {"ply": 0, "action": "offer"}).json
        self.assertEqual(first["series"]["totals"], {"white": 0.5, "black": 0.5})
        second = table.post("rematch", {}).json["match"]
        table.id = second["id"]
        table.seats = {"white": table.seats["black"], "black": table.seats["white"]}
        match = table.post("resign", {"ply": 0}, seat="black").json
        self.assertEqual((match["series"]["counts"], match["series"]["totals"]), ("games", {"white": 1.5, "black": 0.5}))

    def test_a_long_series_shows_only_its_last_games(self):
        table = self.server.create(game="chess")
        sizes = []
        for number in range(1, 31):
            table.post("resign", {"ply": 0}, seat="white")
            answer = table.post("rematch", {})
            table.id = answer.json["match"]["id"]
            sizes.append(len(answer.data))
            self.assertEqual(answer.json["match"]["series"]["game"], number + 1)
        series = table.match()["series"]
        self.assertEqual((len(series["games"]), series["games"][-1]["id"]), (21, table.id))
        # The same player resigned every game, and after thirty of them has White again.
        self.assertEqual(series["totals"], {"white": 0, "black": 30})
        self.assertEqual([game["score"] for game in series["games"][:-1]], [{"white": 0, "black": 1}] * 20)
        self.assertLess(max(sizes[20:]) - min(sizes[20:]), 100)
        self.server.kill()
        self.server.start()
        self.assertEqual(table.match()["series"], series)

    def test_a_game_that_counts_in_a_series_cannot_be_taken_back(self):
        table = self.server.create(game="hamiltonian", fen=WHITE.format("w"))
        table.post("announce", {"ply": 0}, seat="white")
        self.assertTrue(table.match()["takeback"])
        table.post("rematch", {})
        self.assertFalse(table.match()["takeback"])
        self.refused(table.post("takeback", {"ply": 1}), 409, "no-takeback")

    def test_a_kill_loses_no_announcement_and_no_total(self):
        table = self.server.create(game="hamiltonian", fen=WHITE.format("b"), finder=True)
        ended = table.post("announce", {"ply": 0, "squares": CIRCUIT}, seat="white").json
        self.server.kill()
        self.server.start()
        self.assertEqual({**table.match(), "you": ended["you"]}, ended)
        rematch = table.post("rematch", {}).json["match"]
        self.server.kill()
        self.server.start()
        table.id = rematch["id"]
        match = table.match()
        self.assertEqual(self.series(match), (2, {"white": 0, "black": 16}))
        self.assertTrue(match["finder"])
        table.seats = {"white": table.seats["black"], "black": table.seats["white"]}
        self.assertEqual(table.post("announce", {"ply": 0}, seat="white").json["series"]["totals"], {"white": 16, "black": 16})

    def test_a_database_of_the_previous_version_is_upgraded(self):
        first = self.server.create()
        first.post("resign", {"ply": 0}, seat="black")
        second = first.post("rematch", {}).json["match"]
        self.assertEqual(self.server.end(), (0, ""))
        connection = sqlite3.connect(self.server.database)
        indexes = ("by_rematch", "ongoing", "finished", "ongoing_by_game", "finished_by_game", "due", "untouched", "by_text",
                   "by_deadline")
        columns = ("text", "title", "definition", "points", "finder", "listed", "takeback", "takeback_ply", "due", "series_before",
                   "series_white", "series_black", "checksum", "control", "left_white", "left_black", "clock_side", "clock_since",
                   "clock_used", "deadline", "paired")
        for statement in (*(f"DROP INDEX matches_{index}" for index in indexes), "DROP INDEX events_by_match",
                          *(f"DROP TABLE {table}" for table in ("pulse", "texts", "served", "mail", "keys")),
                          "ALTER TABLE turns DROP COLUMN left", *(f"ALTER TABLE matches DROP COLUMN {column}" for column in columns),
                          *(f"ALTER TABLE {table} DROP COLUMN checksum" for table in ("turns", "secrets")),
                          "CREATE INDEX matches_by_game ON matches (game, change)",
                          "CREATE INDEX matches_ongoing ON matches (change) WHERE result = 'ongoing'", "PRAGMA user_version = 1"):
            connection.execute(statement)
        connection.close()
        self.server.start()
        match = self.server.get(f"/matches/{second['id']}").json
        self.assertEqual(self.series(match), (2, {"white": 0, "black": 1}))

    def test_events_show_the_end_of_the_match(self):
        table = self.server.create(game="hamiltonian", fen=WHITE.format("b"))
        stream = table.stream()
        stream.event()
        table.post("announce", {"ply": 0}, seat="white")
        data = stream.event()["data"]
        self.assertEqual((data["result"], data["claims"]["white"]["points"]), ("white", 16))
        stream.close()


if __name__ == "__main__":
    main()
