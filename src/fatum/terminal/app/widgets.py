"""The parts of a table: rows of cards, seats, and what can be pressed."""

from collections.abc import Sequence
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.events import Click, Leave, MouseMove
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from fatum.terminal.app.drawing import Item, fitting, row_text
from fatum.terminal.app.faces import face
from fatum.terminal.app.picture import SeatPicture

_GAP: Final = 2


class CardRow(Widget):
    """Cards side by side, as large as they fit."""

    DEFAULT_CSS = "CardRow { height: auto; width: 1fr; }"

    class Chosen(Message):
        """A card was clicked."""

        def __init__(self, row: "CardRow", place: int) -> None:
            super().__init__()
            self.row = row
            self.place = place

    class Pointed(Message):
        """The mouse is over a card; ``None``: over no card any more."""

        def __init__(self, card: str | None) -> None:
            super().__init__()
            self.card = card

    def __init__(self, name: str, height: int = 5) -> None:
        super().__init__(id=name)
        self.items: list[Item] = []
        self.cursor: int | None = None
        self._asked = False
        self._most = height

    def show(self, items: Sequence[Item], *, asked: bool, height: int | None = None) -> None:
        before = (self.items, self._asked, self._most)
        self.items = list(items)
        self._asked = asked
        self._most = height or self._most
        if before != (self.items, self._asked, self._most):
            self.refresh(layout=True)

    def point(self, place: int | None) -> None:
        if place != self.cursor:
            self.cursor = place
            self.refresh()

    def _card_size(self, width: int) -> tuple[int, int]:
        return fitting(max(len(self.items), 1), width, self._most)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        if not self.items:
            return 0
        labels = any(item.label for item in self.items)
        return self._card_size(width)[1] + labels

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self._card_size(container.width)[0] * len(self.items)

    def render(self) -> Text:
        size = self._card_size(self.content_size.width)
        return row_text(self.items, size, self.cursor, asked=self._asked)

    def _place_at(self, x: int) -> int | None:
        place = x // self._card_size(self.content_size.width)[0]
        return place if 0 <= place < len(self.items) else None

    def on_click(self, event: Click) -> None:
        place = self._place_at(event.x)
        if place is not None:
            self.post_message(self.Chosen(self, place))

    def on_mouse_move(self, event: MouseMove) -> None:
        place = self._place_at(event.x)
        self.post_message(self.Pointed(None if place is None else self.items[place].card))

    def on_leave(self, _: Leave) -> None:
        self.post_message(self.Pointed(None))


class Buttons(Widget):
    """Choices that are not cards, each with the number that chooses it."""

    DEFAULT_CSS = "Buttons { height: auto; width: 1fr; }"

    class Pressed(Message):
        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.keys: list[str] = []
        self._labels: list[str] = []
        self.cursor: int | None = None

    def show(self, entries: Sequence[tuple[str, str]]) -> None:
        keys = [key for key, _ in entries]
        labels = [
            f" {number} {label} " if number <= 9 else f" {label} "
            for number, (_, label) in enumerate(entries, 1)
        ]
        if (keys, labels) != (self.keys, self._labels):
            self.keys, self._labels = keys, labels
            self.refresh(layout=True)

    def point(self, place: int | None) -> None:
        if place != self.cursor:
            self.cursor = place
            self.refresh()

    def _places(self, width: int) -> list[tuple[int, int]]:
        """Line and column of each button."""
        places: list[tuple[int, int]] = []
        line = column = 0
        for label in self._labels:
            if column and column + len(label) > width:
                line, column = line + 1, 0
            places.append((line, column))
            column += len(label) + _GAP
        return places

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        places = self._places(width)
        return places[-1][0] + 1 if places else 0

    def render(self) -> Text:
        width = self.content_size.width
        text = Text(no_wrap=True, overflow="crop")
        at = (0, 0)
        for number, (place, label) in enumerate(
            zip(self._places(width), self._labels, strict=True)
        ):
            if place[0] != at[0]:
                text.append("\n")
            elif place[1]:
                text.append(" " * _GAP)
            at = place
            chosen = number == self.cursor
            text.append(label[:width], Style(reverse=True, bold=chosen, underline=chosen))
        return text

    def on_click(self, event: Click) -> None:
        for key, label, place in zip(
            self.keys, self._labels, self._places(self.content_size.width), strict=True
        ):
            if place[0] == event.y and place[1] <= event.x < place[1] + len(label):
                self.post_message(self.Pressed(key))


class SeatBox(Widget):
    """One opponent: name, state and cards."""

    DEFAULT_CSS = """
    SeatBox { width: 1fr; height: 4; border: none; padding: 0 1; background: $surface; }
    SeatBox.acting { background: $primary 30%; text-style: bold; }
    SeatBox.marked { background: $warning 20%; }
    """

    def __init__(self, seat: SeatPicture) -> None:
        super().__init__()
        self.seat = seat

    def show(self, seat: SeatPicture) -> None:
        self.seat = seat
        self.set_class(seat.acting, "acting")
        self.set_class(seat.marked, "marked")
        self.refresh()

    def render(self) -> Text:
        seat = self.seat
        width = max(self.content_size.width, 1)
        rows = [Text(f"{'▸ ' if seat.acting else ''}{seat.name}", Style(bold=True))]
        rows += [chips(seat.cards, width), *map(Text, seat.lines)]
        for row in rows:
            row.truncate(width, overflow="ellipsis")
        return Text("\n", no_wrap=True).join(rows)


def chips(items: Sequence[Item], width: int) -> Text:
    """Cards in one line of text."""
    text = Text(no_wrap=True, overflow="ellipsis")
    backs = sum(item.card == "?" for item in items)
    for item in items:
        if item.card != "?" and item.card is not None:
            drawn = face(item.card)
            text.append(f" {drawn.corner} ", Style(color=drawn.ink, bgcolor=drawn.paper))
    back = face("?")
    if backs:
        room = max((width - text.cell_len) // 2, 0)
        shown = "▮ " * backs if backs <= room else f"▮×{backs}"
        text.append(shown.rstrip(), Style(color=back.ink, bgcolor=back.paper))
    return text
