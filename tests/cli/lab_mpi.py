#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`mpirun -n K leaper lab` on Open MPI: the same report for any K, whichever rank dies."""

import json
import os
import shutil
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from mpirun import SURVIVE, answer, disturb, finish, process_of, spread, spent, start  # noqa: E402
from script import contains, equal, main, run, test  # noqa: E402

QUICK = ["lab", "fuel", "--sweep", "fuel=3,9", "--games", "30", "--nodes", "20", "--longest", "200", "--json"]
# Some seconds of work, in the middle of which a rank is disturbed.
LONG = ["lab", "fuel", "--games", "600", "--nodes", "100", "--threads", "1", "--json"]
# A rank that is lost while it has no game is not missed; then the report is right all the same, and it is tried again.
ATTEMPTS = 5


@test
def same_report_for_any_number_of_ranks():
    alone = json.loads(run(*QUICK)[1])
    for ranks, threads in (1, 1), (2, 2), (3, 1):
        status, out, err = spread(ranks, *QUICK, "--threads", str(threads))
        equal((status, err), (0, ""), ranks)
        equal(answer(out), alone, ranks)


def lose(rank, how, options=()):
    """Loses a rank in the middle, until it is missed. The report is that of one process every time."""
    alone = json.loads(run(*LONG)[1])
    for _ in range(ATTEMPTS):
        job = start(3, *LONG, "--patience", "5", options=options)
        process = process_of(job, rank)
        while job.poll() is None and spent(process) < 0.7:
            time.sleep(0.01)
        disturb(job, rank, how)
        _, out, err = finish(job)
        equal(answer(out), alone, err)
        if "lost; others did the work" in err:
            return
    raise AssertionError(f"rank {rank} was never missed")


@test
def a_killed_rank_is_survived():
    lose(2, signal.SIGKILL, SURVIVE)


@test
def a_rank_that_hangs_is_survived():
    lose(1, signal.SIGSTOP)


@test
def errors_are_told_once():
    status, out, err = spread(3, "lab", "fuel", "--fuel", "1", "--opening", "60")
    assert status != 0
    equal(out, "")
    contains(err, "every game is over within 60 random turns")
    equal(err.count("every game is over"), 1)


if not shutil.which("mpirun"):
    print("1..0 # SKIP no mpirun here: tools/install-deps.sh test")
    sys.exit()
main()
