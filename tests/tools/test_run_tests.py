#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that tools/run_tests.py counts what test programs say, and that nothing which failed is counted as passed."""

import os
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("LEAPER_SOURCE", Path(__file__).parents[2]))
sys.path.insert(0, str(SOURCE / "tools"))
sys.dont_write_bytecode = True

import run_tests  # noqa: E402


def tap(text, returncode):
    return str(run_tests.count_tap(text, returncode))


def web(text, code):
    return str(run_tests.count_web(text, code))


class CountTap(unittest.TestCase):
    def test_all_passed(self):
        self.assertEqual(tap("1..2\nok 1 - a\nok 2 - b\n# ok - group\n", 0), "2 passed, 0 failed")

    def test_one_failed(self):
        self.assertEqual(tap("1..2\nok 1 - a\nnot ok 2 - b\n", 1), "1 passed, 1 failed")

    def test_skipped_by_cmocka_and_by_others(self):
        self.assertEqual(tap("1..2\nok 1 - a\nnot ok 2 # SKIP b\n", 0), "1 passed, 0 failed, 1 skipped")
        self.assertEqual(tap("1..2\nok 1 - a\nok 2 - b # SKIP\n", 0), "1 passed, 0 failed, 1 skipped")
        self.assertEqual(tap("", 77), "0 passed, 0 failed, 1 skipped")

    def test_died_on_the_way(self):
        self.assertEqual(tap("1..3\nok 1 - a\n", 0), "1 passed, 1 failed")
        self.assertEqual(tap("1..1\nok 1 - a\n", -11), "1 passed, 1 failed")

    def test_says_nothing(self):
        self.assertEqual(tap("hello\n", 0), "1 passed, 0 failed")
        self.assertEqual(tap("hello\n", 3), "0 passed, 1 failed")

    def test_two_groups(self):
        self.assertEqual(tap("1..1\nok 1 - a\n1..2\nok 1 - b\nok 2 - c\n", 0), "3 passed, 0 failed")


class CountWeb(unittest.TestCase):
    def test_node(self):
        self.assertEqual(web("# tests 5\n# pass 3\n# fail 1\n# skipped 1\n", 1), "3 passed, 1 failed, 1 skipped")
        self.assertEqual(web("\x1b[34mℹ pass 3\x1b[39m\nℹ fail 0\n", 0), "3 passed, 0 failed")

    def test_failure_without_a_failed_test(self):
        self.assertEqual(web("# pass 3\n# fail 0\n", 1), "3 passed, 1 failed")
        self.assertEqual(web("", 1), "0 passed, 1 failed")


if __name__ == "__main__":
    unittest.main(verbosity=2)
