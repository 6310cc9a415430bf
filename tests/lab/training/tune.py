#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench/tune plays the same games again, learns a network from them, and refuses numbers that make no sense."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
from script import PROGRAM, Skip, contains, equal, main, test  # noqa: E402

TUNE = os.path.join(os.path.dirname(os.path.abspath(PROGRAM)), "bench", "tune")


def tune(*words):
    if not os.path.exists(TUNE):
        raise Skip("this build has no bench/tune")
    done = subprocess.run([TUNE, *words], capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.decode()


def samples(seed):
    status, out, err = tune("play", "gardner", "--games", "4", "--nodes", "30", "--every", "1", "--seed", seed)
    equal((status, err), (0, ""))
    return out


@test
def the_same_games_again():
    equal(samples("7"), samples("7"))
    assert samples("7") != samples("8")


@test
def a_network_is_learned():
    with tempfile.NamedTemporaryFile() as file:
        file.write(samples("7"))
        file.flush()
        status, out, err = tune("learn", "gardner", file.name, "--epochs", "2", "--hidden", "32")
        equal(status, 0, err)
        contains(err, "after")
        equal(out.split(b"\n")[0], b"leaper network 1, 32 hidden")


@test
def numbers_that_make_no_sense():
    for words, wrong in {
        "--games x": "games: a whole number from 1 to 1000000 is expected, not 'x'",
        "--games nan": "games: a whole number from 1 to 1000000 is expected, not 'nan'",
        "--every 0": "every: a whole number from 1 to 1000000 is expected, not '0'",
        "--epochs 1.5": "epochs: a whole number from 1 to 1000 is expected, not '1.5'",
        "--seed -1": "seed: a whole number from 0 to 9007199254740992 is expected, not '-1'",
        "--trust 101": "trust: a number from 0 to 100 is expected, not '101'",
        "--rate 1%": "rate: a number from 0 to 1000 is expected, not '1%'",
        "--large yes": "large: 0 or 1 is expected, not 'yes'",
        "--hidden 33": "hidden: a multiple of 32 up to 64 is expected",
        "--large 1 --hidden 257": "hidden: a whole number from 1 to 256 is expected, not '257'",
        "--speed 3": "speed: unknown option",
    }.items():
        equal(tune("learn", "gardner", os.devnull, *words.split()), (1, b"", f"tune: {wrong}\n"), words)


main()
