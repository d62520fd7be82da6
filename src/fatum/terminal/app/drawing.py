"""Rows of cards as lines of styled text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.style import Style
from rich.text import Text

from fatum.terminal.app.faces import Face, face, grand_number, large_number

GRAND: Final = (13, 9)
BIG: Final = (11, 7)
LARGE: Final = (9, 5)
USUAL: Final = (7, 5)
FLAT: Final = (7, 4)
SMALL: Final = (5, 4)
TINY: Final = (4, 3)
APART: Final = 2
SIZES: Final = (GRAND, BIG, LARGE, USUAL, FLAT, SMALL, TINY)
_LIGHT: Final = "╭─╮│╰╯"
_HEAVY: Final = "┏━┓┃┗┛"
_POINTER: Final = "▲"


@dataclass(frozen=True)
class Item:
    """A card, a back (``?``) or an empty place (``None``) in a row."""

    card: str | None
    moves: tuple[str, ...] = ()
    """What can be done with it now."""
    count: int = 1
    label: str = ""
    """A caption, such as the number of cards in a pile."""
    effects: tuple[str, ...] = ()
    about: str = ""
    """What is told beside the card's name when the mouse is over it."""
    apart: bool = False
    """Whether there is a gap before it."""


def row_width(items: Sequence[Item], width: int) -> int:
    """The columns of a row of cards that are so wide."""
    return width * len(items) + APART * sum(item.apart for item in items)


def starts(items: Sequence[Item], width: int) -> list[int]:
    """The first column of each card.

    >>> starts([Item("1"), Item("2"), Item("3", apart=True)], 4)
    [0, 4, 10]
    """
    return [
        row_width(items[:place], width) + APART * item.apart for place, item in enumerate(items)
    ]


def fitting(count: int, width: int, height: int = 5) -> tuple[int, int]:
    """The largest size in which so many cards fit side by side.

    >>> fitting(5, 80), fitting(20, 80), fitting(3, 80, 4)
    ((9, 5), (4, 3), (7, 4))
    """
    fits = [size for size in SIZES if size[0] * count <= width and size[1] <= height]
    return fits[0] if fits else TINY


def card_text(
    item: Item, size: tuple[int, int], *, chosen: bool, dim: bool, few: bool = False
) -> list[Text]:
    """The lines of one card, for a terminal with ``few`` colours or many."""
    width, height = size
    dim = dim and not chosen
    drawn = face(item.card, item.effects, few=few, dim=dim)
    style = Style(color=drawn.ink, bgcolor=drawn.paper or None, dim=dim and not few)
    if chosen:
        style += Style(bold=True)
    left, across, right, side, low_left, low_right = _HEAVY if chosen else _LIGHT
    inner = width - 2
    if item.card is None:
        across, side = "╌", "┆"
    edge = f"×{item.count}" if item.count > 1 else ""
    rows = [left + across * inner + right]
    rows += [side + row + side for row in _inside(drawn, inner, height - 2)]
    low = edge + across * (inner - len(edge))
    if chosen:  # seen also where a heavy frame looks like any other
        place = max(inner // 2, len(edge))
        low = low[:place] + _POINTER + low[place + 1 :]
    rows.append(low_left + low[:inner] + low_right)
    return [Text(row, style) for row in rows]


def _inside(drawn: Face, width: int, height: int) -> list[str]:
    if drawn.large and width >= 11 and height >= 7:
        rows = [row.center(width) for row in grand_number(drawn.middle)]
        return _in_the_middle(rows, width, height)
    if drawn.large and width >= 7 and height >= 3:
        rows = [row.center(width) for row in large_number(drawn.middle)]
        return _in_the_middle(rows, width, height)
    if height == 1:
        return [(drawn.corner or drawn.middle)[:width].center(width)]
    rows = [" " * width for _ in range(height)]
    rows[0] = drawn.corner[:width].ljust(width)
    if height > 4 and drawn.picture:
        rows[1:4] = [row.center(width) for row in drawn.picture]
        rows[-1] = drawn.corner[:width].rjust(width)
    elif height > 2:
        rows[height // 2] = drawn.middle.center(width)
    elif not drawn.corner:
        rows[0] = drawn.middle.center(width)
    if drawn.foot:
        place, foot = (-2 if height > 5 else -1), drawn.foot[:width]
        rows[place] = foot.ljust(width) if height == 5 else foot.center(width)
    return rows


def _in_the_middle(rows: list[str], width: int, height: int) -> list[str]:
    above = (height - len(rows)) // 2
    return [" " * width] * above + rows + [" " * width] * (height - len(rows) - above)


def row_text(
    items: Sequence[Item],
    size: tuple[int, int],
    cursor: int | None,
    *,
    asked: bool,
    labels: bool = True,
    few: bool = False,
) -> Text:
    """Cards side by side; while something is asked, those without a move are dimmed."""
    lines = [Text() for _ in range(size[1] + (labels and any(item.label for item in items)))]
    for place, item in enumerate(items):
        dim = asked and not item.moves
        drawn = card_text(item, size, chosen=place == cursor, dim=dim, few=few)
        if item.apart:
            for line in lines:
                line.append(" " * APART)
        for line, part in zip(lines, drawn, strict=False):
            line.append_text(part)
        if len(lines) > size[1]:
            lines[-1].append(item.label[: size[0]].center(size[0]))
    return Text("\n").join(lines)
