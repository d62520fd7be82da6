"""The files in deploy/ are right as far as can be told without running them."""

import re
from pathlib import Path
from typing import Any

import pytest

from fatum.server.settings import PREFIX, specs

yaml = pytest.importorskip("yaml")
DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
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
    assert [text for word, text in last if word == "USER"] == ["fatum"]
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


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_the_proxies(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    assert text.count("{") == text.count("}")
    assert "metrics" in text
    if name == "nginx.conf":
        for header in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"):
            assert re.search(rf"proxy_set_header {header} ", text)
