#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper tours list`, `check`, `find`, `estimate` and `draw` as a person or a script meets them."""

import json
import os
import sys
import tempfile
from xml.etree import ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import contains, equal, main, run, test  # noqa: E402


def refused(*arguments, part, text=""):
    """The command line is refused: status 2, nothing on standard output, one line that says why."""
    status, out, err = run("tours", *arguments, text=text)
    equal((status, out), (2, ""), arguments)
    equal(err.count("\n"), 1, err)
    contains(err, part)


# ---- list ----

@test
def list_prints_every_tour():
    status, out, err = run("tours", "list", "5x6", "--format", "json")
    equal((status, err), (0, "8 tours\n"))
    tours = [json.loads(line) for line in out.splitlines()]
    equal(len({tuple(tour["squares"]) for tour in tours}), 8)
    equal(tours[0]["board"], "5x6")
    equal([tour["squares"] for tour in tours], [tour["squares"] for tour in tours if tour["squares"][0] == "a1"])
    equal(run("tours", "list", "5x5", "--open", "--from", "a1", "--to", "e5")[2], "56 tours\n")
    equal(run("tours", "list", "--board", "3/1*1/3", "--format", "squares")[1],
          "# closed tours of N on 3/1*1/3\na1 c2 a3 b1 c3 a2 c1 b3\n")


@test
def list_stops_at_its_limit():
    status, out, err = run("tours", "list", "8x8", "--limit", "2")
    equal((status, out.count("\n\n")), (0, 2))
    contains(err, "there may be more")


@test
def list_refuses():
    refused("list", part="which board?")
    refused("list", "5x5", "--from", "a1", part="add --open")
    refused("list", "5x5", "--open", "--from", "f1", part="outside")
    refused("list", "5x5", "--open", "--closed", part="not both")
    refused("list", "5x5", "--open", "--from", "a1", "--to", "a1", part="same square")
    refused("list", "5x5", "--format", "pdf", part="grid, squares or json")
    refused("list", "2x2", part="cannot move")


# ---- check ----

@test
def check_reads_what_list_prints():
    for form in ["grid", "squares", "json"]:
        for request in [["5x6"], ["5x5", "--open"], ["--board", "4/4/3*/3*", "--leaper", "NZ"]]:
            text = run("tours", "list", *request, "--format", form, "--limit", "20")[1]
            status, out, err = run("tours", "check", "-", text=text)
            equal((status, err), (0, ""), (form, request))
            contains(out, "all fine")


@test
def check_names_the_first_wrong_step():
    grid = run("tours", "list", "6x6", "--limit", "1")[1]
    status, out, _ = run("tours", "check", "-", text=grid.replace(" 1 ", " x ").replace(" 2 ", " 1 ").replace(" x ", " 2 "))
    equal(status, 1)
    contains(out, "not a leap of N")
    for text, words in [("a1 b3 c5 e5", "step 4: from c5 to e5 is not a leap of N"),
                        ("a1 b3 c5 b3", "step 4: b3 was visited before, as square 2"),
                        ("a1 b3", "ends after 2 of 64 squares")]:
        status, out, _ = run("tours", "check", "-", "--board", "8x8", text=text)
        equal(status, 1)
        contains(out, words)
        answer = json.loads(run("tours", "check", "-", "--board", "8x8", "--json", text=text)[1])
        equal((answer["fine"], answer["line"]), (False, 1))
        contains(answer["fault"], words)
    open_tour = run("tours", "list", "5x5", "--open", "--limit", "1")[1]
    status, out, _ = run("tours", "check", "-", "--closed", text=open_tour)
    equal(status, 1)
    contains(out, "the last step")
    equal(run("tours", "check", "-", "--leaper", "C", text=grid)[0], 1)


@test
def check_refuses():
    refused("check", part="which file?")
    refused("check", "-", text="", part="no tour")
    refused("check", "-", text="a1 b3", part="line 1")
    refused("check", "-", text="1 2\n3 3\n", part="on both a1 and b1")
    refused("check", "-", "--board", "3x3", text="1 2\n3 4\n", part="a different board")
    refused("check", "-", "--leaper", "R", text="1 2\n3 4\n", part="leaper")
    equal(run("tours", "check", "/nonexistent")[0], 1)


# ---- find ----

@test
def find_finds_tours_that_check_confirms():
    for request in [["8x8"], ["3x10"], ["101x99", "--open"], ["7x7", "--open", "--from", "a1", "--to", "g7"],
                 ["30x30", "--leaper", "1,4"], ["--board", "3/1*1/3"], ["--board", "5/5/5/3**", "--open"]]:
        for form in ["grid", "squares", "json"]:
            status, out, err = run("tours", "find", *request, "--format", form)
            equal(status, 0, err)
            contains(err, "a tour, verified")
            status, out, _ = run("tours", "check", "-", text=out)
            equal((status, out), (0, "1 tour, all fine\n"), request)


@test
def find_says_why_there_is_none():
    for request, reason in [(["7x7"], "Schwenk's theorem (1991)"), (["4x10"], "a side is 1, 2 or 4"),
                         (["3x3", "--open"], "no leap leads to or from b2"),
                         (["8x8", "--open", "--from", "a1", "--to", "h8"], "on the other colour"),
                         (["4x4", "--open"], "the exact search is complete"),
                         (["9x9", "--leaper", "C", "--open"], "parts that no leap connects")]:
        status, out, err = run("tours", "find", *request)
        equal((status, out), (1, ""), request)
        contains(err, "there is no such tour: ")
        contains(err, reason)


@test
def find_gives_up_in_time():
    status, out, err = run("tours", "find", "12x12", "--leaper", "2,3", "--seconds", "1")
    equal((status, out), (1, ""))
    contains(err, "not settled")


# ---- draw ----

@test
def draw_makes_svg_and_png():
    tours = run("tours", "list", "5x6", "--format", "squares")[1]
    with tempfile.TemporaryDirectory() as folder:
        for style in ["line", "numbered", "coloured"]:
            path = os.path.join(folder, style)
            equal(run("tours", "draw", "-", "--style", style, "--names", "--title", "5 < 6 & more", "--out", path + ".svg",
                      text=tours), (0, "", ""))
            root = ElementTree.parse(path + ".svg").getroot()
            equal(root.tag, "{http://www.w3.org/2000/svg}svg")
            equal(root.find("{http://www.w3.org/2000/svg}title").text, "5 < 6 & more")
            equal(run("tours", "draw", "-", "--style", style, "--out", path + ".png", text=tours), (0, "", ""))
            with open(path + ".png", "rb") as file:
                equal(file.read(8), b"\x89PNG\r\n\x1a\n")
    status, out, _ = run("tours", "draw", "-", "--classes", text=tours)
    equal((status, out.count("top-bottom"), out.count("no symmetry")), (0, 2, 1))
    contains(run("tours", "draw", "-", "--half", "both", "--limit", "1", text=tours)[1], "stroke-dasharray")


@test
def draw_refuses():
    refused("draw", part="which file?")
    refused("draw", "-", text="", part="no tour")
    refused("draw", "-", "--out", "tour.pdf", part=".svg or .png")
    refused("draw", "-", "--style", "oil", part="line, numbered or coloured")
    refused("draw", "-", "--half", "left", part="lower, upper or both")
    refused("draw", "-", text="1 2 3\n4 5 6\n7 8 9\n", part="tours check")
    large = run("tours", "find", "200x200")[1]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "large.png")
        refused("draw", "-", "--cell", "200", "--out", path, text=large, part="too large")
        equal(os.listdir(folder), [])
        equal(run("tours", "draw", "-", "--out", "/nonexistent/tour.svg", text=large)[0], 1)


# ---- estimate ----

@test
def estimate_comes_near():
    status, out, err = run("tours", "estimate", "6x6", "--probes", "3000", "--threads", "2")
    equal((status, err), (0, ""))
    contains(out, "95 %")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "plot.svg")
        status, out, err = run("tours", "estimate", "6x6", "--json", "--probes", "3000", "--plot", path, "--exact", "9862",
                               "--level", "99.9")
        equal((status, err), (0, ""))
        answer = json.loads(out)
        equal((answer["probes"], answer["population"], answer["kind"]), (3000, 1, "closed"))
        assert answer["log10_low"] < 3.99397 < answer["log10_high"], answer
        equal(ElementTree.parse(path).getroot().tag, "{http://www.w3.org/2000/svg}svg")
    equal(run("tours", "estimate", "6x6", "--json", "--probes", "500", "--threads", "1")[1].split('"seconds"')[0],
          run("tours", "estimate", "6x6", "--json", "--probes", "500", "--threads", "3")[1].split('"seconds"')[0])


@test
def estimate_of_nothing():
    status, out, err = run("tours", "estimate", "3x8", "--probes", "50")
    equal((status, out), (0, "estimate   0 tours, exactly: no probe was needed\n"))
    contains(err, "Schwenk")
    equal(json.loads(run("tours", "estimate", "3x8", "--json")[1])["proved"], True)
    equal(run("tours", "estimate", "--board", "3/1*1/3")[1],
          "estimate   1 tour, exactly: no probe was needed\n")
    # No theorem excludes it, no probe finds one: that bounds nothing.
    status, out, err = run("tours", "estimate", "3x5", "--open", "--leaper", "NZ", "--probes", "50")
    equal(status, 0)
    contains(out, "0 with a tour")
    contains(out, "0 to unknown")
    contains(err, "so few that probes miss them")


@test
def estimate_refuses():
    refused("estimate", part="which board?")
    refused("estimate", "6x6", "--probes", "0", part="1 to 10000000")
    refused("estimate", "6x6", "--level", "100", part="percentage")
    refused("estimate", "6x6", "--exact", "1e5", part="decimal digits")


main()
