#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs `meson test` in each build directory and ends with one line `N passed, N failed` for all of them.

    run_tests.py [--jobs N] DIRECTORY[:ARGUMENT]...

The arguments behind a directory, each with a colon before it, are for its own `meson test`: build-clang:--suite:fuzz.
The numbers come from the reports in JUnit's format that meson writes beside its log. The exit code is 1 if anything
failed, or if nothing was tested.
"""

import argparse
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

# Under sanitizers everything takes several times as long.
PATIENCE = {"build": "4"}
PATIENCE_ELSEWHERE = "12"


class Count:
    """Passed, failed and skipped tests."""

    def __init__(self, passed=0, failed=0, skipped=0):
        self.passed, self.failed, self.skipped = passed, failed, skipped

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped

    def __str__(self):
        tail = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{tail}"


def count_report(report, code):
    """Counts the cases of a JUnit report. A run that failed has a failed test, whatever its report says: a program may
    die behind its last case, or before it could report any."""
    count = Count()
    # Meson copies what a test printed, and that may be anything: XML allows no control characters but these three.
    text = re.sub(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", report.decode(errors="replace"))
    for case in xml.fromstring(re.sub(r"^<\?xml.*?\?>", "", text)).iter("testcase") if report else []:
        if case.find("failure") is not None or case.find("error") is not None:
            count.failed += 1
        elif case.find("skipped") is not None:
            count.skipped += 1
        else:
            count.passed += 1
    if code != 0 and count.failed == 0:
        count.failed = 1
    return count


def run(directory, arguments, jobs):
    report = Path(directory) / "meson-logs" / "testlog.junit.xml"
    report.unlink(missing_ok=True)
    patience = PATIENCE.get(directory, PATIENCE_ELSEWHERE)
    code = subprocess.run(["meson", "test", "-C", directory, "--no-rebuild", "--print-errorlogs", "--num-processes", jobs,
                           "--timeout-multiplier", patience, *arguments], stdin=subprocess.DEVNULL, check=False).returncode
    return count_report(report.read_bytes() if report.exists() else b"", code)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", default=str(os.cpu_count() or 1))
    parser.add_argument("runs", nargs="+", metavar="DIRECTORY[:ARGUMENT]")
    options = parser.parse_args()
    os.chdir(Path(__file__).resolve().parent.parent)
    total = Count()
    for text in options.runs:
        directory, *arguments = text.split(":")
        print(f"== {text}", flush=True)
        total.add(run(directory, arguments, options.jobs))
    if total.passed + total.failed == 0:
        print("nothing was tested")
        total.failed = 1
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
