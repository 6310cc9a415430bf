# SPDX-License-Identifier: GPL-3.0-or-later
"""Behind nginx with the configuration in share/: TLS, live events, limits per client, and what is not exposed."""

import http.client
import http.server
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from harness import PATIENCE, Server, ServerInTime, Stream, Table, main, until

CONFIGURATION = Path(__file__).resolve().parents[2] / "share" / "nginx.conf"
UNIT = CONFIGURATION.with_name("leaper.service")
NAME = "chess.example.org"
NGINX, OPENSSL = shutil.which("nginx") or "/usr/sbin/nginx", shutil.which("openssl")


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Proxy:
    """nginx in front of a server, both on loopback; used like a Server."""

    def __init__(self, server):
        self.folder = Path(tempfile.mkdtemp(prefix="leaper-nginx-"))
        plain, self.port = free_ports(2)
        subprocess.run([OPENSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-subj", "/CN=" + NAME, "-addext", "subjectAltName=DNS:" + NAME, "-keyout", "privkey.pem", "-out",
                        "fullchain.pem"], cwd=self.folder, check=True, stderr=subprocess.DEVNULL)
        text = CONFIGURATION.read_text()
        for old, new in [("127.0.0.1:8080", f"127.0.0.1:{server.port}"), (f"/etc/letsencrypt/live/{NAME}", str(self.folder)),
                         ("listen 80;", f"listen 127.0.0.1:{plain};"), ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl")]:
            assert old in text, old
            text = text.replace(old, new)
        text = re.sub(r"^\s*listen \[::\].*\n", "", text, flags=re.MULTILINE)
        folders = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        (self.folder / "nginx.conf").write_text(
            f"daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log;\n"
            + ("user root;\n" if os.geteuid() == 0 else "")
            + f"events {{}}\nhttp {{ access_log off;\n{folders}{text}\n}}\n")
        self.context = ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))
        self.process = subprocess.Popen([NGINX, "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder)],
                                        stderr=subprocess.PIPE)
        until(self.answers, "nginx does not answer")

    def answers(self):
        try:
            self.connect().close()
            return True
        except OSError:
            assert self.process.poll() is None, self.process.stderr.read()
            return False

    def connect(self):
        return self.context.wrap_socket(socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE), server_hostname=NAME)

    def ask(self, method, path, body=None, token=None, headers=None):
        client = http.client.HTTPConnection(NAME, self.port, timeout=PATIENCE)
        client.sock = self.connect()
        sent = {"Content-Type": "application/json", **({"Authorization": "Bearer " + token} if token else {}), **(headers or {})}
        client.request(method, path, None if body is None else json.dumps(body), sent)
        response = client.getresponse()
        data = response.read()
        client.close()
        return response, data

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)


@unittest.skipUnless(os.path.exists(NGINX) and OPENSSL, "nginx and openssl are not there")
class BehindNginx(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--host", NAME, "--trusted-proxy", "127.0.0.1", "--log-format", "json", "--log-addresses", "full")
        with open(os.path.join(cls.server.web, "index.html"), "w") as file:
            file.write("<p>here")
        cls.proxy = Proxy(cls.server)

    @classmethod
    def tearDownClass(cls):
        cls.proxy.close()
        cls.server.close()

    def ask(self, method, path, body=None, status=200, **more):
        response, data = self.proxy.ask(method, path, body, **more)
        self.assertEqual(response.status, status, data)
        return json.loads(data) if response.headers["Content-Type"] == "application/json" else data

    def test_a_match_is_played_and_watched(self):
        origin = {"Origin": f"https://{NAME}:{self.proxy.port}"}
        created = self.ask("POST", "/api/matches", {"game": "chess", "opponent": {"kind": "local"}}, 201, headers=origin)
        table = Table(self.server, created)
        stream = self.stream(table.id)
        self.assertEqual(stream.event()["data"]["ply"], 0)
        # Each turn arrives although nothing follows it: no buffer delays it.
        for ply, (side, turn) in enumerate([("white", "e2e4"), ("black", "e7e5"), ("white", "g1f3")]):
            self.ask("POST", f"/api/matches/{table.id}/turns", {"ply": ply, "turn": turn}, token=table.seats[side], headers=origin)
            self.assertEqual(stream.event()["data"]["ply"], ply + 1)
        stream.close()

    def stream(self, match):
        proxy = self.proxy

        class Renamed:
            """The harness calls every server "localhost"; nginx answers only to its own name."""

            def connect(self):
                connection = proxy.connect()
                send = connection.sendall
                connection.sendall = lambda data: send(data.replace(b"Host: localhost", b"Host: " + NAME.encode()))
                return connection
        return Stream(Renamed(), match)

    def test_the_page_and_other_sites(self):
        self.assertEqual(self.ask("GET", "/"), b"<p>here")
        response, _ = self.proxy.ask("GET", "/")
        self.assertIn("max-age", response.headers["Strict-Transport-Security"])
        self.ask("POST", "/api/matches", {"game": "chess"}, 403, headers={"Origin": "https://evil.example"})

    def test_the_metrics_are_not_exposed(self):
        self.ask("GET", "/metrics", status=404)
        self.assertEqual(self.server.ask("GET", "/metrics").status, 200)
        # Nor would the server send them through the proxy.
        self.assertEqual(self.server.ask("GET", "/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status, 403)

    def test_disconnecting_from_the_proxy_cancels_the_request(self):
        from tours_limits import EVIL, is_alive, wait, worker
        connection = self.proxy.connect()
        body = json.dumps(EVIL[0]).encode()
        connection.sendall(b"POST /api/tours/count HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"
                           b"Content-Length: %d\r\n\r\n%s" % (NAME.encode(), len(body), body))
        pid = worker(self.server)
        connection.close()
        wait(lambda: not is_alive(pid))

    def test_answers_are_compressed_once(self):
        response, data = self.proxy.ask("GET", "/api/games", headers={"Accept-Encoding": "gzip"})
        self.assertEqual((response.status, response.headers["Content-Encoding"]), (200, "gzip"))
        self.assertEqual(data[:2], b"\x1f\x8b")


class Told(http.server.BaseHTTPRequestHandler):
    """Instead of a server behind the proxy: answers with what it is told of the client's distance."""

    def do_GET(self):
        data = json.dumps(self.headers.get_all("X-Client-RTT")).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


class Distance(unittest.TestCase):
    @unittest.skipUnless(os.path.exists(NGINX) and OPENSSL, "nginx and openssl are not there")
    def test_the_proxy_tells_how_far_away_clients_are(self):
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Told) as behind:
            behind.port = behind.server_address[1]
            threading.Thread(target=behind.serve_forever).start()
            proxy = Proxy(behind)
            _, data = proxy.ask("GET", "/api/health", headers={"X-Client-RTT": "987654321"})
            proxy.close()
            behind.shutdown()
        told = json.loads(data)
        self.assertEqual(len(told), 1, told)
        self.assertRegex(told[0], "^[0-9]{1,8}$")

    def test_it_is_believed_from_a_trusted_proxy_only(self):
        server = ServerInTime("--trusted-proxy", "127.0.0.9")
        self.assertGreaterEqual(self.back(server, "127.0.0.9", "200000"), 200)
        self.assertGreaterEqual(self.back(server, "127.0.0.9", "9000000"), 250)
        # The time for which a turn waits in a busy server comes back as well, but it is not busy for ever.
        until(lambda: self.back(server, "127.0.0.9", "9000000") < 2000)
        for address, told in [("127.0.0.8", "200000"), ("127.0.0.9", None), ("127.0.0.9", "-200000"), ("127.0.0.9", "200000.5")]:
            until(lambda: self.back(server, address, told) < 200, (address, told))
        self.assertEqual(server.close(), (0, ""))

    @staticmethod
    def back(server, address, told):
        """The milliseconds of a turn that are not counted."""
        ada, _ = server.friends("e2e4", "e7e5", clock="1+0")
        before = ada.match()["clock"]
        server.move(10)
        answer = server.seen_from(address).post(f"/matches/{ada.id}/turns", {"ply": 2, "turn": "g1f3"}, token=ada.token,
                                                headers={"X-Client-RTT": told})
        after = answer.json["clock"]
        return after["since"] - before["since"] - (before["left"]["white"] - after["left"]["white"])


class Unit(unittest.TestCase):
    def test_the_program_accepts_its_options(self):
        text = UNIT.read_text().replace("\\\n", " ")
        command = re.search(r"^ExecStart=(.*)$", text, re.MULTILINE)[1].split()
        server = Server(*[word for index, word in enumerate(command[2:], 2)
                          if not {"--port", "--db"} & set(command[index - 1:index + 1])])
        self.assertEqual(server.close()[0], 0)

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not there")
    def test_systemd_understands_it(self):
        with tempfile.TemporaryDirectory() as folder:
            unit = Path(folder) / "leaper.service"
            unit.write_text(UNIT.read_text().replace("/usr/local/bin/leaper", "/bin/true"))
            done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    main()
