# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the package: adds the declarations for cffi and, if LEAPER_BUNDLE names it, the library itself.

    pip wheel python/                                                     # uses the installed libleaper.so.0
    LEAPER_BUNDLE=build/src/libleaper.so.0 pip wheel --no-deps python/    # contains it, for this platform only

Everything else is in pyproject.toml.
"""

import importlib.util
import os
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.dist import Distribution

HERE = Path(__file__).resolve().parent
HEADERS = HERE.parent / "include" / "leaper"
BUNDLE = os.environ.get("LEAPER_BUNDLE")


def write_declarations(folder: Path) -> None:
    """Writes _cdef.py from the headers; an sdist contains the file instead of the headers."""
    target = folder / "leaper" / "_cdef.py"
    if not HEADERS.is_dir():
        shutil.copyfile(HERE / "leaper" / "_cdef.py", target)
        return
    spec = importlib.util.spec_from_file_location("_headers", HERE / "leaper" / "_headers.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    target.write_text(f"CDEF = {module.declarations(HEADERS)!r}\n", encoding="utf-8")


class BuildPackage(build_py):
    def run(self):
        super().run()
        folder = Path(self.build_lib)
        write_declarations(folder)
        if BUNDLE:
            shutil.copyfile(BUNDLE, folder / "leaper" / "libleaper.so.0")


class BuildSource(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        write_declarations(Path(base_dir))


class PlatformDistribution(Distribution):
    """A wheel that contains the library is for one platform, but for every version of Python."""

    def has_ext_modules(self):
        return bool(BUNDLE)


def wheel_command():
    from wheel.bdist_wheel import bdist_wheel

    class BuildWheel(bdist_wheel):
        def get_tag(self):
            python, abi, platform = super().get_tag()
            return ("py3", "none", platform) if BUNDLE else (python, abi, platform)

    return BuildWheel


commands = {"build_py": BuildPackage, "sdist": BuildSource}
try:
    commands["bdist_wheel"] = wheel_command()
except ImportError:
    pass  # only needed where wheels are built

setup(cmdclass=commands, distclass=PlatformDistribution)
