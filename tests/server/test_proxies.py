"""The proxies' files in deploy/, run as they are apart from addresses: https, pages, sockets."""

import os
import re
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from tests.server.clients import Browser, Stubborn, asynchronous
from tests.server.nursery import Nursery
from tests.server.process import Server
from tests.services import free_port, programs

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


class Proxied:
    """A server behind a proxy that serves https."""

    def __init__(self, nursery: Nursery, folder: Path) -> None:
        self.https, self.http = free_port(), free_port()
        self.url = f"https://localhost:{self.https}"
        self.server = Server(nursery, folder, proxies="127.0.0.1", public_url=self.url)
        self.folder = folder

    @contextmanager
    def run(self, *words: object, certificate: Path, **settings: str) -> Iterator[ssl.SSLContext]:
        log = (self.folder / "proxy.log").open("w")
        environment = {**os.environ, **settings}
        self.server.start()
        proxy = subprocess.Popen(
            [str(word) for word in words], env=environment, stdout=log, stderr=log
        )
        try:
            yield self._trust(certificate)
        finally:
            proxy.terminate()
            proxy.wait(20)
            log.close()
            self.server.kill()

    def _trust(self, certificate: Path) -> ssl.SSLContext:
        """Wait until the proxy answers, and trust its certificate."""
        end = time.monotonic() + 30
        while True:
            try:
                trust = ssl.create_default_context(cafile=str(certificate))
                if httpx.get(f"{self.url}/api/info", verify=trust).status_code == 200:
                    return trust
            except (OSError, httpx.TransportError):
                pass
            log = (self.folder / "proxy.log").read_text("utf-8")
            assert time.monotonic() < end, log
            time.sleep(0.05)


async def check(proxied: Proxied, trust: ssl.SSLContext) -> None:
    """A person plays a whole game through the proxy."""
    async with Browser(proxied.url, trust) as ann, httpx.AsyncClient(verify=trust) as web:
        for path in ("/metrics", "/healthz", "/readyz"):
            assert (await web.get(f"{proxied.url}{path}")).status_code == 404
        there = await web.get(f"http://localhost:{proxied.http}/t/X?y=1")
        assert there.status_code in {301, 308}
        assert there.headers["location"].startswith("https://localhost")
        assert there.headers["location"].endswith("/t/X?y=1")
        opened = await ann.ask(
            "POST",
            "/api/tables",
            json={"game": "karma", "name": "Ann", "bots": ["greedy"], "start": True}
            | {"options": {"players": 2}},
            headers={"Origin": proxied.url},
        )
        assert opened.status_code == 201, opened.text
        assert "; Secure" in opened.headers["set-cookie"]
        player = Stubborn(ann, opened.json()["table"])
        await player.play()
        assert player.connections == 1
        assert player.acknowledged


@asynchronous()
async def test_nginx(nursery: Nursery, tmp_path: Path) -> None:
    nginx = programs("nginx", "/usr/sbin/nginx")
    certificate, key = make_certificate(tmp_path)
    proxied = Proxied(nursery, tmp_path)
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    for known, here in {
        "/etc/letsencrypt/live/play.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/play.example.org/privkey.pem": str(key),
        "listen 443 ": f"listen 127.0.0.1:{proxied.https} ",
        "listen 80;": f"listen 127.0.0.1:{proxied.http};",
        "server 127.0.0.1:8000;": f"server 127.0.0.1:{proxied.server.port};",
    }.items():
        assert text.count(known) == 1, known
        text = text.replace(known, here)
    assert "server_name play.example.org;" in text
    (tmp_path / "fatum.conf").write_text(text.replace("play.example.org", "localhost"))
    places = "".join(
        f"{name}_temp_path {tmp_path};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = tmp_path / "nginx.conf"
    main.write_text(
        f"daemon off; pid {tmp_path}/pid; worker_processes 1; error_log stderr;"
        f"events {{}} http {{ access_log off; {places} include {tmp_path}/fatum.conf; }}"
    )
    words = (nginx, "-p", tmp_path, "-e", "stderr", "-c", main)
    tested = subprocess.run([*words, "-t"], capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr
    with proxied.run(*words, certificate=certificate) as trust:
        await check(proxied, trust)


def make_certificate(folder: Path) -> tuple[Path, Path]:
    openssl = programs("openssl")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    kind = ("req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256")
    name = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2")
    files = ("-out", certificate, "-keyout", key)
    subprocess.run([openssl, *kind, *name, *files], check=True, capture_output=True)
    return certificate, key


@asynchronous()
async def test_caddy(nursery: Nursery, tmp_path: Path) -> None:
    """As the compose file runs it, with a name for which Caddy signs the certificate itself."""
    caddy = programs("caddy")
    proxied = Proxied(nursery, tmp_path)
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    text, found = re.subn(r"server1:8000 server2:8000", f"127.0.0.1:{proxied.server.port}", text)
    assert found == 1
    ports = f"http_port {proxied.http}\n https_port {proxied.https}"
    kept = f"admin off\n skip_install_trust\n {ports}\n storage file_system {tmp_path}"
    file = tmp_path / "Caddyfile"
    file.write_text(f"{{\n {kept}\n}}\n{text}")
    words = (caddy, "run", "--config", file, "--adapter", "caddyfile")
    root = tmp_path / "pki" / "authorities" / "local" / "root.crt"
    with proxied.run(*words, certificate=root, FATUM_SITE="localhost") as trust:
        await check(proxied, trust)
