"""Pages in Markdown as plain sentences: no signs, no tables, no drawn lines."""

import re
from typing import Final

_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_RULER: Final = re.compile(r"\|[\s:|-]+\|")
_HEADING: Final = re.compile(r"#+\s*")


def plain(page: str) -> str:
    """The page as text; each row of a table is a line with the names of its columns.

    >>> print(plain("## Aim\\n\\n- **K1** Get *rid* of your cards.\\n\\n| Card | Does |\\n|---|---|\\n| TC | more |"))
    Aim
    <BLANKLINE>
    K1 Get rid of your cards.
    <BLANKLINE>
    Card: TC; Does: more.
    """
    lines: list[str] = []
    columns: list[str] = []
    for raw in page.splitlines():
        line = raw.strip()
        if line.startswith("|"):
            if _RULER.fullmatch(line):
                continue
            cells = [_inline(cell.strip()) for cell in line.strip("|").split("|")]
            if not columns:
                columns = cells
                continue
            named = (
                f"{name}: {cell}" if name else cell
                for name, cell in zip(columns, cells, strict=False)
                if cell
            )
            lines.append("; ".join(named) + ".")
            continue
        columns = []
        line = _HEADING.sub("", line, count=1) if line.startswith("#") else line
        lines.append(_inline(line.removeprefix("- ")))
    return "\n".join(lines)


def _inline(text: str) -> str:
    text = _LINK.sub(r"\1", text).replace("**", "").replace("`", "")
    return re.sub(r"(?<!\w)[*_](\S(?:.*?\S)?)[*_](?!\w)", r"\1", text)
