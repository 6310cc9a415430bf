#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`tools/match_release.sh`: builds a revision once and plays against it. In a little repository of its own, whose program stands in
for Leaper's: it passes on its arguments, and writes down that it was there."""

import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import PROGRAM, contains, equal, main, test  # noqa: E402

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "match_release.sh")
MAIN = """
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    FILE *file = fopen(getenv("TRACE"), "a");
    for (int i = 1; i < argc; i++)
        fprintf(file, "%s ", argv[i]);
    fprintf(file, "by %s\\n", VERSION);
    fclose(file);
    execv(getenv("LEAPER_PROGRAM"), argv);
}
"""
MESON = """project('leaper', 'c')
executable('leaper', 'main.c', c_args: '-DVERSION="VALUE"')
"""
IDENTITY = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]


class Repository:
    def __init__(self, folder):
        self.folder = folder
        self.trace = os.path.join(folder, "trace")
        os.makedirs(os.path.join(folder, "tools"))
        shutil.copy(SCRIPT, os.path.join(folder, "tools"))
        self.git("init", "-q")

    def git(self, *arguments):
        subprocess.run(["git", *IDENTITY, *arguments], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def commit(self, version, options=""):
        for name, text in [("main.c", MAIN), ("meson.build", MESON.replace("VALUE", version)), ("meson_options.txt", options)]:
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.git("add", "main.c", "meson.build", "meson_options.txt")
        self.git("commit", "-q", "-m", version)

    def match(self, *arguments):
        """Status, output, errors, and what the older program was asked for."""
        environment = {**os.environ, "LEAPER_PROGRAM": os.path.abspath(PROGRAM), "TRACE": self.trace}
        done = subprocess.run([os.path.join(self.folder, "tools", "match_release.sh"), *arguments], capture_output=True, text=True,
                              env=environment, cwd=self.folder)
        asked = []
        if os.path.exists(self.trace):
            with open(self.trace, encoding="utf-8") as file:
                asked = file.read().splitlines()
            os.remove(self.trace)
        return done.returncode, done.stdout, done.stderr, asked


QUICK = ["--games", "2", "--nodes", "20", "--longest", "10"]


@test
def plays_against_a_revision_that_is_built_once():
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(folder)
        repository.commit("one")
        repository.git("tag", "v1")
        repository.commit("two", "option('server', type: 'feature', value: 'enabled')\n")
        repository.git("tag", "v2")
        repository.commit("three")
        # The newest tag, and one that does not know any option.
        for arguments, version, name in [([], "two", "v2"), (["-r", "v1"], "one", "v1"), (["-r", "HEAD"], "three", "HEAD")]:
            status, out, err, asked = repository.match(*arguments, "chess", *QUICK)
            equal(status, 0, err)
            contains(out, f"new against {name}")
            contains(err, f"building {name}")
            assert asked and set(asked) == {f"uci by {version}"}, asked
        status, out, err, asked = repository.match("chess", *QUICK)
        equal((status, asked[:1]), (0, ["uci by two"]))
        assert "building" not in err, err
        # Nothing is left but the three programs.
        equal([len(name) for name in os.listdir(os.path.join(folder, "build-release"))], [12, 12, 12])


@test
def files_of_variants_are_for_both():
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(folder)
        repository.commit("one")
        path = os.path.join(folder, "own.ini")
        with open(path, "w", encoding="utf-8") as file:
            file.write("[own:chess]\n")
        status, out, err, asked = repository.match("-r", "HEAD", "own", "--variants", path, *QUICK)
        equal(status, 0, err)
        equal(set(asked), {f"uci --variants {path} by one"})


@test
def refusals():
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(folder)
        repository.commit("one")
        for arguments, part in [(["chess"], "there is no tag yet"), (["-r", "v7", "chess"], "git knows no revision v7"), ([], "which game"),
                                (["-x"], "usage")]:
            status, out, err, asked = repository.match(*arguments)
            equal((status, out, asked), (2, "", []), arguments)
            contains(err, part)
        with open(os.path.join(folder, "main.c"), "w", encoding="utf-8") as file:
            file.write("int main(")
        repository.git("commit", "-q", "-a", "-m", "broken")
        status, out, err, asked = repository.match("-r", "HEAD", "chess", *QUICK)
        equal((status, out), (2, ""))
        contains(err, "HEAD cannot be built")
        equal(os.listdir(os.path.join(folder, "build-release")), [])


if not shutil.which("git"):
    print("1..0 # SKIP no git here")
    sys.exit()
main()
