"""The parts of a table: rows of cards, and what can be pressed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.events import Click, Leave, MouseMove
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from fatum.terminal.app.drawing import Item, fitting, row_text, row_width, starts
from fatum.terminal.app.theme import few_colours

_GAP: Final = 2
BETWEEN_ROWS: Final = 3
"""Where two rows share a line; one of them has it as its margin, which is not in its container."""


class CardRow(Widget):
    """Cards side by side, as large as they fit, in the middle of the row."""

    DEFAULT_CSS = "CardRow { height: auto; width: 1fr; }"

    @dataclass
    class Chosen(Message):
        """A card was clicked."""

        row: "CardRow"
        place: int

    @dataclass
    class Pointed(Message):
        """The mouse is over a card; ``None``: over no card any more."""

        item: Item | None

    def __init__(self, name: str, height: int = 5) -> None:
        super().__init__(id=name)
        self.items: list[Item] = []
        self.cursor: int | None = None
        self._most = height
        self._beside: Sequence[Item] = ()

    def show(
        self,
        items: Sequence[Item],
        *,
        height: int | None = None,
        beside: Sequence[Item] = (),
    ) -> None:
        """Show these cards, no higher than ``height``; ``beside`` is what the line has besides."""
        before, room = self.items, self._room()
        self.items = list(items)
        self._beside = beside
        self._most = height or self._most
        if room != self._room():
            self.refresh(layout=True)
        elif before != self.items:
            self.refresh()

    def _room(self) -> tuple[int, ...]:
        """What the size of the row depends on."""
        labels = any(item.label for item in self.items)
        beside = len(self._beside), row_width(self._beside, 0)
        return len(self.items), row_width(self.items, 0), labels, self._most, *beside

    def point(self, place: int | None) -> None:
        if place != self.cursor:
            self.cursor = place
            self.refresh()

    def _card_size(self, width: int) -> tuple[int, int]:
        return fitting(max(len(self.items), 1), width - row_width(self.items, 0), self._most)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        if not self.items:
            return 0
        labels = any(item.label for item in self.items)
        return self._card_size(width)[1] + labels

    def get_content_width(self, container: Size, viewport: Size) -> int:
        line = [*self.items, *self._beside]
        between = BETWEEN_ROWS - self.styles.margin.width if self._beside else 0
        gaps = row_width(line, 0) + between
        size = fitting(max(len(line), 1), container.width - gaps, self._most)
        return row_width(self.items, size[0])

    def render(self) -> Text:
        size = self._card_size(self.content_size.width)
        few = few_colours(self.app)
        asked = any(item.moves for item in self.items)
        text = row_text(self.items, size, self.cursor, asked=asked, few=few)
        lines = text.split("\n", allow_blank=True)
        return Text("\n", no_wrap=True).join([Text(" " * self._left) + line for line in lines])

    @property
    def _left(self) -> int:
        width = self.content_size.width
        return max(width - row_width(self.items, self._card_size(width)[0]), 0) // 2

    def _place_at(self, x: int) -> int | None:
        width = self._card_size(self.content_size.width)[0]
        for place, start in enumerate(starts(self.items, width)):
            if start <= x - self._left < start + width:
                return place
        return None

    def spot(self, place: int) -> tuple[int, int]:
        """Where to click on a card."""
        width = self._card_size(self.content_size.width)[0]
        edge = self.content_region.x - self.region.x
        return edge + self._left + starts(self.items, width)[place] + 1, 1

    def on_click(self, event: Click) -> None:
        place = self._place_at(event.x)
        if place is not None:
            self.post_message(self.Chosen(self, place))

    def on_mouse_move(self, event: MouseMove) -> None:
        place = self._place_at(event.x)
        self.post_message(self.Pointed(None if place is None else self.items[place]))

    def on_leave(self, _: Leave) -> None:
        self.post_message(self.Pointed(None))


class Buttons(Widget):
    """Choices that are not cards, each with the number that chooses it."""

    DEFAULT_CSS = "Buttons { height: auto; width: 1fr; }"

    @dataclass
    class Pressed(Message):
        key: str

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
        lines: list[list[int]] = [[]]
        for label in self._labels:
            if lines[-1] and sum(lines[-1]) + _GAP * len(lines[-1]) + len(label) > width:
                lines.append([])
            lines[-1].append(len(label))
        places: list[tuple[int, int]] = []
        for number, lengths in enumerate(lines):
            column = max(width - sum(lengths) - _GAP * (len(lengths) - 1), 0) // 2
            for length in lengths:
                places.append((number, column))
                column += length + _GAP
        return places

    def spot(self, place: int) -> tuple[int, int]:
        """Where to click on a button."""
        line, column = self._places(self.content_size.width)[place]
        return self.content_region.x - self.region.x + column + 1, line

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        places = self._places(width)
        return places[-1][0] + 1 if places else 0

    def render(self) -> Text:
        width = self.content_size.width
        text = Text(no_wrap=True, overflow="crop")
        line = end = 0
        for number, (place, label) in enumerate(
            zip(self._places(width), self._labels, strict=True)
        ):
            if place[0] != line:
                text.append("\n")
                line, end = place[0], 0
            text.append(" " * (place[1] - end))
            end = place[1] + len(label)
            chosen = number == self.cursor
            text.append(label[:width], Style(reverse=True, bold=chosen, underline=chosen))
        return text

    def on_click(self, event: Click) -> None:
        for key, label, place in zip(
            self.keys, self._labels, self._places(self.content_size.width), strict=True
        ):
            if place[0] == event.y and place[1] <= event.x < place[1] + len(label):
                self.post_message(self.Pressed(key))
