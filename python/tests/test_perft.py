# SPDX-License-Identifier: GPL-3.0-or-later
"""The perft tables of tests/data, through the package."""

import os
import signal
import threading
import unittest
from pathlib import Path

import leaper

TABLES = Path(os.environ.get("LEAPER_TEST_DATA", Path(__file__).resolve().parents[2] / "tests" / "data"))
LARGEST = int(os.environ.get("LEAPER_PERFT_MAX", "20000"))


def rows(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            game, parameters, fen, counts = (part.strip() for part in line.split("|"))
            yield (
                game,
                dict(parameter.split("=") for parameter in parameters.split()),
                fen,
                {int(depth): int(count) for depth, count in (pair.split(":") for pair in counts.split())},
            )


def by_playing(position, depth):
    """Perft by listing, playing and taking back turns one by one."""
    if position.is_game_over and position.outcome.reason not in (leaper.Reason.REPETITION, leaper.Reason.FIFTY_MOVES):
        return 0
    if depth == 1:
        return len(position.legal_turns)
    nodes = 0
    for turn in position.legal_turns:
        position.push(turn)
        nodes += by_playing(position, depth - 1)
        position.pop()
    return nodes


class PerftTest(unittest.TestCase):
    def test_tables(self):
        tables = sorted(TABLES.glob("*.perft"))
        self.assertGreater(len(tables), 4)
        checked = 0
        for table in tables:
            for game, parameters, fen, counts in rows(table):
                position = leaper.Position(game, fen, **parameters)
                for depth, count in counts.items():
                    if count <= LARGEST * 50:
                        with self.subTest(table=table.name, fen=fen, depth=depth):
                            self.assertEqual(position.perft(depth), count)
                            checked += 1
        self.assertGreater(checked, 300)

    def test_tables_by_playing_every_turn(self):
        for table in sorted(TABLES.glob("*.perft")):
            for game, parameters, fen, counts in list(rows(table))[:6]:
                position = leaper.Position(game, fen, **parameters)
                for depth, count in counts.items():
                    if count <= LARGEST // 10:
                        with self.subTest(table=table.name, fen=fen, depth=depth):
                            self.assertEqual(by_playing(position, depth), count)
                self.assertEqual(position.ply, 0)

    def test_deep_perft(self):
        self.assertEqual(leaper.Position("chess").perft(4), 197281)
        self.assertEqual(leaper.Position("fuel", fuel=2).perft(4), 162409)
        self.assertEqual(leaper.Position("chess").perft(0), 1)

    def test_draws_do_not_end_a_sequence(self):
        fen = "4k3/8/8/8/8/8/8/4K2R w K - 98 80"
        count = leaper.Position("chess", fen.replace(" 98 ", " 0 ")).perft(4)
        self.assertEqual(leaper.Position("chess", fen).perft(4), count)
        drawn = leaper.Position("chess", fen.replace(" 98 ", " 100 "))
        self.assertEqual((drawn.outcome.reason, drawn.perft(4)), (leaper.Reason.FIFTY_MOVES, count))

    def test_interrupt_ends_a_count(self):
        # A count to this depth would take centuries.
        threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
        position = leaper.Position("chess")
        with self.assertRaises(KeyboardInterrupt):
            position.perft(20)
        self.assertEqual(position.perft(3), 8902)


if __name__ == "__main__":
    unittest.main()
