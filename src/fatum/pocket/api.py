"""The HTTP API of a server, as far as one device needs it, as a function."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec
from msgspec import structs

from fatum.core.errors import InvalidMove
from fatum.pocket.saved import Shelf
from fatum.pocket.speed import shares
from fatum.pocket.thinking import WorkerThinker
from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.protocol.http_schemas import (
    STATUS,
    CardsForm,
    CardTableCard,
    Form,
    Links,
    OpenForm,
    Progress,
    Seated,
    SitForm,
    fault,
)
from fatum.table import files, logger, offers, projection
from fatum.table.analyses import Analyses
from fatum.table.handover import CarriedGame, carried_seats, carry
from fatum.table.live_table import LiveTable
from fatum.table.live_tables import LiveTables
from fatum.table.refusals import INTERNAL, NO_REMATCH, NO_SEAT, NO_TABLE, NOT_ANALYSED, UNREADABLE
from fatum.table.replay import eyes_of, retell
from fatum.table.roles import NOBODY, Caller, Role
from fatum.table.seats import hash_token
from fatum.table.state import TableState
from fatum.table.wall_clock import now

F = TypeVar("F", bound=Form)
HttpAnswer = tuple[int, bytes]
_DAY: Final = 86_400
_PATIENT: Final[dict[str, Any]] = {
    "grace": _DAY,
    "patience": 30 * _DAY,
    "public": False,
    "chat": False,
    "delay": 0,
}
"""Nobody else waits at a table of one's own, and nobody else can find it."""


class PocketRequest:
    """A request, read."""

    def __init__(self, method: str, url: str, body: str) -> None:
        parts = urlsplit(url)
        self.route: Final = f"{method} {parts.path.removeprefix('/api')}"
        self.body: Final = body
        self._query: Final = parse_qs(parts.query)

    def query(self, name: str) -> str | None:
        return self._query.get(name, [None])[0]

    @property
    def slot(self) -> int:
        text = self.query("slot") or "0"
        return int(text) if text in map(str, range(offers.SLOTS)) else 0

    def form(self, form: type[F]) -> F:
        try:
            return msgspec.json.decode(self.body, type=form)
        except msgspec.MsgspecError as error:
            raise Refused("unreadable", UNREADABLE(detail=str(error))) from None


class DeviceApi:
    """Answers requests; the tokens of seats stay here instead of in cookies."""

    def __init__(self, tables: LiveTables, shelf: Shelf, thinker: WorkerThinker) -> None:
        self._tables = tables
        self._shelf = shelf
        self._thinker = thinker
        self._analyses = Analyses(thinker)
        self._routes: Final[list[tuple[re.Pattern[str], Callable[..., Awaitable[HttpAnswer]]]]] = [
            (re.compile(pattern), handler)
            for pattern, handler in (
                ("GET /info", self._info),
                ("GET /lobby", self._lobby),
                ("GET /speed", self._speed),
                ("POST /tables", self._open),
                ("POST /replay", self._replay_record),
                (r"GET /games/(\w+)/cards", self._cards),
                (r"POST /games/(\w+)/cards", self._check_cards),
                (r"GET /tables/(\w+)", self._look),
                (r"POST /tables/(\w+)/seats", self._sit),
                (r"POST /tables/(\w+)/follow", self._follow),
                (r"GET /tables/(\w+)/link", self._link),
                (r"GET /tables/(\w+)/record", self._record),
                (r"GET /tables/(\w+)/replay", self._replay),
                (r"(?:GET|POST) /tables/(\w+)/analysis", self._analysis),
            )
        ]

    async def answer(self, method: str, url: str, body: str) -> HttpAnswer:
        """The status and the body of an answer."""
        asked = PocketRequest(method, url, body)
        try:
            for pattern, handler in self._routes:
                if found := pattern.fullmatch(asked.route):
                    return await handler(asked, *found.groups())
            raise Refused("gone", NO_TABLE())
        except Refused as refusal:
            return _json(fault(refusal.code, refusal.message, refusal.rule), STATUS[refusal.code])
        except RecursionError:
            return _json(fault("unreadable", files.FILE_TOO_DEEP()), 422)
        except Exception:  # a fault here must not end anybody's game
            logger.fault("a request has failed", route=asked.route)
            return _json(fault("internal", INTERNAL()), 500)

    def caller(self, table: str, slot: int) -> Caller:
        token = self._shelf.tokens(table).get(slot)
        return Caller(hash_token(token)) if token else NOBODY

    # --- games -----------------------------------------------------------------------------------

    async def _info(self, _: PocketRequest) -> HttpAnswer:
        return _json(offers.info())

    async def _lobby(self, _: PocketRequest) -> HttpAnswer:
        return _json([])

    async def _speed(self, _: PocketRequest) -> HttpAnswer:
        return _json(shares(await self._thinker.speed()))

    async def _cards(self, _: PocketRequest, game: str) -> HttpAnswer:
        return _json(CardTableCard(offers.card_tables_of(offers.game_called(game)).effects({})))

    async def _check_cards(self, asked: PocketRequest, game: str) -> HttpAnswer:
        return 200, files.check_cards(game, asked.form(CardsForm).text)

    async def _replay_record(self, asked: PocketRequest) -> HttpAnswer:
        return 200, files.replay_record(asked.body, asked.query("seat"))

    # --- tables ----------------------------------------------------------------------------------

    async def _open(self, asked: PocketRequest) -> HttpAnswer:
        form = asked.form(OpenForm)
        live, token = await self._tables.open(
            form.game,
            form.options,
            name=form.name,
            settings=structs.replace(form.settings, **_PATIENT),
            sits=form.sits,
            bots=form.bots,
            start=form.start,
        )
        await self._shelf.sit(live.table.id, 0, token)
        return _seated(live, Caller(hash_token(token)))

    async def _look(self, asked: PocketRequest, code: str) -> HttpAnswer:
        live = await self._tables.get(code)
        caller = self.caller(code, asked.slot)
        stranger = Role.STRANGER in live.table.who(caller).roles
        return _json(await live.card(NOBODY if stranger else caller))

    async def _sit(self, asked: PocketRequest, code: str) -> HttpAnswer:
        form = asked.form(SitForm)
        live = await self._tables.get(code)
        caller = self.caller(code, asked.slot)
        answer = await live.table.run(caller, r.Sit(form.name, form.seat), now())
        if answer.token is not None:
            device = self._shelf.hashes(code)
            await self._shelf.sit(code, asked.slot, answer.token)
            caller = Caller(hash_token(answer.token))
            live.share(device, caller.token)
        return _seated(live, caller)

    async def _follow(self, _: PocketRequest, code: str) -> HttpAnswer:
        live = await self._tables.get(code)
        following = live.table.state.next
        if following is None:
            raise Refused("phase", NO_REMATCH())
        after = await self._tables.get(following)
        held = {
            slot: token
            for slot, token in self._shelf.tokens(code).items()
            if Role.STRANGER not in after.table.who(Caller(hash_token(token))).roles
        }
        if not held:
            raise Refused("forbidden", NO_SEAT())
        for slot, token in held.items():
            await self._shelf.sit(following, slot, token)
        return _seated(after, Caller(hash_token(held[min(held)])))

    async def _link(self, _: PocketRequest, code: str) -> HttpAnswer:
        await self._tables.get(code)
        return _json(Links(code, f"/t/{code}", reachable=False))

    # --- games that move -------------------------------------------------------------------------

    async def running_game(self, code: str) -> CarriedGame:
        """The game at a table with its seed, for a server. Only the worker asks, never the page.

        :raises Refused: if no game runs there.
        """
        table = (await self._tables.get(code)).table
        seats = carried_seats(table.state, self._shelf.tokens(code))
        return carry(table.state, seats, await table.store.read(code))

    async def give_up(self, code: str) -> None:
        """Close a table whose game is at a server now."""
        table = (await self._tables.get(code)).table
        await table.run(Caller(table.state.host), r.CarryAway(), now())

    async def continue_game(self, carried: CarriedGame) -> str:
        """The code of the table at which a server's game continues."""
        settings = structs.replace(carried.settings, **_PATIENT)
        live, tokens = await self._tables.continue_game(carried, settings)
        for slot, token in tokens.items():
            await self._shelf.sit(live.table.id, slot, token)
        return live.table.id

    # --- finished games --------------------------------------------------------------------------

    async def _record(self, asked: PocketRequest, code: str) -> HttpAnswer:
        live = await self._tables.get(code)
        return _json((await live.record_for(self.caller(code, asked.slot))).to_dict())

    async def _replay(self, asked: PocketRequest, code: str) -> HttpAnswer:
        live = await self._tables.get(code)
        caller = self.caller(code, asked.slot)
        record = await live.record_for(caller)
        try:
            eyes = eyes_of(asked.query("seat"), live.table.who(caller), record.options.players)
        except InvalidMove as error:
            raise Refused("unreadable", error.message) from None
        entries = await live.table.store.read(code)
        told = retell(TableState(code), entries, eyes)
        return 200, files.join_replay(msgspec.json.encode(part) for part in told)

    async def _analysis(self, asked: PocketRequest, code: str) -> HttpAnswer:
        live = await self._tables.get(code)
        record = await live.record_for(self.caller(code, asked.slot))
        analyses = self._analyses
        if asked.route.startswith("POST") and analyses.get(code) is None:
            if analyses.before(code) is None:
                analyses.start(code, record.to_dict(), "")
        found = analyses.get(code)
        if found is not None:
            return _json(found)
        before = analyses.before(code)
        if before is None:
            raise Refused("phase", NOT_ANALYSED())
        return _json(Progress(before), 202)


def _json(value: object, status: int = 200) -> HttpAnswer:
    return status, msgspec.json.encode(value)


def _seated(live: LiveTable, caller: Caller) -> HttpAnswer:
    return _json(Seated(live.table.id, projection.you_of(live.table.who(caller))), 201)
