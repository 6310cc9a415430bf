#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Manual pages and completion have every command and option that --help has, and work in man, mandoc, bash and zsh."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PATIENCE, PROGRAM, Skip, contains, equal, main, run, test  # noqa: E402

SHARE = os.path.join(os.environ.get("LEAPER_BUILD", "build"), "share")
SOURCE = os.environ.get("LEAPER_SOURCE", ".")


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def words_of(name):
    """The subcommands that a command's help lists; none if it takes options itself."""
    out = run(*name, "--help")[1]
    found = re.search(r"^(?:Subc|C)ommands:\n((?:  .*\n)+)", out, re.MULTILINE)
    return re.findall(r"^  ([\w-]+) ", found.group(1), re.MULTILINE) if found else []


def leaves(name=()):
    """Every command that takes options: ("perft",), ("archive", "check") …"""
    words = words_of(name)
    return [leaf for word in words for leaf in leaves((*name, word))] if words else [name]


def options_of(name):
    return re.findall(r"^  (--[\w-]+)", run(*name, "--help")[1], re.MULTILINE)


def page_text(path):
    """The page as a person reads it, without hyphenation."""
    done = subprocess.run(["man", "-l", "-Tutf8", "--nh", "--nj", path], capture_output=True, timeout=PATIENCE,
                          env={**os.environ, "MANWIDTH": "500", "MAN_KEEP_FORMATTING": "", "LC_ALL": "C.UTF-8"})
    equal(done.returncode, 0, done.stderr)
    return re.sub(r".\x08", "", re.sub(r"\x1b\[[\d;]*m", "", done.stdout.decode()))


def needs(program):
    if not shutil.which(program):
        raise Skip(f"{program} is not installed: tools/install-deps.sh test")


@test
def every_command_has_a_page():
    for word in words_of(()):
        assert os.path.exists(os.path.join(SHARE, f"leaper-{word}.1")), f"share/meson.build makes no page for {word}"
        contains(read(SHARE, "leaper.1"), "\\fBleaper\\-" + word)
    pages = {name for name in os.listdir(SHARE) if name.endswith(".1")}
    equal(pages, {"leaper.1"} | {f"leaper-{word}.1" for word in words_of(())})


@test
def every_option_is_in_the_manual_and_in_completion():
    needs("man")
    bash, zsh = read(SHARE, "leaper"), read(SHARE, "_leaper")
    for leaf in leaves():
        page = page_text(os.path.join(SHARE, f"leaper-{leaf[0]}.1"))
        if len(leaf) > 1:
            page = re.search(rf"^   {leaf[1]}\n(?:(?:    .*)?\n)+", page, re.MULTILINE).group()
        listed = re.search(rf"^    '{' '.join(leaf)}'\) echo '(--[^']*)'", bash, re.MULTILINE).group(1).split()
        function = re.search(rf"^_leaper_{'_'.join(leaf)}\(\) {{\n((?:    .*\n)*)}}", zsh, re.MULTILINE).group(1)
        options = options_of(leaf)
        assert "--help" in options, leaf
        equal(sorted(listed), sorted(options), leaf)
        for option in options:
            assert re.search(rf"^ +{option}(?: |$)", page, re.MULTILINE), (leaf, option, page)
            assert re.search(rf"^        '{option}=?\[", function, re.MULTILINE), (leaf, option, function)


@test
def man_has_no_warnings():
    needs("man")
    for name in sorted(os.listdir(SHARE)):
        if name.endswith(".1"):
            done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", os.path.join(SHARE, name)],
                                  capture_output=True, timeout=PATIENCE, env={**os.environ, "LC_ALL": "C.UTF-8"})
            equal((done.returncode, done.stderr), (0, b""), name)


@test
def mandoc_has_no_warnings():
    needs("mandoc")
    pages = sorted(os.path.join(SHARE, name) for name in os.listdir(SHARE) if name.endswith(".1"))
    done = subprocess.run(["mandoc", "-Tlint", "-Wwarning", *pages], capture_output=True, timeout=PATIENCE)
    equal((done.returncode, done.stdout.decode()), (0, ""))


@test
def the_release_has_one_date():
    build = read(SOURCE, "meson.build")
    version = re.search(r"^  version: '([^']+)'", build, re.MULTILINE).group(1)
    date = re.search(r"^release_date = '([^']+)'", build, re.MULTILINE).group(1)
    assert f"\n## [{version}] - {date}\n" in read(SOURCE, "CHANGELOG.md"), (version, date)
    contains(read(SHARE, "leaper.1"), f'.TH LEAPER 1 "{date}" "Leaper {version}"')


# ---- Completion ----

def bash_completes(line):
    """What bash offers for the last word of a line."""
    script = f"""source {SHARE}/leaper
complete -p leaper >/dev/null || exit 1
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
_leaper 2>&1
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    # As readline does it, which takes words apart at '='.
    words = [part for word in line.split(" ") for part in (re.split(r"(=)", word) if "=" in word else [word])]
    if words[-1] == "" and words[-2:-1] == ["="]:
        words.pop()
    done = subprocess.run(["bash", "--norc", "-c", script, "bash", *words], capture_output=True, text=True, timeout=PATIENCE)
    equal((done.returncode, done.stderr), (0, ""))
    return done.stdout.split()


@test
def bash_offers_what_fits():
    contains(bash_completes("leaper "), "perft")
    equal(bash_completes("leaper per"), ["perft"])
    equal(bash_completes("leaper archive c"), ["check"])
    equal(bash_completes("leaper perft --d"), ["--divide"])
    equal(bash_completes("leaper perft ham"), ["hamiltonian"])
    equal(bash_completes("leaper perft chess "), [])
    equal(bash_completes("leaper perft --divide fu"), ["fuel"])
    equal(bash_completes("leaper perft --fen x --divide fu"), ["fuel"])
    equal(bash_completes("leaper play fuel --level cl"), ["club"])
    equal(bash_completes("leaper play fuel --level=cl"), ["club"])
    equal(bash_completes("leaper play chess --black="), ["fide", "clobberers", "nutters", "rookies"])
    equal(bash_completes("leaper play --you "), ["white", "black", "both", "none"])
    equal(bash_completes("leaper play --fen "), [])
    equal(bash_completes("leaper play -- --le"), [])
    equal(bash_completes("leaper help ben"), ["bench"])
    equal(bash_completes("leaper --v"), ["--variants", "--version"])
    equal(bash_completes("leaper perft --v"), ["--variants"])
    equal(bash_completes("leaper answer"), [])
    with tempfile.TemporaryDirectory() as folder:
        for name in ["one.pgn", "two.pgn"]:
            open(os.path.join(folder, name), "w").close()
        equal(sorted(bash_completes(f"leaper pgn check {folder}/one.pgn {folder}/")), [f"{folder}/one.pgn", f"{folder}/two.pgn"])
        equal(bash_completes(f"leaper play --load {folder}/t"), [f"{folder}/two.pgn"])


class Shell:
    """A shell at a terminal, to press Tab in."""

    def __init__(self, *command, folder):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
                                        env={"PATH": folder + ":" + os.environ["PATH"], "HOME": folder, "TERM": "dumb", "PS1": "ready> ",
                                             "LC_ALL": "C.UTF-8"})
        os.close(slave)
        self.text = ""

    def type(self, text):
        os.write(self.master, text.encode())

    def wait(self, pattern):
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern, self.text):
            assert time.monotonic() < deadline, f"{pattern!r} does not come: {self.text!r}"
            if select.select([self.master], [], [], 1)[0]:
                self.text += os.read(self.master, 4096).decode(errors="replace")
        self.text = self.text[re.search(pattern, self.text).end():]

    def end(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)


def presses_tab(shell):
    """Each line is run once Tab has completed it, and `leaper` prints the words that it gets."""
    for line, completed in [("leaper per\t\n", "perft"), ("leaper archive pru\t\n", "archive prune"), ("leaper perft --div\t\n", "perft --divide"),
                            ("leaper play fuel --level begin\t\n", "play fuel --level beginner"),
                            ("leaper games infin\t\n", "games infinite-reserves")]:
        shell.type(line)
        shell.wait(r"got: " + completed + r" ?\r?\n")
        shell.wait("ready> ")


def fake_program(folder):
    path = os.path.join(folder, "leaper")
    with open(path, "w") as file:
        file.write('#!/bin/sh\necho "got: $*"\n')
    os.chmod(path, 0o755)


@test
def tab_completes_in_bash():
    with tempfile.TemporaryDirectory() as folder:
        fake_program(folder)
        shell = Shell("bash", "--norc", "--noprofile", "-i", folder=folder)
        try:
            shell.wait("ready> ")
            shell.type(f"source {SHARE}/leaper\n")
            shell.wait("ready> ")
            presses_tab(shell)
        finally:
            shell.end()


@test
def tab_completes_in_zsh():
    needs("zsh")
    with tempfile.TemporaryDirectory() as folder:
        fake_program(folder)
        shell = Shell("zsh", "-f", "-i", folder=folder)
        try:
            shell.wait("ready> ")
            shell.type(f"fpath=({SHARE} $fpath); autoload -U compinit; compinit -u -d {folder}/dump; unsetopt zle_bracketed_paste; echo do''ne\n")
            shell.wait("done\r?\n")
            shell.wait("ready> ")
            presses_tab(shell)
        finally:
            shell.end()


main()
