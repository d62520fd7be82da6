"""Put the game without a server beside the built client: Python for browsers, and Fatum for it.

    python client/build.py      runs it after building the client

Pyodide comes from the client's libraries, msgspec as the wheel that its authors made for Pyodide. What
is made here lies in build/pocket and is copied to src/fatum/server/static/pocket. Files that are large
are packed, because not every web server packs what it sends; not as .gz, which some unpack on the way.
Python's modules are compiled, so that a device need not do it at every start.
"""

import gzip
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

CLIENT = Path(__file__).resolve().parent
ROOT = CLIENT.parent
TARGET = ROOT / "src" / "fatum" / "server" / "static"
WHEELS = ROOT / "build" / "pocket-wheels"
PINS = ROOT / "requirements" / "pocket.txt"
MADE = ROOT / "build" / "pocket"
BYTECODE = CLIENT / "tools" / "bytecode.mjs"
PYODIDE = CLIENT / "node_modules" / "pyodide"
PACKAGES = (
    *("arena", "bots", "core", "games", "i18n"),
    *("play", "pocket", "protocol", "records", "table"),
)
"""The parts of Fatum that a device needs."""
PACKAGES_ZIP = "site-packages.zip"
KINDS = (".py", ".toml")
LEFT_OUT = (
    *("i18n/screens.toml", "table/store/sql/", "arena/report/", "arena/run/ray", "core/arrays"),
    *("games/allin/knowledge/array", "games/karma/knowledge/array", "i18n/update"),
)
SMALL = ".packed"
STDLIB = "python_stdlib.zip"
ALSO = (
    *("_ast_unparse", "_pylong", "_strptime", "argparse", "calendar", "concurrent/", "csv"),
    *("difflib", "gettext"),
    *("email/", "encodings/idna", "encodings/punycode", "encodings/utf_", "importlib/", "json/"),
    *("pathlib/", "pkgutil", "py_compile", "quopri", "stringprep", "tarfile", "tracemalloc"),
    *("urllib/error", "zipfile/"),
)
"""What loaded modules of the standard library import only when they need it: names begin like this.

Besides these, a device is sent the modules that are there once every module of Fatum is imported.
"""
COPIED = ("pyodide.mjs", "pyodide.asm.mjs")
PACKED = {
    "pyodide.asm.wasm": f"pyodide.asm.wasm{SMALL}",
    "pyodide.asm.mjs": "pyodide.asm.mjs.gz",  # for our own server, which need not pack it then
}
# The platform tag of Pyodide 314.
PLATFORM = (
    *("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14"),
    *("--implementation", "cp", "--abi", "cp314", "--only-binary=:all:", "--no-deps"),
)
LICENCES = """\
Pyodide: Mozilla Public License 2.0, https://github.com/pyodide/pyodide
Python and its standard library: Python Software Foundation License 2.0, https://www.python.org
msgspec: BSD 3-Clause, https://github.com/jcrist/msgspec
mypy_extensions: MIT, https://github.com/python/mypy_extensions
Fatum: MIT
The licences of msgspec and mypy_extensions lie in site-packages.zip.
"""


def sources() -> Iterator[tuple[str, Path]]:
    """The modules of Fatum by their place in the archive."""
    source = ROOT / "src"
    yield "fatum/__init__.py", source / "fatum" / "__init__.py"
    for package in PACKAGES:
        for file in sorted((source / "fatum" / package).rglob("*")):
            name = file.relative_to(source).as_posix()
            wanted = file.suffix in KINDS and not name.removeprefix("fatum/").startswith(LEFT_OUT)
            if wanted:
                yield name, file


def fingerprint() -> str:
    """Of everything that is put together here."""
    digest = sha256()
    made_by = (PINS, CLIENT / "package-lock.json", Path(__file__), BYTECODE)
    files = [*made_by, *(file for _, file in sources())]
    for file in files:
        digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def make(version: str) -> None:
    wheels = fetch_wheels()
    shutil.rmtree(MADE, ignore_errors=True)
    folder = MADE / version
    folder.mkdir(parents=True)
    for name in COPIED:
        shutil.copyfile(PYODIDE / name, folder / name)
    for name, packed_as in PACKED.items():
        packed = gzip.compress((PYODIDE / name).read_bytes(), 9, mtime=0)
        (folder / packed_as).write_bytes(packed)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    pack(folder / PACKAGES_ZIP, wheels)
    compile_modules(folder)
    (folder / "licences.txt").write_text(LICENCES, "utf-8")
    sizes = {
        file.name: file.stat().st_size for file in sorted(folder.iterdir()) if file.suffix != ".gz"
    }
    described = {"version": version, "files": sizes}
    (MADE / "files.json").write_text(json.dumps(described, indent=1) + "\n", "utf-8")


def pack(archive: Path, wheels: list[Path]) -> None:
    """Fatum and its libraries as one archive, the same for the same files."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as opened:
                for name in sorted(opened.namelist()):
                    packed.writestr(zipfile.ZipInfo(name), opened.read(name), zipfile.ZIP_DEFLATED)
        for name, file in sources():
            packed.writestr(zipfile.ZipInfo(name), file.read_bytes(), zipfile.ZIP_DEFLATED)


def compile_modules(folder: Path) -> None:
    """Bytecode instead of source, made by Pyodide itself: no other Python has the same."""
    plain = folder / PACKAGES_ZIP
    packages = (str(plain), f"{plain}{SMALL}")
    stdlib = (
        str(PYODIDE / STDLIB),
        str(folder / f"{STDLIB}{SMALL}"),
        "--also",
        ",".join(ALSO),
    )
    command = ("node", str(BYTECODE), *packages, *stdlib)
    if subprocess.run(command, cwd=CLIENT, check=False).returncode != 0:
        raise OSError("Python's modules could not be compiled.")
    plain.unlink()


def fetch_wheels() -> list[Path]:
    """The libraries for Pyodide, fetched if they are not there."""
    done = WHEELS / ".fetched"
    wanted = PINS.read_text("utf-8")
    if not (done.is_file() and done.read_text("utf-8") == wanted):
        shutil.rmtree(WHEELS, ignore_errors=True)
        pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download")
        command = (*pip, *PLATFORM, "--dest", str(WHEELS), "-r", str(PINS))
        if subprocess.run(command, check=False).returncode != 0:
            raise OSError("the libraries for Pyodide could not be fetched.")
        done.write_text(wanted, "utf-8")
    return sorted(WHEELS.glob("*.whl"))


def main() -> int | str:
    if not (CLIENT / "package.json").is_file():
        return 0
    try:
        version = fingerprint()
        if not (MADE / "files.json").is_file() or not (MADE / version).is_dir():
            make(version)
        target = TARGET / "pocket"
        if not (target / version).is_dir():
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(MADE, target)
    except OSError as error:
        return f"The client is built without the game for offline play: {error}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
