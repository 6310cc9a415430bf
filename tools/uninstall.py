#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Removes what `make install` put in place: every file that meson would install, the page, and folders left empty.

    uninstall.py --build build [--destdir DIR] [--folder PREFIX/share/leaper]

Nothing else is touched: a folder is removed only when it is empty, `--folder` with all that is in its `web` and the files that
the Makefile copies beside it.
"""

import argparse
import json
import os
import shutil
import subprocess
from pathlib import Path

# What `make install` copies into the folder beside the page.
COPIED = ("leaper.service", "nginx.conf", "running.md")


def inside(destdir, path):
    """The place of an absolute path below DESTDIR."""
    return Path(destdir + str(path)) if destdir else Path(path)


def remove_empty(folder, stop):
    """Removes a folder and those above it, up to `stop`, as far as they are empty."""
    while folder != stop and stop in folder.parents:
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--destdir", default="")
    parser.add_argument("--folder", help="where the page lies, in its folder `web`")
    arguments = parser.parse_args()

    listed = subprocess.run(["meson", "introspect", arguments.build, "--installed"], check=True,
                            capture_output=True, text=True).stdout
    options = json.loads(subprocess.run(["meson", "introspect", arguments.build, "--buildoptions"], check=True,
                                        capture_output=True, text=True).stdout)
    prefix = next(option["value"] for option in options if option["name"] == "prefix")
    stop = inside(arguments.destdir, prefix)

    removed = 0
    for place in sorted(set(json.loads(listed).values())):
        path = inside(arguments.destdir, place)
        if path.is_symlink() or path.is_file():
            path.unlink()
            removed += 1
            remove_empty(path.parent, stop)
    if arguments.folder:
        folder = inside(arguments.destdir, arguments.folder)
        web = folder / "web"
        removed += sum(len(files) for _, _, files in os.walk(web))
        shutil.rmtree(web, ignore_errors=True)
        for name in COPIED:
            if (folder / name).is_file():
                (folder / name).unlink()
                removed += 1
        remove_empty(folder, stop)
    print(f"removed {removed} files below {stop}")


if __name__ == "__main__":
    main()
