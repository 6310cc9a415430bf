# SPDX-License-Identifier: GPL-3.0-or-later
"""The package itself: docstrings, their examples, declarations, exceptions, and wheels."""

import doctest
import importlib
import inspect
import os
import pickle
import pkgutil
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import leaper
from leaper import _headers, _library, errors

PACKAGE = Path(leaper.__file__).resolve().parent
ROOT = PACKAGE.parent


#: Lines of comment at the beginning of tests/api/layout.txt.
LAYOUT_HEAD = 3


def layout(ffi):
    """The structs that programs allocate or look into, and all enumerations, member by member."""
    lines = []
    for kind, describe in (("enum", enumeration), ("struct", structure)):
        for name in ffi.list_types()[1] if kind == "struct" else declared_enums():
            lines += describe(ffi.typeof(f"{kind} {name}"), f"{kind} {name}")
    return lines


def declared_enums():
    text = _library._declarations()
    return sorted(set(re.findall(r"enum (leaper_\w+) \{", text)))


def enumeration(kind, name):
    members = sorted(kind.elements.items())
    return [f"{name} {number} {member}" for number, member in members]


def structure(kind, name):
    if not kind.fields:  # opaque
        return []
    members = [f"{name} {field.offset} {member} {field.type.cname}" for member, field in kind.fields]
    return [*members, f"{name} {_library.ffi.sizeof(name)} in all"]


class PackageTest(unittest.TestCase):
    def test_examples_in_docstrings(self):
        tried = 0
        for module in pkgutil.iter_modules([str(PACKAGE)]):
            if module.name == "tours" and not leaper.has_feature("meeting"):
                continue
            result = doctest.testmod(
                importlib.import_module(f"leaper.{module.name}"),
                extraglobs={name: getattr(leaper, name) for name in leaper.__all__},
            )
            self.assertEqual(result.failed, 0, module.name)
            tried += result.attempted
        tried += doctest.testmod(leaper).attempted
        self.assertGreater(tried, 10)

    def test_everything_public_is_documented(self):
        for name in leaper.__all__:
            thing = getattr(leaper, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                self.assertTrue(inspect.getdoc(thing), name)

    @unittest.skipUnless((ROOT.parent / "include").is_dir(), "not a checkout")
    def test_every_function_of_the_library_is_declared(self):
        declared = set(re.findall(r"\b(leaper_\w+)\(", _headers.declarations(ROOT.parent / "include" / "leaper")))
        in_headers = set()
        for header in (ROOT.parent / "include" / "leaper").glob("*.h"):
            text = re.sub(r"//[^\n]*", "", header.read_text(encoding="utf-8"))
            in_headers |= set(re.findall(r"LEAPER_API\b[^;(]*?\b(leaper_\w+)\(", text))
        self.assertEqual(in_headers - declared, set())
        for name in sorted(in_headers):
            self.assertTrue(getattr(_library.lib, name), name)

    def test_every_code_has_an_exception(self):
        codes = [name for name in dir(_library.lib) if name.startswith("LEAPER_ERROR_")]
        self.assertEqual({getattr(_library.lib, code) for code in codes}, set(errors.BY_CODE))

    def test_enumerations_are_those_of_the_library(self):
        pairs = {
            leaper.Reason: ("leaper_reason", {"NONE": "REASON_NONE", "FIFTY_MOVES": "FIFTY"}),
            leaper.Result: ("leaper_result", {"WHITE": "WHITE_WINS", "BLACK": "BLACK_WINS", "NONE": "NO_RESULT"}),
            leaper.ActionKind: ("leaper_action_kind", {name: f"ACTION_{name}" for name in leaper.ActionKind.__members__}),
            leaper.SquareKind: ("leaper_square_kind", {name: f"SQUARE_{name}" for name in leaper.SquareKind.__members__}),
            leaper.Color: ("leaper_color", {}),
            leaper.Bound: ("leaper_score_bound", {}),
        }
        for kind, (name, renamed) in pairs.items():
            values = _library.ffi.typeof(f"enum {name}").relements
            ours = {f"LEAPER_{renamed.get(member.name, member.name)}": member.value for member in kind}
            self.assertEqual(ours, values)
        for kind, name in (
            (leaper.Method, "method"),
            (leaper.Status, "status"),
            (leaper.Fault, "fault"),
            (leaper.Format, "format"),
            (leaper.Style, "style"),
        ):
            values = _library.ffi.typeof(f"enum leaper_tours_{name}").elements
            self.assertEqual({member.value for member in kind}, set(values))

    def test_layout_is_the_one_that_is_written_down(self):
        """Programs rely on it until the soname changes (docs/library.md, "Compatibility")."""
        written = ROOT.parent / "tests" / "api" / "layout.txt"
        if sys.maxsize < 2**32 or not written.exists():
            self.skipTest("the layout is that of machines with pointers of 64 bits")
        self.assertEqual(layout(_library.ffi), written.read_text(encoding="utf-8").splitlines()[LAYOUT_HEAD:])

    def test_exceptions_can_be_pickled(self):
        error = leaper.FENError("bad-fen", "fen[3]", "too many squares")
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), str(again), again.place), (leaper.FENError, str(error), "fen[3]"))

    def test_a_missing_library_is_explained(self):
        result = subprocess.run(
            [sys.executable, "-c", "import leaper"],
            env={**os.environ, "LEAPER_LIBRARY": "/nowhere/libleaper.so.0", "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
        )
        self.assertIn("set LEAPER_LIBRARY", result.stderr)

    def test_types(self):
        mypy = shutil.which("mypy")
        if not mypy or not (ROOT / "pyproject.toml").exists():
            self.skipTest("mypy is not installed: tools/install-deps.sh test")
        with tempfile.TemporaryDirectory() as cache:
            result = subprocess.run(
                [mypy, "--cache-dir", cache], cwd=ROOT, capture_output=True, text=True
            )
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_wheel_with_the_library_inside(self):
        library = os.environ.get("LEAPER_LIBRARY")
        try:
            import wheel  # noqa: F401
        except ImportError:
            library = None
        if not library or not (ROOT / "setup.py").exists():
            self.skipTest("no wheel package, or the library is the system's")
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "project"
            shutil.copytree(ROOT, source / "python", ignore=shutil.ignore_patterns("__pycache__", "build", ".mypy_cache"))
            shutil.copytree(ROOT.parent / "include", source / "include")
            subprocess.run(
                [sys.executable, "setup.py", "-q", "bdist_wheel", "-d", folder],
                cwd=source / "python",
                env={**os.environ, "LEAPER_BUNDLE": library},
                check=True,
                capture_output=True,
            )
            (built,) = Path(folder).glob("*.whl")
            self.assertRegex(built.name, rf"^leaper-{leaper.__version__}-py3-none-(?!any)\w+\.whl$")
            with zipfile.ZipFile(built) as archive:
                self.assertIn("leaper/py.typed", archive.namelist())
                archive.extractall(Path(folder) / "site")
            environment = {**os.environ, "PYTHONPATH": str(Path(folder) / "site")}
            del environment["LEAPER_LIBRARY"]
            result = subprocess.run(
                [sys.executable, "-c", "import leaper; print(leaper.__file__, leaper.Position().perft(2))"],
                cwd=folder, env=environment, check=True, capture_output=True, text=True,
            )
            self.assertEqual(result.stdout.split(), [str(Path(folder) / "site" / "leaper" / "__init__.py"), "400"])


if __name__ == "__main__":
    unittest.main()
