#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that tools/run_tests.py counts what meson reports, counts no failure as a pass, and shows what tells why."""

import json
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

    def shown(self, **printed):
        log = json.dumps({"name": "f", "result": "FAIL", **printed}).encode()
        name, *lines = run_tests.failed_names(log, b"")[0].split("\n    | ")
        self.assertEqual(name, "f (fail)")
        return lines

    def test_last_lines(self):
        self.assertEqual(self.shown(stdout="".join(f"{i}\n\n" for i in range(20)), stderr=f"no\n5\n6\n7\n{300 * '8'}\n"),
                         [*(str(i) for i in range(12, 20)), "5", "6", "7", 200 * "8"])

    def test_what_passed_after_the_failure_is_not_shown(self):
        tap = "1..12\nnot ok 1 - a\n# 1 != 2\n# a.c:3: error: Failure!\n" + "".join(f"ok {i} - b\n" for i in range(2, 13))
        self.assertEqual(self.shown(stdout=tap + "# not ok - group\n", stderr="(test program exited with status code 1)"),
                         ["not ok 1 - a", "# 1 != 2", "# a.c:3: error: Failure!"])

    def test_the_memory_that_a_sanitizer_draws_is_not_shown(self):
        report = "==7==ERROR: AddressSanitizer: x\nSUMMARY: AddressSanitizer: x a.c:3\nShadow bytes around the buggy address:\n"
        self.assertEqual(self.shown(stdout=report + 20 * "  0x1: 00 00\n" + "==7==ABORTING\nBase64: YQ==\n"),
                         ["==7==ERROR: AddressSanitizer: x", "SUMMARY: AddressSanitizer: x a.c:3", "Base64: YQ=="])

    def test_a_terminal_obeys_nothing(self):
        self.assertEqual(self.shown(stdout="\x1b[2J\x9b1m\u2654"), ["?[2J?1m\u2654"])

    def test_no_report(self):
        self.assertEqual(run_tests.failed_names(self.LOG, b""), ["leaper:a / two (error)", "leaper:b / three (timeout)"])

    def test_nothing_failed(self):
        self.assertEqual(run_tests.failed_names(b"", b""), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
