"""A self-contained page: text, tables and figures in one HTML file."""

from collections.abc import Sequence
from html import escape
from typing import Final

from fatum.arena.report.plots import Drawing

_LOOK: Final = """
:root { color-scheme: light; --ink: #2b2723; --soft: #6b625a; --line: #e6e0d8; --brand: #7a2e0e;
  --more: #2f5d9b; --less: #b4571f; }
* { box-sizing: border-box; }
body { margin: 0; background: #fbf9f6; color: var(--ink);
  font: 16px/1.55 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 74rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { margin: 0 0 .25rem; font-size: 2rem; color: var(--brand); }
h2 { margin: 3rem 0 .25rem; font-size: 1.35rem; border-top: 1px solid var(--line);
  padding-top: 1.5rem; }
p { max-width: 48rem; margin: .4rem 0 1rem; }
.soft, caption, figcaption { color: var(--soft); font-size: .9rem; }
nav { margin: 1.25rem 0; line-height: 2; }
nav a { margin-right: 1rem; color: var(--brand); white-space: nowrap; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; background: #fff; font-variant-numeric: tabular-nums;
  font-size: .9rem; }
caption { text-align: left; padding: .25rem 0 .5rem; }
th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); text-align: right;
  vertical-align: top; white-space: nowrap; }
thead th { border-bottom: 2px solid var(--line); }
th[scope=row] { text-align: left; font-weight: 500; position: sticky; left: 0; background: #fff; }
thead th:first-child { text-align: left; }
td small, th small { display: block; color: var(--soft); font-size: .78rem; }
.more { color: var(--more); } .less { color: var(--less); }
.more::before { content: "▲ "; } .less::before { content: "▼ "; }
figure { margin: 1.25rem 0; } figure img { max-width: 100%; height: auto; background: #fff;
  border: 1px solid var(--line); border-radius: 8px; padding: .5rem; }
dl { max-width: 48rem; font-size: .9rem; } dt { font-weight: 600; } dd { margin: 0 0 .4rem 0;
  color: var(--soft); }
details { margin: .75rem 0; } summary { cursor: pointer; color: var(--brand); }
"""


class Page:
    """Collects the parts of a page from top to bottom."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._head: list[str] = []
        self._sections: list[tuple[str, list[str]]] = []

    def _add(self, html: str) -> None:
        (self._sections[-1][1] if self._sections else self._head).append(html)

    def section(self, title: str, about: str = "") -> None:
        self._sections.append((title, []))
        if about:
            self.text(about)

    def text(self, text: str, *, soft: bool = False) -> None:
        self._add(f"<p{' class=soft' if soft else ''}>{escape(text)}</p>")

    def table(
        self, header: Sequence[str], rows: Sequence[Sequence[str]], caption: str = ""
    ) -> None:
        """Cells are HTML, made with ``cell``; the first one of each row names it."""
        head = "".join(f"<th scope=col>{name}</th>" for name in header)
        body = "".join(
            f"<tr><th scope=row>{first}</th>{''.join(f'<td>{text}</td>' for text in others)}</tr>"
            for first, *others in rows
        )
        said = f"<caption>{escape(caption)}</caption>" if caption else ""
        self._add(
            f"<div class=scroll><table>{said}<thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table></div>"
        )

    def figure(self, drawing: Drawing, says: str) -> None:
        """``says`` is read to those who cannot see it, and shown below."""
        self._add(
            f'<figure><img alt="{escape(says)}" src="{drawing.data_uri()}">'
            f"<figcaption>{escape(says)}</figcaption></figure>"
        )

    def terms(self, entries: Sequence[tuple[str, str]]) -> None:
        items = "".join(
            f"<dt>{escape(term)}</dt><dd>{escape(means)}</dd>" for term, means in entries
        )
        self._add(f"<details><summary>What these numbers mean</summary><dl>{items}</dl></details>")

    def html(self) -> str:
        links = "".join(
            f'<a href="#s{number}">{escape(title)}</a> '
            for number, (title, _) in enumerate(self._sections)
        )
        parts = "".join(
            f'<section id="s{number}"><h2>{escape(title)}</h2>{"".join(html)}</section>\n'
            for number, (title, html) in enumerate(self._sections)
        )
        return (
            "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>"
            '<meta name=viewport content="width=device-width, initial-scale=1">'
            f"<title>{escape(self._title)}</title><style>{_LOOK}</style></head>\n"
            f"<body><main><h1>{escape(self._title)}</h1>{''.join(self._head)}"
            f"<nav>{links}</nav>\n{parts}</main></body></html>\n"
        )


def cell(text: str, small: str = "", mark: str = "") -> str:
    """A table cell: a text, something smaller below, and ``more`` or ``less`` for its colour."""
    shown = f"<span class={mark}>{escape(text)}</span>" if mark else escape(text)
    return f"{shown}<small>{escape(small)}</small>" if small else shown
