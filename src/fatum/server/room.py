"""A table with everybody who is connected to it in this process."""

from collections.abc import Coroutine, Iterator
from typing import Any, Final, Protocol

from fatum.core.seats import seat_name
from fatum.protocol import messages as m
from fatum.protocol.messages import Picture, Updates, encode, encode_update
from fatum.server import logs
from fatum.server.cluster import Cluster
from fatum.server.presence import Presence
from fatum.server.times import SECOND, now
from fatum.server.viewer import Viewer
from fatum.server.wakeups import Wakeups
from fatum.table import log
from fatum.table import requests as r
from fatum.table.delayed import Delayed
from fatum.table.errors import Refused
from fatum.table.roles import NOBODY, Caller, Role, Who
from fatum.table.state import Happening, TableState
from fatum.table.table import BotTurn, Table

AGAIN: Final = 1.0
"""Seconds after which the clock tries again what the store refused."""


LINGER: Final = 5 * SECOND
"""How long somebody may take from finding the table to watching it."""


class House(Protocol):
    """What a room needs from the process it is in."""

    @property
    def wakeups(self) -> Wakeups: ...

    @property
    def cluster(self) -> Cluster: ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside everything else."""

    def drop(self, room: "Room") -> None:
        """Let go of a room."""

    async def play_bot(self, room: "Room", turn: BotTurn) -> None:
        """Find and make a bot's move."""

    def people_changed(self, room: "Room") -> None:
        """Somebody has come or gone: the room's bots may think sooner or later."""


class Room:
    """Tells every viewer what happens, keeps the table's clock and asks its bots."""

    def __init__(self, house: House, table: Table, payer: str = "") -> None:
        self.table: Final = table
        self.payer = payer
        """The address that its bots' thinking is charged to: who opened it, as far as is known here,
        else who sat at it first."""
        self._house: Final = house
        self.viewers: Final[dict[Caller, list[Viewer]]] = {}
        self.late: Final[list[Viewer]] = []
        """Spectators where the host lets them be behind."""
        self._feed: Delayed | None = None
        self.presence: Final = Presence(self, house)
        self.thinking: Final[dict[int, int]] = {}
        """Bots that have been asked: seat → the entry with the question."""
        self.used_at = now()
        self.heard = 0
        """The newest entry that another process has told everybody about."""
        self._due: int | None = None
        self._due_known = False
        self._ticking = False
        table.listeners.append(self.hear)
        self.ask_bots()

    # --- what happens ----------------------------------------------------------------------------

    def hear(self, happening: Happening | None) -> None:
        """Called for every entry, once it is durable: the one place where viewers are told."""
        self._due_known = False
        if happening is None:
            self._start_anew()
            return
        table = self.table
        fact = happening.fact
        if isinstance(fact, log.Ruled):
            self._settle_spectators()
        lost: list[Caller] = []
        told: list[tuple[list[Viewer], bytes]] = []
        for caller, viewers in self.viewers.items():
            try:
                told.append((viewers, encode_update(table.update(happening, caller))))
            except Refused:
                lost.append(caller)
        # All at once: nobody is told before the others, and the system is woken once.
        for viewers, text in told:
            for viewer in viewers:
                viewer.pipe.put(text)
        for caller in lost:
            self._dismiss(caller, fact)
        if not isinstance(fact, log.Moved):
            self.presence.changed()
            self._house.people_changed(self)
        self.ask_bots()
        if happening.seq > self.heard:
            self._house.wakeups.wake(table.id, happening.seq)

    def _dismiss(self, caller: Caller, fact: log.AnyFact) -> None:
        for viewer in self.viewers.pop(caller, []):
            viewer.attached = False
            if isinstance(fact, log.Reseated):
                viewer.bye("moved", "the seat is on another device now")
            else:
                viewer.bye("forbidden", "you have no place at this table any more")
        self.presence.changed()

    def _start_anew(self) -> None:
        """The past has changed, or the table is gone."""
        self._feed = None
        self.heard = 0
        if self.table.gone:
            for viewer in list(self.everybody()):
                viewer.bye("gone", "there is no such table any more")
                self.detach(viewer)
            self._house.drop(self)
            return
        self._settle_spectators()
        for caller in list(self.viewers):
            try:
                text = encode(Picture(self.table.snapshot(caller)))
            except Refused:
                self._dismiss(caller, log.Closed())
                continue
            for viewer in self.viewers[caller]:
                viewer.pipe.put(text)
        self.thinking.clear()
        self.presence.changed()
        self.ask_bots()

    def everybody(self) -> Iterator[Viewer]:
        for viewers in self.viewers.values():
            yield from viewers
        yield from self.late

    # --- coming and going ------------------------------------------------------------------------

    async def attach(self, viewer: Viewer, seq: int | None) -> None:
        """Tell a viewer what it needs to know and from now on everything; or ``Refused``."""
        self.used_at = now()
        who = self.table.who(viewer.caller)
        if Role.SPECTATOR in who.roles and self.table.state.settings.delay:
            await self._attach_late(viewer, seq)
        else:
            # From here to the end nothing may wait: an entry between the two would be lost.
            self.detach(viewer)
            self.show(viewer, seq)
            self.viewers.setdefault(viewer.caller, []).append(viewer)
        viewer.attached = True
        if not self.payer and who.seat is not None:
            self.payer = viewer.address
        self.presence.changed()

    async def _attach_late(self, viewer: Viewer, seq: int | None) -> None:
        self._feed = await self.table.delayed(now())
        self.detach(viewer)
        self.late.append(viewer)
        self.show(viewer, seq)

    def show(self, viewer: Viewer, seq: int | None) -> None:
        """What is missing since ``seq``, or the whole picture."""
        feed = self._feed if viewer in self.late else None
        updates = None
        if seq is not None:
            updates = self.table.since(viewer.caller, seq) if feed is None else feed.since(seq)
        if updates is not None:
            viewer.tell(Updates(updates))
        else:
            whole = self.table.snapshot(viewer.caller) if feed is None else feed.snapshot()
            viewer.tell(Picture(whole))

    async def shown_to(self, who: Who) -> TableState:
        """The table as it may be shown without a socket: to spectators who are behind, as it was.

        Before a game everything is shown at once, because free seats are for everybody.
        """
        state = self.table.state
        sees_all = who.seat is not None or who.host or not state.settings.delay
        if sees_all or state.phase not in {"playing", "over"}:
            return state
        feed = await self.table.delayed(now())
        if not self.late:  # else they are told what comes next, by the clock
            feed.advance(now())
        return feed.state

    def detach(self, viewer: Viewer) -> None:
        self.used_at = now()
        if viewer in self.late:
            self.late.remove(viewer)
        group = self.viewers.get(viewer.caller)
        if group is not None and viewer in group:
            group.remove(viewer)
            if not group:
                del self.viewers[viewer.caller]
        viewer.attached = False
        self.presence.changed()

    def share(self, device: set[str], token: str) -> None:
        """A connected device has got another seat."""
        for viewer in self.everybody():
            if not device.isdisjoint(viewer.device):
                viewer.device.add(token)
        self.presence.changed()

    def _settle_spectators(self) -> None:
        """The host may have changed who may watch, and when."""
        watching = [*self.viewers.pop(NOBODY, []), *self.late]
        self.late.clear()
        if watching:
            self._house.spawn(self._attach_again(watching))

    async def _attach_again(self, watching: list[Viewer]) -> None:
        for viewer in watching:
            if viewer.pipe.closed:
                continue
            try:
                await self.attach(viewer, None)
            except Refused as refusal:
                viewer.attached = False
                viewer.bye("forbidden", refusal.text)

    def needed(self, at: int) -> bool:
        """Whether anybody here wants to know at once what happens."""
        return bool(self.viewers or self.late or self.thinking) or self.used_at > at - LINGER

    # --- the clock -------------------------------------------------------------------------------

    @property
    def due(self) -> int | None:
        if not self._due_known:
            self._due = self.table.due_at()
            self._due_known = True
        return self._due

    def tick(self, at: int) -> None:
        """Called several times a second."""
        at = self.table.time(at)
        due = self.due
        if due is not None and due <= at and not self._ticking:
            self._ticking = True
            self._house.spawn(self._tick())
        feed = self._feed
        if feed is not None and self.late:
            when = feed.due_at()
            if when is not None and when <= at:
                text = encode(Updates(feed.advance(at)))
                for viewer in self.late:
                    viewer.pipe.put(text)
        if self.presence.dirty:
            self._tell_presence()

    async def _tick(self) -> None:
        try:
            done = await self.table.tick(now(), await self.presence.confirmed())
        except Refused:
            done = False
        finally:
            self._ticking = False
        self._due_known = False
        at = self.table.time(now())
        if not done and self.due is not None and self.due <= at:
            self._due = at + int(AGAIN * SECOND)

    def wait_for_people(self, at: int) -> None:
        """This process was asleep, and everybody's connection with it."""
        self.table.wait_for_people(at)
        self.presence.restart()
        self._due_known = False

    def _tell_presence(self) -> None:
        here, watching = self.presence.everywhere()
        text = encode(m.Presence(here, watching))
        for viewers in self.viewers.values():
            for viewer in viewers:
                viewer.pipe.put(text)
        if self._feed is not None and self.late:
            seats = self._feed.state.seats
            here = [seat_name(number) for number, seat in enumerate(seats) if seat.here]
            text = encode(m.Presence(here, watching))
            for viewer in self.late:
                viewer.pipe.put(text)

    # --- bots ------------------------------------------------------------------------------------

    @property
    def has_people(self) -> bool:
        """Whether anybody sits at the table and is there."""
        return any(seat.here for seat in self.table.state.seats)

    def ask_bots(self) -> None:
        """Every question that a bot has before it is being thought about, once."""
        state = self.table.state
        seats = state.seats
        if state.phase != "playing" or not any(seats[seat].automatic for seat in state.asked):
            return
        for turn in self.table.bot_turns():
            if self.thinking.get(turn.seat) != turn.seq:
                self.thinking[turn.seat] = turn.seq
                self._house.spawn(self._play_bot(turn))

    async def _play_bot(self, turn: BotTurn) -> None:
        try:
            await self._house.play_bot(self, turn)
        finally:
            if self.thinking.get(turn.seat) == turn.seq:
                del self.thinking[turn.seat]

    async def move_bot(self, turn: BotTurn, move: str) -> None:
        """Make a bot's move, unless somebody else has or it is no longer asked."""
        # No key: whatever a client may have sent with the same one must not count as this move, and a
        # second answer to the same question is stale anyway.
        request = r.Move(move, turn.seq)
        try:
            await self.table.run(Caller(bot=turn.seat), request, now())
        except Refused as refusal:
            if refusal.code not in {"stale", "forbidden", "phase"}:
                logs.warning(
                    "a bot's move was refused",
                    table=self.table.id,
                    code=refusal.code,
                    level=turn.level,
                )
