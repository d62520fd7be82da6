"""A table in play: its log in the store, its state in memory, and its listeners.

Everything is in the log before anybody is told. Any number of processes may hold the same
table: the first to append an entry has decided, the others read it and decide again.
"""

import asyncio
import secrets
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from msgspec import Struct

from fatum.core.game import View
from fatum.protocol.errors import Refused
from fatum.protocol.requests import AnyRequest
from fatum.protocol.snapshots import Reason, Snapshot, Update
from fatum.records import Record
from fatum.table import clock, log, projection
from fatum.table.decide import decide
from fatum.table.decision import Decision
from fatum.table.delayed import Delayed
from fatum.table.log import BrokenLog, Entry
from fatum.table.opening import first_batch
from fatum.table.refusals import NO_TABLE, refused
from fatum.table.roles import ASK, WATCH, Caller, Role, Who
from fatum.table.seats import Entropy
from fatum.table.state import Happening, TableState
from fatum.table.store import Batch, Conflict, Reset, StoreDown
from fatum.table.store.batch import batch, entries_after
from fatum.table.store.store import Store
from fatum.table.summary import row_of

Listener = Callable[[Happening | None], None]
"""Called in order, after the entry is durable; ``None`` means: the past has changed, take a
new snapshot."""

TRIES: Final = 20


class Answer(Struct, frozen=True):
    """What only the caller is told."""

    seq: int
    """The entry that did it, also for a repeated request."""
    token: str | None = None
    """A seat's token, or a one-time link; returned only here and stored nowhere."""
    repeated: bool = False


class BotTurn(Struct, frozen=True):
    """A choice that a bot has to make, from its view alone."""

    game: str
    options: dict[str, Any]
    """With these another process can read the view again."""
    seat: int
    level: str
    seq: int
    """What the bot's move must name as ``answers``."""
    view: View
    legal: list[int]


class Table:
    """Made by ``Tables.open`` or ``Table.load``. Times are in milliseconds and come from outside."""

    def __init__(
        self,
        store: Store,
        state: TableState,
        generation: str,
        *,
        entropy: Entropy = secrets.token_bytes,
    ) -> None:
        self.store: Final = store
        self.state = state
        self.generation = generation
        self.loaded_at = 0
        self.listeners: list[Listener] = []
        self._entropy = entropy
        self._lock = asyncio.Lock()
        self._ahead = 0
        """Milliseconds by which the log's clock is ahead of this machine's."""
        self._behind = False
        """The log may be ahead of the state: an append ended without an answer."""
        self.gone = False
        """The store was restored to a time before this table."""
        self._delayed: Delayed | None = None
        self._listed: str | None = None
        """The phase that the list of tables is known to show, once the table has ended."""

    @property
    def id(self) -> str:
        return self.state.id

    @classmethod
    async def load(
        cls, store: Store, table_id: str, now: int, *, entropy: Entropy = secrets.token_bytes
    ) -> "Table":
        """A table from its log."""
        state, generation = await _read(store, table_id)
        table = cls(store, state, generation, entropy=entropy)
        table.wait_for_people(now)
        return table

    # --- asking for something --------------------------------------------------------------------

    def time(self, now: int) -> int:
        """The table's own time, given a machine's as it is now.

        It goes on from the last entry, also where that was written by a clock that was ahead of
        this one: a clock that was set back, or another machine's.
        """
        self._ahead = max(self._ahead, self.state.at - now)
        return now + self._ahead

    def wait_for_people(self, now: int) -> None:
        """After a restart: give people time to reconnect before any of their deadlines."""
        self.loaded_at = self.time(now)

    def who(self, caller: Caller) -> Who:
        """The caller's roles at this moment."""
        return self.state.who(caller)

    async def run(self, caller: Caller, request: AnyRequest, now: int) -> Answer:
        """Do what is asked, or raise ``Refused`` and change nothing."""
        now = self.time(now)
        async with self._lock:
            for _ in range(TRIES):
                if self._behind:
                    await self._read_on()
                decision = decide(self.state, caller, request, now, self._entropy)
                if not decision.facts:
                    return Answer(decision.answered or self.state.seq, decision.token, True)
                if await self._log(decision, now):
                    return Answer(self.state.seq, decision.token)
        raise refused("busy", "busy")

    async def tick(self, now: int, present: Collection[int] = ()) -> bool:
        """Apply what the clock has due; whether there was anything.

        Seats in ``present`` are not replaced for being away, whatever the log says.
        """
        done = False
        now = self.time(now)
        async with self._lock:
            for _ in range(TRIES):
                if self._behind:
                    await self._read_on()
                facts = clock.due(self.state, now, self.loaded_at, self._entropy, present)
                if not facts:
                    break
                done = await self._log(Decision(facts), now) or done
            if self.state.phase in _ENDED and self._listed != self.state.phase:
                self._list()
        return done

    def due_at(self) -> int | None:
        """When ``tick`` will next have something to do, if nothing else happens."""
        return clock.due_at(self.state, self.loaded_at)

    async def catch_up(self) -> None:
        """Read what others have appended, after a wake-up or to be sure."""
        async with self._lock:
            await self._read_on()

    async def reload(self) -> None:
        """Read the whole log again; ``Refused`` with ``gone`` if there is none."""
        async with self._lock:
            await self._reload()

    def follow(self, entries: Sequence[Entry], generation: str) -> bool:
        """Apply entries read elsewhere for this table; ``False`` if it must read its log itself."""
        if self._lock.locked() or self._behind or generation != self.generation:
            return False
        try:
            self._apply([entry for entry in entries if entry.seq > self.state.seq])
        except BrokenLog:
            return False
        return True

    # --- looking ---------------------------------------------------------------------------------

    def snapshot(self, caller: Caller) -> Snapshot:
        """The whole picture for this viewer."""
        return projection.snapshot(self.state, self._watcher(caller))

    def since(self, caller: Caller, seq: int) -> list[Update] | None:
        """What the viewer missed since it had the picture of ``seq``; ``None``: take a snapshot."""
        return projection.catch_up(self.state, self._watcher(caller), seq)

    def update(self, happening: Happening, caller: Caller) -> Update:
        """What has just happened, for one viewer; to be called by listeners, at once.

        ``Refused`` means that this viewer has lost the seat or the right to watch.
        """
        return projection.update(self.state, happening, self._watcher(caller))

    async def delayed(self, now: int) -> Delayed:
        """The table as delayed spectators see it."""
        now = self.time(now)
        async with self._lock:
            delay = self.state.settings.delay
            if self._delayed is None or self._delayed.delay != delay:
                try:
                    entries = await self.store.read(self.id)
                except StoreDown as error:
                    raise store_is_down() from error
                known = [entry for entry in entries if entry.seq <= self.state.seq]
                self._delayed = Delayed(self.id, known, delay, now)
            return self._delayed

    def explain(self, caller: Caller, move: str) -> Reason:
        """Whether the caller may make this move now, and why not."""
        return projection.explain(self.state, self._asker(caller), move)

    def hint_seat(self, caller: Caller) -> int:
        """The seat for which this player may have a hint now."""
        seat = self._asker(caller)
        if not self.state.settings.hints:
            raise refused("off", "hints.off")
        if self.state.match is None or seat not in self.state.asked:
            raise refused("phase", "not_asked")
        return seat

    def hint_view(self, caller: Caller) -> View:
        """What a bot may look at to give this player a hint."""
        seat = self.hint_seat(caller)
        assert self.state.match is not None
        return self.state.match.state.view_for(seat)

    def _asker(self, caller: Caller) -> int:
        who = self.state.who(caller)
        if who.seat is None or ASK.isdisjoint(who.roles):
            raise refused("forbidden", "role.ask")
        return who.seat

    def bot_turns(self) -> list[BotTurn]:
        """The choices that bots have to make now."""
        state = self.state
        if state.match is None:
            return []
        return [
            BotTurn(
                state.game.name,
                state.given,
                number,
                state.seats[number].bot_level,
                asked.seq,
                state.match.known(number),
                list(asked.legal),
            )
            for number, asked in state.asked.items()
            if state.seats[number].automatic
        ]

    def record(self) -> Record:
        """The finished game. There is none of a running game, because a record names every card."""
        if self.state.match is None or self.state.phase != "over":
            raise refused("phase", "record.early")
        return self.state.match.record()

    def _watcher(self, caller: Caller) -> Who:
        who = self.state.who(caller)
        if self.gone:
            raise Refused("gone", NO_TABLE())
        if who.seat is not None:
            return who
        if WATCH.isdisjoint(who.roles):
            raise refused("forbidden", "watch.nobody")
        if Role.SPECTATOR in who.roles and self.state.settings.delay:
            raise refused("forbidden", "watch.later")
        return who

    # --- the log ---------------------------------------------------------------------------------

    async def _log(self, decision: Decision, now: int) -> bool:
        """Append and then apply; ``False`` if another process was first and the request must be decided again."""
        state = self.state
        entries = entries_after(state.seq, max(now, state.at), decision.facts)
        batches = [batch(state.id, state.seq, entries, self.generation)]
        if decision.opens is not None:
            batches.append(first_batch(*decision.opens, now, self.generation)[0])
        if not await self._append(batches):
            return False
        self._apply(entries)
        return True

    async def _append(self, batches: Sequence[Batch]) -> bool:
        appended = self.store.append_all(batches)
        try:
            await appended
        except Conflict:
            self._behind = True
            return False
        except Reset:
            await self._reload()
            return False
        except StoreDown as error:
            self._behind = True
            raise store_is_down() from error
        except asyncio.CancelledError:
            # The append goes on even if its caller has gone.
            self._behind = True
            self.store.outcome(appended).add_done_callback(self._catch_up_later)
            raise
        return True

    def _catch_up_later(self, appended: "asyncio.Future[None]") -> None:
        if appended.cancelled() or appended.exception() is None:
            task = asyncio.ensure_future(self.catch_up())
            _running.add(task)
            task.add_done_callback(_running.discard)

    async def _read_on(self) -> None:
        try:
            generation, found = await self.store.read_on({self.id: self.state.seq})
        except StoreDown as error:
            raise store_is_down() from error
        if generation != self.generation:
            await self._reload()
            return
        self._behind = False
        self._apply(found.get(self.id, ()))

    async def _reload(self) -> None:
        """The store has been restored: everything known may be wrong."""
        self._behind = True
        self._delayed = None
        try:
            self.state, self.generation = await _read(self.store, self.id)
        except StoreDown as error:
            raise store_is_down() from error
        except Refused:
            self.gone = True
            self._tell(None)
            raise
        self._behind = False
        self.gone = False
        self._listed = None
        self._tell(None)

    def _apply(self, entries: Sequence[Entry]) -> None:
        state = self.state
        listed = False
        fault = None
        for entry in entries:
            happening = state.apply(entry)
            if self._delayed is not None:
                self._delayed.push(happening)
            fault = self._tell(happening) or fault
            happening.shared = None
            listed = listed or not isinstance(entry.fact, _UNLISTED)
        if listed or state.phase == "over":
            self._list()
        if fault is not None:
            raise fault

    def _list(self) -> None:
        """Update the table's row in the list. If that fails, the next ``tick`` tries again."""
        state = self.state
        self._listed = state.phase
        row = Batch(state.id, state.seq, (), self.generation, row_of(state))
        self.store.append_all([row]).add_done_callback(_ignore)

    def _tell(self, happening: Happening | None) -> Exception | None:
        """Notify all listeners; a listener's exception is raised after all were called."""
        fault = None
        for listener in tuple(self.listeners):
            try:
                listener(happening)
            except Exception as error:
                fault = fault or error
        return fault


_ENDED: Final = ("over", "closed")
_UNLISTED: Final = (log.Moved, log.Reacted, log.Said, log.WentAway, log.CameBack, log.Linked)
_running: Final[set["asyncio.Future[None]"]] = set()


def _ignore(done: "asyncio.Future[None]") -> None:
    if not done.cancelled():
        done.exception()


def store_is_down() -> Refused:
    return refused("busy", "store.down")


async def _read(store: Store, table_id: str) -> tuple[TableState, str]:
    # The generation first: if the store is restored in between, the next append is refused.
    generation = await store.refresh()
    entries = await store.read(table_id)
    if not entries:
        raise Refused("gone", NO_TABLE())
    return TableState.replay(table_id, entries), generation
