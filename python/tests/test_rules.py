# SPDX-License-Identifier: GPL-3.0-or-later
"""Games, variants, positions, turns, notation and outcomes."""

import copy
import gc
import math
import pathlib
import tempfile
import unittest

import leaper
from leaper import ActionKind, Color, Reason, Result, SquareKind


class GamesTest(unittest.TestCase):
    def test_list(self):
        names = [game.name for game in leaper.games()]
        self.assertEqual(len(names), len(set(names)))
        for name in ("chess", "fuel", "hamiltonian", "hnefa", "hans38", "moving-squares"):
            self.assertIn(name, names)
        for game in leaper.games():
            self.assertEqual(leaper.game(game.name.upper()), game)
            self.assertTrue(game.title and game.author and game.summary.strip())
            self.assertIn(game.files, range(1, 17))
            self.assertIn(game.ranks, range(1, 17))
        self.assertEqual((leaper.game("hnefa").files, leaper.game("hnefa").ranks), (16, 16))

    def test_unknown(self):
        with self.assertRaises(leaper.UnknownGameError) as caught:
            leaper.game("checkers")
        self.assertEqual(caught.exception.code, "unknown-game")
        self.assertIn("hamiltonian", caught.exception.message)

    def test_parameters(self):
        (fuel,) = leaper.game("fuel").parameters
        self.assertEqual((fuel.name, fuel.default, fuel.minimum, fuel.maximum), ("fuel", "50", 1, 999))
        self.assertIsNone(fuel.choices)
        white, black = leaper.game("chess").parameters
        self.assertEqual((white.name, black.name, white.default), ("white", "black", "fide"))
        self.assertIn("nutters", white.choices)
        self.assertIsNone(white.minimum)

    def test_rules_in_words(self):
        sections = leaper.game("fuel").sections
        rules = [rule for section in sections for rule in section.rules]
        self.assertTrue(all(section.title for section in sections) and all(rule.text for rule in rules))
        self.assertEqual({rule.published for rule in rules}, {True, False})


class LoadedGamesTest(unittest.TestCase):
    GOOD = "[five:chess]\nnFoldRule = 5\n"
    BAD = "[six:chess]\nnFoldRule = 6\n[bad:chess]\nnFoldRul = 5\n"

    def test_text(self):
        (five,), faults = leaper.load_games_text(self.GOOD)
        self.assertEqual((five.name, faults), ("five", []))
        self.assertEqual(leaper.Position("five").fen, leaper.Position("chess").fen)
        (again,), _ = leaper.load_games_text(five.definition)
        self.assertEqual([game.name for game in leaper.games()].count("five"), 1)
        self.assertEqual(again.definition_hash, five.definition_hash)
        self.assertNotEqual(leaper.game("chess").definition_hash, five.definition_hash)

    def test_faults(self):
        with self.assertRaises(leaper.VariantError) as caught:
            leaper.load_games_text(self.BAD, name="bad.ini")
        (fault,) = caught.exception.faults
        self.assertEqual((fault.file, fault.line, fault.column, fault.other), ("bad.ini", 4, 1, None))
        self.assertIn("nFoldRule", fault.message)
        self.assertEqual((caught.exception.code, caught.exception.place), ("bad-variant", "bad.ini:4:1"))
        self.assertEqual(copy.copy(caught.exception).faults, (fault,))
        with self.assertRaises(leaper.UnknownGameError):
            leaper.game("six")
        games, faults = leaper.load_games_text(self.BAD, name="bad.ini", partly=True)
        self.assertEqual(([game.name for game in games], faults), (["six"], [fault]))

    def test_taken_name(self):
        leaper.load_games_text("# one\n[taken:chess]\nnFoldRule = 4\n", name="one")
        with self.assertRaises(leaper.VariantError) as caught:
            leaper.load_games_text("[taken:chess]\nnFoldRule = 5\n", name="two")
        self.assertEqual(caught.exception.faults[0].other, ("one", 2, 2))

    def test_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "four.ini")
            path.write_text("[four:chess]\nnFoldRule = 4\n", encoding="utf-8")
            self.assertEqual(leaper.load_games(path)[0], [leaper.game("four")])
        with self.assertRaises(leaper.SystemFailure):
            leaper.load_games(path)


class PrivateGamesTest(unittest.TestCase):
    def test_private(self):
        before = leaper.games()
        (one,), faults = leaper.read_games("[private:chess]\nnFoldRule = 5\n")
        (other,), _ = leaper.read_games("[private:chess]\nnFoldRule = 6\n")
        (same,), _ = leaper.read_games("# the same\r\n[private:chess]\r\nnFoldRule=5\r\n")
        self.assertEqual(faults, [])
        self.assertEqual(one, same)
        self.assertNotEqual(one, other)
        self.assertEqual(leaper.games(), before)
        with self.assertRaises(leaper.UnknownGameError):
            leaper.game("private")

    def test_lifetime(self):
        position = leaper.read_games("[brief:chess]\nnFoldRule = 5\n")[0][0].position()
        gc.collect()
        game = position.variant.game
        del position
        gc.collect()
        self.assertEqual((game.name, len(game.position().legal_turns)), ("brief", 20))

    def test_pgn(self):
        (private,), _ = leaper.read_games("[brief:chess]\ntitle = Brief\nnFoldRule = 5\n")
        (public,), _ = leaper.load_games_text("[lasting:chess]\ntitle = Lasting\nnFoldRule = 5\n")
        for game, wanted in ((private, {False, True}), (public, {True}), (leaper.game("fuel"), set())):
            record = leaper.Record(game.position())
            record.add("e2e4")
            having = {text for text in (False, True) if "[VariantText " in record.pgn(text=text)}
            self.assertEqual(having, wanted, game.name)
        with_text = leaper.Record(private.position()).pgn()
        (read,) = leaper.read_pgn(with_text)
        self.assertEqual(read.game, private)
        with self.assertRaises(leaper.UnknownGameError):
            list(leaper.read_pgn("\n".join(line for line in with_text.splitlines() if "VariantText" not in line)))

    def test_faults(self):
        with self.assertRaises(leaper.VariantError) as caught:
            leaper.read_games(LoadedGamesTest.BAD, name="bad.ini")
        self.assertEqual([fault.line for fault in caught.exception.faults], [4])
        games, faults = leaper.read_games(LoadedGamesTest.BAD, partly=True)
        self.assertEqual(([game.name for game in games], len(faults)), (["six"], 1))
        with self.assertRaises(leaper.TooLargeError) as caught:
            leaper.read_games("#" * 65537)
        self.assertEqual(caught.exception.code, "too-large")


class VariantTest(unittest.TestCase):
    def test_settings(self):
        variant = leaper.Variant("fuel", fuel=20)
        self.assertEqual(variant.parameters, {"fuel": "20"})
        self.assertEqual(variant, leaper.game("fuel").variant(fuel="20"))
        self.assertNotEqual(variant, leaper.Variant("fuel"))
        self.assertEqual(len({variant, leaper.Variant("fuel", fuel=20)}), 1)
        self.assertEqual(variant.game.name, "fuel")
        self.assertIn("fuel='20'", repr(variant))

    def test_wrong_settings(self):
        for parameters in ({"fuel": 0}, {"fuel": "much"}, {"petrol": 5}):
            with self.subTest(parameters), self.assertRaises(leaper.ParameterError) as caught:
                leaper.Variant("fuel", **parameters)
            self.assertIsInstance(caught.exception, ValueError)
            self.assertIn(next(iter(parameters)), caught.exception.place + caught.exception.message)
        with self.assertRaises(TypeError):
            leaper.Position(leaper.Variant("fuel"), fuel=3)

    def test_pieces(self):
        variant = leaper.Variant("chess", white="nutters")
        self.assertEqual(variant.piece_name("g"), "charging rook")
        self.assertEqual(variant.piece_betza("G"), "fsRbK")
        self.assertIsNone(variant.piece_name("z"))
        with self.assertRaises(ValueError):
            variant.piece_name("ab")


class PositionTest(unittest.TestCase):
    def test_start(self):
        position = leaper.Position()
        self.assertEqual(position.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        self.assertEqual(position.turn, Color.WHITE)
        self.assertEqual(str(position.turn.other), "black")
        self.assertEqual((position.fullmove_number, position.halfmove_clock, position.ply), (1, 0, 0))
        self.assertFalse(position.is_check or position.is_game_over)
        self.assertEqual(len(position.legal_turns), 20)
        self.assertEqual(len(position.legal_actions), 20)

    def test_play_and_take_back(self):
        position = leaper.Position()
        start = position.fen
        key = position.key
        for text in ("e2e4", "e5", "Ng1-f3", "Nc6", "Bb5"):
            position.push(text)
        self.assertEqual(position.fen, "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
        self.assertEqual(position.ply, 5)
        for _ in range(5):
            position.pop()
        self.assertEqual((position.fen, position.key), (start, key))
        with self.assertRaises(leaper.RequestError):
            position.pop()

    def test_copies_are_independent(self):
        position = leaper.Position()
        following = position.after("d4")
        self.assertEqual(position.ply, 0)
        self.assertEqual(following.ply, 1)
        for duplicate in (copy.copy(following), copy.deepcopy(following), following.copy()):
            duplicate.pop()
            self.assertEqual(duplicate.fen, position.fen)
        self.assertEqual(following.ply, 1)

    def test_errors_have_code_place_and_message(self):
        position = leaper.Position()
        with self.assertRaises(leaper.FENError) as caught:
            leaper.Position("chess", "8/8/8/8/8/8/8/7X w - - 0 1")
        self.assertEqual(caught.exception.code, "bad-fen")
        self.assertTrue(caught.exception.place.startswith("fen["))
        self.assertEqual(str(caught.exception), f"{caught.exception.place}: {caught.exception.message}")
        with self.assertRaises(leaper.IllegalMoveError) as caught:
            position.push("e2e5")
        self.assertEqual(caught.exception.code, "illegal-move")
        with self.assertRaises(leaper.MoveSyntaxError):
            position.push("hello")
        with self.assertRaises(leaper.IllegalMoveError):
            position.push(leaper.Turn((leaper.Action(12345),)))
        with self.assertRaises(ValueError):
            position.push(leaper.Turn((leaper.Action(0),) * 9))
        with self.assertRaises(ValueError):
            position.push("e4\0")
        # Messages quote the beginning of a text, which may end in the middle of a character.
        for length in range(30, 50):
            with self.assertRaises(leaper.MoveSyntaxError):
                position.push("x" * (length % 2) + "é" * length)
        self.assertEqual(position.ply, 0)

    def test_legal_turns(self):
        position = leaper.Position()
        turns = position.legal_turns
        self.assertIn("e4", turns)
        self.assertIn(position.parse("g1f3"), turns)
        self.assertNotIn("e5", turns)
        self.assertNotIn("nonsense", turns)
        self.assertNotIn(7, turns)
        self.assertIn("Nf3", repr(turns))
        self.assertEqual(len(list(turns)), len(turns))
        self.assertTrue(position.is_legal("e4") and not position.is_legal("e5"))
        self.assertFalse(leaper.Position("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").legal_turns)

    def test_notation(self):
        position = leaper.Position("fuel", fuel=50)
        turn = position.parse("Nf3")
        self.assertEqual(position.coordinates(turn), "g1f3")
        self.assertEqual(position.san(turn), "Nf3")
        self.assertEqual(position.san(turn, fuel=True), "Nf3{48}")
        for turn in position.legal_turns:
            self.assertEqual(position.parse(position.san(turn)), turn)
            self.assertEqual(position.parse(position.coordinates(turn)), turn)
        line = [position.parse("e4").actions[0], position.after("e4").parse("e5").actions[0]]
        self.assertEqual(position.line_text(line), "e4 e5")
        self.assertEqual(position.line_text(line, san=False), "e2e4 e7e5")
        self.assertEqual(position.line_text([]), "")

    def test_actions(self):
        position = leaper.Position("chess", "r3k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 1")
        kinds = {position.action_text(action): action for action in position.legal_actions}
        castle, promotion, passing = kinds["e1g1"], kinds["a7a8q"] if "a7a8q" in kinds else None, kinds["e5d6"]
        self.assertEqual(castle.kind, ActionKind.CASTLE)
        self.assertIsNone(promotion)
        self.assertEqual(passing.kind, ActionKind.EN_PASSANT)
        self.assertEqual((passing.from_square, passing.to_square, passing.letter), ("e5", "d6", None))
        self.assertEqual(position.captured(passing), "p")
        self.assertIsNone(position.captured(castle))
        self.assertEqual(position.action_text(castle, san=True), "O-O")
        position = leaper.Position("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
        promotions = [action for action in position.legal_actions if action.kind == ActionKind.PROMOTION]
        self.assertEqual({action.letter for action in promotions}, set("QRBN"))
        self.assertTrue(position.is_legal_action(promotions[0]))
        self.assertFalse(position.is_legal_action(castle))
        self.assertEqual(leaper.Position("fuel").cost(leaper.Position("fuel").parse("e4").actions[0]), 2)

    def test_outcomes(self):
        position = leaper.Position()
        self.assertEqual(position.outcome.result, Result.ONGOING)
        self.assertIsNone(position.outcome.winner)
        for text in ("f3", "e5", "g4", "Qh4#"):
            position.push(text)
        outcome = position.outcome
        self.assertEqual((outcome.result, outcome.reason, outcome.winner), (Result.BLACK, Reason.CHECKMATE, Color.BLACK))
        self.assertEqual(str(outcome), "black (checkmate)")
        with self.assertRaises(leaper.GameOverError):
            position.push("a3")
        stalemate = leaper.Position("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome
        self.assertEqual((stalemate.result, stalemate.reason), (Result.DRAW, Reason.STALEMATE))
        dry = leaper.Position("fuel", "4k3/8/8/8/8/8/8/4K3 b - - 0 1 0,9").outcome
        self.assertEqual((dry.winner, str(dry.reason)), (Color.WHITE, "no-fuel"))

    def test_repetition_knows_the_game(self):
        position = leaper.Position()
        for _ in range(2):
            for text in ("Nf3", "Nf6", "Ng1", "Ng8"):
                self.assertFalse(position.is_game_over)
                position.push(text)
        self.assertEqual(position.repetitions, 2)
        self.assertEqual(position.outcome.reason, Reason.REPETITION)

    def test_squares_hands_and_reserves(self):
        position = leaper.Position("fuel", fuel=7)
        king = position.square("e8")
        self.assertEqual((king.kind, king.piece, king.fuel, king.owner), (SquareKind.PIECE, "k", 7, Color.BLACK))
        self.assertEqual(position.square("e4").kind, SquareKind.EMPTY)
        self.assertIsNone(position.piece_at("e4"))
        self.assertEqual(leaper.Position().square("e1").fuel, None)
        with self.assertRaises(ValueError):
            position.square("z9")
        hans = leaper.Position("hans38")
        self.assertEqual(hans.square("e4").kind, SquareKind.HOLE)
        self.assertEqual(hans.reserve(Color.WHITE), 3)
        self.assertEqual(leaper.Position("moving-squares").reserve(Color.BLACK), math.inf)
        hand = leaper.Position("hamiltonian").hand(Color.WHITE)
        self.assertEqual(hand, {"K": 1, "Q": 1, "R": 2, "B": 2, "N": 2})

    def test_turns_of_several_actions(self):
        position = leaper.Position("hans38-postal")
        for text in ("@@c3", "@@c6"):
            position.push(text)
        start = position.fen
        turn = position.push("b1c3,@@d4")
        self.assertEqual(len(turn.actions), 2)
        position.pop()
        position.push_action(turn.actions[0])
        self.assertEqual((position.action_count, position.turn), (1, Color.WHITE))
        with self.assertRaises(leaper.RequestError):
            position.fen
        self.assertIn("middle of a turn", repr(position))
        self.assertTrue(position.describe_turn())
        position.pop_action()
        self.assertEqual(position.fen, start)

    def test_points(self):
        position = leaper.Position("hamiltonian", "k7/8/7n/8/8/n7/8/R3K3 w - - 0 1")
        won = leaper.Outcome(Result.WHITE, Reason.RESIGNATION)
        self.assertGreater(position.points(won), 0)
        self.assertEqual(leaper.Position().points(), 0)

    def test_descriptions(self):
        position = leaper.Position("hnefa")
        self.assertEqual(position.describe()["fen"], position.fen)
        self.assertIn("turns", position.describe(turns=True))
        self.assertNotIn("turns", position.describe(turns=False))
        self.assertEqual(len(str(position).splitlines()), 16)
        picture = position._repr_svg_()
        self.assertTrue(picture.startswith("<svg") and picture.endswith("</svg>"))
        self.assertEqual(picture.count("<rect"), 256)
        self.assertEqual(str(leaper.Position()).splitlines()[0], "r n b q k b n r")
        self.assertIn("hnefa", repr(position))

    def test_request(self):
        self.assertEqual(leaper.request({"game": "chess", "moves": ["e2e4"]})["side"], "black")
        self.assertEqual(leaper.request({"do": "perft", "game": "chess", "depth": 3})["nodes"], 8902)
        edited = leaper.request({"do": "edit", "game": "chess", "edits": [{"at": "e1", "kind": "square"}]})
        self.assertEqual(edited["errors"][0]["message"], "White needs exactly one king")
        self.assertEqual(leaper.request("not json")["error"]["code"], "bad-json")

    def test_version(self):
        self.assertEqual(leaper.version(), leaper.__version__)
        self.assertFalse(leaper.has_feature("flying"))


if __name__ == "__main__":
    unittest.main()
