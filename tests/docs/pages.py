"""The project's pages, and what they name: links, code, commands."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
FENCE = re.compile(r"^( *)```(?:\{?([\w-]*)\}?).*?\n(.*?)^\1```", re.DOTALL | re.MULTILINE)


def prose(page: Path) -> str:
    """The page without its blocks of code."""
    return FENCE.sub("", page.read_text("utf-8"))


def blocks(page: Path, *languages: str) -> list[str]:
    return [code for _, name, code in FENCE.findall(page.read_text("utf-8")) if name in languages]


def inline(page: Path) -> list[str]:
    """Everything between backticks, each on one line."""
    return [" ".join(code.split()) for code in re.findall(r"`([^`]+)`", prose(page))]


def commands(page: Path) -> list[str]:
    """Lines that a reader may type into a shell."""
    typed = [
        line.strip().removeprefix("$ ")
        for block in blocks(page, "console", "text", "ini")
        for line in block.splitlines()
    ]
    return [line.partition("  #")[0].strip() for line in [*typed, *inline(page)]]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and MyST make them."""
    titles = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
