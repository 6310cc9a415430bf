# SPDX-License-Identifier: GPL-3.0-or-later
"""Tours: counted, found, listed, sampled, estimated, checked, read, written and drawn."""

import math
import os
import signal
import unittest
import xml.dom.minidom

import leaper
from leaper import Fault, Format, Method, Options, Status, Style, Tours

BOARD_6X6 = 9862


@unittest.skipUnless(leaper.has_feature("meeting"), "the library counts small boards only")
class ToursTest(unittest.TestCase):
    def test_count(self):
        for method in Method:
            count = Tours("6x6").count(Options(method=method, threads=1))
            self.assertEqual((count.tours, count.directed, int(count)), (BOARD_6X6, 2 * BOARD_6X6, BOARD_6X6))
        self.assertEqual(Tours("5x5", open=True).count().tours, 864)
        self.assertEqual(Tours("4x4").count().tours, 0)
        self.assertEqual(Tours("3x10").count().tours, 16)

    def test_big_numbers_are_exact(self):
        self.assertEqual(Tours("8x8").known, 13267364410532)
        self.assertIsInstance(Tours("6x6").known, (int, type(None)))
        self.assertEqual(Tours("3x100").count().directed, 2 * Tours("3x100").count().tours)
        self.assertGreater(Tours("3x100").count().tours, 2**64)

    def test_find(self):
        tours = Tours("8x8")
        finding = tours.find(Options(seed=3))
        self.assertEqual(finding.status, Status.FOUND)
        self.assertTrue(finding.how and tours.check(finding.tour))
        self.assertEqual(len(finding.tour), 64)
        nothing = Tours("4x4").find()
        self.assertEqual((nothing.status, nothing.tour), (Status.NONE, None))
        self.assertTrue(nothing.how)

    def test_list(self):
        tours = Tours("6x6")
        found = tours.to_list(5)
        self.assertEqual(len(found), 5)
        self.assertEqual(len(set(found)), 5)
        self.assertEqual(found, sorted(found, key=lambda tour: tour.cells))
        self.assertTrue(all(tours.check(tour) for tour in found))
        self.assertEqual(tours.to_list(0), [])
        self.assertEqual(len(Tours("5x5", open=True, start="a1").to_list()), Tours("5x5", open=True, start="a1").count().tours)

        def fail(tour):
            raise KeyError("mine")

        with self.assertRaisesRegex(KeyError, "mine"):
            tours.each(fail)

    def test_sample(self):
        tours = Tours("6x6")
        one, other = (tours.sample(20, Options(seed=5)) for _ in range(2))
        self.assertEqual(one, other)
        self.assertGreater(len(set(one)), 15)
        self.assertTrue(all(tours.check(tour) for tour in one))
        with tours.sampler() as sampler:
            self.assertTrue(tours.check(next(sampler)))
        with self.assertRaises(ValueError):
            next(sampler)
        with self.assertRaises(leaper.NotFoundError):
            Tours("4x4").sampler()

    def test_estimate(self):
        estimate = Tours("6x6").estimate(20000, Options(seed=1))
        self.assertEqual(estimate.probes, 20000)
        self.assertTrue(estimate.low < estimate.mean < estimate.high)
        self.assertTrue(BOARD_6X6 / 2 < estimate.mean < BOARD_6X6 * 2)
        self.assertAlmostEqual(math.exp(estimate.log_mean), estimate.mean)
        with self.assertRaises(leaper.LeaperError):
            Tours("6x6").estimate(0)

    def test_check(self):
        tours = Tours("6x6")
        cells = list(tours.find(Options(seed=1)).tour)
        self.assertTrue(tours.check(cells))
        self.assertTrue(tours.check([tours.cell_name(cell) for cell in cells]))
        self.assertEqual(tours.check(cells[:-1]).fault, Fault.TOO_SHORT)
        cells[3] = cells[1]
        verdict = tours.check(cells)
        self.assertFalse(verdict)
        self.assertEqual(verdict.step, 3)
        self.assertEqual(tours.check([99]).fault, Fault.NO_CELL)

    def test_text(self):
        tours = Tours("6x6")
        tour = tours.find(Options(seed=1)).tour
        for format in Format:
            self.assertEqual(tours.read(tour.text(format)), tour)
        self.assertEqual(tour.names[0], "a1")
        self.assertEqual(str(tour), tour.text(Format.GRID))
        self.assertIn("36 cells", repr(tour))
        with self.assertRaises(leaper.RequestError):
            tours.read("1 2 3")
        with self.assertRaises(leaper.RequestError):
            leaper.Tour(tours, range(36)).text()
        with self.assertRaises(ValueError):
            leaper.Tour(tours, [1, 2]).svg()

    def test_draw(self):
        tour = Tours("6x6").find(Options(seed=1)).tour
        pictures = {tour.svg(style) for style in Style}
        self.assertEqual(len(pictures), 3)
        for picture in pictures:
            self.assertEqual(xml.dom.minidom.parseString(picture).documentElement.tagName, "svg")
        self.assertIn("<svg", tour._repr_svg_())
        with self.assertRaises(leaper.ParameterError):
            tour.svg(cell=9999)

    def test_boards_and_leapers(self):
        tours = Tours("5/5/5/3**")
        self.assertEqual(len(tours), 18)
        self.assertEqual(tours.cell_name(tours.cell("c1")), "c1")
        with self.assertRaises(ValueError):
            tours.cell("e1")
        with self.assertRaises(leaper.LeaperError):
            tours.cell_name(99)
        self.assertEqual(Tours("10x10", "camel", open=True).find(Options(seconds=1)).status, Status.NONE)
        for wrong in ({"board": "0x8"}, {"board": "6x6", "leaper": "R"}, {"board": "6x6", "open": True, "start": "z9"}):
            with self.subTest(wrong), self.assertRaises(leaper.LeaperError):
                Tours(**wrong)

    def test_progress_can_end_the_work(self):
        seen = []

        def progress(now):
            seen.append(now)
            return False

        with self.assertRaises(leaper.CancelledError):
            Tours("8x8").count(Options(progress=progress))
        self.assertTrue(seen and seen[0].what)

        def fail(now):
            raise KeyError("mine")

        with self.assertRaisesRegex(KeyError, "mine"):
            Tours("8x8").count(Options(progress=fail))

    def test_time_and_memory_are_limits(self):
        with self.assertRaises(leaper.CancelledError):
            Tours("10x10").count(Options(seconds=0.2, memory=1 << 30))
        with self.assertRaises(leaper.TooLargeError):
            Tours("8x8").count(Options(memory=1 << 20))

    def test_ctrl_c_ends_a_count(self):
        sent = []

        def interrupt(now):
            if not sent:
                sent.append(True)
                os.kill(os.getpid(), signal.SIGINT)

        with self.assertRaises(KeyboardInterrupt):
            Tours("10x10").count(Options(progress=interrupt, memory=1 << 30))


if __name__ == "__main__":
    unittest.main()
