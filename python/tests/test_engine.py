# SPDX-License-Identifier: GPL-3.0-or-later
"""Searching: limits, reports, stopping, threads and Ctrl-C."""

import os
import signal
import threading
import unittest

import leaper
from leaper import Clock, Engine, Position

MATE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"


class SearchTest(unittest.TestCase):
    def setUp(self):
        self.engine = Engine(hash=1)
        self.addCleanup(self.engine.close)

    def test_finds_a_mate(self):
        position = Position("chess", MATE)
        result = self.engine.search(position, depth=4)
        self.assertEqual(position.coordinates(result.turn), "a1a8")
        self.assertEqual((result.score.wins_in, str(result.score)), (1, "wins in 1"))
        self.assertEqual(position.ply, 0)
        lost = self.engine.search(Position("chess", "k7/8/1K6/8/8/8/8/7R b - - 0 1"), depth=4)
        self.assertEqual(lost.score.loses_in, 1)
        self.assertTrue(lost.score < leaper.Score(centipawns=-900) < leaper.Score(centipawns=5) <= result.score)

    def test_a_game_that_is_over(self):
        result = self.engine.search(Position("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), depth=4)
        self.assertIsNone(result.turn)
        self.assertEqual(result.score.centipawns, 0)

    def test_limits(self):
        position = Position("fuel", fuel=20)
        self.assertEqual(self.engine.search(position, depth=3).depth, 3)
        self.assertLess(self.engine.search(position, nodes=2000).nodes, 4000)
        self.assertTrue(self.engine.search(position, time=0.01).turn)
        self.assertTrue(self.engine.search(position, clock=Clock(0.2, 0.2, white_increment=0.01)).turn)
        for wrong in ({"depth": 0}, {"nodes": -1}):
            with self.assertRaises(ValueError):
                self.engine.search(position, **wrong)

    def test_a_cleared_engine_repeats_a_search(self):
        results = []
        for _ in range(2):
            self.engine.clear()
            result = self.engine.search(Position("hnefa"), depth=4)
            results.append((result.turn, result.score, result.nodes))
        self.assertEqual(*results)

    def test_reports(self):
        infos = []
        position = Position()
        result = self.engine.search(position, depth=5, lines=2, report=infos.append)
        self.assertEqual({info.line for info in infos}, {1, 2})
        best = [info for info in infos if info.line == 1][-1]
        self.assertEqual((best.depth, best.pv[0]), (5, result.turn.actions[0]))
        self.assertTrue(position.line_text(best.pv))
        self.assertEqual(best.bound, leaper.Bound.EXACT)
        self.assertTrue(best.nodes > 0 and 0 <= best.hashfull <= 1)

    def test_a_report_can_stop_the_search(self):
        result = self.engine.search(Position(), report=lambda info: info.depth < 3)
        self.assertTrue(result.turn)

    def test_an_exception_in_a_report_comes_out(self):
        def fail(info):
            raise KeyError("mine")

        with self.assertRaisesRegex(KeyError, "mine"):
            self.engine.search(Position(), report=fail)
        # The engine still works.
        self.assertEqual(self.engine.search(Position(), depth=2).depth, 2)

    def test_levels_and_chosen_actions(self):
        keys = [level.key for level in leaper.levels()]
        self.assertEqual(keys[-1], "full")
        self.assertTrue(all(level.name and level.words for level in leaper.levels()))
        one, other = (self.engine.search(Position(), level=keys[0], seed=7, depth=1).turn for _ in range(2))
        self.assertEqual(one, other)
        with self.assertRaises(leaper.ParameterError):
            self.engine.search(Position(), level="divine", depth=1)
        only = Position().parse("a3").actions
        self.assertEqual(self.engine.search(Position(), depth=3, only=only).turn.actions, only)

    def test_settings(self):
        self.engine.hash = 2
        self.engine.threads = 2
        self.assertEqual((self.engine.hash, self.engine.threads), (2, 2))
        self.assertTrue(self.engine.search(Position(), depth=4).turn)
        for wrong in (0, -1, 10**12):
            with self.subTest(wrong), self.assertRaises(leaper.ParameterError):
                self.engine.hash = wrong
        with self.assertRaises(leaper.ParameterError):
            Engine(threads=1000)
        self.assertEqual(repr(self.engine), "leaper.Engine(hash=2, threads=2)")

    def test_closed(self):
        with Engine(hash=1) as engine:
            pass
        with self.assertRaises(ValueError):
            engine.search(Position(), depth=1)
        engine.close()


class ThreadsTest(unittest.TestCase):
    def test_stop_from_another_thread(self):
        begun = threading.Event()
        with Engine(hash=1) as engine:
            found = []
            thread = threading.Thread(
                target=lambda: found.append(engine.search(Position(), report=lambda info: begun.set() or True))
            )
            thread.start()
            self.assertTrue(begun.wait(60))
            # The engine is busy, and says so.
            with self.assertRaises(leaper.RequestError):
                engine.search(Position(), depth=1)
            with self.assertRaises(leaper.RequestError):
                engine.close()
            engine.stop()
            thread.join(60)
            self.assertTrue(found[0].turn)

    def test_a_stop_that_comes_early(self):
        with Engine(hash=1) as engine:
            engine.stop()
            self.assertTrue(engine.search(Position()).turn)
            engine.stop()
            engine.ready()
            self.assertEqual(engine.search(Position(), depth=3).depth, 3)

    def test_the_interpreter_runs_during_a_search(self):
        with Engine(hash=1) as engine:
            counted = 0
            done = threading.Event()

            def think():
                engine.search(Position())
                done.set()

            thread = threading.Thread(target=think)
            thread.start()
            # Without the interpreter's lock released, this would never be reached.
            for counted in range(10000):
                pass
            engine.stop()
            self.assertTrue(done.wait(60))
            thread.join()
            self.assertEqual(counted, 9999)

    def test_ctrl_c_ends_a_search(self):
        with Engine(hash=1) as engine:
            # The report runs in another thread; the signal interrupts the main one, which waits.
            sent = []

            def interrupt(info):
                if not sent:
                    sent.append(True)
                    os.kill(os.getpid(), signal.SIGINT)

            with self.assertRaises(KeyboardInterrupt):
                engine.search(Position(), report=interrupt)
            self.assertEqual(engine.search(Position(), depth=2).depth, 2)

    def test_one_position_in_many_threads(self):
        position = Position()
        failures = []

        def hammer():
            try:
                for _ in range(200):
                    position.push(next(iter(position.legal_turns)))
                    position.fen
                    position.pop()
            except leaper.IllegalMoveError:
                pass  # another thread has played meanwhile; nothing may crash
            except leaper.RequestError:
                pass
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=hammer) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])


if __name__ == "__main__":
    unittest.main()
