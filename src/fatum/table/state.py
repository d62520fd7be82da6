"""The state of a table, built from its log. Only ``apply`` changes it."""

from collections import OrderedDict, deque
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from msgspec import Struct

from fatum.core.events import Event
from fatum.core.game import Game
from fatum.core.options import Options
from fatum.games.registry import find_game
from fatum.play.match import Match
from fatum.protocol.snapshots import Phase
from fatum.protocol.table_settings import TableSettings
from fatum.records import RULES
from fatum.table import log
from fatum.table.log import AnyFact, BrokenLog, Entry
from fatum.table.roles import Caller, Role, Who
from fatum.table.seats import STAND_IN, TableSeat

REMEMBERED_KEYS: Final = 128
REMEMBERED_EVENTS: Final = 64
REMEMBERED_CHAT: Final = 50
SPEECH_WINDOW: Final = 10_000

_STRANGER: Final = Who(frozenset({Role.STRANGER}))
_SPECTATOR: Final = Who(frozenset({Role.SPECTATOR}))
_HOST_ONLY: Final = Who(frozenset({Role.HOST}))
_NOBODY: Final = Who(frozenset())


@cache
def _player(seat: int, host: bool) -> Who:
    # Asked for every viewer of every entry.
    return Who(frozenset({Role.PLAYER, Role.HOST} if host else {Role.PLAYER}), seat)


class Asked(Struct, eq=False):
    """A question to a seat: the entry and time it was asked, and the legal moves."""

    seq: int
    since: int
    legal: list[int]


class Happening(Struct, gc=False, eq=False):
    """What one log entry changed; viewers' updates are made from it."""

    # Tables remember many, and none is part of a cycle: the garbage collector need not look at them.

    seq: int
    at: int
    fact: AnyFact
    events: list[Event]
    shared: object = None
    """What is the same in every viewer's update, once it was needed."""


class TableState:
    """The full state of a table. It never leaves this package; viewers get projections."""

    def __init__(self, table_id: str) -> None:
        self.id: Final = table_id
        self.seq = 0
        self.at = 0
        self.opened_at = 0
        self.phase: Phase = "lobby"
        self.given: dict[str, Any] = {}
        self.settings = TableSettings()
        self.host = ""
        self.host_name = ""
        self.seats: list[TableSeat] = []
        self.by_token: dict[str, int] = {}
        self.moved_on: set[str] = set()
        """Tokens of seats that have moved to another device."""
        self.removed: dict[str, str] = {}
        """Tokens of players whom the host has removed, with their names."""
        self.hosted_at: list[int] = []
        """When the host last did something about a player, for its limit."""
        self.match: Match | None = None
        self.move_seq = 0
        """The entry of the last move, or of the start."""
        self.asked: dict[int, Asked] = {}
        self.keys: OrderedDict[tuple[int, str], int] = OrderedDict()
        self.recent: deque[Happening] = deque(maxlen=REMEMBERED_EVENTS)
        self.chat: deque[tuple[int, int, str]] = deque(maxlen=REMEMBERED_CHAT)
        self.previous: str | None = None
        self.next: str | None = None
        self.carried = False
        """The table was closed because its game continues elsewhere."""

    game: Game
    options: Options

    @classmethod
    def replay(cls, table_id: str, entries: Iterable[Entry]) -> "TableState":
        state = cls(table_id)
        for entry in entries:
            state.apply(entry)
        return state

    # --- questions -------------------------------------------------------------------------------

    def who(self, caller: Caller) -> Who:
        """The roles of a caller now."""
        if caller.bot >= 0:
            return self._bot(caller.bot)
        if caller.token:
            seat = self.by_token.get(caller.token)
            if seat is not None:
                return _player(seat, caller.token == self.host)
            # An unknown token is not a spectator: it was withdrawn, stolen or made up.
            return _HOST_ONLY if caller.token == self.host else _STRANGER
        return _SPECTATOR if self.settings.spectators else _STRANGER

    def _bot(self, seat: int) -> Who:
        if seat < len(self.seats) and self.seats[seat].automatic:
            return Who(frozenset({Role.BOT}), seat)
        return _NOBODY

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats if seat.kind != "empty"]

    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person"]

    def somebody_else_here(self, seat: int) -> bool:
        return any(other.here for number, other in enumerate(self.seats) if number != seat)

    def only_bots_left(self) -> bool:
        """Whether everybody who still takes part in the game is a bot."""
        out = self.game.parts.out
        if self.match is None or self.phase != "playing" or out is None:
            return False
        done = out(self.match.state.view_for(None).to_dict())
        return all(seat.automatic or number in done for number, seat in enumerate(self.seats))

    def hurried(self) -> bool:
        """Whether bots play without pauses: only bots are left, and everybody present wants it."""
        here = [seat for seat in self.seats if seat.here]
        return bool(here) and all(seat.hurry for seat in here) and self.only_bots_left()

    # --- changes ---------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> Happening:
        """Take in the next entry."""
        if entry.seq != self.seq + 1:
            raise BrokenLog(f"table {self.id}: entry {entry.seq} follows {self.seq}")
        self.seq = entry.seq
        self.at = entry.at
        fact = entry.fact
        if isinstance(fact, log.Moved):
            events = self._moved(fact)
        else:
            events = self._other(fact)
        happening = Happening(entry.seq, entry.at, fact, events)
        self.recent.append(happening)
        return happening

    def _moved(self, fact: log.Moved) -> list[Event]:
        match = self._playing()
        match.make(fact.seat, self.game.parse_move(fact.move))
        seat = self.seats[fact.seat]
        seat.timeouts = seat.timeouts + 1 if fact.by == "clock" else 0
        self.move_seq = self.seq
        self._note_key(fact.seat, fact.key)
        self._ask(fact.seat)
        if any(seat.hurry for seat in self.seats) and not self.only_bots_left():
            # Somebody was handed cards: what follows is theirs to decide again.
            for each in self.seats:
                each.hurry = False
        return self._drain(match)

    def _ask(self, mover: int) -> None:
        """Keep the open questions of other seats and ask the new ones."""
        game = self._playing().state
        before = self.asked
        self.asked = asked = {}
        for seat in game.to_act():
            legal = game.legal_moves(seat)
            old = before.get(seat)
            if old is None or seat == mover or old.legal != legal:
                old = Asked(self.seq, self.at, legal)
            asked[seat] = old
        if not asked:
            self.phase = "over"

    def _drain(self, match: Match) -> list[Event]:
        events = match.state.events
        assert events is not None
        match.state.events = []
        return events

    def _playing(self) -> Match:
        if self.match is None:
            raise BrokenLog(f"table {self.id}: entry {self.seq} needs a running game")
        return self.match

    def _note_key(self, seat: int, key: str) -> None:
        if key:
            self.keys[seat, key] = self.seq
            if len(self.keys) > REMEMBERED_KEYS:
                self.keys.popitem(last=False)

    def _restart_question(self, seat: int) -> None:
        """Restart the clock of this seat's question."""
        asked = self.asked.get(seat)
        if asked is not None:
            self.asked[seat] = Asked(asked.seq, self.at, asked.legal)

    def _other(self, fact: AnyFact) -> list[Event]:
        match fact:
            case log.Opened():
                self._open(fact)
            case log.Configured():
                self._configure(fact.options)
            case log.Ruled():
                self.settings = fact.settings
            case log.Sat():
                seat = self.seats[fact.seat]
                seat.clear()
                seat.kind, seat.name, seat.token = "person", fact.name, fact.token
                self.by_token[fact.token] = fact.seat
            case log.Botsat():
                seat = self.seats[fact.seat]
                seat.clear()
                seat.kind, seat.name, seat.level = "bot", fact.name, fact.level
            case log.Unseated():
                self._note_hosting()
                self._remove(fact.seat)
            case log.Readmitted():
                self._note_hosting()
                self.removed = {
                    token: name for token, name in self.removed.items() if name != fact.name
                }
            case log.Left():
                self._leave(fact.seat)
            case log.Hosted():
                self._note_hosting()
                self.host = self.seats[fact.seat].token
                self.host_name = self.seats[fact.seat].name
            case log.Started():
                return self._start(fact)
            case log.WentAway():
                self.seats[fact.seat].away_since = self.at
            case log.CameBack():
                self.seats[fact.seat].away_since = None
                self.seats[fact.seat].left = False
            case log.Takenover():
                self.seats[fact.seat].stand_in = True
                self._restart_question(fact.seat)
            case log.Returned():
                self._return(fact.seat)
            case log.Reacted():
                self._speak(fact.seat, fact.key)
            case log.Said():
                self._speak(fact.seat, fact.key)
                self.chat.append((self.at, fact.seat, fact.text))
            case log.Linked():
                self._speak(fact.seat, "")
                self.seats[fact.seat].link = fact.token
                self.seats[fact.seat].link_until = fact.until
            case log.Reseated():
                self._reseat(fact)
            case log.Muted():
                self._note_hosting()
                self.seats[fact.seat].muted = fact.muted
            case log.Hurried():
                self.seats[fact.seat].hurry = True
            case log.Wanted():
                self.seats[fact.seat].rematch = True
            case log.Rematched():
                self.next = fact.table
            case log.Closed():
                self.phase = "closed"
                self.carried = fact.carried
                self.asked = {}
            case _:
                raise BrokenLog(f"table {self.id}: {fact!r} is no fact of its own")
        return []

    def _open(self, fact: log.Opened) -> None:
        if fact.rules != RULES:
            raise BrokenLog(f"table {self.id} was played by rules {fact.rules}, not {RULES}")
        self.game = find_game(fact.game)
        self.opened_at = self.at
        self.settings = fact.settings
        self.host = fact.host
        self.host_name = fact.name
        self.previous = fact.previous
        self._configure(fact.options)

    def _configure(self, given: dict[str, Any]) -> None:
        self.given = given
        self.options = self.game.read_options(given)
        players = self.options.players
        while len(self.seats) < players:
            self.seats.append(TableSeat())
        kept = [seat for seat in self.seats if seat.kind != "empty"]
        if len(self.seats) > players:
            # Fewer seats than before: those who sit move together, in their order.
            self.seats = kept + [TableSeat() for _ in range(players - len(kept))]
            self.by_token = {
                seat.token: number for number, seat in enumerate(self.seats) if seat.token
            }

    def deal(self, fact: log.Started) -> Match:
        """The game as it begins."""
        return Match.new(
            self.game,
            self.options,
            bytes.fromhex(fact.seed),
            [seat.name for seat in self.seats],
            listen=True,
        )

    def _start(self, fact: log.Started) -> list[Event]:
        self.match = match = self.deal(fact)
        self.phase = "playing"
        self.move_seq = self.seq
        self._ask(-1)
        return self._drain(match)

    def _empty(self, number: int) -> None:
        seat = self.seats[number]
        self.by_token.pop(seat.token, None)
        seat.clear()

    def _remove(self, number: int) -> None:
        seat = self.seats[number]
        name, token = seat.name, seat.token
        self._empty(number)
        if token:
            self.removed[token] = name
        if self.phase != "lobby":
            # The name stays: it is the one that stands in the record.
            seat.kind, seat.name, seat.level, seat.removed = "bot", name, STAND_IN, True
            self._restart_question(number)

    def _note_hosting(self) -> None:
        since = self.at - SPEECH_WINDOW
        self.hosted_at = [*(at for at in self.hosted_at if at > since), self.at]

    def _leave(self, number: int) -> None:
        if self.phase == "lobby":
            self._empty(number)
            return
        seat = self.seats[number]
        seat.left = True
        if seat.away_since is None:
            seat.away_since = self.at
        if self.phase == "playing":
            seat.stand_in = True
            self._restart_question(number)

    def _return(self, number: int) -> None:
        seat = self.seats[number]
        seat.away_since = None
        seat.left = False
        seat.timeouts = 0
        seat.stand_in = False
        self._restart_question(number)

    def _speak(self, number: int, key: str) -> None:
        seat = self.seats[number]
        since = self.at - SPEECH_WINDOW
        seat.said = [*(at for at in seat.said if at > since), self.at]
        self._note_key(number, key)

    def _reseat(self, fact: log.Reseated) -> None:
        seat = self.seats[fact.seat]
        self.by_token.pop(seat.token, None)
        self.moved_on.add(seat.token)
        if self.host == seat.token:
            self.host = fact.token
        seat.token = fact.token
        seat.left = False
        seat.link = ""
        seat.link_until = 0
        self.by_token[fact.token] = fact.seat
