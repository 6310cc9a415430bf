#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Debian packages are built, pass lintian, install, run, and are removed without a trace.

They are installed in an overlay over this system that only the test sees and that disappears with it. This requires root or user
namespaces with overlays, and the packages' dependencies."""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from script import Skip, contains, equal, main, test  # noqa: E402

SOURCE = os.environ.get("LEAPER_SOURCE", ".")
PATIENCE = 1500  # seconds; a package is a whole build
PACKAGES = ["leaper", "libleaper0", "libleaper-dev", "python3-leaper"]

folder = tempfile.TemporaryDirectory(prefix="leaper-deb-")


def needs(*programs):
    missing = [program for program in programs if not shutil.which(program)]
    if missing:
        raise Skip(f"{', '.join(missing)} missing: tools/install-deps.sh deb")


def packages():
    """The packages, built on the first call."""
    needs("dpkg-buildpackage", "dh", "dh_python3", "fakeroot")
    if not os.path.exists(os.path.join(SOURCE, "web", "dist", "index.html")):
        raise Skip("the page is not built: make web")
    if not glob.glob(folder.name + "/*.deb"):
        done = subprocess.run([os.path.join(SOURCE, "tools", "make_deb.sh"), folder.name], stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
        equal(done.returncode, 0, done.stdout[-4000:])
    return [path for name in PACKAGES for path in glob.glob(f"{folder.name}/{name}_*.deb")]


@test
def they_are_built():
    equal(len(packages()), len(PACKAGES))


@test
def versions_agree():
    def find(pattern, *path):
        with open(os.path.join(SOURCE, *path), encoding="utf-8") as file:
            return re.search(pattern, file.read(), re.MULTILINE).group(1)

    version = find(r"^  version: '([^']+)'", "meson.build")
    equal(find(r"^leaper \(([^)]+)\)", "debian", "changelog"), version)
    equal(find(r"^## \[(\d[^]]*)\] - \d{4}-\d\d-\d\d$", "CHANGELOG.md"), version)


@test
def lintian_has_no_errors():
    needs("lintian")
    packages()
    done = subprocess.run(["lintian", "--fail-on", "error", *glob.glob(folder.name + "/*.changes")], text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
    equal(done.returncode, 0, done.stdout)


# Runs as root in the overlay. The first command that fails ends it and is printed.
INSIDE = r"""
set -eu
cd /
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive HOME=/root
say() { echo "# $*"; }
# "set -e" ignores negated commands.
no() { if "$@"; then echo "unexpected: $*"; exit 1; fi; }
trap 'echo "failed: $BASH_COMMAND"' ERR

say install
dpkg --force-confnew --install "$@"
dpkg --audit

say run
[ "$(command -v leaper)" = /usr/bin/leaper ]
leaper --version
leaper perft chess 3 | grep -q 'nodes  8902'
leaper tours count 6x6 | grep -q 9862
man --where leaper leaper-serve >/dev/null
[ -e /usr/share/bash-completion/completions/leaper ]
[ -e /usr/share/zsh/vendor-completions/_leaper ]

say a program with the library
cc -x c -o /tmp/first /usr/share/doc/libleaper-dev/examples/first_steps.c $(pkg-config --cflags --libs leaper)
ldd /tmp/first | grep -q '/libleaper.so.0 '
/tmp/first >/dev/null

say Python
/usr/bin/python3 -c 'import leaper
assert leaper.__file__.startswith("/usr/lib/python3/dist-packages/"), leaper.__file__
position = leaper.Position("fuel", fuel=20)
position.push("e4")
assert leaper.Tours("6x6").count().tours == 9862'

say the service
unit=/lib/systemd/system/leaper.service
systemd-analyze verify $unit
grep -q '^DynamicUser=yes' $unit
grep -q '^StateDirectory=leaper' $unit
[ -z "$(find /etc/systemd/system -name leaper.service)" ]
mkdir /tmp/state && chown 65534:65534 /tmp/state
command=$(sed -n 's/^ExecStart=//p' $unit)
(. /etc/default/leaper
 STATE_DIRECTORY=/tmp/state LEAPER_OPTIONS="$LEAPER_OPTIONS --port 0" \
   exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs sh -c "exec $command" >/tmp/served 2>&1) &
server=$!
for wait in $(seq 300); do grep -q 'ready at' /tmp/served && break; sleep 0.2; done
address=$(sed -n 's/^Leaper is ready at //p' /tmp/served)
curl --silent --fail "${address}api/health" | grep -q '"ok"'
curl --silent --fail "$address" | grep -q '<title>'
kill -TERM $server
wait $server
[ -s /tmp/state/games.db ]

say remove
mkdir -p /var/lib/private/leaper
dpkg --listfiles leaper libleaper0 libleaper-dev python3-leaper | sort -u > /tmp/files
dpkg --remove leaper libleaper-dev python3-leaper libleaper0
[ -e /etc/default/leaper ]
no test -e /usr/bin/leaper
dpkg --purge leaper libleaper-dev python3-leaper libleaper0
while read -r file; do
    [ -d "$file" ] || [ ! -e "$file" ] || { echo "left behind: $file"; exit 1; }
done < /tmp/files
for left in /usr/lib/python3/dist-packages/leaper /usr/share/leaper /usr/include/leaper /usr/share/doc/leaper /etc/default/leaper /var/lib/private/leaper; do
    [ ! -e $left ] || { echo "left behind: $left"; exit 1; }
done
no grep -q '^Package: leaper' /var/lib/dpkg/status
say gone
"""

# Mounts the overlay; $1 is a folder for it.
OUTSIDE = r"""
set -e
mount -t tmpfs -o size=1g tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
for place in proc dev sys; do mount --rbind "/$place" "$1/root/$place"; done
mount -t tmpfs tmpfs "$1/root/run"
mount -t tmpfs -o mode=1777 tmpfs "$1/root/tmp"
"""


def in_overlay(command, *words):
    """Runs a script in the overlay; without a script, only mounts the overlay."""
    root = tempfile.mkdtemp(dir=folder.name)
    inside = 'shift; exec chroot "$0/root" bash -c "$SCRIPT" bash "$@"' if command else ""
    unshare = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "--map-root-user"]
    copies = 'for deb in "${@:2}"; do cp "$deb" "$1/root/tmp/"; done\n' if command else ""
    script = OUTSIDE + copies + inside.replace("$0", "$ROOT")
    return subprocess.run([*unshare, "bash", "-c", script, "bash", root, *words], text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE,
                          env={**os.environ, "SCRIPT": command, "ROOT": root})


@test
def they_install_run_and_go():
    needs("unshare", "chroot", "setpriv", "curl", "man", "pkg-config", "systemd-analyze", "cc")
    built = packages()
    tried = in_overlay("")
    if tried.returncode:
        raise Skip("no overlay over this system can be mounted here: " + tried.stdout.strip().replace("\n", "; "))
    if subprocess.run(["dpkg-query", "-W", *PACKAGES], capture_output=True).returncode == 0:
        raise Skip("the packages are installed on this system already")
    script = 'set -- $(for path in "$@"; do echo "/tmp/${path##*/}"; done)\n' + INSIDE
    done = in_overlay(script, *built)
    equal(done.returncode, 0, done.stdout[-4000:])
    contains(done.stdout, "# gone")


main()
