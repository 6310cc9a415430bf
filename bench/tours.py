#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares methods of counting tours: processor time, elapsed time, and peak memory of the whole program.

    bench/tours.py [--program build/leaper] [--threads 2] [--limit 120] [--memory 8000] [--tdzdd DIRECTORY]

The methods: `meet` (two halves that meet), `mckay` (half-tours, as in the paper of 1997), `plain` (a frontier edge by
edge), and TdZdd, a library of decision diagrams whose HamiltonCycleZdd is the published form of the same frontier;
--tdzdd (or the variable TDZDD) names the directory with its headers, https://github.com/kunisura/TdZdd. A run is stopped
after --limit seconds of processor time, or when --memory megabytes are not enough. All counts that are obtained must agree.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GIVEN_UP = "stopped at a limit"

# Arguments of a count, and the methods besides `meet` that can count on such boards.
BOARDS = [
    ("6x8", ["6x8"], ["mckay", "plain", "tdzdd"]),
    ("7x8, odd side", ["7x8"], ["mckay", "plain", "tdzdd"]),
    ("8x8", ["8x8"], ["mckay", "plain", "tdzdd"]),
    ("8x8 less 4 squares", ["--board", "8/8/8/3**3/3**3/8/8/8"], ["mckay", "plain"]),
    ("8x8 less corners", ["--board", "1*4*1/8/8/8/8/8/8/1*4*1"], ["plain"]),
    ("7x10, odd side", ["7x10"], ["mckay", "plain", "tdzdd"]),
    ("10x8", ["10x8"], ["plain", "tdzdd"]),
    ("6x40", ["6x40"], ["plain"]),
    ("3x1000", ["3x1000"], ["plain"]),
    ("6x6 open", ["6x6", "--open"], ["plain"]),
    ("7x7 open, both odd", ["7x7", "--open"], ["plain"]),
    ("8x8 open", ["8x8", "--open"], ["plain"]),
]


def measured(command, limit, memory):
    """Runs a command within bounds. Returns its output (None if it exceeded them), processor seconds, seconds, and bytes."""
    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                               preexec_fn=bound)
    output = []
    reader = threading.Thread(target=lambda: output.append(process.stdout.read()))
    reader.start()
    _, status, used = os.wait4(process.pid, 0)
    reader.join()
    process.returncode = os.waitstatus_to_exitcode(status)
    return (output[0] if process.returncode == 0 else None, used.ru_utime + used.ru_stime, time.monotonic() - start,
            used.ru_maxrss * 1024)


def command_for(method, arguments, options, tdzdd):
    if method == "tdzdd":
        return [tdzdd, *sorted(arguments[0].split("x"), key=int)] if tdzdd else None
    if method == "mckay":
        return [options.program, "tours", "mckay", *arguments, "--threads", str(options.threads), "--json"]
    return [options.program, "tours", "count", *arguments, "--method", method, "--threads", str(options.threads),
            "--json"]


def number_in(method, output):
    if method == "tdzdd":
        return output.strip()
    answer = json.loads(output)
    return answer["plain"]["tours"]["computed"] if method == "mckay" else answer["count"]


def build_tdzdd(directory, place):
    """Builds the small program bench/tdzdd.cc, if the library's headers are there."""
    headers = Path(directory) / "include"
    if not (headers / "tdzdd").is_dir():
        print(f"no TdZdd in {directory}: {headers}/tdzdd does not exist")
        return None
    program = str(Path(place) / "tdzdd")
    subprocess.run(["c++", "-O3", "-march=native", "-DNDEBUG", "-w", f"-I{headers}", str(ROOT / "bench" / "tdzdd.cc"),
                    "-o", program], check=True)
    return program


def compare(options, tdzdd, only):
    rows = []
    for name, arguments, others in BOARDS:
        if only and not re.search(only, name):
            continue
        print(name)
        known = None
        for method in ["meet", *others]:
            command = command_for(method, arguments, options, tdzdd)
            if not command:
                continue
            output, processor, seconds, memory = measured(command, options.limit, options.memory << 20)
            row = {"board": name, "method": method, "processor": round(processor, 2), "seconds": round(seconds, 2),
                   "memory": memory, "count": None}
            said = GIVEN_UP
            if output is not None:
                said = row["count"] = number_in(method, output)
                known = known or said
                if said != known:
                    said += "  which DIFFERS from another method's count"
                if len(said) > 30:
                    said = f"{said[:12]}… ({len(said)} digits)"
            print(f"  {method:6} {processor:8.2f} s of processors {seconds:8.2f} s {memory / 2**20:8.0f} MB  {said}",
                  flush=True)
            rows.append(row)
    return rows


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "build" / "leaper"))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--limit", type=int, default=120)
    parser.add_argument("--memory", type=int, default=8000, help="megabytes that a run may take (default 8000)")
    parser.add_argument("--only", help="only boards whose name matches this regular expression")
    parser.add_argument("--tdzdd", default=os.environ.get("TDZDD"))
    parser.add_argument("--json", help="also write the rows to this file")
    options = parser.parse_args(arguments)
    print(f"counting tours, {options.threads} threads (TdZdd one); runs end at {options.limit} s of processor time "
          f"or {options.memory} MB")
    with tempfile.TemporaryDirectory() as place:
        tdzdd = build_tdzdd(options.tdzdd, place) if options.tdzdd else None
        if not options.tdzdd:
            print("TdZdd is left out: --tdzdd DIRECTORY names its headers")
        rows = compare(options, tdzdd, options.only)
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=1) + "\n")
    counts = {}
    for row in rows:
        counts.setdefault(row["board"], set()).add(row["count"])
    return int(any(len(found - {None}) > 1 for found in counts.values()))


if __name__ == "__main__":
    sys.exit(main())
