"""The positions of a game that could still be repeated, as everyone at the table saw them."""

from typing import Final

from fatum.core.game import Game, State, View


class Past:
    """The positions since the last irreversible event."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._position: Final = game.parts.position
        self._far = 0
        self._seen: list[int] = []

    def note(self, state: State) -> None:
        """Add the position after a move."""
        if self._position is None:
            return
        far, position = self._position(state)
        if far != self._far:
            self._far = far
            self._seen.clear()
        if far > 0:
            self._seen.append(position)

    def view_for(self, state: State, seat: int | None) -> View:
        """What this seat may know, and the positions it has seen."""
        view = state.view_for(seat)
        if self._seen:
            view.past = tuple(self._seen)
        return view

    def copy(self) -> "Past":
        copy = Past(self._game)
        copy._far = self._far
        copy._seen = self._seen.copy()
        return copy
