"""Links, files, modules, commands and variables that the pages name exist."""

import functools
import importlib
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.docs.pages import DOCS, NAMES, PAGES, ROOT, anchors, blocks, commands, inline, prose

from fatum.cli.app import CARD_COMMANDS, COMMANDS, GAME_COMMANDS
from fatum.server.settings import specs

every_page = pytest.mark.parametrize("page", PAGES, ids=NAMES)

FOLDERS = ("src", "tests", "client", "docs", "deploy", "benchmarks", "examples", "requirements")
BUILT = {"node_modules", "static", "__pycache__", "locales", "dist"}
FILE = re.compile(r"[\w./*-]*\w\.(?:py|ts|mjs|svelte|toml|json|yaml|conf|md|po|in|txt|sh)")
OF_THE_READER = {
    "thrifty.py", "careful.py", "game.json", "mine.toml", "yours.toml",
    "result.json", "timing.json", "analysis.json", "fatum.toml", "curve.json",
}  # fmt: skip
"""Files that a reader writes, or that a command writes for them."""


# --- links ---------------------------------------------------------------------------------------


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    text = prose(page)
    targets = re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", text)
    targets += [(f"{name}.md", "") for name in re.findall(r"\{doc\}`(?:[^`<]*<)?([^`>]+)>?`", text)]
    pictures = re.findall(r"^```\{image\} (\S+)", page.read_text("utf-8"), re.MULTILINE)
    for target in [*(first or second for first, second in targets), *pictures]:
        if re.match(r"\w+:", target):
            continue
        path, _, anchor = target.partition("#")
        found = page.parent / path if path else page
        assert found.exists(), target
        assert not anchor or anchor in anchors(found), target


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.stem)
def test_every_page_is_in_the_menu(page: Path) -> None:
    menu = "\n".join(blocks(DOCS / "index.md", "toctree")).split()
    assert page.stem in {*menu, "index"}


# --- files and modules ---------------------------------------------------------------------------


@functools.cache
def files() -> list[str]:
    """All files of the project, as paths that begin with a slash."""
    found = [path for folder in FOLDERS for path in _below(ROOT / folder)]
    found += [path for path in ROOT.iterdir() if path.is_file()]
    return [f"/{path.relative_to(ROOT).as_posix()}" for path in found]


def _below(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_file():
            yield path
        elif path.name not in BUILT or path == ROOT / "src/fatum/i18n/locales":
            yield from _below(path)


@every_page
def test_files_exist(page: Path) -> None:
    for code in inline(page):
        for word in code.split():
            if FILE.fullmatch(word) and not word.startswith("/"):
                if Path(word).name in OF_THE_READER:
                    continue
                pattern = re.escape(f"/{word.removeprefix('./')}").replace(r"\*", "[^/]*")
                assert any(re.search(f"{pattern}$", file) for file in files()), word
            elif re.match(rf"(?:{'|'.join(FOLDERS)})/[\w/.-]*$", word) and "GAME" not in word:
                assert (ROOT / word).exists() or word.startswith("client/src/locales"), word


@every_page
def test_modules_exist(page: Path) -> None:
    text = "\n".join([*inline(page), *blocks(page, "python", "pycon", "console", "text")])
    names = set(re.findall(r"(?<![\w./-])fatum(?:\.[a-zA-Z_]\w*)+", text))
    for name in names - {"fatum.toml", "fatum.bots", "fatum.games", "fatum.policies"}:
        assert resolves(name), name
    for name in re.findall(r"python3? -m ([\w.]+)", text):
        assert importlib.util.find_spec(name), name


def resolves(name: str) -> bool:
    """A module, or something in one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            found = getattr(found, part, None)
        return found is not None
    return False


# --- commands and variables ----------------------------------------------------------------------

MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z][a-z-]*):", MAKEFILE, re.MULTILINE))
PARTS = set(re.findall(r"^soak-([a-z-]+) *=", MAKEFILE, re.MULTILINE))


@every_page
def test_make_targets_exist(page: Path) -> None:
    for line in commands(page):
        typed = re.match(r"(?:\w+=\S+ )*make ([^#(,;]+)", line)
        for word in typed[1].split() if typed else ():
            if re.fullmatch("[a-z-]+", word):
                assert word in TARGETS, line
            elif part := re.fullmatch("PART=([a-z-]+)", word):
                assert part[1] in PARTS, line


@every_page
def test_commands_exist(page: Path) -> None:
    known = {"cards", "help", *COMMANDS, *(name.split()[0] for name in GAME_COMMANDS)}
    for line in commands(page):
        typed = re.match(r"(?:\S*/)?fatum ([a-z]+)(?: ([a-z]+))?", line)
        if typed:
            assert typed[1] in known, line
            assert typed[1] != "cards" or typed[2] is None or typed[2] in CARD_COMMANDS, line


@functools.cache
def variables() -> set[str]:
    """The environment variables that something reads."""
    sources = [ROOT / name for name in ("Makefile", "hatch_build.py", "deploy/compose.yaml")]
    sources += [path for path in ROOT.glob("client/*.*") if path.is_file()]
    for folder in ("src/fatum", "tests", "client/e2e", "deploy"):
        sources += [path for path in _below(ROOT / folder) if path.suffix in {".py", ".ts", ".sh"}]
    found = {f"FATUM_{name.upper()}" for name, *_ in specs()}
    for path in sources:
        if path.parent != Path(__file__).parent:
            found |= set(re.findall(r"FATUM_[A-Z_]+[A-Z]", path.read_text("utf-8")))
    return found


@every_page
def test_environment_variables_exist(page: Path) -> None:
    named = set(re.findall(r"FATUM_[A-Z_]+[A-Z]", page.read_text("utf-8")))
    assert named <= variables()


def test_every_variable_that_the_package_reads_is_documented() -> None:
    read = set()
    for path in _below(ROOT / "src" / "fatum"):
        if path.suffix == ".py":
            read |= set(re.findall(r"FATUM_[A-Z_]+[A-Z]", path.read_text("utf-8")))
    assert {"FATUM_DATA_DIR", "FATUM_LANGUAGE"} <= read
    settings = {f"FATUM_{name.upper()}" for name, *_ in specs()}
    pages = "".join(page.read_text("utf-8") for page in PAGES)
    assert {name for name in read - settings if name not in pages} == set()
