"""The files in deploy/ are right as far as can be told without running them."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from fatum.server.ops import health
from fatum.server.settings import PREFIX, Settings, read_settings, specs

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
VARIABLES = {f"{PREFIX}{name.upper()}" for name, *_ in specs()} | {f"{PREFIX}DATA_DIR"}


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def test_two_servers_a_database_and_a_cache(compose: Any) -> None:
    services = compose["services"]
    assert set(services) == {"server1", "server2", "proxy", "database", "cache"}
    for name in ("server1", "server2"):
        server = services[name]
        assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).is_file()
        assert set(server["environment"]) <= VARIABLES
        assert "@database/" in server["environment"]["FATUM_STORE"]
        assert "//cache:" in server["environment"]["FATUM_REDIS"]
        assert server["read_only"] is True
        assert "ports" not in server
    for name in ("database", "cache"):
        assert services[name]["healthcheck"]["test"][0] == "CMD"
        assert "ports" not in services[name]
    used = {volume.partition(":")[0] for s in services.values() for volume in s.get("volumes", ())}
    named = {volume for volume in used if not volume.startswith(".")}
    assert named == set(compose["volumes"])
    for volume in used - named:
        assert (DEPLOY / volume).exists()


def test_the_image() -> None:
    lines = (DEPLOY / "Dockerfile").read_text("utf-8")
    joined = re.sub(r"\\\n\s*", " ", lines)
    commands = [line.split(None, 1) for line in joined.splitlines() if line and line[0] != "#"]
    words = [word for word, _ in commands]
    assert words[0] == "FROM"
    assert words.count("FROM") == 2
    last = commands[len(words) - 1 - words[::-1].index("FROM") :]
    assert [text for word, text in last if word == "USER"] == ["10001"]
    assert "--uid 10001" in joined
    assert {"HEALTHCHECK", "STOPSIGNAL", "ENTRYPOINT"} <= {word for word, _ in last}
    for word, text in commands:
        if word == "FROM":
            assert re.match(r"[\w./-]+:[\w.-]+", text), f"{text}: name a version"
        if word == "ENV":
            names = set(re.findall(r"(FATUM_\w+)=", text))
            assert names <= VARIABLES
        if word == "RUN" and "apt-get install" in text:
            assert "--no-install-recommends" in text
            assert "rm -rf /var/lib/apt/lists" in text


def test_the_image_has_what_it_is_built_from() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    ignore = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    kept = [line[1:] for line in ignore if line.startswith("!")]
    assert ignore[1] == "**"
    for path in kept:
        assert (ROOT / path).exists(), path
    for path in re.findall(r"(?:--constraint|--requirement) (\S+)", text):
        assert (ROOT / path).is_file()
        assert any(path == known or path.startswith(f"{known}/") for known in kept)
    # Whatever the wheel is made of.
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = [*wheel["packages"], *wheel["force-include"], project["project"]["readme"]]
    for path in [*needed, *project["project"]["license-files"], "hatch_build.py", "client"]:
        assert any(path == known or path.startswith(f"{known}/") for known in kept), path
    assert "server" in project["project"]["optional-dependencies"]


def test_the_parts_find_each_other(compose: Any) -> None:
    """Names, ports and paths that stand in more than one file."""
    image = (DEPLOY / "Dockerfile").read_text("utf-8")
    port = re.search(r"FATUM_PORT=(\d+)", image)
    assert port
    assert f"EXPOSE {port[1]}" in image
    assert f"127.0.0.1:{port[1]}/healthz" in image
    caddy = (DEPLOY / "Caddyfile").read_text("utf-8")
    upstreams = re.search(r"reverse_proxy (.*) {", caddy)
    assert upstreams
    assert upstreams[1].split() == [f"server1:{port[1]}", f"server2:{port[1]}"]
    proxy = compose["services"]["proxy"]
    assert [port.rpartition(":")[2] for port in proxy["ports"]] == ["80", "443"]
    assert "\n{$FATUM_SITE::80} {\n" in caddy
    checked = re.search(r"health_uri (\S+)", caddy)
    paths = {path for handler in health.HANDLERS for path in handler.paths}
    assert checked
    assert {checked[1], "/healthz", "/metrics"} <= paths
    for name in ("server1", "server2"):
        server = compose["services"][name]
        read = settings_of(server, {"FATUM_DB_PASSWORD": "secret"})
        assert read.proxies
        assert not read.public_url
        grace = float(server["stop_grace_period"].removesuffix("s"))
        assert grace > read.stop_seconds
        assert set(server["depends_on"]) <= set(compose["services"])


def interpolate(text: str, environment: dict[str, str]) -> str:
    """``${NAME}``, ``${NAME:-other}``, ``${NAME:+other}`` and ``${NAME:?fault}`` as Docker does it."""

    def value(found: re.Match[str]) -> str:
        name, kind, other = found.groups()
        given = environment.get(name, "")
        assert given or kind != ":?", other
        return other or "" if (kind == ":+") == bool(given) and kind else given

    while "${" in text:
        text = re.sub(r"\$\{(\w+)(?:(:[-+?])([^${}]*))?\}", value, text)
    return text


def settings_of(server: Any, environment: dict[str, str]) -> Settings:
    """What a server of the compose file reads."""
    given = {key: interpolate(text, environment) for key, text in server["environment"].items()}
    return read_settings({}, given)


def test_a_named_site_is_served_with_https(compose: Any) -> None:
    site = {"FATUM_DB_PASSWORD": "secret", "FATUM_SITE": "play.example.org"}
    ports = {"FATUM_HTTP_PORT": "80", "FATUM_HTTPS_PORT": "443"}
    read = settings_of(compose["services"]["server1"], site)
    assert read.public_url == "https://play.example.org"
    other = site | {"FATUM_PUBLIC_URL": "https://example.org"}
    assert settings_of(compose["services"]["server1"], other).public_url == "https://example.org"
    proxy = compose["services"]["proxy"]
    assert interpolate(proxy["environment"]["FATUM_SITE"], site) == "play.example.org"
    assert interpolate(proxy["environment"]["FATUM_SITE"], {}) == ":80"
    assert [interpolate(port, ports) for port in proxy["ports"]] == ["80:80", "443:443"]
    assert [interpolate(port, {}) for port in proxy["ports"]] == ["8080:80", "8443:443"]


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_the_proxies(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    assert text.count("{") == text.count("}")
    assert "metrics" in text
    if name == "nginx.conf":
        for header in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"):
            assert re.search(rf"proxy_set_header {header} ", text)
