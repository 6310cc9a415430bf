#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `leaper tours` may take: memory with mapped files, disk, and time after it was told to stop."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PROGRAM, contains, equal, main, run, skip_if_sanitized, test  # noqa: E402

MIB = 1 << 20
# Generous: what is tested is that a program ends because it was told to, not because it is done, which would take hours.
PATIENCE = 60


def status_of(process, field):
    """A line of /proc/PID/status in bytes; 0 when the process is gone."""
    try:
        with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
            for line in file:
                if line.startswith(field + ":"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def temporary_files(process, place):
    """Bytes of the files in a folder that a process has mapped."""
    size = 0
    try:
        with open(f"/proc/{process.pid}/maps", encoding="utf-8") as file:
            for line in file:
                if place in line:
                    low, high = line.split()[0].split("-")
                    size += int(high, 16) - int(low, 16)
    except OSError:
        pass
    return size


def start(*arguments):
    return subprocess.Popen([PROGRAM, "tours", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def stop(process, how=signal.SIGINT):
    """Stops it; its exit status and what it said."""
    process.send_signal(how)
    try:
        _, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise AssertionError(f"{process.args} does not end") from None
    return process.returncode, err.decode()


@test
def memory_holds_with_mapped_files():
    """These took 4 GB and more with --memory 384: every byte of a mapped file that was touched stayed."""
    skip_if_sanitized("a sanitizer's own memory counts as resident")
    for arguments in [["8x8", "--leaper", "NC+NZ"], ["7x8", "--leaper", "NC+NZ", "--open"],
                      ["8x8", "--leaper", "K+N+NZ+NC"]]:
        with tempfile.TemporaryDirectory() as place:
            process = start("count", *arguments, "--threads", "2", "--memory", "200", "--disk", "600", "--spill", place)
            most, peak = 0, 0
            end = time.monotonic() + 600
            while process.poll() is None and time.monotonic() < end:
                peak = max(peak, status_of(process, "VmHWM"))
                most = max(most, temporary_files(process, place))
                time.sleep(0.02)
            _, err = process.communicate(timeout=PATIENCE)
            equal(process.returncode, 1)
            # It needs more of both, and says so; until then it kept to them. The kernel decides how many pages of a file it maps at a
            # time, so there is some slack, and the watch over memory may be the one to end it.
            assert "disk" in err.decode() or "--memory allows" in err.decode(), err
            assert 0 < peak <= 300 * MIB, (arguments, peak)
            assert 0 < most <= 610 * MIB, (arguments, most)
            equal(os.listdir(place), [])


@test
def memory_without_disk():
    status, out, err = run("tours", "count", "8x8", "--leaper", "NC+NZ", "--memory", "100", "--disk", "0", "--threads",
                           "2")
    equal((status, out), (1, ""))
    contains(err, "needs more memory")
    status, out, err = run("tours", "count", "8x8", "--memory", "1")
    equal((status, out), (2, ""))
    contains(err, "the program itself takes")


@test
def what_fits_is_counted():
    skip_if_sanitized("a sanitizer's own memory counts as resident")
    for arguments in [[], ["--memory", "64", "--threads", "2"], ["--memory", "64", "--threads", "1"]]:
        status, out, err = run("tours", "count", "8x7", "--json", *arguments)
        equal((status, err), (0, ""))
        equal(json.loads(out)["count"], "34524432316")


# Each would go on for hours; waited for is a moment at which it is known to be inside its work.
LONG = [
    ["count", "8x8", "--leaper", "NC+NZ", "--disk", "4000"],
    ["count", "9x9", "--leaper", "K", "--method", "plain", "--memory", "1000"],
    ["count", "12x12"],
    ["count", "10x10", "--units", "UNITS"],
    ["classes", "10x10", "--symmetry", "half-turn"],
    ["estimate", "100x100", "--threads", "1"],
    ["estimate", "40x40", "--leaper", "NC+NZ"],
    ["find", "50x50", "--leaper", "2,5", "--seconds", "100000"],
    ["list", "7x8"],
    ["list", "10x10", "--leaper", "W"],
    ["mckay", "8x8"],
    ["random", "12x12", "--memory", "2000"],
    ["unit", "10x10", "--unit", "0", "--dir", "UNITS"],
]


@test
def everything_ends_when_told_to():
    with tempfile.TemporaryDirectory() as place:
        for arguments in LONG:
            for wait, how in [(0.05, signal.SIGINT), (0.6, signal.SIGTERM)]:
                process = start(*[os.path.join(place, "units") if word == "UNITS" else word for word in arguments])
                # `list` prints much, which nobody else reads.
                reader = threading.Thread(target=process.stdout.read) if arguments[0] == "list" else None
                if reader:
                    process.stdout, output = None, process.stdout
                    reader = threading.Thread(target=output.read)
                    reader.start()
                end = time.monotonic() + wait
                while time.monotonic() < end and process.poll() is None:
                    time.sleep(0.01)
                status, err = stop(process, how)
                if reader:
                    reader.join()
                    output.close()
                # Before it looks after signals the system ends it.
                assert status in (1, -how) or (arguments[0] in ("list", "find", "random") and status == 0), \
                    (arguments, status, err)


@test
def a_checkpoint_is_kept():
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "checkpoint")
        process = start("count", "8x8", "--checkpoint", path, "--checkpoint-seconds", "0", "--threads", "1")
        end = time.monotonic() + 600
        while not os.path.exists(path) and process.poll() is None and time.monotonic() < end:
            time.sleep(0.002)
        if process.poll() is None:
            stop(process)
        else:
            process.communicate()
        equal([name for name in os.listdir(place) if name.endswith(".new")], [])
        status, out, err = run("tours", "count", "8x8", "--checkpoint", path, "--json")
        equal((status, err), (0, ""))
        equal(json.loads(out)["count"], "13267364410532")


@test
def walks_that_do_not_fit():
    status, out, err = run("tours", "estimate", "200x200", "--population", "1000", "--memory", "100")
    equal((status, out), (1, ""))
    contains(err, "smaller population")


if __name__ == "__main__":
    main()
