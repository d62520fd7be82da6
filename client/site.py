"""Build the games as a folder for any web host: no server, no other host, at any address.

    python client/site.py       into build/site

The page of each screen is a file, with links to the scripts that fit its depth; addresses that no host can know,
such as those of tables, are answered by the service worker.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).resolve().parent
ROOT = CLIENT.parent
SITE = ROOT / "build" / "site"
POCKET = ROOT / "build" / "pocket"
SCRIPT = "pyodide.asm.mjs"
DOCS = ROOT / "build" / "docs"
GAMES = ("karma", "allin")
SCREENS = (
    *("t", "games", "cards", "replay"),
    *(f"{screen}/{game}" for screen in ("rules", "learn") for game in GAMES),
    *(f"rules/{game}/numbered" for game in GAMES),
)
DEEPEST = 3
"""Folders of the longest address of a screen."""
_RELATIVE = re.compile(r'((?:href|src)=")\./')


def write_pages() -> None:
    page = (SITE / "index.html").read_text("utf-8")
    for depth in range(1, DEEPEST + 1):
        write(SITE / "pages" / f"{depth}.html", at_depth(page, depth))
    for screen in SCREENS:
        depth = screen.count("/") + 1
        write(SITE / screen / "index.html", at_depth(page, depth))


def at_depth(page: str, depth: int) -> str:
    """The page with links that are right so many folders below the site's own.

    >>> at_depth('<script src="./assets/a.js">', 2)
    '<script src="../../assets/a.js">'
    """
    return _RELATIVE.sub(rf"\1{'../' * depth}", page)


def place_python() -> None:
    """A host may pack nothing that it sends: the large script is packed here, too."""
    pocket = SITE / "pocket"
    shutil.copytree(POCKET, pocket)
    described = json.loads((pocket / "files.json").read_text("utf-8"))
    folder = pocket / described["version"]
    (folder / SCRIPT).unlink()
    packed = (folder / f"{SCRIPT}.gz").rename(folder / f"{SCRIPT}.packed")
    del described["files"][SCRIPT]
    described["files"][packed.name] = packed.stat().st_size
    write(pocket / "files.json", json.dumps(described, indent=1) + "\n")


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def main() -> int | str:
    shutil.rmtree(SITE, ignore_errors=True)
    build = (sys.executable, str(CLIENT / "build.py"))
    environment = {**os.environ, "FATUM_CLIENT": "1"}
    for command in (build, (*build, "npm", "run", "--silent", "site")):
        if subprocess.run(command, env=environment, check=False).returncode != 0:
            return "The site could not be built."
    write_pages()
    place_python()
    if (DOCS / "index.html").is_file():
        shutil.copytree(
            DOCS, SITE / "docs", ignore=shutil.ignore_patterns(".doctrees", ".buildinfo")
        )
    size = sum(file.stat().st_size for file in SITE.rglob("*") if file.is_file())
    print(f"{SITE.relative_to(ROOT)}: {size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
