#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs `meson test` in each build directory and ends with one line `N passed, N failed` for all of them. Before that line
it lists the tests that failed, with the last lines of what each printed about it, so that the end of a log is enough to
tell which, and mostly why.

    run_tests.py [--jobs N] DIRECTORY[:ARGUMENT]...

Arguments after a directory, each preceded by a colon, go to its own `meson test`: build-clang:--suite:fuzz.
The numbers come from the JUnit report that meson writes beside its log. The exit code is 1 if anything failed, or if
nothing was tested.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

# Under sanitizers everything takes several times as long.
PATIENCE = {"build": "4"}
PATIENCE_ELSEWHERE = "12"
# The results of meson that make a run fail.
FAILED = {"FAIL", "ERROR", "TIMEOUT", "INTERRUPT", "UNEXPECTEDPASS"}
# So many of the last lines of a failed test are shown, and characters of each. Most print all to the first stream.
LAST_LINES = {"stdout": 8, "stderr": 4}
LINE_SHOWN = 200
# Lines that tell nothing about a failure: TAP's cases that passed and its plan, and what cmocka and meson add.
TELLS_NOTHING = re.compile(r"(ok\b|1\.\.\d+$|# (not )?ok - |\(test program exited|\s*$)")
# The picture of memory that the address sanitizer prints last.
SHADOW = re.compile(r"^Shadow bytes around.*?^==\d+==ABORTING$", re.DOTALL | re.MULTILINE)


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


def has_failed(case):
    return case.find("failure") is not None or case.find("error") is not None


def without_controls(text):
    """The text without characters that XML does not allow, or that a terminal would obey."""
    return re.sub(r"[^\t\n\r -~\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)


def cases_of(report):
    """The cases of a JUnit report; none of an empty one."""
    # Meson copies whatever a test printed.
    text = without_controls(report.decode(errors="replace"))
    return list(xml.fromstring(re.sub(r"^<\?xml.*?\?>", "", text)).iter("testcase")) if report else []


def count_report(report, code):
    """Counts the cases of a JUnit report. If the run failed, so did a test, whatever the report says: a program may
    die after its last case, or before it could report any."""
    count = Count()
    for case in cases_of(report):
        if has_failed(case):
            count.failed += 1
        elif case.find("skipped") is not None:
            count.skipped += 1
        else:
            count.passed += 1
    if code != 0 and count.failed == 0:
        count.failed = 1
    return count


def last_lines(test):
    """The end of what a test printed about its failure."""
    shown = []
    for name, count in LAST_LINES.items():
        lines = SHADOW.sub("", test.get(name) or "").splitlines()
        shown += [line.rstrip() for line in lines if not TELLS_NOTHING.match(line)][-count:]
    return [without_controls(line[:LINE_SHOWN]) for line in shown]


def failed_names(log, report):
    """The names of the test programs that failed, each with its failed cases and its last lines. `log` is meson's
    testlog.json, a JSON object per line: it knows of programs that died or timed out, which the JUnit report does not."""
    names = []
    for line in log.decode(errors="replace").splitlines():
        test = json.loads(line)
        if test["result"] in FAILED:
            cases = [case.get("name") for case in cases_of(report)
                     if has_failed(case) and case.get("classname", "").endswith(test["name"])]
            names.append(f"{test['name']} ({test['result'].lower()})" + "".join(f"\n    {case}" for case in cases) +
                         "".join(f"\n    | {line}" for line in last_lines(test)))
    return names


def run(directory, arguments, jobs):
    logs = Path(directory) / "meson-logs"
    report, log = logs / "testlog.junit.xml", logs / "testlog.json"
    report.unlink(missing_ok=True)
    log.unlink(missing_ok=True)
    patience = PATIENCE.get(directory, PATIENCE_ELSEWHERE)
    code = subprocess.run(["meson", "test", "-C", directory, "--no-rebuild", "--print-errorlogs", "--num-processes", jobs,
                           "--timeout-multiplier", patience, *arguments], stdin=subprocess.DEVNULL, check=False).returncode
    cases = report.read_bytes() if report.exists() else b""
    return count_report(cases, code), failed_names(log.read_bytes() if log.exists() else b"", cases)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", default=str(os.cpu_count() or 1))
    parser.add_argument("runs", nargs="+", metavar="DIRECTORY[:ARGUMENT]")
    options = parser.parse_args()
    # What a test printed must not keep the last line from being printed.
    sys.stdout.reconfigure(errors="backslashreplace")
    os.chdir(Path(__file__).resolve().parent.parent)
    total, failed = Count(), []
    for text in options.runs:
        directory, *arguments = text.split(":")
        print(f"== {text}", flush=True)
        count, names = run(directory, arguments, options.jobs)
        total.add(count)
        failed += [f"{directory}: {name}" for name in names]
    if total.passed + total.failed == 0:
        print("nothing was tested")
        total.failed = 1
    if failed:
        print("failed:\n" + "\n".join(failed))
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
