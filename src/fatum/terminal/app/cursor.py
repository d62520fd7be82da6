"""Which card or button the arrow keys have reached."""

from typing import Any, Final

from textual.screen import Screen

from fatum.terminal.app.widgets import Buttons, CardRow

_CARDS: Final = ("middle", "own", "hand")
_IN_THE_HAND: Final = -1


class Cursor:
    """A place among the rows of cards and buttons of a table; it begins in the hand."""

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen
        self._row = _IN_THE_HAND
        self._column = 0

    def reset(self, *, top: bool = False) -> None:
        """Back to the hand, or to the first row."""
        self._row, self._column = 0 if top else _IN_THE_HAND, 0

    def across(self, step: int) -> None:
        rows = self._rows()
        if rows:
            self._column = (self._column + step) % len(rows[min(self._row, len(rows) - 1)][1])

    def along(self, step: int) -> None:
        rows = self._rows()
        if rows:
            self._row, self._column = (self._row + step) % len(rows), 0

    def show(self) -> bool:
        """Point at the place; whether there is anything to choose."""
        rows = self._rows()
        if rows:
            if self._row == _IN_THE_HAND:
                names = [widget.id for widget, _ in rows]
                self._row = names.index("hand") if "hand" in names else 0
            self._row = min(self._row, len(rows) - 1)
            self._column = min(max(self._column, 0), len(rows[self._row][1]) - 1)
        for widget in self._widgets():
            here = rows and rows[self._row][0] is widget
            widget.point(rows[self._row][1][self._column] if here else None)
        return bool(rows)

    def moves(self) -> list[str]:
        """What can be done with the card or button."""
        rows = self._rows()
        if not 0 <= self._row < len(rows):
            return []
        widget, places = rows[self._row]
        place = places[min(self._column, len(places) - 1)]
        if isinstance(widget, Buttons):
            return [widget.keys[place]]
        return list(widget.items[place].moves)

    def _widgets(self) -> list[CardRow | Buttons]:
        """From top to bottom."""
        rows = [self._screen.query_one(f"#{name}", CardRow) for name in _CARDS]
        return [*rows, self._screen.query_one(Buttons)]

    def _rows(self) -> list[tuple[CardRow | Buttons, list[int]]]:
        """The rows with choices, and the places of these."""
        rows = [
            (widget, list(range(len(widget.keys))))
            if isinstance(widget, Buttons)
            else (widget, [n for n, item in enumerate(widget.items) if item.moves])
            for widget in self._widgets()
        ]
        return [(widget, places) for widget, places in rows if places]
