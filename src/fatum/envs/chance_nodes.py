"""A game with explicit chance nodes: who begins, and each shuffle card by card from the top."""

import json
from collections.abc import Callable
from functools import cache
from typing import Final

from fatum.core.chance import Chance
from fatum.core.errors import FatumError
from fatum.core.events import Event
from fatum.core.game import Game, State
from fatum.core.options import Options
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.core.views import view_type
from fatum.games.registry import find_game

CHANCE: Final = -1
TERMINAL: Final = -4
"""Who is to move when no player is: OpenSpiel's own numbers."""
FIRST: Final = "first"

Move = tuple[int, int]
"""A seat, and the number of its move."""
Outcome = tuple[int, float]
_KINDS: Final = 64
"""More than there are kinds of cards, or seats."""
_MOST_EQUAL: Final = 3
"""No kind of card is there more often."""


@cache
def _outcomes_of(total: int) -> Callable[[int], Outcome]:
    """With so many cards left: a kind, and ``_KINDS`` for each further card of it → its outcome.

    A chance node has up to 53 outcomes, and to make them takes longer than to look them up.
    """
    found = [(kind, count / total) for count in range(1, _MOST_EQUAL + 1) for kind in range(_KINDS)]
    return found.__getitem__


class _Undecided(Exception):
    """Chance has not been asked for this yet."""

    def __init__(self, number: int, what: str, left: list[int]) -> None:
        self.number = number
        self.what = what
        self.left = left


class CallersChance(Chance):
    """Shuffles that somebody else decides."""

    def __init__(
        self, first: int | None = None, shuffles: dict[int, list[int]] | None = None
    ) -> None:
        self.starter = first
        self.shuffles: dict[int, list[int]] = {} if shuffles is None else shuffles

    def first(self, players: int) -> int:
        if self.starter is None:
            raise _Undecided(0, FIRST, list(range(players)))
        return self.starter

    def shuffle(self, number: int, what: str, cards: list[int]) -> None:
        known = self.shuffles.get(number)
        if known is None:
            raise _Undecided(number, what, sorted(cards))
        cards[:] = known


class _Log:
    """Events, recorded only on request: stepping alone does not need them."""

    def __init__(self, state: State | None, openings: dict[int, str]) -> None:
        self.state = state
        self.openings = openings
        """Of a resampled state: what each seat knew when it was made."""
        self.entries: list[tuple[int, str] | Event] = []
        """Moves, which only their seat knows as such, and events."""
        self.made = 0

    def copy(self) -> "_Log":
        copy = _Log(None if self.state is None else self.state.copy(), self.openings)
        copy.entries = self.entries.copy()
        copy.made = self.made
        return copy

    def bring_up(self, play: "Play") -> None:
        if self.state is None:
            self.state = play.game.new(play.options, play.chance, listen=True)
        elif self.state.events is None:
            self.state.events = []
        self.state.chance = play.chance
        events = self.state.events
        assert events is not None
        for seat, move in play.moves[self.made :]:
            self.entries += events
            events.clear()
            self.entries.append((seat, play.game.format_move(move)))
            self.state.apply(seat, move)
        self.entries += events
        events.clear()
        self.made = len(play.moves)

    def seen_by(self, seat: int) -> str:
        lines = [self.openings[seat]] if seat in self.openings else []
        for entry in self.entries:
            if isinstance(entry, Event):
                lines.append(json.dumps(entry.seen_by(seat)))
            elif entry[0] == seat:
                lines.append(entry[1])
        return "\n".join(lines)


class Play:
    """A game in which chance waits for its caller."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game: Final = game
        self.options: Final = options
        self.chance = CallersChance()
        self.state: State | None = None
        self.moves: list[Move] = []
        self.player: int = CHANCE
        self.wanted: _Undecided | None = None
        self.left: dict[int, int] = {}
        """In a chance node: what can come → the same, and ``_KINDS`` for each further one of it."""
        self.drawn: list[int] = []
        self._pending: Move | None = None
        self._log = _Log(None, {})

    def begin(self) -> "Play":
        self._go_on()
        return self

    def __deepcopy__(self, memo: object) -> "Play":
        copy = Play(self.game, self.options)
        copy.chance = CallersChance(self.chance.starter, self.chance.shuffles.copy())
        copy.state = self.state  # never changed in place
        copy.moves = self.moves.copy()
        copy.player = self.player
        copy.wanted = self.wanted
        copy.left = self.left.copy()
        copy.drawn = self.drawn.copy()
        copy._pending = self._pending
        copy._log = self._log.copy()
        return copy

    def __reduce__(self) -> tuple[object, ...]:
        # Compiled states and games cannot be pickled; what was decided says everything.
        if self._log.openings:
            raise FatumError("a resampled state has no history of its own and cannot be serialized")
        given = self.options.to_dict()
        if self.options.first >= 0:
            given[self.game.first_key] = seat_name(self.options.first)
        chance = (self.chance.starter, self.chance.shuffles)
        moves = [*self.moves, *([self._pending] if self._pending else [])]
        drawn = self.drawn if self.wanted is not None else []
        return _made_again, (self.game.name, given, chance, moves, drawn)

    def _go_on(self) -> None:
        """Deal, or make the pending move, as far as chance is decided."""
        try:
            if self.state is None:
                state = self.game.new(self.options, self.chance)
            else:
                assert self._pending is not None
                state = self.state.copy()
                state.chance = self.chance
                state.apply(*self._pending)
        except _Undecided as wanted:
            self.wanted = wanted
            self.drawn = []
            self.left = {
                card: card + _KINDS * (wanted.left.count(card) - 1)
                for card in dict.fromkeys(wanted.left)
            }
            self.player = CHANCE
            return
        if self._pending is not None:
            self.moves.append(self._pending)
            self._pending = None
        self.state = state
        self.wanted = None
        seat = state.actor()
        self.player = seat if seat >= 0 else TERMINAL

    def outcomes(self) -> list[Outcome]:
        assert self.wanted is not None
        total = len(self.wanted.left) - len(self.drawn)
        return list(map(_outcomes_of(total), self.left.values()))

    def decide(self, outcome: int) -> None:
        """One outcome of chance: who begins, or the next card from the top."""
        wanted = self.wanted
        assert wanted is not None
        if outcome not in self.left:
            raise FatumError(f"{outcome} is not a possible outcome of chance here")
        if wanted.what == FIRST:
            self.chance.starter = outcome
            self._go_on()
            return
        self.drawn.append(outcome)
        if self.left[outcome] == outcome:
            del self.left[outcome]
        else:
            self.left[outcome] -= _KINDS
        if len(self.left) <= 1:
            # The rest is certain.
            for card in self.left:
                self.drawn += [card] * (len(wanted.left) - len(self.drawn))
            self.chance.shuffles[wanted.number] = self.drawn
            self._go_on()

    def push(self, move: int) -> None:
        assert self.state is not None
        self._pending = (self.player, move)
        try:
            self._go_on()
        except FatumError:
            self._pending = None
            raise

    def seen_history(self, seat: int) -> str:
        """Everything that a seat was told, and its own moves, in order."""
        if self.state is None:
            return ""
        self._log.bring_up(self)
        return self._log.seen_by(seat)

    def seen(self, seat: int | None) -> str:
        """What a seat, or a spectator, sees now."""
        if self.state is None:
            return f"{self.game.title}, not dealt yet"
        return str(view_type(self.game)(self.state.view_for(seat), ()))

    def redealt(self, seat: int, rng: Rng) -> "Play":
        """Another game that this seat could be in."""
        assert self.state is not None
        copy = Play(self.game, self.options)
        copy.state = self.state.view_for(seat).redeal(rng)
        copy.player = self.player
        openings = {
            other: json.dumps(copy.state.view_for(other).to_dict())
            for other in range(self.options.players)
        }
        openings[seat] = self.seen_history(seat)
        copy._log = _Log(copy.state.copy(), openings)
        return copy


def _made_again(
    name: str,
    given: dict[str, object],
    chance: tuple[int | None, dict[int, list[int]]],
    moves: list[Move],
    drawn: list[int],
) -> Play:
    """A game from what its caller has decided."""
    game = find_game(name)
    play = Play(game, game.read_options(given))
    play.chance = CallersChance(*chance)
    play.begin()
    for _seat, move in moves:
        play.push(move)
    for card in drawn:
        play.decide(card)
    return play
