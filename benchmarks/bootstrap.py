"""Make the benchmarks' own environment and run them in it: `python benchmarks/bootstrap.py`.

Uses nothing but the standard library. The peers, pinned in requirements/bench.txt, and Fatum
itself, compiled, go into .venv-bench; either is installed again only when it has changed. A peer
that cannot be installed on this machine is left out and shown as not available. All arguments are
passed on to `python -m benchmarks`.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-bench"
PYTHON = HOME / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
PINS = ROOT / "requirements" / "bench.txt"


def pip(*arguments: str) -> bool:
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def digest(paths: Iterable[Path]) -> str:
    """A fingerprint of these files' names and contents."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def changed(name: str, now: str) -> bool:
    """Whether this differs from what was last installed."""
    stamp = HOME / f".{name}"
    return not stamp.exists() or stamp.read_text("ascii") != now


def keep(name: str, now: str) -> None:
    (HOME / f".{name}").write_text(now, "ascii")


def install_peers() -> None:
    now = digest([PINS])
    if not changed("peers", now):
        return
    print("Installing the peers …", flush=True)
    if not pip("-r", str(PINS)):
        pins = (line.partition("#")[0].strip() for line in PINS.read_text("utf-8").splitlines())
        for pin in filter(None, pins):
            if not pip("--no-deps", pin):
                print(f"not available: {pin}", flush=True)
    keep("peers", now)


def install_fatum() -> None:
    files = [p for p in (ROOT / "src").rglob("*") if p.is_file() and p.suffix in {".py", ".toml"}]
    now = digest([*files, ROOT / "pyproject.toml", ROOT / "hatch_build.py"])
    now += os.environ.get("FATUM_COMPILE", "")
    if not changed("fatum", now):
        return
    print("Compiling and installing Fatum …", flush=True)
    if not pip("."):
        sys.exit("Fatum could not be installed.")
    keep("fatum", now)


def main() -> int:
    if not PYTHON.exists():
        venv.create(HOME, with_pip=True, clear=HOME.exists())
    install_peers()
    install_fatum()
    command = [str(PYTHON), "-m", "benchmarks", *sys.argv[1:]]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
