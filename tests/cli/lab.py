#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`leaper lab`: its figures agree with each other, do not depend on threads, and bad values get clear errors."""

import html.parser
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PROGRAM, contains, equal, main, run, test  # noqa: E402

QUICK = ["--games", "6", "--nodes", "20", "--longest", "200"]


def study(*arguments):
    status, out, err = run("lab", *arguments, *QUICK, "--json")
    equal((status, err), (0, ""), arguments)
    return json.loads(out)


@test
def figures_add_up():
    for game in ["chess", "fuel", "hamiltonian", "hans38", "hnefa", "duck"]:
        answer = study(game)
        equal((answer["game"], answer["nodes"], answer["seed"]), (game, 20, 1))
        [point] = answer["points"]
        equal(point["games"], 6)
        equal(point["white"] + point["black"] + point["drawn"] + point["unfinished"], 6)
        equal(sum(ending["games"] for ending in point["endings"]), 6)
        equal(sum(point["turns"]["counts"]), 6)
        equal(round(12 * point["share"]["value"], 3), 6 + point["white"] - point["black"])
        for interval in point["share"], point["draws"], point["choices"], point["turns"]["mean"]:
            assert interval["low"] <= interval["value"] <= interval["high"], interval
        assert point["turns"]["quartiles"] == sorted(point["turns"]["quartiles"])
        assert point["choices"]["value"] > 1
        equal("points" in point, game == "hamiltonian")
        equal((point["different"], answer["complete"]), (6, True))


@test
def pieces_have_a_worth():
    status, out, _ = run("lab", "gardner", "--games", "150", "--nodes", "30", "--json")
    equal(status, 0)
    worth = json.loads(out)["points"][0]["worth"]
    pieces = {piece["piece"]: piece for piece in worth["pieces"]}
    assert pieces and set(pieces) <= {"P", "N", "B", "R", "Q"}, worth
    for name, piece in pieces.items():
        assert piece["log_odds"]["error"] > 0.01
        for other, above in piece["above"].items():
            assert abs(above + pieces[other]["above"][name] - 1) < 1e-4
    status, out, _ = run("lab", "fox-and-hounds", *QUICK)
    contains(out, "say nothing about the worth of fox, hound")


@test
def threads_do_not_matter():
    equal(study("fuel", "--fuel", "4", "--threads", "1"), study("fuel", "--fuel", "4", "--threads", "5"))
    assert study("fuel", "--fuel", "4") != study("fuel", "--fuel", "4", "--seed", "2")


@test
def sweeps_every_value():
    answer = study("fuel", "--sweep", "fuel=1,2..6/2")
    equal([point["parameters"] for point in answer["points"]], [{"fuel": 1}, {"fuel": 2}, {"fuel": 4}, {"fuel": 6}])
    equal(answer["points"][1], study("fuel", "--fuel", "2")["points"][0])
    answer = study("chess", "--sweep", "white=fide,nutters:black=rookies,fide")
    equal([(point["parameters"]["white"], point["parameters"]["black"]) for point in answer["points"]],
          [("fide", "rookies"), ("fide", "fide"), ("nutters", "rookies"), ("nutters", "fide")])
    status, out, _ = run("lab", "chess", "--sweep", "white=fide,nutters", *QUICK)
    equal(status, 0)
    contains(out, "white nutters")


class Page(html.parser.HTMLParser):
    """Counts elements, and collects what a page would load."""

    def __init__(self):
        super().__init__()
        self.tags, self.loads = [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.loads += [value for name, value in attributes if name in ("src", "href", "xlink:href")]


@test
def writes_a_page():
    with tempfile.TemporaryDirectory(prefix="leaper-lab-") as folder:
        path = os.path.join(folder, "page.html")
        for arguments, plots in [(["gardner", "--games", "150", "--nodes", "30"], 2), (["fuel", "--sweep", "fuel=1..3", *QUICK], 1),
                                 (["chess", "--sweep", "white:black=fide,rookies", "--games", "1", "--nodes", "5"], 0)]:
            equal(run("lab", *arguments, "--page", path)[0], 0)
            page = Page()
            with open(path, encoding="utf-8") as file:
                page.feed(file.read())
            equal(page.tags.count("svg"), plots, arguments)
            equal(page.loads, [])
        status, _, err = run("lab", "fuel", *QUICK, "--page", os.path.join(folder, "none", "page.html"))
        equal(status, 1)
        contains(err, "No such file")


@test
def variants_of_a_file():
    with tempfile.TemporaryDirectory(prefix="leaper-lab-") as folder:
        path = os.path.join(folder, "own.ini")
        with open(path, "w", encoding="utf-8") as file:
            file.write("[own:chess]\ntitle = Chess <on> a & board\n")
        answer = study("own", "--variants", path)
        equal((answer["game"], answer["points"][0]["games"]), ("own", 6))
        page = os.path.join(folder, "page.html")
        equal(run("lab", "own", "--variants", path, *QUICK, "--page", page)[0], 0)
        with open(page, encoding="utf-8") as file:
            contains(file.read(), "Chess &lt;on> a &amp; board")


def holds_interrupts(process):
    """Whether the process blocks SIGINT by now; before, the signal would simply end it."""
    with open(f"/proc/{process}/status", encoding="utf-8") as file:
        blocked = next(line.split()[1] for line in file if line.startswith("SigBlk:"))
    return int(blocked, 16) >> (signal.SIGINT - 1) & 1


@test
def an_interrupt_reports_what_was_played():
    process = subprocess.Popen([PROGRAM, "lab", "fuel", "--fuel", "2", "--games", "200000", "--nodes", "1", "--json"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not holds_interrupts(process.pid):
        time.sleep(0.01)
    time.sleep(0.5)  # for some games; that there may be none by then is allowed
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    equal(process.returncode, 1)
    contains(err, "ended early")
    answer = json.loads(out)
    equal(answer["complete"], False)
    for point in answer["points"]:
        assert 0 < point["games"] < 200000


@test
def refuses_what_makes_no_sense():
    for arguments, part in [([], "which game"), (["fuel", "--sweep", "fuel=5..3"], "--sweep: fuel: 5..3 ends before it begins"),
                            (["fuel", "--sweep", "white"], "no such parameter; it has fuel"), (["fuel", "--games", "0"], "from 1 to 200000"),
                            (["hnefa", "--sweep", "fuel"], "has no parameters"), (["fuel", "--fuel", "x"], "fuel"),
                            (["fuel", "--fuel", "1", "--opening", "60"], "every game is over within 60 random turns"),
                            (["fuel", "--sweep", "fuel=1..999,1"], "twice"),
                            (["chess", "--opening", "20", "--longest", "10"], "--opening must be less"), (["fuel", "--fen", "8"], "--fen")]:
        status, out, err = run("lab", *arguments)
        equal((status, out), (2, ""), arguments)
        contains(err, part)


main()
