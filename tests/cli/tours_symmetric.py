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
    for request in [["6x6"], ["5x5", "--open"], ["5x5", "--open", "--from", "a1", "--to", "e5"],
                 ["--board", "*3*/5/5/*3*", "--leaper", "NC"]]:
        for form in ["grid", "squares", "json"]:
            status, out, err = run("tours", "random", *request, "--count", "30", "--format", form)
            equal(status, 0, err)
            contains(err, "30 tours, seed ")
            status, out, err = run("tours", "check", "-", text=out)
            equal((status, err), (0, ""), (request, form))
            contains(out, "all fine")
    line = run("tours", "random", "5x5", "--open", "--from", "e5", "--to", "a1", "--format", "json")[1]
    squares = json.loads(line)["squares"]
    equal((squares[0], squares[-1]), ("e5", "a1"))


@test
def random_repeats_with_its_seed():
    draws = [run("tours", "random", "6x6", "--count", "5", "--seed", seed)[1] for seed in ["7", "7", "8"]]
    equal(draws[0], draws[1])
    equal(draws[0] != draws[2], True)
    threads = [run("tours", "random", "5x5", "--open", "--count", "300", "--seed", "7", "--json",
                   "--threads", count)
               for count in ["1", "2", "5"]]
    equal(threads[0][1], threads[1][1])
    equal(threads[0][1], threads[2][1])
    first = [json.loads(line)["squares"] for line in threads[0][1].splitlines()]
    equal(len(first), 300)
    equal(run("tours", "random", "5x5", "--open", "--count", "20", "--seed", "7", "--format", "json")[1],
          "".join(line + "\n" for line in threads[0][1].splitlines()[:20]))


@test
def random_refuses():
    refused("random", part="which board?")
    refused("random", "8x8", "--memory", "200", part="need about 311 MiB of memory; the bound is",
            expected=1)
    # Pages come in sizes of the kernel's choice: the watch over memory may be first to say so.
    refused("random", "8x8", "--memory", "40", part=" MiB", expected=1)
    refused("random", "8x8", "--json", "--format", "grid", part="different formats")
    refused("random", "40x40", part="too wide", expected=1)
    refused("random", "4x6", part="Schwenk", expected=1)
    refused("random", "--board", "4/4/4/4/4/4/1**1", part="there is no such tour", expected=1)
    refused("random", "6x2", "--leaper", "W", "--open", "--from", "c1", "--to", "c2", "--count", "1000000",
            part="all states of partial tours were examined", expected=1)
    refused("random", "6x6", "--tries", "1", "--count", "1000000", "--seed", "1",
            part="no tour among 1 sets", expected=1)
    refused("random", "8x8", "--seed", "x", part="--seed: 'x' is not a number from 0 to 18446744073709551615")
    refused("random", "8x8", "--seed", "99999999999999999999", part="is not a number from 0 to")
    refused("random", "8x8", "--from", "a1", part="add --open")


# ---- classes ----

def classes(*arguments):
    status, out, err = run("tours", "classes", *arguments, "--json")
    equal((status, err), (0, ""), arguments)
    return json.loads(out)


@test
def classes_of_small_boards():
    six = classes("6x6")
    equal((six["count"], six["classes"], six["directed_classes"]), ("9862", "1245", "2490"))
    groups = {row["group"]: row for row in six["groups"]}
    equal(groups["quarter-turns"]["classes"], "5")
    equal((groups["half-turn"]["invariant"], groups["half-turn"]["exactly"]), ("78", "68"))
    equal(groups["top-bottom"]["like"], "left-right")
    contains(groups["left-right"]["theorem"], "colours")
    equal(sum(int(row["classes"]) for row in six["groups"]), 1245)
    equal(classes("5x5", "--open")["classes"], "112")
    equal(classes("--board", "3/1*1/3")["classes"], "1")


@test
def classes_of_the_chessboard():
    eight = classes("8x8", "--tours", "13267364410532", "--quick")
    equal((eight["classes"], eight["symmetric_classes"]), ("1658420855433", "608233"))
    equal([row["counted"] for row in eight["groups"]], [True, True] + [False] * 8)
    equal(classes("10x10", "--symmetry", "quarter-turns")["invariant"], "831804")
    status, out, _ = run("tours", "classes", "8x8", "--tours", "13267364410532")
    equal(status, 0)
    contains(out, "1658420855433 under 8 symmetries")


@test
def classes_refuses():
    refused("classes", part="which board?")
    refused("classes", "8x8", "--symmetry", "mirror", part="there is no group")
    refused("classes", "8x7", "--symmetry", "diagonal", part="do not have")
    refused("classes", "1x5", "--leaper", "WD", "--symmetry", "left-right", part="moves no cell")
    refused("classes", "8x8", "--tours", "x", part="not a number of tours")
    refused("classes", "8x8", "--tours", "1", "--open", "--closed", part="not both")
    refused("classes", "10x10", "--symmetry", "half-turn", "--memory", "40", part="do not fit", expected=1)


main()
