"""A table and its connections in this process."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from fatum.core.messages import Declared
from fatum.core.seats import seat_name
from fatum.protocol import messages as m
from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.protocol.messages import Picture, Updates, encode, encode_update
from fatum.protocol.snapshots import TableBase, TableCard
from fatum.records import Record
from fatum.table import log, projection
from fatum.table.bot_turns import BotTurns
from fatum.table.clock import SECOND
from fatum.table.delayed import Delayed
from fatum.table.handover import CarriedGame, carried_seats, carry
from fatum.table.presence import TablePresence
from fatum.table.refusals import REMOVED, refused
from fatum.table.roles import NOBODY, Caller, Role, Who
from fatum.table.services import Services
from fatum.table.state import Happening, TableState
from fatum.table.table import Table
from fatum.table.viewer import Viewer
from fatum.table.wall_clock import now

SEAT_MOVED: Final = Declared("server.bye.moved", "your seat is now on another device")
NO_PLACE: Final = Declared("server.bye.no_place", "you no longer have a place at this table")
TABLE_GONE: Final = Declared("server.bye.gone", "this table no longer exists")

AGAIN: Final = 1.0
"""Seconds after which the clock retries what the store refused."""
FINDING_TIME: Final = 5 * SECOND
"""Grace period in milliseconds between finding the table and watching it."""
UNUSED: Final = 60 * SECOND
"""Milliseconds after which an unused table is unloaded."""


class LiveTable:
    """Tells every viewer what happens, keeps the table's clock and asks its bots.

    ``lost`` is called if the log turns out to be gone. ``payer`` is the address that the bots'
    thinking is charged to: who opened the table, as far as is known here, else who sat at it first.
    """

    def __init__(
        self,
        services: Services,
        table: Table,
        lost: "Callable[[LiveTable], None]",
        payer: str = "",
    ) -> None:
        self.table: Final = table
        self.services: Final = services
        self._lost: Final = lost
        self.viewers: Final[dict[Caller, list[Viewer]]] = {}
        self.late: Final[list[Viewer]] = []
        """The delayed picture for spectators, if the host set a delay."""
        self._feed: Delayed | None = None
        self.presence: Final = TablePresence(self, services)
        self.bots: Final = BotTurns(services, table, payer)
        self.used_at = now()
        self.heard = 0
        """The newest entry announced by another process."""
        self._due: int | None = None
        self._due_known = False
        self._ticking = False
        table.listeners.append(self.hear)
        self.bots.ask()

    # --- what happens ----------------------------------------------------------------------------

    def hear(self, happening: Happening | None) -> None:
        """Called for every entry, once it is durable: the one place where viewers are told."""
        self._due_known = False
        if happening is None:
            self._start_again()
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
        # All at once: nobody is told first, and it takes one wake-up.
        for viewers, text in told:
            for viewer in viewers:
                viewer.put(text)
        for caller in lost:
            self._dismiss(caller, fact)
        if not isinstance(fact, log.Moved):
            self.presence.changed()
            self.bots.people_changed()
        self.bots.ask()
        if happening.seq > self.heard:
            self.services.peers.wake(table.id, happening.seq)

    def _dismiss(self, caller: Caller, fact: log.AnyFact) -> None:
        for viewer in self.viewers.pop(caller, []):
            viewer.attached = False
            if isinstance(fact, log.Reseated):
                viewer.bye("moved", SEAT_MOVED())
            elif caller.token in self.table.state.removed:
                viewer.bye("forbidden", REMOVED())
            else:
                viewer.bye("forbidden", NO_PLACE())
        self.presence.changed()

    def _start_again(self) -> None:
        """The log was replaced or deleted."""
        self._feed = None
        self.heard = 0
        if self.table.gone:
            for viewer in list(self.everybody()):
                viewer.bye("gone", TABLE_GONE())
                self.detach(viewer)
            self._lost(self)
            return
        self._settle_spectators()
        for caller in list(self.viewers):
            try:
                text = encode(Picture(self.table.snapshot(caller)))
            except Refused:
                self._dismiss(caller, log.Closed())
                continue
            for viewer in self.viewers[caller]:
                viewer.put(text)
        self.bots.thinking.clear()
        self.presence.changed()
        self.bots.ask()

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
        if not self.bots.payer and who.seat is not None:
            self.bots.payer = viewer.address
        self.presence.changed()

    async def _attach_late(self, viewer: Viewer, seq: int | None) -> None:
        self._feed = await self.table.delayed(now())
        if viewer.closed:
            return
        self.detach(viewer)
        self.late.append(viewer)
        self.show(viewer, seq)

    def show(self, viewer: Viewer, seq: int | None, message_id: int | None = None) -> None:
        """What is missing since ``seq``, or the whole picture."""
        feed = self._feed if viewer in self.late else None
        updates = None
        if seq is not None:
            updates = self.table.since(viewer.caller, seq) if feed is None else feed.since(seq)
        if updates is not None:
            viewer.tell(Updates(updates, id=message_id))
        else:
            whole = self.table.snapshot(viewer.caller) if feed is None else feed.snapshot()
            viewer.tell(Picture(whole, id=message_id))

    async def shown_to(self, who: Who) -> TableState:
        """The table as shown without a socket; delayed for spectators with a delay.

        Before a game everything is shown at once, because free seats are for everybody.
        """
        state = self.table.state
        sees_all = who.seat is not None or who.host or not state.settings.delay
        if sees_all or state.match is None:
            return state
        feed = await self.table.delayed(now())
        if not self.late:  # else they are told what comes next, by the clock
            feed.advance(now())
        return feed.state

    async def card(self, caller: Caller) -> TableCard:
        """The table as its code alone shows it, and who the caller is there."""
        who = self.table.who(caller)
        info = projection.table_info(await self.shown_to(who))
        free = any(seat.kind == "empty" for seat in info.seats)
        return TableCard(
            **{name: getattr(info, name) for name in TableBase.__struct_fields__},
            previous=info.previous,
            next=info.next,
            you=projection.you_of(who),
            may_sit=self.table.state.phase == "lobby"
            and who.seat is None
            and free
            and caller.token not in self.table.state.removed,
            may_watch=Role.STRANGER not in who.roles,
        )

    async def hand_over(self, caller: Caller, held: Mapping[int, str]) -> CarriedGame:
        """Close the table and give its running game to the device that holds every person's seat.

        :raises Refused: if the caller is not the host, or somebody plays on another device.
        """
        table = self.table
        seats = carried_seats(table.state, held)
        # A closed table answers the same again, in case the first answer was lost on its way.
        if table.state.phase != "closed":
            await table.run(caller, r.CarryAway(), now())
        return carry(table.state, seats, await table.store.read(table.id))

    async def record_for(self, caller: Caller) -> Record:
        """The finished game, for those who may watch; with a delay, only after their delayed end."""
        who = self.table.who(caller)
        if Role.SPECTATOR in who.roles and self.table.state.settings.delay:
            if (await self.shown_to(who)).phase != "over":
                raise refused("phase", "record.early")
        else:
            self.table.snapshot(caller)
        return self.table.record()

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
        """A connected device now has another seat."""
        for viewer in self.everybody():
            if not device.isdisjoint(viewer.device):
                viewer.device.add(token)
        self.presence.changed()

    def _settle_spectators(self) -> None:
        """The host may have changed who may watch, and when."""
        watching = [*self.viewers.pop(NOBODY, []), *self.late]
        self.late.clear()
        if watching:
            self.services.spawn(self._attach_again(watching))

    async def _attach_again(self, watching: list[Viewer]) -> None:
        for viewer in watching:
            if viewer.closed:
                continue
            try:
                await self.attach(viewer, None)
            except Refused as refusal:
                viewer.attached = False
                viewer.bye("forbidden", refusal.message)

    def needed(self, at: int) -> bool:
        """Whether any viewer here is to be told at once."""
        return (
            bool(self.viewers or self.late or self.bots.thinking)
            or self.used_at > at - FINDING_TIME
        )

    def idle(self, at: int) -> bool:
        """Nobody is there, and nothing is due soon."""
        if self.viewers or self.late or self.bots.thinking or self.used_at > at - UNUSED:
            return False
        return self.due is None or self.due > at + UNUSED

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
            self.services.spawn(self._tick())
        feed = self._feed
        if feed is not None and self.late:
            when = feed.due_at()
            if when is not None and when <= at:
                text = encode(Updates(feed.advance(at)))
                for viewer in self.late:
                    viewer.put(text)
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
        """The process was suspended, and all its connections with it."""
        self.table.wait_for_people(at)
        self.presence.restart()
        self._due_known = False

    def _tell_presence(self) -> None:
        here, watching = self.presence.everywhere()
        text = encode(m.Presence(here, watching))
        for viewers in self.viewers.values():
            for viewer in viewers:
                viewer.put(text)
        if self._feed is not None and self.late:
            seats = self._feed.state.seats
            here = [seat_name(number) for number, seat in enumerate(seats) if seat.here]
            text = encode(m.Presence(here, watching))
            for viewer in self.late:
                viewer.put(text)
