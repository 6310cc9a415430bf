# SPDX-License-Identifier: GPL-3.0-or-later
"""Starting `leaper serve`: what it says if it cannot start, and that it then changes nothing."""

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import unittest
import urllib.request

from harness import PATIENCE, PROGRAM, Server, main


class Starting(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="leaper-start-")
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.directory, name)

    def run_serve(self, *options, environment=None):
        ended = subprocess.run([PROGRAM, "serve", *options], capture_output=True, text=True, timeout=PATIENCE,
                               env=environment, check=False)
        return ended.returncode, ended.stdout, ended.stderr

    def refused(self, *options, says, status=1, **more):
        code, said, complained = self.run_serve(*options, **more)
        self.assertEqual((code, said), (status, ""), complained)
        self.assertEqual(complained.count("\n"), 1, complained)
        self.assertIn(says, complained)

    def refused_database(self, path, says):
        """Checks that the file is refused, and that neither it nor its directory has changed."""
        def look():
            names = sorted(os.listdir(self.directory))
            return names, [open(self.path(name), "rb").read() for name in names if os.path.isfile(self.path(name))]
        before = look()
        self.refused("--port", "0", "--db", path, says=says)
        self.assertEqual(look(), before)

    def test_a_port_in_use(self):
        with socket.create_server(("127.0.0.1", 0)) as other:
            self.refused("--port", str(other.getsockname()[1]), "--db", self.path("x.db"), says="another program is using this port")
        self.assertEqual(os.listdir(self.directory), [])

    def test_bad_addresses(self):
        database = self.path("x.db")
        self.refused("--bind", "nonsense", "--db", database, says="this is not an address")
        self.refused("--bind", "192.0.2.1", "--port", "0", "--db", database, says="192.0.2.1")
        self.refused("--port", "65536", "--db", database, says="from 0 to 65535", status=2)
        self.refused("--port", "x", "--db", database, says="from 0 to 65535", status=2)
        self.refused("--engines", "0", "--db", database, says="--engines", status=2)
        self.refused("--trusted-proxy", "example.org", "--db", database, says="'example.org' is not an address", status=2)
        self.refused("--web", self.path("nowhere"), "--port", "0", "--db", database, says="nowhere")
        self.refused("word", says="unexpected argument", status=2)

    def test_files_that_are_not_databases(self):
        with open(self.path("text.db"), "w") as file:
            file.write("Dear diary, " * 100)
        with open(self.path("short.db"), "wb") as file:
            file.write(b"SQLite format 3\0")
        self.refused_database(self.path("text.db"), "this file is not a database")
        self.refused_database(self.path("short.db"), "this file is not a database")
        self.refused_database(self.directory, "this is a directory")
        self.refused_database(self.path("nowhere/x.db"), "No such file or directory")
        self.refused_database("/dev/null", "not a regular file")

    def test_databases_of_other_programs(self):
        for name, commands in [("other.db", "CREATE TABLE recipes (name TEXT)"),
                               ("marked.db", "PRAGMA application_id = 77; CREATE TABLE x (y)"),
                               ("newer.db", f"PRAGMA application_id = {0x4c656170}; PRAGMA user_version = 99; CREATE TABLE x (y)")]:
            connection = sqlite3.connect(self.path(name))
            connection.executescript(commands)
            connection.close()
        self.refused_database(self.path("other.db"), "another program")
        self.refused_database(self.path("marked.db"), "another program")
        self.refused_database(self.path("newer.db"), "newer version of Leaper")

    def test_a_damaged_database(self):
        server = Server()
        table = server.create()
        server.end()
        with open(server.database, "r+b") as file:
            file.seek(100)
            file.write(os.urandom(3900))
        code, said, complained = self.run_serve("--port", "0", "--db", server.database)
        self.assertEqual((code, said), (1, ""))
        self.assertIn("database", complained)
        self.assertIsNotNone(table)
        shutil.rmtree(server.directory)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_a_read_only_directory(self):
        os.chmod(self.directory, 0o500)
        self.refused_database(self.path("x.db"), "Permission denied")

    def test_one_server_per_database(self):
        server = Server()
        self.refused("--port", "0", "--db", server.database, says="another Leaper is using this database")
        self.assertEqual(server.get("/health").status, 200)
        self.assertEqual(server.close(), (0, ""))

    def test_it_says_whether_others_can_reach_it(self):
        for options, loopback in [((), True), (("--bind", "localhost"), True), (("--bind", "127.3.2.1"), True),
                                  (("--bind", "0.0.0.0"), False)]:
            process = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--db", self.path("reach.db"), *options],
                                       stdout=subprocess.PIPE, text=True)
            url = process.stdout.readline().split()[-1]
            with urllib.request.urlopen(f"{url}api/games", timeout=PATIENCE) as answer:
                self.assertEqual(json.load(answer)["loopback"], loopback, options)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 0)

    def test_the_default_database(self):
        environment = {**os.environ, "XDG_DATA_HOME": self.path("data")}
        process = subprocess.Popen([PROGRAM, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment)
        self.assertIn("ready at http://127.0.0.1:", process.stdout.readline())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(os.stat(self.path("data/leaper/leaper.db")).st_mode & 0o777, 0o600)
        homeless = {name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_DATA_HOME")}
        self.refused("--port", "0", says="HOME", environment=homeless)

    def test_help(self):
        code, said, _ = self.run_serve("--help")
        self.assertEqual(code, 0)
        for option in ["--bind", "--port", "--db", "--web", "--host", "--engines", "--trusted-proxy", "--generous"]:
            self.assertIn(option, said)


if __name__ == "__main__":
    main()
