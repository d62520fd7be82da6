"""One seat at a table, or a spectator, by messages only: the terminal's side of the protocol."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET

from fatum.core.events import EVERYONE, NO_NUMBER, Event
from fatum.core.game import Game, View
from fatum.core.options import Options
from fatum.core.seats import seat_number
from fatum.games.registry import find_game
from fatum.protocol import messages as m
from fatum.protocol.snapshots import (
    Aid,
    ChatLine,
    GameEvent,
    News,
    Prompt,
    Snapshot,
    TableInfo,
    Turn,
    Update,
    You,
)
from fatum.terminal.standing import out_of_cards

_CHAT_KEPT: Final = 200
_DECODER: Final[msgspec.json.Decoder[m.ServerMessage]] = msgspec.json.Decoder(m.ServerMessage)
T = TypeVar("T")


def read_event(told: GameEvent) -> Event:
    """An event as the viewer may know it; cards that it may not know are hidden already.

    >>> read_event({"event": "draw", "seat": "P2", "cards": ["?"]}).seat
    1
    """
    return Event(
        told["event"],
        EVERYONE,
        seat_number(told.get("seat")),
        tuple(told.get("cards", ())),
        seat_number(told.get("other")),
        told.get("number", NO_NUMBER),
        told.get("detail", ""),
    )


class Happened:
    """One entry of the table's log as this viewer was told it."""

    def __init__(self, seq: int, news: News | None, events: Sequence[Event]) -> None:
        self.seq: Final = seq
        self.news: Final = news
        self.events: Final = events


class Session:
    """A table as this seat sees it, updated by ``hear``; calls ``changed`` after each message.

    Answers are found by the number of the message that they answer.
    """

    def __init__(self) -> None:
        self.local = False
        """Whether the table is in this process."""
        self.seq: int | None = None
        self.you = You(None, False)
        self.table: TableInfo | None = None
        self.data: dict[str, Any] | None = None
        self.aid: Aid | None = None
        self.turn: list[Turn] = []
        self.prompt: Prompt | None = None
        self.chat: list[ChatLine] = []
        self.watching = 0
        self.here: list[str] = []
        self.bye: m.Bye | None = None
        self.news: list[Happened] = []
        """What has happened and was not taken yet."""
        self.out: list[int] = []
        """Seats that are out of cards, the first one first."""
        self.past: list[Happened] = []
        """All that has happened, as far as this session was told."""
        self.replies: dict[int, m.ServerMessage] = {}
        self.breaks = 0
        """How often the connection was lost."""
        self.connected = True
        self.gap = False
        """Updates are missing: the place connects again."""
        self.changed: Callable[[m.ServerMessage], None] = _nothing
        self.broken: Callable[[], None] = lambda: None
        """Called when the connection is lost."""
        self._view: View | None = None
        self._options: Options | None = None
        self._number = 0
        self._heard = asyncio.Event()

    # --- messages --------------------------------------------------------------------------------

    def number(self) -> int:
        """A new number for a message that wants an answer."""
        self._number += 1
        return self._number

    def hello(self) -> m.Hello:
        return m.Hello(protocol=m.PROTOCOL, seq=self.seq, id=self.number())

    async def reply(self, message: m.ClientMessage) -> m.ServerMessage | None:
        """The answer to a message that was sent; ``None`` if the connection ends before."""
        assert message.id is not None
        breaks = self.breaks
        while message.id not in self.replies:
            if self.bye is not None or self.breaks != breaks:
                return None
            self._heard.clear()
            await self._heard.wait()
        return self.replies.pop(message.id)

    async def opened(self) -> None:
        """Wait for the first picture, or for the goodbye."""
        while self.table is None and self.bye is None:
            self._heard.clear()
            await self._heard.wait()

    def lost(self) -> None:
        """The connection is gone, and with it all answers that are awaited."""
        self.breaks += 1
        self.connected = False
        self._heard.set()
        self.broken()

    def hear(self, data: bytes | str) -> None:
        """Take in one message from the table."""
        try:
            message = _DECODER.decode(data)
        except msgspec.MsgspecError:
            return  # a newer server may say things that this version does not know
        match message:
            case m.Welcome():
                self.bye = None
                self.connected = True
            case m.Picture():
                self._take_picture(message.snapshot)
            case m.Updates():
                for update in message.updates:
                    self._take(update)
            case m.Presence():
                self.here, self.watching = message.here, message.watching
            case m.Bye():
                self.bye = message
        reply = getattr(message, "id", None)
        if reply is not None:
            self.replies[reply] = message
        self._heard.set()
        self.changed(message)

    def _take_picture(self, snapshot: Snapshot) -> None:
        first = self.seq is None
        self.gap = False
        self.you, self.table, self.data = snapshot.you, snapshot.table, snapshot.view
        self.aid, self.turn, self.prompt = snapshot.aid, snapshot.turn, snapshot.prompt
        self.chat = list(snapshot.chat)
        self._view = self._options = None
        known = 0 if self.seq is None else self.seq
        missed = [_happened(update) for update in snapshot.recent if update.seq > known]
        self.past += missed
        if not first:
            self.news += missed
        self.seq = snapshot.seq
        self._note_out()

    def _take(self, update: Update) -> None:
        if self.seq is None or update.seq <= self.seq:
            return
        if update.seq != self.seq + 1:
            self.gap = True
            return
        self.seq = update.seq
        self.gap = False
        self.you = _given(update.you, self.you)
        self.table = _given(update.table, self.table)
        if update.view is not UNSET:
            self.data = update.view
            self.aid = _given(update.aid, None)
            self._note_out()
        self.turn = _given(update.turn, self.turn)
        self.prompt = _given(update.prompt, self.prompt)
        self._view = None
        if update.table is not UNSET:
            self._options = None
        news = _given(update.news, None)
        if news is not None and news.what == "chat":
            self.chat.append(ChatLine(update.at, news.seat or "", news.text or ""))
            del self.chat[:-_CHAT_KEPT]
        happened = _happened(update)
        self.past.append(happened)
        self.news.append(happened)

    def _note_out(self) -> None:
        self.out += [seat for seat in out_of_cards(self.data) if seat not in self.out]

    def take_news(self) -> list[Happened]:
        """What has happened since the last call."""
        news, self.news = self.news, []
        return news

    def show(self, data: dict[str, Any], acting: Sequence[str]) -> None:
        """Another view of the same table, as a replay goes from step to step."""
        self.data = data
        self.turn = [Turn(seat, None) for seat in acting]
        self._view = None

    # --- looking ---------------------------------------------------------------------------------

    @property
    def info(self) -> TableInfo:
        assert self.table is not None, "nothing has been heard of the table yet"
        return self.table

    @property
    def game(self) -> Game:
        return find_game(self.info.game)

    @property
    def options(self) -> Options:
        if self._options is None:
            self._options = self.game.read_options(self.info.options)
        return self._options

    @property
    def seat(self) -> int | None:
        return None if self.you.seat is None else seat_number(self.you.seat)

    @property
    def view(self) -> View | None:
        """All that the viewer may know, as the game's own view."""
        if self._view is None and self.data is not None:
            self._view = self.game.read_view(self.options, self.data, self.seat)
        return self._view

    @property
    def legal(self) -> list[str]:
        return [] if self.prompt is None else self.prompt.legal

    @property
    def acting(self) -> list[int]:
        return [seat_number(turn.seat) for turn in self.turn]

    @property
    def phase(self) -> str:
        return self.info.phase

    @property
    def over(self) -> bool:
        return self.phase in {"over", "closed"}


def in_order(session: Session) -> list[int]:
    """All seats, those who were out of cards first in front."""
    rest = [number for number in range(len(session.info.seats)) if number not in session.out]
    return [*session.out, *rest]


def _happened(update: Update) -> Happened:
    events = [read_event(event) for event in update.events]
    return Happened(update.seq, _given(update.news, None), events)


def _given(value: "T | msgspec.UnsetType", old: T) -> T:
    return old if value is UNSET else value


def _nothing(_: m.ServerMessage) -> None:
    pass
