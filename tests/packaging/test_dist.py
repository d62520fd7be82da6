"""What `make dist` builds: each installs into an environment of its own and plays."""

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import httpx
import pytest
from tests.services import free_port

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
VERSIONS = re.findall(r"Python :: (3\.\d+)'", str(PROJECT["classifiers"]))
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
KINDS = {
    "source": "fatum_cards-*.tar.gz",
    "pure": "fatum_cards-*-py3-none-any.whl",
    "compiled": f"fatum_cards-*-cp{HERE.replace('.', '')}-*.whl",
}

# The certificates of the system, as pip has them: some networks have their own.
UV: Final = {"UV_PYTHON_DOWNLOADS": "never", "UV_NATIVE_TLS": "true"}


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    if not (DIST / ".made").exists():
        pytest.skip("nothing is built: make dist")


def uv(*words: object, **settings: str) -> str:
    """uv installs what is needed in a second, from what it has kept."""
    program = Path(sys.executable).with_name("uv")
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    return run(program, *words, **{**environment, **settings, **UV})


def run(*words: object, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in words],
        cwd=ROOT,
        env=environment or None,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def find(kind: str) -> Path:
    found = list(DIST.glob(KINDS[kind]))
    if kind == "compiled" and not found and shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    assert len(found) == 1, f"{kind}: {found}"
    return found[0]


@pytest.mark.parametrize("kind", ["pure", "compiled"])
def test_wheels_are_small_enough(kind: str) -> None:
    assert find(kind).stat().st_size <= 12_000_000


def install(kind: str, version: str, home: Path) -> Path:
    """A new environment with nothing but this; its command ``fatum``."""
    uv("--quiet", "venv", "--python", find_python(version), home)
    # A source distribution is compiled by the same build hook as the wheel, which takes minutes.
    uv("--quiet", "pip", "install", "--python", home, find(kind), FATUM_COMPILE="0")
    return home / ("Scripts" if sys.platform == "win32" else "bin") / "fatum"


def find_python(version: str) -> Path:
    """An interpreter of this version: the one that runs this, one on the path, or one of pyenv."""
    if version == HERE:
        return Path(sys.executable)
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python3"))
    found = shutil.which(f"python{version}")
    for python in [*kept, *([Path(found)] if found else [])]:
        if (
            run(python, "-c", "import sys; print(*sys.version_info[:2], sep='.')").strip()
            == version
        ):
            return python
    pytest.skip(f"there is no Python {version} here")


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The games that every build must play."""
    return games([sys.executable, "-m", "fatum"], tmp_path_factory.mktemp("here"))


def games(fatum: list[object], folder: Path) -> str:
    """A digest of some recorded games, which the build itself has checked."""
    records = b""
    for game in ("karma", "allin"):
        file = folder / f"{game}.jsonl"
        words = ("--games", 4, "--bots", "greedy", "--seed", "dist", "--jobs", 1)
        run(*fatum, "simulate", game, *words, "--records", file, **clean())
        run(*fatum, "verify", file, **clean())
        records += file.read_bytes()
    return sha256(records).hexdigest()


def clean() -> dict[str, str]:
    """Without the checkout, from which nothing must be imported."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def cases() -> Iterator[tuple[str, str]]:
    yield "source", HERE
    yield "compiled", HERE
    for version in VERSIONS:
        yield "pure", version


@pytest.mark.parametrize(("kind", "version"), list(cases()))
def test_installs_and_plays(kind: str, version: str, expected: str, tmp_path: Path) -> None:
    fatum = install(kind, version, tmp_path / "home")
    told = run(fatum, "--version")
    assert ("(compiled)" in told) == (kind == "compiled")
    assert "Predict" in run(fatum, "rules", "allin")
    assert games([fatum], tmp_path) == expected
    _serves(fatum, tmp_path)


def _serves(fatum: Path, folder: Path) -> None:
    """The browser client is inside, and a table of bots plays to its end."""
    port = free_port()
    settings = {"FATUM_DATA_DIR": str(folder), "FATUM_PORT": str(port), "FATUM_BOT_DELAY": "0"}
    with (folder / "log").open("w") as log:
        server = subprocess.Popen([fatum, "serve"], env={**clean(), **settings}, stderr=log)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as web:
            _until(lambda: web.get("/readyz").status_code == 200)
            assert 'id="app"' in web.get("/").text
            asked = {
                "game": "karma",
                "name": "Ann",
                "bots": ["greedy"] * 3,
                "sits": False,
                "start": True,
            }
            opened = web.post("/api/tables", json={**asked, "options": {"players": 3}})
            assert opened.status_code == 201, opened.text
            table = f"/api/tables/{opened.json()['table']}"
            _until(lambda: '"over"' in web.get(table).text)
    finally:
        server.terminate()
        server.wait(30)


def _until(done: object) -> None:
    assert callable(done)
    end = time.monotonic() + 60
    while True:
        try:
            if done():
                return
        except httpx.TransportError:
            pass
        assert time.monotonic() < end
        time.sleep(0.1)


# --- the README ----------------------------------------------------------------------------------

LINES = re.findall(
    r"^\$ ((?:uvx|pipx) .*?) *(?:#.*)?$", (ROOT / "README.md").read_text(), re.MULTILINE
)


@pytest.mark.parametrize("line", LINES)
def test_the_lines_of_the_readme(line: str, tmp_path: Path) -> None:
    programs = Path(sys.executable).parent
    line = re.sub(r"^pipx", "uvx pipx", line)
    environment = {
        **clean(),
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",  # pipx installs with uv, too
        **UV,
        "PIPX_HOME": str(tmp_path / "pipx"),
        "PIPX_BIN_DIR": str(tmp_path / "bin"),
    }
    installs = "install" in line
    told = run("sh", "-c", line if installs else f"{line} --version", **environment)
    if installs:
        told = run(tmp_path / "bin" / "fatum", "--version")
    assert told.startswith("Fatum ")


def test_the_readme_has_both() -> None:
    assert {line.split()[0] for line in LINES} == {"uvx", "pipx"}
