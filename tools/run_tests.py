#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the tests of Leaper, stage after stage, and ends with one line `N passed, N failed`.

    run_tests.py [--full] [--only STAGE]... [--jobs N] [--fuzz-seconds N]

A stage builds something, runs something, and counts: each cmocka test case, each test of the web side, each static
check of one tool is one test. What fails is shown in full, at once. The exit code is 1 if anything failed.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FUZZ_SMOKE_SECONDS, FUZZ_FULL_SECONDS = 3, 20


class Count:
    """Passed, failed and skipped tests."""

    def __init__(self, passed=0, failed=0, skipped=0):
        self.passed, self.failed, self.skipped = passed, failed, skipped

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped

    def __str__(self):
        tail = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{tail}"


def run(command, show=True, **options):
    """Runs a command; returns its exit code and what it said. Says it here too if it fails and `show` is set."""
    options.setdefault("cwd", ROOT)
    done = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    if done.returncode != 0 and show:
        line = " ".join(map(str, command))
        # What meson says while it configures is no part of a failure.
        said = re.sub(r"\A.*?(?=^FAILED: )", "", done.stdout, flags=re.DOTALL | re.MULTILINE)
        print(f"$ {line if len(line) < 200 else line[:200] + ' …'}\n{said.rstrip()}", flush=True)
    return done.returncode, done.stdout


def verdict(name, code):
    """One check that either passes or fails."""
    print(f"  {'ok    ' if code == 0 else 'FAILED'} {name}", flush=True)
    return Count(passed=int(code == 0), failed=int(code != 0))


# --- C: build directories and what meson runs in them -------------------------------------------------------------

BUILDS = {
    "build": ([], {}),
    "build-asan": (["-Dbuildtype=debugoptimized", "-Db_sanitize=address,undefined"], {}),
    "build-tsan": (["-Dbuildtype=debugoptimized", "-Db_sanitize=thread"], {}),
    "build-clang": (["-Dbuildtype=debugoptimized", "-Dfuzz=true", "-Db_sanitize=address,undefined",
                     "-Db_lundef=false"], {"CC": "clang"}),
}


# What may be left out of a program, and is needed to test all of it.
WHOLE = {"tests": "enabled", "mpi": "enabled"}


def is_whole(path):
    options = json.loads((path / "meson-info" / "intro-buildoptions.json").read_text())
    return {option["name"]: option["value"] for option in options if option["name"] in WHOLE} == WHOLE


def build(directory, jobs):
    """Configures (once) and compiles a build directory; true if that went well."""
    options, environment = BUILDS[directory]
    path = ROOT / directory
    whole = [f"-D{name}={value}" for name, value in WHOLE.items()]
    if not (path / "build.ninja").exists():
        code, _ = run(["meson", "setup", path, *whole, *options], env={**os.environ, **environment})
    elif not is_whole(path):
        # `make run` may have configured it before cmocka and MPI were there.
        code, _ = run(["meson", "setup", "--reconfigure", path, *whole])
    else:
        code = 0
    if code != 0:
        return False
    return run(["ninja", "--quiet", "-C", path, "-j", jobs])[0] == 0


def count_tap(text, returncode):
    """Counts the cmocka cases of one test program; a program that dies early has failed, whatever it said before."""
    passed = len(re.findall(r"^ok ", text, re.MULTILINE))
    skipped = len(re.findall(r"^(?:not )?ok .*# SKIP", text, re.MULTILINE))
    failed = len(re.findall(r"^not ok ", text, re.MULTILINE))
    skipped_ok = len(re.findall(r"^ok .*# SKIP", text, re.MULTILINE))
    count = Count(passed - skipped_ok, failed - (skipped - skipped_ok), skipped)
    planned = sum(int(number) for number in re.findall(r"^1\.\.(\d+)", text, re.MULTILINE))
    if returncode == 77 and planned == 0:
        return Count(skipped=1)
    if planned == 0:
        return Count(passed=int(returncode == 0), failed=int(returncode != 0))
    if count.failed == 0 and (returncode != 0 or count.passed + count.skipped < planned):
        count.failed = 1
    return count


def meson_tests(directory, jobs):
    """Runs the tests of a build directory and counts their cases from meson's log."""
    log = ROOT / directory / "meson-logs" / "testlog.json"
    log.unlink(missing_ok=True)
    code, output = run(["meson", "test", "-C", directory, "--no-rebuild", "--num-processes", jobs, "--timeout-multiplier",
                        "4" if directory != "build" else "2"], show=False)
    total = Count()
    if log.exists():
        for line in log.read_text().splitlines():
            entry = json.loads(line)
            said = entry.get("stdout") or ""
            count = count_tap(said, entry["returncode"])
            if entry["result"] not in ("OK", "SKIP", "EXPECTEDFAIL") and count.failed == 0:
                count.failed = 1
            if count.failed:
                print(f"--- {entry['name']}: {entry['result']}\n{said}{entry.get('stderr') or ''}", flush=True)
            print(f"  {'ok    ' if not count.failed else 'FAILED'} {entry['name']}: {count}", flush=True)
            total.add(count)
    if code != 0 and total.failed == 0:
        print(output)
        total.failed = 1
    return total


def stage_build_and_test(directory, jobs):
    if not build(directory, jobs):
        return verdict(f"{directory} compiles", 1)
    count = verdict(f"{directory} compiles", 0)
    count.add(meson_tests(directory, jobs))
    return count


# --- static checks ------------------------------------------------------------------------------------------------

def c_files(*suffixes):
    for folder in ("src", "tests", "fuzz", "bench", "docs"):
        yield from sorted(p for p in (ROOT / folder).rglob("*") if p.suffix in suffixes and p.is_file()
                          and "node_modules" not in p.parts)


def compiled_files():
    """The sources that the clang build compiles: those that clang-tidy knows the flags of."""
    database = json.loads((ROOT / "build-clang" / "compile_commands.json").read_text())
    return sorted({(Path(entry["directory"]) / entry["file"]).resolve() for entry in database})


def dependencies():
    """What ninja noted while compiling: for each source the files of ours that it includes."""
    directory = ROOT / "build-clang"
    _, text = run(["ninja", "-C", directory, "-t", "deps"])
    found = {}
    for block in text.split("\n\n"):
        paths = [(directory / line.strip()).resolve() for line in block.splitlines()[1:]]
        ours = [path for path in paths if ROOT in path.parents and path.exists()]
        if ours:
            found[ours[0]] = ours
    return found


def tidy(jobs):
    """clang-tidy, in parallel; files that passed before and have not changed since are not asked again."""
    cache = ROOT / "build-clang" / "tidy-passed"
    cache.mkdir(exist_ok=True)
    included = dependencies()

    def one(path):
        digest = hashlib.sha256((ROOT / ".clang-tidy").read_bytes() + (ROOT / "tests" / ".clang-tidy").read_bytes())
        for part in included.get(path, [path]):
            digest.update(str(part).encode() + part.read_bytes())
        stamp = cache / digest.hexdigest()
        if stamp.exists():
            return 0, ""
        code, output = run(["clang-tidy", "--quiet", "-p", "build-clang", path], show=False)
        if code == 0:
            stamp.touch()
        return code, output

    failed = False
    with concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
        for code, output in pool.map(one, compiled_files()):
            if code != 0:
                print(output.rstrip(), flush=True)
                failed = True
    return int(failed)


def stage_static(jobs):
    count = Count()
    code, output = run([sys.executable, "tools/check_house.py"], show=False)
    for line in output.splitlines():
        if re.match(r"(not )?ok house ", line):
            count.add(verdict(line.removeprefix("not ").removeprefix("ok "), line.startswith("not ")))
        else:
            print(line)
    if code not in (0, 1):
        count.add(verdict("house", code))
    for test in sorted((ROOT / "tests" / "tools").glob("test_*.py")):
        count.add(verdict(test.name, run([sys.executable, test])[0]))

    files = list(c_files(".c", ".h"))
    count.add(verdict("clang-format", run(["clang-format", "--dry-run", "--Werror", *files])[0]))
    if not build("build-clang", jobs):
        count.add(verdict("build-clang compiles", 1))
        return count
    count.add(verdict("build-clang compiles", 0))
    sources = [p for p in c_files(".c") if (ROOT / "src") in p.parents]
    if sources:
        count.add(verdict("cppcheck", run([
            "cppcheck", "--quiet", "--error-exitcode=1", "--inline-suppr", "--std=c11", "-j", jobs, "-I", "src",
            "--enable=warning,performance,portability", "--suppressions-list=tools/cppcheck-suppressions.txt",
            "--template={file}:{line}: {severity}: {message} [{id}]", *sources])[0]))
    count.add(verdict("clang-tidy", tidy(jobs)))
    return count


# --- the web side -------------------------------------------------------------------------------------------------

def count_web(text, code):
    """Counts what node's own test runner or vitest report; anything else counts as one test."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    total = Count()
    found = False
    for word, field in (("pass", "passed"), ("fail", "failed"), ("skipped", "skipped"), ("todo", "skipped")):
        for number in re.findall(rf"^(?:#|ℹ) {word} (\d+)$", plain, re.MULTILINE):
            found = True
            setattr(total, field, getattr(total, field) + int(number))
    for line in re.findall(r"^\s*Tests\s+(.*\(\d+\))\s*$", plain, re.MULTILINE):
        found = True
        for number, word in re.findall(r"(\d+) (passed|failed|skipped)", line):
            setattr(total, word, getattr(total, word) + int(number))
    if not found:
        return Count(passed=int(code == 0), failed=int(code != 0))
    if code != 0 and total.failed == 0:
        total.failed = 1
    return total


def stage_web(jobs):
    del jobs
    package = ROOT / "web" / "package.json"
    if not package.exists():
        return Count()
    count = Count()
    scripts = json.loads(package.read_text())["scripts"]
    for script in ("typecheck", "lint"):
        count.add(verdict(f"web {script}", run(["npm", "run", "--silent", script], cwd=ROOT / "web")[0]))
    for script in ("test", "test:browser"):
        if script not in scripts:
            continue
        environment = {**os.environ, "LEAPER_PROGRAM": str(ROOT / "build" / "leaper"), "LEAPER_SOURCE": str(ROOT)}
        code, output = run(["npm", "run", "--silent", script], cwd=ROOT / "web", env=environment)
        result = count_web(output, code)
        print(f"  {'ok    ' if not result.failed else 'FAILED'} web {script}: {result}", flush=True)
        count.add(result)
    return count


# --- fuzzing ------------------------------------------------------------------------------------------------------

def stage_fuzz(jobs, seconds=FUZZ_SMOKE_SECONDS):
    """Runs each fuzz target over its corpus and then for some seconds of its own ideas."""
    if not build("build-clang", jobs):
        return verdict("fuzz targets compile", 1)
    count = Count()
    for target in sorted((ROOT / "build-clang" / "fuzz").glob("fuzz_*")):
        if not os.access(target, os.X_OK) or target.is_dir():
            continue
        name = target.name.removeprefix("fuzz_")
        found = ROOT / "build-clang" / "fuzz-found" / name
        found.mkdir(parents=True, exist_ok=True)
        seeds = ROOT / "fuzz" / "corpus" / name
        dictionary = ROOT / "fuzz" / f"{name}.dict"
        code, output = run([target, f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=2048",
                            f"-artifact_prefix={found}/", *([f"-dict={dictionary}"] if dictionary.exists() else []),
                            found, *([seeds] if seeds.exists() else [])], show=False)
        if code != 0:
            lines = [line for line in output.splitlines() if not re.match(r"#\d+|INFO:|0x", line)]
            print("\n".join(lines[-60:]), flush=True)
        count.add(verdict(f"fuzz {name}, {seconds} s", code))
    return count


# --- all of it ----------------------------------------------------------------------------------------------------

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="fuzz for longer, as continuous integration does")
    parser.add_argument("--only", action="append", default=[], help="unit, asan, tsan, static, web or fuzz")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fuzz-seconds", type=int, help="for each fuzz target")
    options = parser.parse_args()
    fuzz_seconds = options.fuzz_seconds or (FUZZ_FULL_SECONDS if options.full else FUZZ_SMOKE_SECONDS)

    stages = {
        "unit": lambda jobs: stage_build_and_test("build", jobs),
        "static": stage_static,
        "asan": lambda jobs: stage_build_and_test("build-asan", jobs),
        "tsan": lambda jobs: stage_build_and_test("build-tsan", jobs),
        "web": stage_web,
        "fuzz": lambda jobs: stage_fuzz(jobs, fuzz_seconds),
    }
    chosen = options.only or ["unit", "static", "web", "fuzz", "asan"]
    total = Count()
    for name in chosen:
        print(f"== {name}", flush=True)
        start = time.monotonic()
        total.add(stages[name](options.jobs))
        print(f"   {name}: {time.monotonic() - start:.0f} s", flush=True)
    if total.passed + total.failed == 0:
        print("nothing was tested")
        total.failed = 1
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
