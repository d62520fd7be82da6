"""Pages in Markdown as plain sentences: no signs, no tables, no drawn lines."""

import re
from typing import Final

_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_RULER: Final = re.compile(r"\|[\s:|-]+\|")
_HEADING: Final = re.compile(r"#+\s*")
_ITEM: Final = re.compile(r"(-|\d+\.) ")


def plain(page: str) -> str:
    """The page as text, a paragraph a line; each row of a table is a line with the names of its columns.

    >>> print(plain("## Aim\\n\\n- **K1** Get *rid* of\\n  your cards.\\n\\n| Card | Does |\\n|---|---|\\n| TC | more |"))
    Aim
    <BLANKLINE>
    K1 Get rid of your cards.
    <BLANKLINE>
    Card: TC; Does: more.
    """
    lines: list[str] = []
    columns: list[str] = []
    open_ = False  # whether the next line may continue the last one
    for raw in page.splitlines():
        line = raw.strip()
        if line.startswith("|"):
            if _RULER.fullmatch(line):
                continue
            cells = [_inline(cell.strip()) for cell in line.strip("|").split("|")]
            if not columns:
                columns = cells
                continue
            open_ = False
            named = (
                f"{name}: {cell}" if name else cell
                for name, cell in zip(columns, cells, strict=False)
                if cell
            )
            lines.append("; ".join(named) + ".")
            continue
        columns = []
        heading, item = line.startswith("#"), _ITEM.match(line)
        if open_ and line and not heading and not item:
            lines[-1] = _inline(f"{lines[-1]} {line}")
            continue
        open_ = bool(line) and not heading
        line = _HEADING.sub("", line, count=1) if heading else line
        lines.append(_inline(line.removeprefix("- ")))
    return "\n".join(lines)


def _inline(text: str) -> str:
    text = _LINK.sub(r"\1", text).replace("**", "").replace("`", "")
    return re.sub(r"(?<!\w)[*_](\S(?:.*?\S)?)[*_](?!\w)", r"\1", text)
