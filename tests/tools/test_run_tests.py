#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that tools/run_tests.py counts what meson reports, and counts no failure as a pass."""

import os
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("LEAPER_SOURCE", Path(__file__).parents[2]))
sys.path.insert(0, str(SOURCE / "tools"))
sys.dont_write_bytecode = True

import run_tests  # noqa: E402

CASES = """<testsuites><testsuite name="a"><testcase name="one"/><testcase name="two"><skipped/></testcase></testsuite>
<testsuite name="b"><testcase name="three"/>{}</testsuite></testsuites>"""


def count(cases, code):
    return str(run_tests.count_report(CASES.format(cases).encode(), code))


class CountReport(unittest.TestCase):
    def test_all_passed(self):
        self.assertEqual(count("", 0), "2 passed, 0 failed, 1 skipped")

    def test_failures_and_errors(self):
        self.assertEqual(count("<testcase name='x'><failure/></testcase>", 1), "2 passed, 1 failed, 1 skipped")
        self.assertEqual(count("<testcase name='x'><error/></testcase>", 1), "2 passed, 1 failed, 1 skipped")

    def test_died_after_its_last_case(self):
        self.assertEqual(count("", 1), "2 passed, 1 failed, 1 skipped")

    def test_a_test_may_print_anything(self):
        text = CASES.format("<system-out>\x1b[1m\x00 and \ud800</system-out>")
        report = b"<?xml version='1.0' encoding='utf8'?>\n" + text.encode(errors="surrogatepass") + b"\n"
        self.assertEqual(str(run_tests.count_report(report, 0)), "2 passed, 0 failed, 1 skipped")

    def test_no_report(self):
        self.assertEqual(str(run_tests.count_report(b"", 1)), "0 passed, 1 failed")


class FailedNames(unittest.TestCase):
    LOG = b"""{"name": "leaper:a / one", "result": "OK"}
{"name": "leaper:a / two", "result": "ERROR"}
{"name": "leaper:b / three", "result": "TIMEOUT"}
"""

    def test_programs_with_their_cases(self):
        report = b"""<testsuites><testsuite name="leaper.leaper:a / two">
<testcase name="1 - x" classname="leaper.leaper:a / two"/>
<testcase name="2 - y" classname="leaper.leaper:a / two"><failure/></testcase></testsuite></testsuites>"""
        self.assertEqual(run_tests.failed_names(self.LOG, report),
                         ["leaper:a / two (error)\n    2 - y", "leaper:b / three (timeout)"])

    def test_no_report(self):
        self.assertEqual(run_tests.failed_names(self.LOG, b""), ["leaper:a / two (error)", "leaper:b / three (timeout)"])

    def test_nothing_failed(self):
        self.assertEqual(run_tests.failed_names(b"", b""), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
