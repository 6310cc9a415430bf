#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`mpirun -n K leaper tours count` on Open MPI: the same answer for any K, whichever rank dies."""

import json
import os
import shutil
import signal
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from mpirun import LONG_PATIENCE, SURVIVE, answer, disturb, finish, spread, start  # noqa: E402
from script import contains, equal, main, run, test  # noqa: E402

# So many units that there is time to disturb them, of so little work each that sanitizers have done with them soon.
UNITS = 378
DISTURBED = ["tours", "count", "6x8", "--cut", "6", "--threads", "1", "--patience", "10", "--json"]
TOURS_6X8 = "55488142"
# Whether a rank is missed depends on what it was doing when it was lost: nobody misses one that had no unit and whose silence
# was shorter than what was left to do. Then the answer is right, and it is tried again.
ATTEMPTS = 5


def wait_for_units(job, place, count):
    """Until so many units are done; at the latest until the job is, which a slow build may be before it can be disturbed."""
    for _ in range(100 * LONG_PATIENCE):
        if os.path.isdir(place) and len(units_in(place)) >= count:
            return
        if job.poll() is not None:
            return
        time.sleep(0.01)
    raise AssertionError(f"there are no {count} units")


def units_in(place):
    return [name for name in os.listdir(place) if name.endswith(".json")]


@test
def same_answer_for_any_number_of_ranks():
    for ranks in 1, 2, 3, 5:
        status, out, err = spread(ranks, "tours", "count", "6x8", "--cut", "4", "--json")
        equal((status, err), (0, ""), ranks)
        found = answer(out)
        equal((found["count"], found["units"]), (TOURS_6X8, 45), ranks)
    status, out, err = spread(3, "tours", "count", "--board", "5/5/5/5/1*3", "--open", "--json")
    equal((status, err), (0, ""))
    equal(answer(out)["count"],
          json.loads(run("tours", "count", "--board", "5/5/5/5/1*3", "--open", "--json")[1])["count"])


def lose(rank, how, options=()):
    """Loses a rank in the middle of a count, until it is missed. The answer is right every time."""
    for _ in range(ATTEMPTS):
        with tempfile.TemporaryDirectory() as directory:
            place = os.path.join(directory, "units")
            job = start(3, *DISTURBED, "--units", place, options=options)
            wait_for_units(job, place, 3)
            disturb(job, rank, how)
            _, out, err = finish(job)
            equal(answer(out)["count"], TOURS_6X8, err)
            equal(json.loads(run("tours", "merge", place, "--json")[1])["count"], TOURS_6X8)
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
def a_lost_job_goes_on():
    with tempfile.TemporaryDirectory() as directory:
        place = os.path.join(directory, "units")
        # Unless it is told to go on, Open MPI ends the job when a rank dies; and no job survives rank 0.
        for rank in 1, 0:
            before = len(units_in(place)) if os.path.isdir(place) else 0
            job = start(3, *DISTURBED, "--units", place)
            wait_for_units(job, place, before + 3)
            disturb(job, rank, signal.SIGKILL)
            _, out, _ = finish(job)
            # Either nothing, or, where it was done before the signal came, the right answer.
            if out.strip():
                equal(answer(out)["count"], TOURS_6X8)
        assert len(units_in(place)) >= 6
        status, out, err = spread(2, *DISTURBED, "--units", place)
        equal((status, err), (0, ""))
        equal((answer(out)["count"], len(units_in(place))), (TOURS_6X8, UNITS))


@test
def refusals():
    for arguments, part in [
        (["6x6", "--method", "plain"], "chooses its own method"),
        (["5x6", "--cut", "12"], "cut"),
        (["6x6", "--patience", "0"], "patience"),
        (["6x6", "--from", "a1"], "--open"),
        (["1000x1000"], "leaper tours count"),
    ]:
        status, out, err = spread(2, "tours", "count", *arguments)
        assert status != 0, arguments
        equal(out.count("tours  "), 0, arguments)
        contains(err, part)
    # Outside mpirun these two make no sense without --units.
    contains(run("tours", "count", "6x6", "--cut", "2")[2], "--units")
    contains(run("tours", "count", "6x6", "--patience", "9")[2], "--units")


if not shutil.which("mpirun"):
    print("1..0 # SKIP no mpirun here: tools/install-deps.sh test")
    sys.exit()
main()
