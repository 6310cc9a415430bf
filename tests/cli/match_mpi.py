#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`mpirun -n K leaper match` on Open MPI: the same games for any K, and a rank that dies costs only those that it was playing."""

import json
import os
import shutil
import signal
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from matches import complaints, counts, games_of  # noqa: E402
from mpirun import LONG_PATIENCE, SURVIVE, answer, disturb, finish, spread, start  # noqa: E402
from script import contains, equal, main, run, test  # noqa: E402

MATCH = ["match", "fuel", "leaper", "leaper nodes=100", "--nodes", "400", "--fuel", "20", "--seed", "5", "--patience", "10", "--json"]
GAMES = 60
# A rank that is lost while it has no game is not missed; then the games are right all the same, and it is tried again.
ATTEMPTS = 10


def alone(folder, games):
    path = os.path.join(folder, "alone")
    status, out, err = run(*MATCH, "--games", str(games), "--pgn", path)
    equal((status, complaints(err)), (0, ""))
    return counts(json.loads(out)), games_of(path)


def wait_for_games(job, path, count):
    """Until so many games are over; at the latest until the match is, which a slow build may be before it can be disturbed."""
    for _ in range(100 * LONG_PATIENCE):
        if os.path.exists(path) and len(games_of(path)) >= count:
            return
        if job.poll() is not None:
            return
        time.sleep(0.01)
    raise AssertionError(f"there are no {count} games")


@test
def same_games_for_any_number_of_ranks():
    with tempfile.TemporaryDirectory() as folder:
        found = alone(folder, 8)
        for ranks, concurrency in (1, 1), (2, 2), (3, 1):
            path = os.path.join(folder, f"{ranks}")
            status, out, err = spread(ranks, *MATCH, "--games", "8", "--concurrency", str(concurrency), "--pgn", path)
            equal((status, complaints(err)), (0, ""), ranks)
            equal(counts(answer(out)), found[0], ranks)
            assert games_of(path) == found[1], f"the games of {ranks} ranks differ"


def lose(rank, how, options=()):
    """Loses a rank in the middle of a match, until it is missed. All games are those of a match without ranks every time."""
    with tempfile.TemporaryDirectory() as folder:
        found = alone(folder, GAMES)
        for attempt in range(ATTEMPTS):
            path = os.path.join(folder, f"{attempt}")
            job = start(3, *MATCH, "--games", str(GAMES), "--pgn", path, options=options)
            wait_for_games(job, path, 4)
            disturb(job, rank, how)
            status, out, err = finish(job)
            if status < 0 and "{" not in out:
                continue  # mpirun itself crashed at the loss, and rank 0's answer with it
            equal(counts(answer(out)), found[0], err)
            assert games_of(path) == found[1], "the games differ"
            if "lost; others did the work" in err:
                return
    raise AssertionError(f"rank {rank} was never missed")


@test
def a_killed_rank_costs_its_games_only():
    lose(2, signal.SIGKILL, SURVIVE)


@test
def a_rank_that_hangs_costs_its_games_only():
    lose(1, signal.SIGSTOP)


@test
def a_lost_job_is_resumed():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games")
        found = alone(folder, GAMES)
        job = start(2, *MATCH, "--games", str(GAMES), "--pgn", path)
        wait_for_games(job, path, 4)
        disturb(job, 0, signal.SIGKILL)
        finish(job)
        before = len(games_of(path))
        assert before >= 4, before
        status, out, err = spread(3, *MATCH, "--games", str(GAMES), "--pgn", path, "--resume")
        equal((status, complaints(err)), (0, ""))
        equal(counts(answer(out)), found[0])
        assert games_of(path) == found[1], "the games differ"


@test
def a_test_that_is_decided_stops_all_ranks():
    status, out, err = spread(3, "match", "fuel", "leaper", "leaper nodes=1", "--nodes", "2000", "--sprt", "0,100", "--games", "100000", "--json")
    equal((status, complaints(err)), (0, ""))
    result = answer(out)
    equal(result["sprt"]["verdict"], "H1 accepted")
    assert result["games"] < 1000, result


@test
def errors_are_told():
    status, out, err = spread(3, "match", "fuel", "leaper", "/nonexistent/engine")
    assert status != 0
    equal(out.count("{"), 0)
    contains(err, "/nonexistent/engine")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games")
        equal(run(*MATCH, "--games", "2", "--pgn", path)[0], 0)
        status, out, err = spread(3, *MATCH, "--games", "4", "--pgn", path)
        assert status != 0
        equal(err.count("--resume goes on"), 1)


if not shutil.which("mpirun"):
    print("1..0 # SKIP no mpirun here: tools/install-deps.sh test")
    sys.exit()
main()
