"""The opponents: each in a box of its own, in a row or around the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.containers import Container
from textual.events import Leave, MouseMove
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from fatum.core.events import HIDDEN
from fatum.terminal.app.drawing import SMALL, TINY, Item, row_text
from fatum.terminal.app.faces import face
from fatum.terminal.app.picture import SeatPicture
from fatum.terminal.app.theme import few_colours

_SPACING: Final = (
    (" ", "", "drawn"),
    (" ", "", "counted"),
    ("", " ", "counted"),
    ("", "", "counted"),
)
"""Around each card, between cards, and how hidden cards are shown: the first that fits."""


def around(count: int) -> tuple[int, int, int]:
    """How many sit on the left, opposite and on the right; they play in this order.

    >>> around(1), around(2), around(3), around(5)
    ((0, 1, 0), (1, 0, 1), (1, 1, 1), (1, 3, 1))
    """
    sides = 1 if count > 1 else 0
    return sides, count - 2 * sides, sides


class SeatBox(Widget):
    """One opponent: name, state and cards."""

    DEFAULT_CSS = """
    SeatBox { width: 1fr; height: 4; border: none; padding: 0 1; background: $surface; }
    SeatBox.acting { background: $primary 30%; text-style: bold; }
    SeatBox.marked { background: $warning 20%; }
    """

    @dataclass
    class Pointed(Message):
        """The mouse is over a seat; ``None``: over no seat any more."""

        seat: SeatPicture | None

    def __init__(self, seat: SeatPicture) -> None:
        super().__init__()
        self.seat = seat
        self._shown: SeatPicture | None = None

    def on_mouse_move(self, _: MouseMove) -> None:
        self.post_message(self.Pointed(self.seat))

    def on_leave(self, _: Leave) -> None:
        self.post_message(self.Pointed(None))

    def show(self, seat: SeatPicture) -> None:
        if seat == self._shown:
            return
        self.seat = self._shown = seat
        self.set_class(seat.acting, "acting")
        self.set_class(seat.marked, "marked")
        self.refresh()

    def render(self) -> Text:
        seat = self.seat
        width, height = max(self.content_size.width, 1), self.content_size.height
        rows = [Text(f"{'▸ ' if seat.acting else ''}{seat.name}", Style(bold=True))]
        lines = list(map(Text, seat.lines))
        for row in (*rows, *lines):
            row.truncate(width, overflow="ellipsis")
        fits = [
            size
            for size in (SMALL, TINY)
            if size[0] * len(seat.cards) <= width and 1 + size[1] + len(lines) <= height
        ]
        few = few_colours(self.app)
        if seat.cards and fits:
            rows.append(row_text(seat.cards, fits[0], None, asked=False, labels=False, few=few))
        elif seat.cards:
            rows.append(chips(seat.cards, width, few=few))
        return Text("\n", no_wrap=True).join([*rows, *lines])


def chips(items: Sequence[Item], width: int, *, few: bool = False) -> Text:
    """Cards in one line of text, closer together where there is little room.

    >>> cards = [Item("JM"), Item("5T"), Item("10S"), Item("?"), Item("?")]
    >>> [chips(cards, width).plain for width in (20, 13, 11)]
    [' J∞  5♣  10Φ ▮ ▮', 'J∞ 5♣ 10Φ ▮×2', 'J∞5♣10Φ▮×2']
    """
    backs = sum(item.card == HIDDEN for item in items)
    back = face(HIDDEN, few=few)
    text = Text()
    for pad, gap, hidden in _SPACING:
        pieces = []
        for item in items:
            if item.card not in {None, HIDDEN}:
                drawn = face(item.card, few=few)
                style = Style(color=drawn.ink, bgcolor=drawn.paper)
                pieces.append(Text(f"{pad}{drawn.corner}{pad}", style))
        if backs:
            shown = " ".join("▮" * backs) if hidden == "drawn" else f"▮×{backs}"
            pieces.append(Text(shown, Style(color=back.ink, bgcolor=back.paper)))
        text = Text(gap, no_wrap=True, overflow="ellipsis").join(pieces)
        if text.cell_len <= width:
            break
    text.truncate(width, overflow="ellipsis")
    return text


def show_seats(screen: Screen[str], seats: Sequence[SeatPicture], *, ring: bool) -> None:
    """Put each opponent into its place: around the table, or all in a row above it."""
    shares = around(len(seats)) if ring else (0, len(seats), 0)
    places = [screen.query_one(name, Container) for name in ("#left", "#seats", "#right")]
    boxes = [list(place.query(SeatBox)) for place in places]
    left, top, _ = shares
    parts = [seats[:left], seats[left : left + top], seats[left + top :]]
    for place, old, part in zip(places, boxes, parts, strict=True):
        if len(old) != len(part):
            place.remove_children()
            old = [SeatBox(seat) for seat in part]
            place.mount(*old)
        for box, seat in zip(old, part, strict=True):
            box.show(seat)
