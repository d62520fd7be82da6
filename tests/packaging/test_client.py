"""The browser client as a part of the package, and when it is built again."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from fatum.server.api import client_files

SCRIPT = Path(__file__).parents[2] / "client" / "build.py"


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """client/build.py in a checkout of its own, which notes what it runs."""
    spec = importlib.util.spec_from_file_location("client_build", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "client_build", module)
    spec.loader.exec_module(module)
    client = tmp_path / "client"
    for name in ("package.json", "package-lock.json", "src/main.ts", "src/locales/de.json"):
        (client / name).parent.mkdir(parents=True, exist_ok=True)
        (client / name).write_text(name, "utf-8")
    target = tmp_path / "src" / "fatum" / "server" / "static"
    changes = {
        "ROOT": tmp_path,
        "CLIENT": client,
        "TARGET": target,
        "STAMP": target / ".made-from",
        "FETCHED": tmp_path / "build" / "node",
    }
    for name, value in changes.items():
        monkeypatch.setattr(module, name, value)
    ran: list[str] = []

    def run(*command: str, **_: str) -> int:
        ran.append(" ".join(command[1:]))
        (client / "node_modules").mkdir(exist_ok=True)
        target.mkdir(parents=True, exist_ok=True)
        return 0

    monkeypatch.setattr(module, "run", run)
    monkeypatch.setattr(module, "find_node", lambda: module.Node(tmp_path, ("npm",)))
    monkeypatch.setattr(module, "ran", ran, raising=False)
    return module


def builds(script: ModuleType) -> int:
    script.ran.clear()
    script.build()
    return sum("run build" in command for command in script.ran)


def test_is_built_again_only_when_its_inputs_change(script: ModuleType) -> None:
    assert builds(script) == 1
    assert builds(script) == 0
    (script.CLIENT / "src" / "locales" / "de.json").write_text("made, not written", "utf-8")
    assert builds(script) == 0
    (script.CLIENT / "src" / "main.ts").write_text("new", "utf-8")
    assert builds(script) == 1
    catalogue = script.ROOT / "src" / "fatum" / "i18n" / "locales" / "de.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text("new", "utf-8")
    assert builds(script) == 1


def test_libraries_are_installed_only_when_the_lock_changes(script: ModuleType) -> None:
    script.build()
    assert any(command.startswith("ci ") for command in script.ran)
    (script.CLIENT / "src" / "main.ts").write_text("new", "utf-8")
    builds(script)
    assert not any(command.startswith("ci ") for command in script.ran)


def test_a_built_client_needs_no_sources(script: ModuleType) -> None:
    (script.CLIENT / "package.json").unlink()
    assert builds(script) == 0


def test_without_node_or_a_network_it_says_so_in_one_line(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    (checkout / "client").mkdir(parents=True)
    (checkout / "client" / "build.py").write_text(SCRIPT.read_text("utf-8"), "utf-8")
    (checkout / "client" / "package.json").write_text("{}", "utf-8")
    done = subprocess.run(
        [sys.executable, str(checkout / "client" / "build.py")],
        env={"PATH": "", "PIP_NO_INDEX": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("there is no Node 20.19 or newer")


def test_the_package_has_the_client() -> None:
    if not client_files.is_built():
        assert os.environ.get("FATUM_CLIENT") != "1"
        pytest.skip("this package was built without the browser client")
    page = client_files.ClientFiles().find("/")
    assert page is not None
    assert b'id="app"' in page.body


def test_each_page_links_to_what_its_screen_needs() -> None:
    if not client_files.is_built():
        pytest.skip("this package was built without the browser client")
    client = client_files.ClientFiles()
    home = client.find("/")
    assert home is not None
    pages = {"home": home.body, "karma": client.page("karma"), "allin": client.page("allin")}
    for screen, script in {
        "home": b"/Home-",
        "karma": b"karma-parts-",
        "allin": b"allin-parts-",
    }.items():
        assert {name for name, page in pages.items() if script in page} == {screen}
    # The client loads the game's parts before the first answer of the socket.
    named = {
        name: re.findall(rb'<meta name="game" content="(\w+)">', pages[name]) for name in pages
    }
    assert named == {"home": [], "karma": [b"karma"], "allin": [b"allin"]}
    links = {
        link
        for page in pages.values()
        for link in re.findall(rb'(?:href|src)="(/assets/[^"]+)"', page)
    }
    assert len(links) > 10
    assert all(client.find(link.decode()) for link in links)
    assert client.find("/hints.json") is None
