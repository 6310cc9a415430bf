# SPDX-License-Identifier: GPL-3.0-or-later
"""Sessions, records and PGN."""

import io
import tempfile
import unittest
from pathlib import Path

import leaper
from leaper import Color, Reason, Result

TWO_GAMES = """[White "Anna"]
[Black "Ben"]
[Result "0-1"]

1. f3 e5 {center} 2. g4 Qh4# 0-1

[Variant "fuel"]
[Fuel "20"]

1. e4 e5 *
"""


class SessionTest(unittest.TestCase):
    def test_play_and_take_back(self):
        session = leaper.Session("fuel", fuel=20)
        turn = session.play("e4")
        session.play(session.position().parse("e7e5"))
        self.assertEqual(session.history, list(zip(session.turns, (Color.WHITE, Color.BLACK))))
        self.assertEqual(session.turns[0], turn)
        self.assertEqual(session.variant.parameters, {"fuel": "20"})
        self.assertEqual(session.position(1).turn, Color.BLACK)
        session.take_back()
        self.assertEqual((len(session), session.turn), (1, Color.BLACK))
        with self.assertRaises(leaper.RequestError):
            session.take_back(5)
        with self.assertRaises(ValueError):
            session.take_back(-1)
        with self.assertRaises(leaper.NotFoundError):
            session.position(7)

    def test_declared_endings(self):
        session = leaper.Session()
        session.play("e4")
        session.resign(Color.BLACK)
        self.assertEqual(session.outcome, leaper.Outcome(Result.WHITE, Reason.RESIGNATION))
        with self.assertRaises(leaper.GameOverError):
            session.play("e5")
        session.take_back()
        session.agree_draw()
        self.assertEqual(session.outcome.reason, Reason.AGREEMENT)
        with self.assertRaises(leaper.RequestError):
            leaper.Session("fuel").agree_draw()
        lost = leaper.Session()
        lost.lose_on_time(Color.WHITE)
        self.assertEqual(lost.outcome.winner, Color.BLACK)
        called_off = leaper.Session()
        called_off.cancel()
        self.assertEqual(called_off.outcome.result, Result.NONE)
        self.assertTrue(repr(called_off))

    def test_winning_claim(self):
        session = leaper.Session("hamiltonian", "k7/8/7n/8/8/n7/8/R3K3 w - - 0 1")
        claim = session.find_winning_claim(Color.WHITE)
        session.play(claim)
        self.assertEqual((session.outcome.winner, session.outcome.reason), (Color.WHITE, Reason.ANNOUNCEMENT))
        self.assertGreater(session.points, 0)
        self.assertIsNone(leaper.Session().find_winning_claim(Color.WHITE))

    def test_to_record_and_back(self):
        session = leaper.Session()
        for text in ("e4", "e5", "Nf3"):
            session.play(text)
        session.resign(Color.BLACK)
        record = session.record()
        self.assertEqual(record.sans(), ["e4", "e5", "Nf3"])
        again = leaper.Session.from_record(record)
        self.assertEqual(again.position().fen, session.position().fen)
        self.assertEqual(again.outcome, session.outcome)


class RecordTest(unittest.TestCase):
    def test_tags_comments_and_outcome(self):
        record = leaper.Record("chess")
        record.tags["White"] = "Žofie"
        record.add("e4")
        record.add(record.position().parse("e7e5"))
        record.set_comment("a comment", 0)
        record.set_comment("before the game")
        record.outcome = leaper.Outcome(Result.DRAW, Reason.AGREEMENT)
        self.assertEqual(record.tags["White"], "Žofie")
        self.assertIn("White", record.tags)
        self.assertEqual(dict(record.tags)["White"], "Žofie")
        with self.assertRaises(KeyError):
            record.tags["Nobody"]
        with self.assertRaises(leaper.RequestError):
            record.tags["Result"] = "1-0"
        with self.assertRaises(leaper.IllegalMoveError):
            record.add("e4")
        with self.assertRaises(leaper.NotFoundError):
            record.set_comment("nowhere", 9)
        (read,) = leaper.read_pgn(record.pgn())
        self.assertEqual(read.tags["White"], "Žofie")
        self.assertEqual((read.comment(), read.comment(0), read.comment(1)), ("before the game", "a comment", ""))
        self.assertEqual(read.outcome, record.outcome)
        self.assertEqual(read.turns, record.turns)
        self.assertEqual(len(read), 2)
        self.assertEqual(read.position(1).turn, Color.BLACK)
        with self.assertRaises(leaper.NotFoundError):
            read.position(3)
        self.assertIn("2 turns", repr(read))

    def test_start_from_a_position(self):
        start = leaper.Position("fuel", fuel=5).after("e4")
        record = leaper.Record(start)
        record.add("e5")
        self.assertEqual(record.position(0).fen, start.fen)
        self.assertIn("{", record.pgn(fuel=True).split("]")[-1])


class PGNTest(unittest.TestCase):
    def check(self, games):
        first, second = games
        self.assertEqual(first.tags["White"], "Anna")
        self.assertEqual(first.outcome.winner, Color.BLACK)
        self.assertEqual(first.sans(), ["f3", "e5", "g4", "Qh4#"])
        self.assertEqual(first.comment(1), "center")
        self.assertEqual(second.variant, leaper.Variant("fuel", fuel=20))

    def test_sources(self):
        self.check(leaper.read_pgn(TWO_GAMES))
        self.check(leaper.PGNReader(TWO_GAMES.encode()))
        self.check(leaper.read_pgn(io.StringIO(TWO_GAMES)))
        self.check(leaper.read_pgn(io.BytesIO(TWO_GAMES.encode())))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.pgn"
            path.write_text(TWO_GAMES, encoding="utf-8")
            self.check(leaper.open_pgn(path))

    def test_reader_goes_on_after_an_error(self):
        reader = leaper.read_pgn("1. e4 e5 *\n\n1. e4 Ke7 *\n\n1. d4 *\n")
        self.assertEqual(next(reader).sans(), ["e4", "e5"])
        with self.assertRaises(leaper.LeaperError) as caught:
            next(reader)
        self.assertTrue(caught.exception.place.startswith("line 3"))
        self.assertEqual(next(reader).sans(), ["d4"])
        self.assertRaises(StopIteration, next, reader)

    def test_errors_of_the_source(self):
        class Broken:
            def read(self, size):
                raise OSError("broken")

        with self.assertRaisesRegex(OSError, "broken"):
            next(leaper.read_pgn(Broken()))

    def test_closed(self):
        with leaper.read_pgn(TWO_GAMES) as reader:
            next(reader)
        with self.assertRaises(ValueError):
            next(reader)

    def test_past_draws(self):
        shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *"
        self.assertEqual(len(next(leaper.read_pgn(shuffle, past_draws=True))), 9)
        with self.assertRaises(leaper.LeaperError):
            next(leaper.read_pgn(shuffle))


if __name__ == "__main__":
    unittest.main()
