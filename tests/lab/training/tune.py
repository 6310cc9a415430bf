#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench/tune plays the same games again, learns weights and networks from them, and refuses options that make no sense."""

import functools
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
from script import PATIENCE, PROGRAM, Skip, equal, main, test  # noqa: E402

TUNE = os.path.join(os.path.dirname(os.path.abspath(PROGRAM)), "bench", "tune")


def tune(*words):
    if not os.path.exists(TUNE):
        raise Skip("this build has no bench/tune")
    done = subprocess.run([TUNE, *words], capture_output=True, check=False, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr.decode()


def play(seed):
    status, out, err = tune("play", "gardner", "--games", "6", "--nodes", "30", "--every", "1", "--seed", seed)
    equal((status, err), (0, ""))
    return out


samples = functools.cache(play)


def made(command, *words):
    """What the command makes of samples, and the losses in training before and after."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(samples("7"))
        file.flush()
        status, out, err = tune(command, "gardner", file.name, *words)
    equal(status, 0, err)
    before, after = re.search(r"^loss (\S+) -> ([\d.]+)", err, re.MULTILINE).groups()
    return out, float(before), float(after)


@test
def the_same_games_again():
    equal(play("7"), samples("7"))
    assert samples("7") != samples("8")


@test
def a_network_is_learned():
    words = ("--epochs", "3", "--hidden", "32", "--rate", "0.2", "--trust", "100")
    network, before, after = made("learn", *words)
    equal(network.split(b"\n")[0], b"leaper network 1, 32 hidden")
    assert after < before, (before, after)
    equal(made("learn", *words)[0], network)
    assert made("learn", *words, "--seed", "2")[0] != network


@test
def the_scale_of_a_network():
    with tempfile.NamedTemporaryFile() as file:
        file.write(samples("7"))
        file.flush()
        told = [tune("learn", "gardner", file.name, "--epochs", "1", *words)[2] for words in ((), ("--unit", "150"), ("--unit", "151"))]
    units = [re.search(r"([\d.]+) centipawns multiply", err)[1] for err in told]
    assert units[0] not in units[1:], units
    equal(units[1:], ["150.0", "151.0"])


@test
def weights_are_fitted():
    weights, before, after = made("fit", "--steps", "20", "--rate", "50")
    assert after < before, (before, after)
    assert b" = " in weights, weights
    assert made("fit", "--steps", "20", "--rate", "5")[0] != weights


@test
def options_that_make_no_sense():
    for words, wrong in {
        "learn --epochs 0": "epochs: a whole number from 1 to 1000 is expected, not '0'",
        "learn --epochs 1.5": "epochs: a whole number from 1 to 1000 is expected, not '1.5'",
        "learn --epochs 1001": "epochs: a whole number from 1 to 1000 is expected, not '1001'",
        "learn --epochs 0x5": "epochs: a whole number from 1 to 1000 is expected, not '0x5'",
        "learn --seed -1": "seed: a whole number from 0 to 4294967295 is expected, not '-1'",
        "learn --trust 101": "trust: a number from 0 to 100 is expected, not '101'",
        "learn --trust nan": "trust: a number from 0 to 100 is expected, not 'nan'",
        "learn --unit 0": "unit: a number from 1 to 10000 is expected, not '0'",
        "learn --unit 1e-320": "unit: a number from 1 to 10000 is expected, not '1e-320'",
        "learn --unit 10001": "unit: a number from 1 to 10000 is expected, not '10001'",
        "learn --rate 1%": "rate: a number from 0 to 1000 is expected, not '1%'",
        "learn --large yes": "large: 0 or 1 is expected, not 'yes'",
        "learn --hidden 0": "hidden: a multiple of 32 up to 64 is expected",
        "learn --hidden 33": "hidden: a multiple of 32 up to 64 is expected",
        "learn --large 1 --hidden 288": "hidden: a multiple of 32 up to 256 is expected",
        "learn --steps 3": "steps: unknown option",
        "fit --epochs 3": "epochs: unknown option",
    }.items():
        command, *options = words.split()
        equal(tune(command, "gardner", os.devnull, *options), (1, b"", f"tune: {wrong}\n"), words)
    equal(tune("play", "gardner", "--every", "0"), (1, b"", "tune: every: a whole number from 1 to 1000000 is expected, not '0'\n"))


main()
