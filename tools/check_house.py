#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the rules of the house that no compiler knows: layers, include circles, names of games, and who may do what.

    check_house.py [ROOT]

Prints one line a check in TAP, `ok N - NAME` or `not ok N - NAME`, each fault above it as `# file:line: reason`, and
exits with 1 if there was any. docs/architecture.md explains the layers.
"""

import re
import sys
from pathlib import Path

# From the ground up: a folder includes only itself, with all its rooms, and what stands before it.
LAYERS = ["base", "spread", "board", "pieces", "position", "mechanics", "variants", "tables", "notation", "search", "session", "tours",
          "lab", "api", "protocols", "archive", "server", "cli"]

# Folders that may use even less than the layers allow.
NARROWER = {
    "tours": {"base", "spread", "board", "pieces"},
    "tables": {"base", "board", "pieces", "position"},
    "archive": {"base", "board", "pieces", "position", "variants", "notation", "session"},
    "protocols": set(LAYERS) - {"api", "archive", "server", "cli"},
    "server": set(LAYERS) - {"api", "cli"},
    "cli": set(LAYERS) - {"api"},
}

# A call or a word -> the folders and files that may have it, and why.
RESERVED = [
    (r"\b(?:exit|_exit|quick_exit)\s*\(", {"cli", "lab/arena/program.c"},
     "only src/cli may end the process, and a child that cannot become another program"),
    (r"\babort\s*\(", {"base/memory_must.c"}, "only src/base/memory_must.c may abort, when memory has run out"),
    (r"\b(?:printf|puts|putchar|vprintf|perror)\s*\(", {"cli", "protocols"}, "only cli and protocols print"),
    (r"\bfprintf\s*\(\s*std(?:out|err)\b", {"cli", "protocols", "server"}, "only the program's surfaces print"),
    (r"#\s*include\s*<sqlite3\.h>", {"archive"}, "SQL lives in src/archive"),
    (r"#\s*include\s*<microhttpd\.h>", {"server"}, "HTTP lives in src/server"),
    (r"#\s*include\s*<zlib\.h>", {"tables", "server"}, "files are compressed in src/tables, answers in src/server"),
    (r"#\s*include\s*<mpi\.h>", {"spread/mpi.c"}, "MPI lives in one file of src/spread"),
    (r"\b(?:strtok|atoi|atol|atof|rand|srand|gets|sprintf|vsprintf|strcpy|strcat)\s*\(", set(), "use the safe alternative"),
    (r"\balloca\s*\(|__attribute__\s*\(\(constructor", set(), "not allowed here"),
]

# Names that only texts in variants/ may spell. `chess` and `fuel` are also ordinary words (a default, a field of
# JSON), so of those only comparisons and look-ups are refused.
GAME_NAMES = ["hamiltonian", "hnefa", "hans38", "hans38-neutral", "hans38-postal", "hans38-postal-plus",
              "infinite-reserves", "moving-squares"]
COMPARED = re.compile(r"\b\w*(?:cmp|equal|_eq|_is|find|lookup)\w*\s*\([^;\"]*\"(?:chess|fuel)\"")
ANY_NAME = re.compile("\"(?:%s)\"" % "|".join(GAME_NAMES))
# A command may be called like the game that it is about: the name in its table, under src/cli.
COMMAND_ROW = re.compile(r"^\s*\.name = \"\w+\",$")
# What is searched to measure is data: a game's name and a position of it.
BENCH_ROW = re.compile(r"^\s*\{\"\w+\",")

LEFTOVER = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b|\bnot (?:yet )?implemented\b", re.IGNORECASE)
# "the the", in a comment or a string: no compiler reads those.
PROSE = re.compile(r"//(.*)|\"((?:\\.|[^\"\\])*)\"")
DOUBLED = re.compile(r"(?<![\w.-])(?!that\b)([a-z]{3,}) \1(?![\w-])")
SPDX = "SPDX-License-Identifier: GPL-3.0-or-later"
MAX_LINES = 600
MAX_FILES = 25
SOURCES = (".c", ".h", ".ts", ".css")


def strip_comments(text):
    """Blanks comments out, keeping strings and line numbers."""
    pattern = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|//[^\n]*|/\*.*?\*/", re.DOTALL)
    return pattern.sub(lambda m: m.group() if m.group()[0] in "\"'" else re.sub(r"[^\n]", " ", m.group()), text)


def c_files(root, *folders):
    for folder in folders:
        yield from sorted(p for p in (root / folder).rglob("*") if p.suffix in (".c", ".h"))


def folder_of(root, path):
    parts = path.relative_to(root / "src").parts
    return parts[0] if len(parts) > 1 else None


def includes(text):
    for number, line in enumerate(text.split("\n"), 1):
        found = re.match(r"\s*#\s*include\s*\"([^\"]+)\"", line)
        if found:
            yield number, found.group(1)


def check_layers(root):
    for path in c_files(root, "src"):
        own = folder_of(root, path)
        if own is None:
            continue
        if own not in LAYERS:
            yield path, 1, f"folder '{own}' is not among the layers"
            continue
        allowed = set(LAYERS[:LAYERS.index(own)]) & NARROWER.get(own, set(LAYERS)) | {own}
        for number, name in includes(path.read_text()):
            target = name.split("/")[0]
            if "/" not in name or not (root / "src" / name).exists():
                yield path, number, f'"{name}" is not a file in src/ (write "folder/file.h")'
            elif target not in allowed:
                yield path, number, f"src/{own} must not include src/{target}"


def check_circles(root):
    graph = {}
    for path in c_files(root, "src"):
        graph[str(path.relative_to(root / "src"))] = [name for _, name in includes(path.read_text())]
    done, stack = set(), []

    def walk(name):
        if name in stack:
            yield root / "src" / name, 1, "circular include: " + " -> ".join(stack[stack.index(name):] + [name])
        elif name not in done:
            stack.append(name)
            for target in graph.get(name, []):
                yield from walk(target)
            stack.pop()
            done.add(name)

    for name in graph:
        yield from walk(name)


def check_knots(root):
    """No two modules (a header with its source) use each other, directly or by way of others."""
    graph = {}
    for path in c_files(root, "src"):
        uses = graph.setdefault(str(path.relative_to(root / "src").with_suffix("")), set())
        uses |= {name.removesuffix(".h") for _, name in includes(path.read_text())}

    def reached(start):
        seen, waiting = set(), list(graph[start])
        while waiting:
            name = waiting.pop()
            if name not in seen and name in graph:
                seen.add(name)
                waiting += graph[name]
        return seen - {start}

    reach = {name: reached(name) for name in graph}
    for name in sorted(graph):
        knot = sorted(other for other in reach[name] if name in reach[other])
        if knot:
            suffix = ".c" if (root / "src" / (name + ".c")).exists() else ".h"
            yield root / "src" / (name + suffix), 1, "uses modules that use it: " + ", ".join(knot)


def check_game_names(root):
    for path in c_files(root, "src"):
        for number, line in enumerate(strip_comments(path.read_text()).split("\n"), 1):
            if folder_of(root, path) == "cli" and COMMAND_ROW.match(line):
                continue
            if path.match("search/bench.c") and BENCH_ROW.match(line):
                continue
            if ANY_NAME.search(line) or COMPARED.search(line):
                yield path, number, "no code knows a game by name: games are texts in variants/"


def check_reserved(root):
    for path in c_files(root, "src"):
        places = {folder_of(root, path), str(path.relative_to(root / "src"))}
        for number, line in enumerate(strip_comments(path.read_text()).split("\n"), 1):
            for pattern, allowed, why in RESERVED:
                if not places & allowed and re.search(pattern, line):
                    yield path, number, why


def check_files(root):
    for path in c_files(root, "src", "tests", "fuzz", "bench", "docs"):
        lines = path.read_text().split("\n")
        if SPDX not in lines[0]:
            yield path, 1, "the first line must be the SPDX line"
        if len(lines) < 2 or not lines[1].startswith("//"):
            yield path, 2, "the file must open with a sentence of purpose"
        if len(lines) > MAX_LINES:
            yield path, MAX_LINES, f"longer than {MAX_LINES} lines"
        for number, line in enumerate(lines, 1):
            if LEFTOVER.search(line):
                yield path, number, "leftover: " + line.strip()
            for found in PROSE.finditer(line) if path.is_relative_to(root / "src") else []:
                for doubled in DOUBLED.finditer(found.group(1) or found.group(2) or ""):
                    yield path, number, f"'{doubled.group(1)}' stands twice"


def check_headers(root):
    """Every header is guarded; the public ones are C++ too, installed, and include nothing internal, which no room but api looks at."""
    public = sorted((root / "include" / "leaper").glob("*.h"))
    for path in [p for p in c_files(root, "src") if p.suffix == ".h"] + public:
        if not re.search(r"#\s*ifndef\s+LEAPER_\w+_H\b", path.read_text()):
            yield path, 1, "no include guard (such as LEAPER_ROOM_FILE_H)"
    build = root / "src" / "meson.build"
    listed = re.search(r"public_headers = \[(.*?)\]", build.read_text(), re.DOTALL) if build.exists() else None
    umbrella = root / "include" / "leaper" / "leaper.h"
    for path in public:
        text = path.read_text()
        if not listed or f"'{path.stem}'" not in listed.group(1):
            yield path, 1, "is not among the public_headers of src/meson.build"
        if path != umbrella and f"<leaper/{path.name}>" not in umbrella.read_text():
            yield path, 1, "is not included by leaper.h"
        if path != umbrella and 'extern "C" {' not in text:
            yield path, 1, "does not tell C++ that its functions are C"
        for number, name in includes(text):
            yield path, number, f'includes the internal "{name}"'
        for number, line in enumerate(strip_comments(text).split("\n"), 1):
            for name in re.findall(r"^(?:LEAPER_API .*?\b(\w+)\(|#define (\w+)|(?:enum|struct) (\w+))", line):
                if not re.match(r"leaper_|LEAPER_", "".join(name)):
                    yield path, number, f"'{''.join(name)}' lacks the prefix"
    for path in c_files(root, "src"):
        for number, line in enumerate(path.read_text().split("\n"), 1):
            if folder_of(root, path) != "api" and re.match(r"\s*#\s*include\s*<leaper/", line):
                yield path, number, "only src/api includes the public headers"


def check_tests(root):
    """Every test is run: a file that no meson.build names would pass for ever."""
    for path in sorted(p for pattern in ("test_*", "*.py", "*.mjs") for p in (root / "tests").rglob(pattern)):
        build = next((d / "meson.build" for d in path.parents if (d / "meson.build").exists()), None)
        name = re.sub(r"^test_|\.test\.mjs$|\.\w+$", "", path.name)
        known = build.read_text() if build else ""
        shared = path.suffix == ".py" and not path.read_text().startswith("#!")
        if shared or path.suffix == ".mjs" and not path.name.endswith(".test.mjs"):
            continue
        if path.parent.name == "tools":
            known = (root / "tests" / "static" / "meson.build").read_text()
        if not re.search(r"'(?:[^'\n]*/)?(?:test_)?%s(?:\.\w+)*'" % re.escape(name), known):
            yield path, 1, "no meson.build runs it"


def check_rooms(root):
    """No folder grows so large that nobody sees what is in it: it gets rooms."""
    rooms = {}
    for path in (p for top in ("src", "web/src") for p in (root / top).rglob("*") if p.suffix in SOURCES):
        rooms.setdefault(path.parent, []).append(path)
    for room, files in sorted(rooms.items()):
        if len(files) > MAX_FILES:
            yield sorted(files)[0], 1, f"one of {len(files)} files of a folder, which is to have at most {MAX_FILES}"


NAMED = re.compile(r"(?<![\w./-])((?:%s)/[\w./-]+\.(?:[ch]|md|py|mjs|ts|sh|svg|png|txt|perft|dict))\b"
                   % "|".join(["src", "tests", "docs", "web", "tools", "bench", "fuzz", "support", "reference", *LAYERS]))
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def check_names(root):
    """Files that comments and pages name exist."""
    places = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *c_files(root, "src", "tests", "fuzz", "bench"),
              *root.glob("web/src/**/*.ts"), *root.glob("bench/*.py"), *root.glob("tools/*.sh")]
    for path in places:
        for number, line in enumerate(path.read_text().split("\n"), 1):
            for name in NAMED.findall(line):
                if not any((root / folder / name).exists() for folder in ("", "src", "tests")):
                    yield path, number, f"names {name}, which does not exist"
            for name in LINK.findall(line) if path.suffix == ".md" else []:
                if "://" not in name and not (path.parent / name).exists():
                    yield path, number, f"links to {name}, which does not exist"


CHECKS = [check_layers, check_circles, check_knots, check_rooms, check_game_names, check_reserved, check_files, check_headers,
          check_tests, check_names]


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    failed = False
    print(f"1..{len(CHECKS)}")
    for number, check in enumerate(CHECKS, 1):
        faults = list(check(root))
        for path, line, reason in faults:
            print(f"# {path.relative_to(root)}:{line}: {reason}")
        print(f"{'not ok' if faults else 'ok'} {number} - {check.__name__.removeprefix('check_')}")
        failed = failed or bool(faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
