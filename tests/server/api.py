# SPDX-License-Identifier: GPL-3.0-or-later
"""The API of the running server, route by route: what it answers, and what it refuses."""

from harness import ServerTest, main

FOOLS_MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]


class Reading(ServerTest):
    def test_health(self):
        answer = self.server.get("/health")
        self.assertEqual((answer.status, answer.json["status"]), (200, "ok"))
        self.assertEqual(answer.headers["Cache-Control"], "no-store")

    def test_games_describe_everything_that_can_be_created(self):
        everything = self.server.get("/games").json
        games = {game["key"]: game for game in everything["games"]}
        self.assertFalse(games["fuel"]["draws"])
        self.assertTrue(games["chess"]["draws"])
        [fuel] = games["fuel"]["parameters"]
        self.assertEqual((fuel["key"], fuel["type"], fuel["min"], fuel["max"], fuel["default"]),
                         ("fuel", "integer", 1, 999, 50))
        [both] = games["chess"]["parameters"]
        self.assertEqual((both["key"], both["default"]), ("armies", ["fide", "fide"]))
        self.assertEqual(set(both["choices"]), {army["key"] for army in everything["armies"]})
        self.assertEqual(len(games["chess"]["pieces"]), 2 + 4 + 4 + 4 + 4)
        for game in games.values():
            for piece in game["pieces"]:
                self.assertNotEqual(piece["words"], piece["betza"], f"{piece['name']} has no words")
                self.assertNotIn(" ", piece["image"])
            self.assertIn({item["source"] for section in game["help"] for item in section["items"]}, ({"S"}, {"S", "R"}))
        self.assertEqual([level["key"] for level in everything["levels"]],
                         ["beginner", "learner", "novice", "casual", "amateur", "club", "strong", "expert", "master", "full"])

    def test_every_listed_game_can_be_created_with_its_defaults(self):
        for game in self.server.get("/games").json["games"]:
            parameters = {parameter["key"]: parameter["default"] for parameter in game["parameters"]}
            match = self.server.create(game=game["key"], parameters=parameters).created
            self.assertEqual(match["parameters"], parameters)

    def test_unknown_routes_and_methods(self):
        for path in ["/api/", "/api/xx", "/api/matches/", "/api/games/x", "/api/matches/x/y", "/api/matches/x/plies"]:
            self.refused(self.server.ask("GET", path), 404, "no-route")
        self.refused(self.server.get("/matches/nosuchmatch0"), 404, "no-match")
        self.refused(self.server.get("/matches/nosuchmatch0/events"), 404, "no-match")
        answer = self.server.ask("DELETE", "/api/games")
        self.refused(answer, 405, "bad-method")
        self.assertEqual(answer.headers["Allow"], "GET, HEAD, OPTIONS")
        self.assertEqual(self.server.ask("PUT", "/api/matches", {}).headers["Allow"], "GET, HEAD, POST, OPTIONS")
        self.refused(self.server.ask("GET", "/api/matches/x/turns"), 405, "bad-method")
        self.refused(self.server.ask("POST", "/index.html", {}), 405, "bad-method")

    def test_options_and_head(self):
        answer = self.server.ask("OPTIONS", "/api/matches")
        self.assertEqual((answer.status, answer.data), (204, b""))
        self.assertNotIn("Access-Control-Allow-Origin", answer.headers)
        answer = self.server.ask("HEAD", "/api/games")
        self.assertEqual((answer.status, answer.data), (200, b""))
        self.assertGreater(int(answer.headers["Content-Length"]), 1000)
        self.assertEqual(self.server.ask("HEAD", "/api/matches/x/events").status, 405)

    def test_ply_and_actions(self):
        table = self.server.create()
        table.play("e2e4", "e7e5")
        start = self.server.get(f"/matches/{table.id}/plies/0").json
        self.assertEqual((start["ply"], start["state"]["last"]), (0, None))
        self.assertNotIn("turns", start["state"])
        first = self.server.get(f"/matches/{table.id}/plies/1").json
        self.assertEqual(first["state"]["last"]["squares"], ["e2", "e4"])
        for ply in ["3", "-1", "x", "99999999999999999999", ""]:
            self.refused(self.server.get(f"/matches/{table.id}/plies/{ply}"), 404, "no-ply")
        actions = self.server.get(f"/matches/{table.id}/actions").json
        self.assertEqual((actions["ply"], actions["actions"]), (2, table.match()["state"]["legal"]))
        self.assertEqual(self.server.get(f"/matches/{table.id}/actions?after=g1f3").json["actions"], [])
        self.refused(self.server.get(f"/matches/{table.id}/actions?after=e4e5"), 422, "illegal-turn")
        self.refused(self.server.get(f"/matches/{table.id}/actions?after={'a' * 600}"), 400, "bad-query", "after")

    def test_consequences_of_a_turn_for_its_player(self):
        def asked(table, turn):
            answer = self.server.get(f"/matches/{table.id}/consequences?turn={turn}")
            self.assertEqual(answer.status, 200, answer.data)
            return answer.json

        mate = ("16/16/16/3****2****3/3*8*3/3*8*3/3*8*3/16/15k/3*8*3/3*8*3/3*8*3/3****2****3/2K13/13R2/14R1 w - - 0 1")
        table = self.server.create(game="hnefa", fen=mate)
        told = asked(table, "Rp2")
        self.assertEqual((told["ply"], told["turn"]), (0, "n2p2"))
        self.assertEqual((told["consequence"]["kind"], told["consequence"]["reason"]), ("loses", "mate-loses"))
        self.assertIn("loses the game at once", told["consequence"]["text"])
        self.assertIsNone(asked(table, "n2n3")["consequence"])
        self.assertEqual(table.match()["ply"], 0)
        for game in ["hans38-postal", "hans38-postal-plus", "infinite-reserves", "moving-squares"]:
            table = self.server.create(game=game)
            stuck = asked(table, "@@e5")["consequence"]
            self.assertEqual((stuck["kind"], stuck["reason"]), ("stuck", "stalemate"))
            self.assertIn("none of your pieces can move", stuck["text"])
            self.assertIsNone(asked(table, "@@e3")["consequence"])
        path = f"/matches/{table.id}/consequences"
        self.refused(self.server.get(path), 400, "bad-query", "turn")
        self.refused(self.server.get(f"{path}?turn={'a' * 600}"), 400, "bad-query", "turn")
        self.refused(self.server.get(f"{path}?turn=e2e4"), 422, "illegal-turn")
        self.refused(self.server.get(f"{path}?turn=xyz"), 422, "bad-turn")
        table.post("resign", {"ply": 0}, seat="white")
        self.refused(self.server.get(f"{path}?turn=@@e3"), 409, "match-over")


class Creating(ServerTest):
    def test_omitted_members_take_their_defaults(self):
        created = self.server.post("/matches", {"game": "fuel"})
        self.assertEqual(created.status, 201)
        match = created.json["match"]
        self.assertEqual(created.headers["Location"], f"/api/matches/{match['id']}")
        self.assertEqual(match["parameters"], {"fuel": 50})
        self.assertEqual(match["players"]["white"], {"kind": "human", "name": ""})
        self.assertEqual(match["players"]["black"]["level"], "club")
        self.assertEqual((list(created.json["seats"]), created.json["join"]), (["white"], None))
        self.assertEqual((match["you"], match["ply"], match["revision"], match["turns"]), (["white"], 0, 1, []))
        self.assertEqual(match["state"]["count"], len(match["state"]["legal"]))

    def test_errors_name_the_place(self):
        deep = '{"game":' + "[" * 20 + "]" * 20 + "}"
        faults = [
            (b"", 400, "bad-json", 0),
            (b"{", 400, "bad-json", 1),
            (b'{"game":"chess",}', 400, "bad-json", None),
            (b'{"game":"chess","game":"fuel"}', 400, "bad-json", None),
            (b'{"game":"ch\xff"}', 400, "bad-json", None),
            (b'{"game":"chess\\u0000"}', 400, "bad-json", None),
            (deep.encode(), 400, "bad-json", 8 + 15),
            (b"[]", 400, "bad-field", None),
            (b"{}", 400, "missing-field", "game"),
            ({"game": 1}, 400, "bad-field", "game"),
            ({"game": "checkers"}, 404, "no-game", "game"),
            ({"game": "chess", "colour": "white"}, 400, "unknown-field", "colour"),
            ({"game": "chess", "color": "red"}, 400, "bad-field", "color"),
            ({"game": "chess", "color": 1}, 400, "bad-field", "color"),
            ({"game": "chess", "name": 1}, 400, "bad-field", "name"),
            ({"game": "chess", "name": "x" * 41}, 400, "bad-field", "name"),
            ({"game": "chess", "name": "a\nb"}, 400, "bad-field", "name"),
            ({"game": "chess", "opponent": "engine"}, 400, "bad-field", "opponent"),
            ({"game": "chess", "opponent": {"kind": "cat"}}, 400, "bad-field", "opponent.kind"),
            ({"game": "chess", "opponent": {"level": "god"}}, 400, "bad-field", "opponent.level"),
            ({"game": "chess", "opponent": {"kind": "friend", "level": "club"}}, 400, "bad-field", "opponent.level"),
            ({"game": "chess", "opponent": {"kinds": "cat"}}, 400, "unknown-field", "opponent"),
            ({"game": "chess", "parameters": 3}, 400, "bad-field", "parameters"),
            ({"game": "fuel", "parameters": {"fuel": 0}}, 400, "bad-field", "parameters.fuel"),
            ({"game": "fuel", "parameters": {"fuel": 1000}}, 400, "bad-field", "parameters.fuel"),
            ({"game": "fuel", "parameters": {"fuel": 1.5}}, 400, "bad-field", "parameters.fuel"),
            ({"game": "fuel", "parameters": {"fuel": "50"}}, 400, "bad-field", "parameters.fuel"),
            ({"game": "chess", "parameters": {"fuel": 5}}, 400, "bad-field", "parameters.fuel"),
            ({"game": "chess", "parameters": {"armies": ["fide"]}}, 400, "bad-field", "parameters.armies"),
            ({"game": "chess", "parameters": {"armies": ["fide", "x"]}}, 400, "bad-field", "parameters.armies.1"),
            ({"game": "chess", "fen": 1}, 400, "bad-field", "fen"),
            ({"game": "chess", "fen": "x" * 5000}, 400, "bad-field", "fen"),
            ({"game": "chess", "fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, 422, "bad-fen", None),
            ({"game": "chess", "fen": "4k3/8/8/8/8/8/8/K3K3 w - - 0 1"}, 422, "bad-fen", None),
            ({"game": "chess", "fen": "rnbqkbnr/ppp! w - - 0 1"}, 422, "bad-fen", 12),
            ({"game": "chess", "fen": "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"}, 422, "bad-fen", None),
        ]
        before = self.server.get("/matches?limit=100").json
        for body, status, code, at in faults:
            with self.subTest(body=body):
                self.refused(self.server.post("/matches", body), status, code, at)
        self.assertEqual(self.server.get("/matches?limit=100").json, before)

    def test_refusals_are_sentences_for_people(self):
        for body, words in [
            (b'{"game":"chess","name":"\\u0000"}', "this is not JSON: a string contains a null character, which is not allowed here"),
            (b"{'game':'chess'}", "this is not JSON: there is a syntax error"),
            ({"game": "fuel", "fen": "7k/8/8/8/8/8/8/K7 b - - 0 1 0,1"},
             "the game is already over in this position: Black has no legal move: out of fuel. White wins"),
            ({"game": "chess", "fen": "4k3/8/8/8/8/8/8/8 w - - 0 1"}, "White needs exactly one king"),
        ]:
            self.assertEqual(self.server.post("/matches", body).json["error"]["message"], words)

    def test_names_are_trimmed_and_may_be_in_any_script(self):
        match = self.server.create(name="  Żółć 棋  ").created
        self.assertEqual(match["players"]["white"]["name"], "Żółć 棋")
        self.assertEqual(self.server.create(name="ü" * 40).created["players"]["white"]["name"], "ü" * 40)
        self.refused(self.server.post("/matches", {"game": "chess", "name": "ü" * 41}), 400, "bad-field", "name")

    def test_black_may_begin_and_the_engine_moves_first(self):
        local = self.server.create(fen="4k3/8/8/8/8/8/4p3/K7 b - - 0 1")
        self.assertEqual((local.created["first"], local.created["state"]["side"]), ("black", "black"))
        match = local.play("e2e1q", "a1b2")
        self.assertEqual([turn["turn"] for turn in match["turns"]], ["e2e1q", "a1b2"])
        table = self.server.create(game="fuel", color="black", opponent={"kind": "engine", "level": "beginner"})
        self.assertTrue(table.created["thinking"])
        self.assertEqual(table.wait(lambda match: match["ply"] == 1)["state"]["side"], "black")

    def test_random_colour_gives_either(self):
        seats = {next(iter(self.server.create(color="random", opponent={"kind": "friend"}).seats)) for _ in range(40)}
        self.assertEqual(seats, {"white", "black"})

    def test_armies(self):
        match = self.server.create(parameters={"armies": ["clobberers", "rookies"]}).created
        self.assertEqual(match["parameters"], {"armies": ["clobberers", "rookies"]})
        self.assertTrue(match["state"]["fen"].startswith("smfekfms/pppppppp/8/8/8/8/PPPPPPPP/DWACKAWD w KQkq"))


class Playing(ServerTest):
    def test_a_turn_is_played_once(self):
        table = self.server.create()
        answer = table.post("turns", {"ply": 0, "turn": "e2e4"}, "white")
        self.assertEqual((answer.status, answer.json["ply"], answer.json["you"]), (200, 1, ["white"]))
        self.assertEqual(answer.json["state"]["last"], {"turn": "e2e4", "san": "e4", "color": "white",
                                                        "squares": ["e2", "e4"]})
        again = table.post("turns", {"ply": 0, "turn": "e2e4"}, "white")
        self.assertEqual((again.status, again.json["revision"]), (200, answer.json["revision"]))
        human = table.post("turns", {"ply": 0, "turn": "e4"}, "white")
        self.assertEqual((human.status, human.json["revision"]), (200, answer.json["revision"]))
        stale = table.post("turns", {"ply": 0, "turn": "d2d4"}, "white")
        self.refused(stale, 409, "stale-ply")
        self.assertEqual(stale.json["match"]["ply"], 1)
        self.refused(table.post("turns", {"ply": 0, "turn": "e2e4"}, "black"), 409, "stale-ply")
        self.refused(table.post("turns", {"ply": 7, "turn": "e7e5"}, "black"), 409, "stale-ply")

    def test_who_may_play(self):
        table, stranger = self.server.create(), self.server.create()
        body = {"ply": 0, "turn": "e2e4"}
        path = f"/matches/{table.id}/turns"
        self.refused(self.server.post(path, body), 401, "no-token")
        self.refused(self.server.post(path, body, token=stranger.token), 403, "bad-token")
        self.refused(self.server.post(path, body, token="x" * 500), 403, "bad-token")
        self.refused(self.server.post(path, body, token=""), 403, "bad-token")
        self.refused(table.post("turns", body, "black"), 409, "not-your-turn")
        self.assertEqual(table.match()["ply"], 0)
        self.assertEqual(table.match(token=stranger.token)["you"], [])
        self.assertEqual(table.match(token=table.seats["black"])["you"], ["black"])

    def test_impossible_turns(self):
        table = self.server.create()
        for turn, status, code in [("e2e5", 422, "illegal-turn"), ("xyz", 422, "bad-turn"), ("", 422, "bad-turn"),
                                   ("e7e5", 422, "illegal-turn"), ("@@e4", 422, None), ("e2e4,e7e5", 422, None)]:
            with self.subTest(turn=turn):
                answer = table.post("turns", {"ply": 0, "turn": turn}, "white")
                self.refused(answer, status, code or answer.code)
        self.refused(table.post("turns", {"ply": 0, "turn": "x" * 513}, "white"), 400, "bad-field", "turn")
        self.refused(table.post("turns", {"ply": 0, "turn": 5}, "white"), 400, "bad-field", "turn")
        self.refused(table.post("turns", {"ply": 0}, "white"), 400, "missing-field", "turn")
        self.refused(table.post("turns", {"turn": "e2e4"}, "white"), 400, "missing-field", "ply")
        for ply in ["0", -1, 1.5, None, 10**18, True]:
            self.refused(table.post("turns", {"ply": ply, "turn": "e2e4"}, "white"), 400, "bad-field", "ply")
        self.assertEqual(table.match(), {**table.created, "you": []})

    def test_nothing_follows_mate(self):
        table = self.server.create()
        match = table.play(*FOOLS_MATE)
        self.assertEqual((match["result"], match["reason"], match["state"]["result"]), ("black", "checkmate", "black"))
        self.assertEqual((match["state"]["legal"], match["state"]["checked"], match["state"]["count"]), ([], ["e1"], 0))
        self.assertEqual(match["turns"][-1]["san"], "Qh4#")
        self.refused(table.post("turns", {"ply": 4, "turn": "a2a3"}, "white"), 409, "match-over")
        self.refused(table.post("resign", {"ply": 4}, "white"), 409, "match-over")
        self.refused(table.post("draw", {"ply": 4, "action": "offer"}, "white"), 409, "match-over")

    def test_repetition_draws_chess_and_not_fuel(self):
        back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
        match = self.server.create().play(*back_and_forth)
        self.assertEqual((match["result"], match["reason"]), ("draw", "repetition"))
        match = self.server.create(game="fuel").play(*back_and_forth)
        self.assertEqual((match["result"], match["turns"][-1]["fuel"]), ("ongoing", 42))

    def test_running_out_of_fuel(self):
        table = self.server.create(game="fuel", fen="7k/8/8/8/8/8/8/K1R5 w - - 0 1 0x2,3")
        match = table.play("c1c2")
        self.assertEqual((match["result"], match["reason"]), ("white", "no-fuel"))

    def test_resigning(self):
        table = self.server.create()
        self.refused(table.post("resign", {"ply": 1}, "black"), 409, "stale-ply")
        match = table.post("resign", {"ply": 0}, "black").json
        self.assertEqual((match["result"], match["reason"], match["state"]["result"]),
                         ("white", "resignation", "ongoing"))
        self.assertEqual((match["state"]["legal"], match["takeback"]), ([], False))
        self.refused(table.post("takeback", {"ply": 0}, "black"), 409, "no-takeback")

    def test_takeback_in_a_local_match(self):
        table = self.server.create()
        self.refused(table.post("takeback", {"ply": 0}, "white"), 409, "no-takeback")
        table.play(*FOOLS_MATE)
        match = table.post("takeback", {"ply": 4}, "white").json
        self.assertEqual((match["ply"], match["result"], match["revision"]), (3, "ongoing", 6))
        self.assertEqual([turn["turn"] for turn in match["turns"]], FOOLS_MATE[:3])
        self.refused(table.post("takeback", {"ply": 4}, "white"), 409, "stale-ply")
        match = table.play("d8g5")
        self.assertEqual((match["ply"], match["turns"][3]["turn"]), (4, "d8g5"))

    def test_pgn(self):
        table = self.server.create(name="Ada")
        table.play(*FOOLS_MATE)
        answer = self.server.get(f"/matches/{table.id}/pgn")
        self.assertEqual(answer.headers["Content-Type"], "application/x-chess-pgn")
        self.assertIn(f"leaper-chess-{table.id}.pgn", answer.headers["Content-Disposition"])
        text = answer.data.decode()
        self.assertIn('[White "Ada"]', text)
        self.assertIn('[Result "0-1"]', text)
        self.assertIn("1. f3 e5 2. g4 Qh4# 0-1", text)


class Private(ServerTest):
    def listed(self):
        return {match["id"] for match in self.server.get("/matches?limit=100").json["matches"]}

    def test_matches_with_friends_are_private_unless_their_creator_lists_them(self):
        for kind, wish, shown in [("friend", None, False), ("friend", False, False), ("friend", True, True), ("local", None, True),
                                  ("local", False, False), ("engine", None, True), ("engine", False, False)]:
            body = {"opponent": {"kind": kind}, **({} if wish is None else {"listed": wish})}
            with self.subTest(**body):
                table = self.server.create(**body)
                self.assertEqual((table.created["listed"], table.id in self.listed()), (shown, shown))
                # Whoever has the link can watch.
                self.assertEqual(table.match()["id"], table.id)
        for wish in [1, "yes", None]:
            self.refused(self.server.post("/matches", {"game": "chess", "listed": wish}), 400, "bad-field", "listed")

    def test_rematches_are_as_private(self):
        for wish in [False, True]:
            table = self.server.create(listed=wish)
            table.post("resign", {"ply": 0}, seat="white")
            again = table.post("rematch", {}, seat="white").json["match"]
            self.assertEqual((again["listed"], again["id"] in self.listed(), table.id in self.listed()), (wish, wish, wish))

    def test_ids_cannot_be_guessed(self):
        ids = [self.server.create(listed=False).id for _ in range(50)]
        self.assertTrue(all(len(each) == 16 for each in ids))  # 96 bits in base 64
        for place in range(16):
            self.assertGreater(len({each[place] for each in ids}), 10)


class Friends(ServerTest):
    def test_nobody_moves_before_the_friend_has_joined(self):
        host = self.server.create(opponent={"kind": "friend"})
        self.assertEqual(host.created["players"]["black"], {"kind": "open", "name": ""})
        for what, body in [("turns", {"ply": 0, "turn": "e2e4"}), ("resign", {"ply": 0}),
                           ("draw", {"ply": 0, "action": "offer"})]:
            self.refused(host.post(what, body), 409, "seat-open")

    def test_joining(self):
        host = self.server.create(opponent={"kind": "friend"}, color="black", name="Ada")
        path = f"/matches/{host.id}/join"
        self.refused(self.server.post(path, {}), 400, "missing-field", "join")
        self.refused(self.server.post(path, {"join": "x" * 32}), 403, "bad-join")
        self.refused(self.server.post(path, {"join": "not a secret"}), 400, "bad-field", "join")
        self.refused(self.server.post(path, {"join": host.join, "key": "short"}), 400, "bad-field", "key")
        body = {"join": host.join, "name": "Bob", "key": "k" * 20}
        first = self.server.post(path, body)
        self.assertEqual((first.status, first.json["seat"], first.json["match"]["you"]), (200, "white", ["white"]))
        self.assertEqual(first.json["match"]["players"]["white"], {"kind": "human", "name": "Bob"})
        self.assertEqual(self.server.post(path, body).json, first.json)
        self.refused(self.server.post(path, {**body, "key": "l" * 20}), 409, "seat-taken")
        self.refused(self.server.post(path, {"join": host.join}), 409, "seat-taken")
        self.assertEqual(host.match(token=first.json["token"])["you"], ["white"])

    def test_a_waiting_creator_cancels(self):
        host = self.server.create(opponent={"kind": "friend"}, listed=True)
        path = f"/matches/{host.id}"
        stream = host.stream()
        self.assertEqual(stream.event()["data"]["result"], "ongoing")
        self.refused(self.server.post(f"{path}/cancel", {}), 401, "no-token")
        self.refused(self.server.post(f"{path}/cancel", {}, token="x" * 30), 403, "bad-token")
        self.refused(host.post("cancel", {"ply": 0}), 400, "unknown-field")
        match = host.post("cancel", {}).json
        self.assertEqual((match["result"], match["reason"], match["state"]["result"]), ("none", "cancelled", "ongoing"))
        self.assertEqual(match["series"]["totals"], {"white": 0, "black": 0})
        self.assertEqual(stream.event()["data"]["reason"], "cancelled")
        stream.close()
        self.assertEqual(host.post("cancel", {}).json["revision"], match["revision"], "once more changes nothing")
        refusal = self.server.post(f"{path}/join", {"join": host.join})
        self.refused(refusal, 409, "match-over")
        self.assertIn("cancelled", refusal.json["error"]["message"])
        self.refused(host.post("turns", {"ply": 0, "turn": "e2e4"}), 409, "match-over")
        self.refused(host.post("rematch", {}), 409, "seat-open")
        self.refused(host.post("takeback", {"ply": 0}), 409, "no-takeback")
        pgn = self.server.get(f"{path}/pgn").data.decode()
        self.assertIn('[Result "*"]', pgn)
        self.assertTrue(pgn.rstrip().endswith("*"))
        listed = self.server.get("/matches?limit=100").json["matches"]
        self.assertNotIn(host.id, [one["id"] for one in listed])
        self.server.kill()
        self.server.start()
        match = host.match()
        self.assertEqual((match["result"], match["reason"]), ("none", "cancelled"))

    def test_only_a_waiting_creator_can_cancel(self):
        ada, bob = self.server.friends()
        for who in (ada, bob, self.server.create(), self.server.create(opponent={"kind": "engine", "level": "beginner"})):
            self.refused(who.post("cancel", {}), 409, "seat-taken")
        self.assertEqual(ada.match()["result"], "ongoing")

    def test_a_match_without_a_free_seat_cannot_be_joined(self):
        table = self.server.create()
        self.refused(self.server.post(f"/matches/{table.id}/join", {"join": table.token}), 403, "bad-join")

    def test_each_player_has_one_side(self):
        ada, bob = self.server.friends()
        self.refused(bob.post("turns", {"ply": 0, "turn": "e2e4"}), 409, "not-your-turn")
        self.assertEqual(ada.post("turns", {"ply": 0, "turn": "e2e4"}).status, 200)
        self.refused(ada.post("turns", {"ply": 1, "turn": "e7e5"}), 409, "not-your-turn")
        self.assertEqual(bob.post("turns", {"ply": 1, "turn": "e7e5"}).json["ply"], 2)
        self.assertEqual(bob.post("takeback", {"ply": 2}).json["ply"], 2, "between people it is only asked for")

    def test_draws(self):
        ada, bob = self.server.friends()
        draw = lambda who, action, ply=0: who.post("draw", {"ply": ply, "action": action})
        self.refused(draw(bob, "accept"), 409, "no-offer")
        self.refused(draw(bob, "maybe"), 400, "bad-field", "action")
        self.refused(bob.post("draw", {"ply": 0}), 400, "missing-field", "action")
        self.assertEqual(draw(ada, "offer").json["draw_offer"], "white")
        self.refused(draw(ada, "offer"), 409, "already-offered")
        self.refused(draw(ada, "accept"), 409, "no-offer")
        self.assertIsNone(draw(bob, "decline").json["draw_offer"])
        self.assertEqual(draw(bob, "offer").json["draw_offer"], "black")
        # The offer stays open when the player who made it is to move, and ends when the opponent plays.
        self.assertIsNone(ada.post("turns", {"ply": 0, "turn": "e2e4"}).json["draw_offer"])
        self.refused(draw(bob, "offer", 1), 409, "offer-too-soon")
        bob.post("turns", {"ply": 1, "turn": "e7e5"})
        # A declined offer can be repeated later, and the other side may offer in the meantime.
        answer = draw(ada, "offer", 2)
        self.refused(answer, 409, "offer-too-soon")
        self.assertIn("after 18 more turns", answer.json["error"]["message"])
        self.assertEqual(ada.match()["draw_from"], {"white": 20, "black": 20})
        self.server.kill()
        self.server.start()
        self.assertEqual(ada.match()["draw_from"], {"white": 20, "black": 20}, "a restart does not help")
        turns = ["g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "c3b1", "c6b8", "a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6",
                 "d2d3", "d7d6", "g2g3", "g7g6"]
        for ply, turn in enumerate(turns, 2):
            self.assertEqual([ada, bob][ply % 2].post("turns", {"ply": ply, "turn": turn}).status, 200)
        self.assertEqual(draw(ada, "offer", 20).json["draw_offer"], "white")
        self.assertEqual(ada.match()["draw_from"], {"white": 40, "black": 20})
        # It stays open when the player who made it plays. Offering in return accepts it.
        self.assertEqual(ada.post("turns", {"ply": 20, "turn": "h2h3"}).json["draw_offer"], "white")
        match = draw(bob, "offer", 21).json
        self.assertEqual((match["result"], match["reason"], match["draw_offer"]), ("draw", "agreement", None))

    def test_fuel_has_no_draws(self):
        ada, _ = self.server.friends(game="fuel")
        self.refused(ada.post("draw", {"ply": 0, "action": "offer"}), 409, "no-draws")

    def test_rematch(self):
        ada, bob = self.server.friends(name="Ada", parameters={"armies": ["nutters", "fide"]})
        self.refused(ada.post("rematch", {}), 409, "match-not-over")
        ada.post("resign", {"ply": 0})
        self.refused(ada.post("rematch", {"x": 1}), 400, "unknown-field", "x")
        first = ada.post("rematch", {}).json
        match = first["match"]
        self.assertEqual((first["seat"], match["you"], match["ply"], match["result"]), ("black", ["black"], 0, "ongoing"))
        self.assertEqual((match["players"]["black"]["name"], match["players"]["white"]["name"]), ("Ada", "Bob"))
        self.assertEqual(match["parameters"], {"armies": ["nutters", "fide"]})
        again = bob.post("rematch", {}).json
        self.assertEqual((again["match"]["id"], again["seat"]), (match["id"], "white"))
        self.assertEqual(ada.match()["rematch"], match["id"])
        answer = self.server.post(f"/matches/{match['id']}/turns", {"ply": 0, "turn": "e2e4"}, token=bob.token)
        self.assertEqual(answer.status, 200)


class Engine(ServerTest):
    def engine(self, **body):
        return self.server.create(**{"opponent": {"kind": "engine", "level": "beginner"}, **body})

    def test_whole_games_against_the_engine(self):
        for game, parameters in [("fuel", {"fuel": 2}), ("fuel", {"fuel": 4}), ("chess", {"armies": ["rookies", "nutters"]})]:
            table = self.engine(game=game, parameters=parameters)
            for _ in range(60):
                match = table.wait(lambda match: not match["thinking"])
                if match["result"] != "ongoing":
                    break
                turn = match["state"]["turns"][match["ply"] * 7 % match["state"]["count"]]
                answer = table.post("turns", {"ply": match["ply"], "turn": turn})
                self.assertEqual(answer.status, 200, answer.data)
            match = table.wait(lambda match: not match["thinking"])
            if match["result"] == "ongoing":
                match = table.post("resign", {"ply": match["ply"]}).json
            self.assertIn(match["result"], ("white", "black", "draw"))
            self.assertEqual(match["thinking"], False)

    def test_takeback_includes_the_reply(self):
        table = self.engine()
        self.assertFalse(table.created["takeback"])
        table.post("turns", {"ply": 0, "turn": "e2e4"})
        match = table.wait(lambda match: match["ply"] == 2)
        self.assertTrue(match["takeback"])
        match = table.post("takeback", {"ply": 2}).json
        self.assertEqual((match["ply"], match["turns"], match["thinking"]), (0, [], False))

    def test_takeback_stops_a_thinking_engine(self):
        table = self.engine(opponent={"kind": "engine", "level": "full"})
        self.assertTrue(table.post("turns", {"ply": 0, "turn": "e2e4"}).json["thinking"])
        match = table.post("takeback", {"ply": 1}).json
        self.assertEqual((match["ply"], match["thinking"]), (0, False))
        table.post("turns", {"ply": 0, "turn": "d2d4"})
        match = table.wait(lambda match: match["ply"] == 2)
        self.assertEqual(match["turns"][0]["turn"], "d2d4")

    def test_resigning_while_the_engine_thinks(self):
        table = self.engine(opponent={"kind": "engine", "level": "full"})
        table.post("turns", {"ply": 0, "turn": "e2e4"})
        match = table.post("resign", {"ply": 1}).json
        self.assertEqual((match["result"], match["thinking"], match["ply"]), ("black", False, 1))

    def test_the_engine_answers_a_draw_offer_at_once(self):
        table = self.engine()
        match = table.post("draw", {"ply": 0, "action": "offer"}).json
        self.assertIsNone(match["draw_offer"])
        self.refused(table.post("draw", {"ply": 0, "action": "offer"}), 409, "offer-too-soon")

    def test_a_losing_engine_accepts_a_draw(self):
        table = self.engine(fen="4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1")
        table.post("turns", {"ply": 0, "turn": "e2e4"})
        table.wait(lambda match: match["ply"] == 2)
        match = table.post("draw", {"ply": 2, "action": "offer"}).json
        self.assertEqual((match["result"], match["reason"]), ("draw", "agreement"))

    def test_the_player_cannot_play_the_engines_turn(self):
        table = self.engine(opponent={"kind": "engine", "level": "full"})
        table.post("turns", {"ply": 0, "turn": "e2e4"})
        answer = table.post("turns", {"ply": 1, "turn": "e7e5"})
        self.assertIn(answer.code, ("not-your-turn", "stale-ply"))

    def test_the_engine_begins_a_rematch(self):
        table = self.engine(game="fuel")
        table.post("resign", {"ply": 0})
        answer = table.post("rematch", {}).json
        self.assertEqual(answer["seat"], "black")
        again = type(table)(self.server, {"match": answer["match"], "seats": {"black": table.token}, "join": None})
        again.wait(lambda match: match["ply"] == 1)
        self.assertEqual(again.match(token=table.token)["you"], ["black"])


class Listing(ServerTest):
    def test_pages(self):
        tables = [self.server.create(game=game) for game in ["chess", "fuel"] * 6]
        tables[0].post("resign", {"ply": 0}, "white")
        seen, path = [], "/matches?limit=5"
        while path:
            page = self.server.get(path).json
            self.assertLessEqual(len(page["matches"]), 5)
            seen += [match["id"] for match in page["matches"]]
            # A match that changes between two pages is not shown twice.
            tables[len(seen) % 12].play("a2a3") if len(seen) < 10 and tables[len(seen) % 12] is not tables[0] else None
            path = page["next"] and f"/matches?limit=5&before={page['next']}"
        self.assertEqual(len(seen), len(set(seen)))
        self.assertEqual(seen[0], tables[0].id)
        finished = self.server.get("/matches?status=finished").json["matches"]
        self.assertEqual([match["id"] for match in finished], [tables[0].id])
        self.assertEqual(finished[0]["result"], "black")
        ongoing = self.server.get("/matches?status=ongoing&game=fuel&limit=100").json
        self.assertEqual(len(ongoing["matches"]), 6)
        self.assertIsNone(ongoing["next"])
        self.assertNotIn("state", ongoing["matches"][0])

    def test_bad_queries(self):
        for query, at in [("limit=0", "limit"), ("limit=101", "limit"), ("limit=x", "limit"), ("before=x", "before"),
                          ("status=dead", "status"), ("game=go", "game"), ("before=-1", "before")]:
            self.refused(self.server.get("/matches?" + query), 400, "bad-query", at)


if __name__ == "__main__":
    main()
