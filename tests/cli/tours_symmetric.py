#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper tours random` and `classes` as a person or a script meets them."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import contains, equal, main, run, test  # noqa: E402


def refused(*arguments, part, expected=2):
    """Nothing on standard output, one line that says why."""
    status, out, err = run("tours", *arguments)
    equal((status, out), (expected, ""), arguments)
    equal(err.count("\n"), 1, err)
    contains(err, part)


# ---- random ----

@test
def random_draws_tours():
    for wish in [["6x6"], ["5x5", "--open"], ["5x5", "--open", "--from", "a1", "--to", "e5"],
                 ["--board", "*3*/5/5/*3*", "--leaper", "NC"]]:
        for form in ["grid", "squares", "json"]:
            status, out, err = run("tours", "random", *wish, "--count", "30", "--format", form)
            equal(status, 0, err)
            contains(err, "30 tours, seed ")
            status, out, err = run("tours", "check", "-", text=out)
            equal((status, err), (0, ""), (wish, form))
            contains(out, "all fine")
    line = run("tours", "random", "5x5", "--open", "--from", "e5", "--to", "a1", "--format", "json")[1]
    squares = json.loads(line)["squares"]
    equal((squares[0], squares[-1]), ("e5", "a1"))


@test
def random_repeats_with_its_seed():
    draws = [run("tours", "random", "6x6", "--count", "5", "--seed", seed)[1] for seed in ["7", "7", "8"]]
    equal(draws[0], draws[1])
    equal(draws[0] != draws[2], True)


@test
def random_refuses():
    refused("random", part="which board?")
    refused("random", "8x8", "--memory", "10", part="10 MiB", expected=1)
    refused("random", "40x40", part="too wide", expected=1)
    refused("random", "2x3", part="There is no such tour", expected=1)
    refused("random", "4x6", "--tries", "1000", part="no tour among 1000", expected=1)
    refused("random", "8x8", "--seed", "x", part="--seed wants a number")
    refused("random", "8x8", "--seed", "99999999999999999999", part="--seed wants a number")
    refused("random", "8x8", "--from", "a1", part="add --open")


main()
