# SPDX-License-Identifier: GPL-3.0-or-later
"""For tests with real ranks: starts `mpirun -n K leaper …` on Open MPI, finds the process of a rank, and disturbs it."""

import json
import os
import subprocess
import time

from script import PATIENCE, PROGRAM

# Containers run tests as root, on fewer processors than ranks, and without other machines to ask for. What libmpi itself
# leaves allocated at the end is not ours to find.
ENVIRONMENT = {
    **os.environ,
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_plm": "isolated",
    "OMPI_MCA_btl": "vader,self",
    "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0",
}
# Unless it is told to go on, Open MPI ends the job when a rank dies.
SURVIVE = ["--mca", "orte_enable_recovery", "1"]
# Three processes of a slow build on a busy machine.
LONG_PATIENCE = 4 * PATIENCE


def start(ranks, *arguments, options=()):
    command = ["mpirun", *options, "-n", str(ranks), PROGRAM, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)


def finish(job):
    """Status, output and errors. When a rank was lost, the status means nothing: mpirun 4.1 at times crashes at its own end."""
    try:
        out, err = job.communicate(timeout=LONG_PATIENCE)
    except subprocess.TimeoutExpired:
        job.kill()
        raise
    return job.returncode, out, err


def spread(ranks, *arguments, options=()):
    return finish(start(ranks, *arguments, options=options))


def answer(out):
    """The JSON among what else Open MPI prints."""
    lines = [line for line in out.splitlines() if line.startswith("{")]
    assert len(lines) == 1, out
    return json.loads(lines[0])


def process_of(job, rank):
    """The process of a rank, as soon as mpirun has started it."""
    for _ in range(1000 * PATIENCE):
        with open(f"/proc/{job.pid}/task/{job.pid}/children") as file:
            children = file.read().split()
        for child in children:
            try:
                with open(f"/proc/{child}/environ", "rb") as file:
                    if f"OMPI_COMM_WORLD_RANK={rank}".encode() in file.read().split(b"\0"):
                        return int(child)
            except OSError:
                pass
        assert job.poll() is None, f"rank {rank} is gone, and the job with it"
        time.sleep(0.001)
    raise AssertionError(f"rank {rank} does not start")


def disturb(job, rank, how):
    """Sends a signal to a rank, if the job still runs; whether it did."""
    if job.poll() is not None:
        return False
    try:
        os.kill(process_of(job, rank), how)
    except (AssertionError, OSError):
        # It ended while its rank was looked for.
        if job.poll() is None:
            raise
        return False
    return True


def spent(process):
    """Seconds of processor time that a process has taken; infinitely many if it has ended."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return float("inf")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
