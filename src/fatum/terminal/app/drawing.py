"""Rows of cards as lines of styled text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.style import Style
from rich.text import Text

from fatum.terminal.app.faces import Face, face, large_number

LARGE: Final = (9, 5)
USUAL: Final = (7, 5)
SMALL: Final = (5, 4)
TINY: Final = (4, 3)
SIZES: Final = (LARGE, USUAL, SMALL, TINY)
_LIGHT: Final = "╭─╮│╰╯"
_HEAVY: Final = "┏━┓┃┗┛"


@dataclass(frozen=True)
class Item:
    """A card, a back (``?``) or an empty place (``None``) in a row."""

    card: str | None
    moves: tuple[str, ...] = ()
    """What can be done with it now."""
    count: int = 1
    label: str = ""
    """What stands under it, such as the number of cards in a pile."""
    effects: tuple[str, ...] = ()


def fitting(count: int, width: int, height: int = 5) -> tuple[int, int]:
    """The largest size in which so many cards fit side by side.

    >>> fitting(5, 80), fitting(20, 80), fitting(3, 80, 4)
    ((9, 5), (4, 3), (5, 4))
    """
    fits = [size for size in SIZES if size[0] * count <= width and size[1] <= height]
    return fits[0] if fits else TINY


def card_text(item: Item, size: tuple[int, int], *, chosen: bool, dim: bool) -> list[Text]:
    """The lines of one card."""
    width, height = size
    drawn = face(item.card, item.effects)
    style = Style(color=drawn.ink, bgcolor=drawn.paper or None, dim=dim and not chosen)
    if chosen:
        style += Style(bold=True)
    left, across, right, side, low_left, low_right = _HEAVY if chosen else _LIGHT
    inner = width - 2
    if item.card is None:
        across, side = "╌", "┆"
    edge = f"×{item.count}" if item.count > 1 else ""
    rows = [left + across * inner + right]
    rows += [side + row + side for row in _inside(drawn, inner, height - 2)]
    rows.append(low_left + edge + across * (inner - len(edge)) + low_right)
    return [Text(row, style) for row in rows]


def _inside(drawn: Face, width: int, height: int) -> list[str]:
    if drawn.large and width >= 7 and height >= 3:
        return [row.center(width) for row in large_number(drawn.middle)]
    if height == 1:
        return [(drawn.corner or drawn.middle)[:width].center(width)]
    rows = [" " * width for _ in range(height)]
    rows[0] = drawn.corner[:width].ljust(width)
    if height > 2:
        rows[height // 2] = drawn.middle.center(width)
    elif not drawn.corner:
        rows[0] = drawn.middle.center(width)
    if drawn.foot:
        rows[-1] = drawn.foot[:width].center(width)
    return rows


def row_text(
    items: Sequence[Item],
    size: tuple[int, int],
    cursor: int | None,
    *,
    asked: bool,
    labels: bool = True,
) -> Text:
    """Cards side by side; while something is asked, those without a move are dimmed."""
    lines = [Text() for _ in range(size[1] + (labels and any(item.label for item in items)))]
    for place, item in enumerate(items):
        drawn = card_text(item, size, chosen=place == cursor, dim=asked and not item.moves)
        for line, part in zip(lines, drawn, strict=False):
            line.append_text(part)
        if len(lines) > size[1]:
            lines[-1].append(item.label[: size[0]].center(size[0]))
    return Text("\n").join(lines)
