"""All traffic of full games, captured from the wire for every viewer, and every card in it accounted for.

What may be there is worked out again from the finished record: at each entry the viewer's view, the
events as the viewer may know them and the viewer's legal moves. Whatever else names a card, and any
seed or token, is a leak. That views and events themselves tell nothing is tested with the games.
"""

import asyncio
import copy
import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.clients import Browser, Line, Stubborn, asynchronous
from tests.server.process import Server

from fatum.core.events import Event
from fatum.core.game import State
from fatum.core.seats import parse_seat
from fatum.records import Replay, read_record
from fatum.table import log
from fatum.table.store.sql.sql_store import SqlStore

GAMES = [
    ("karma", {"players": 3, "turn_limit": 40, "foresight": True}),
    ("karma", {"players": 2, "turn_limit": 40}),
    ("allin", {"players": 3}),
    ("allin", {"players": 2, "discard": "closed_eye"}),
]
WILD = {"karma": ("take", "play 9", "play TC", "flip 2"), "allin": ("pass", "play Ru", "all in")}
Message = dict[str, Any]


class Leak(AssertionError):
    pass


class Truth:
    """A finished game, entry by entry, for one viewer."""

    def __init__(self, record: Message, moves: list[int], viewer: int | None) -> None:
        replay = Replay(read_record(record), listen=True)
        state = replay.state
        self.deck = frozenset(replay.record.game.deck)
        self.words = frozenset(card for card in self.deck if not card.isdecimal())
        self.seed = str(record["seed"])
        self.moves = moves
        """The entries of the moves."""
        self.views: list[Any] = []
        self.legal: list[set[str]] = []
        self.asked: list[Any] = []
        self.cautions: list[Any] = []
        self.events: list[list[Any]] = []
        steps = iter(replay)
        heard = 0
        for number in range(len(moves) + 1):
            if number:
                next(steps)
            self.views.append(as_sent(state.view_for(viewer).to_dict()))
            mine = [] if viewer is None else state.legal_moves(viewer)
            legal = [replay.record.game.format_move(move) for move in mine]
            self.legal.append(set(legal))
            self.asked.append(asked_of(state, viewer, legal))
            self.cautions.append(cautions_of(state, viewer, legal))
            happened: list[Event] = (state.events or [])[heard:]
            heard += len(happened)
            self.events.append(
                [as_sent(event.to_wire(event.cards_seen_by(viewer))) for event in happened]
            )

    def made(self, seq: int) -> int:
        """How many moves there were after this entry."""
        return sum(move <= seq for move in self.moves)


class Scan:
    """Looks at every message of one viewer."""

    def __init__(self, truth: Truth, secrets: set[str], start: int) -> None:
        self.truth = truth
        self.secrets = secrets
        self.start = start
        """The entry with which the game began."""
        self.views = 0

    def look(self, text: str) -> None:
        for secret in self.secrets:
            if secret in text:
                raise Leak("a token or its hash")
        message = json.loads(text)
        if isinstance(message, list):
            message = {"lobby": message}
        over = '"phase":"over"' in text or "fatum" in message
        if self.truth.seed in text and not over:
            raise Leak("the seed before the end")
        if "fatum" in message:
            return  # the record of the finished game
        kind = message.get("type")
        if kind == "snapshot":
            self._snapshot(message.pop("snapshot"))
        elif kind == "updates":
            for update in message.pop("updates"):
                self._update(update)
        elif kind == "explained":
            reason = message.pop("reason")
            # The card that the viewer has asked about.
            asked = reason.pop("move").split()
            said = reason.pop("message", None) or {}
            self._no_cards([text for text in strings(said.get("values")) if text not in asked])
        self._no_cards(message)

    def _snapshot(self, snapshot: Message) -> None:
        seq = snapshot["seq"]
        self._parts(snapshot, seq)
        for update in snapshot.pop("recent"):
            self._update(update)
        self._no_cards(snapshot)

    def _update(self, update: Message) -> None:
        seq = update["seq"]
        self._parts(update, seq)
        events = update.pop("events", [])
        if seq in self.truth.moves or seq == self.start:
            if events != self.truth.events[self.truth.made(seq)]:
                raise Leak(f"events of entry {seq}: {events}")
        elif events:
            raise Leak(f"events of entry {seq}, in which nobody moved: {events}")
        self._no_cards(update)

    def _parts(self, told: Message, seq: int) -> None:
        view = told.pop("view", None)
        prompt = told.pop("prompt", None)
        if view is None and prompt is None:
            return
        made = self.truth.made(seq)
        if view is not None:
            self.views += 1
            if seq < self.start or view != self.truth.views[made]:
                raise Leak(f"the view of entry {seq}: {view}")
        if prompt is not None:
            if set(prompt.pop("legal")) != self.truth.legal[made]:
                raise Leak(f"the prompt of entry {seq}")
            if prompt.pop("message", None) != self.truth.asked[made]:
                raise Leak(f"the question of entry {seq}")
            if prompt.pop("cautions", {}) != self.truth.cautions[made]:
                raise Leak(f"the cautions of entry {seq}")
            self._no_cards(prompt)

    def _no_cards(self, rest: object) -> None:
        for text in strings(rest):
            if text in self.truth.deck or not self.truth.words.isdisjoint(re.split(r"\W+", text)):
                raise Leak(f"a card in {text!r}")


def asked_of(state: State, viewer: int | None, legal: list[str]) -> Any:
    """The question as the game asks it, from what this viewer sees."""
    view = state.view_for(viewer)
    words = view.game.parts.words
    assert words is not None
    assert words.prompt is not None
    said = words.prompt(view, view.to_dict(), legal) if legal else None
    return None if said is None else said.to_wire()


def cautions_of(state: State, viewer: int | None, legal: list[str]) -> Any:
    """What the game says about legal moves, from what this viewer sees."""
    view = state.view_for(viewer)
    words = view.game.parts.words
    if words is None or words.cautions is None or not legal:
        return {}
    return {move: said.to_wire() for move, said in words.cautions(view, legal).items()}


def as_sent(value: object) -> Any:
    return json.loads(json.dumps(value))


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


class Captured:
    """One played game with what everybody heard."""

    def __init__(self) -> None:
        self.record: Message = {}
        self.start = 0
        self.moves: list[int] = []
        self.heard: dict[str, list[str]] = {}
        """Viewer (a seat, or who has none) → texts."""
        self.secrets: set[str] = set()

    def scan(self, viewer: str) -> Scan:
        seat = parse_seat(viewer, 9) if viewer.startswith("P") else None
        return Scan(Truth(self.record, self.moves, seat), self.secrets, self.start)


async def capture(server: Server, game: str, options: dict[str, Any]) -> Captured:
    captured = Captured()
    ann, bob, eve, mallory = (Browser(server.url) for _ in range(4))
    table = await ann.open(game, options=options)
    await bob.sit(table, "Bob")
    mallory.tokens[table, 0] = "x" * 43
    mallory.http.cookies.set("fatum0", "x" * 43)
    host = Line(ann, table)
    await host.connect()
    stranger = Line(mallory, table)
    stranger.socket = await mallory.socket(table)
    await stranger.send({"type": "hello", "protocol": 2})
    assert (await stranger.until("bye"))["code"] == "forbidden"
    viewers = [
        Stubborn(ann, table, seed=1),
        Stubborn(bob, table, seed=2),
        Stubborn(eve, table),
    ]
    playing = asyncio.gather(
        *(viewer.play() for viewer in viewers), _come_and_go(bob, table), _come_and_go(eve, table)
    )
    while not all(viewer.connections for viewer in viewers):  # nobody misses the first moves
        await asyncio.sleep(0.01)
    await host.send({"type": "start", "fill": "greedy"})
    await _pry(mallory, table)
    await playing
    captured.record = await ann.do("GET", f"/api/tables/{table}/record")
    await host.close()
    async with await SqlStore.open(server.store) as store:
        for entry in await store.read(table):
            if isinstance(entry.fact, log.Started):
                captured.start = entry.seq
            elif isinstance(entry.fact, log.Moved):
                captured.moves.append(entry.seq)
            elif isinstance(entry.fact, log.Opened | log.Sat):
                hashed = entry.fact.host if isinstance(entry.fact, log.Opened) else entry.fact.token
                captured.secrets.add(hashed)
    captured.heard = {
        "P1": ann.heard,
        "P2": bob.heard,
        "spectator": eve.heard,
        "stranger": mallory.heard,
    }
    captured.secrets |= {ann.token(table), bob.token(table)}
    return captured


async def _come_and_go(browser: Browser, table: str) -> None:
    """Snapshots, and what was missed, at all times of the game."""
    line = Line(browser, table)
    while True:
        await line.connect()
        if line.phase == "over":
            break
        for wild in WILD[line.picture["table"]["game"]]:
            if line.phase == "playing":
                await line.send({"type": "explain", "move": wild})
                await line.until("explained", "error")
        await line.close()
        await asyncio.sleep(0.05)
        line.seq = None if line.seq is not None and line.seq % 2 else line.seq


async def _pry(browser: Browser, table: str) -> None:
    """Somebody with a seat that is none asks for everything."""
    for path in ("", "/link", "/record", "/replay?seat=all", "/analysis"):
        await browser.ask("GET", f"/api/tables/{table}{path}")
    await browser.ask("GET", "/api/lobby")


@pytest.mark.parametrize(("game", "options"), GAMES)
@asynchronous()
async def test_nobody_hears_what_they_may_not_know(
    server: Server, game: str, options: dict[str, Any]
) -> None:
    captured = await capture(server, game, options)
    assert len(captured.secrets) == 4
    for viewer, texts in captured.heard.items():
        scan = captured.scan(viewer)
        for text in texts:
            scan.look(text)
        if viewer != "stranger":
            assert scan.views > len(captured.moves)


def leaks(captured: Captured, viewer: str, text: str) -> Iterator[tuple[str, str]]:
    """This message as servers with a fault would have sent it."""
    message = json.loads(text)
    (update,) = message["updates"]
    replay = Replay(read_record(captured.record))
    made = sum(move <= update["seq"] for move in captured.moves)
    for _ in itertools.islice(replay, made):
        pass
    truth = replay.state.to_dict()

    def changed(**parts: Any) -> str:
        return json.dumps({"type": "updates", "updates": [{**copy.deepcopy(update), **parts}]})

    yield "all cards", changed(view=truth)
    for key, zone in truth.items():
        seen = json.dumps(update["view"].get(key))
        if "?" in seen and json.dumps(zone) != seen:
            yield f"the zone {key}", changed(view={**update["view"], key: zone})
    yield "one more part", changed(truth={"cards": [captured.record["shuffles"][0]["cards"][0]]})
    yield "a name", changed(news={"what": "moved", "text": captured.record["seed"]})
    yield "a token", changed(key=min(captured.secrets))
    yield "a sentence", changed(news={"what": "moved", "text": "you miss the TC and the Ru"})
    hidden = [event for event in update.get("events", []) if "?" in event.get("cards", [])]
    if hidden:
        shown = [{**event, "cards": ["TC"]} for event in update["events"]]
        yield "an event", changed(events=shown)
    if viewer == "spectator":
        yield "another's prompt", changed(prompt={"seq": 1, "legal": ["pass"], "deadline": None})


@pytest.mark.parametrize(("game", "options"), GAMES[::2])
@asynchronous()
async def test_the_scan_finds_leaks(server: Server, game: str, options: dict[str, Any]) -> None:
    captured = await capture(server, game, options)
    found: set[str] = set()
    for viewer in ("P1", "P2", "spectator"):
        scan = captured.scan(viewer)
        single = [
            text
            for text in captured.heard[viewer]
            if text.startswith('{"type":"updates"')
            and len(updates := json.loads(text)["updates"]) == 1
            and "?" in json.dumps(updates[0].get("view"))
            and '"phase":"over"' not in text
        ]
        for text in single[:: max(1, len(single) // 10)]:
            scan.look(text)
            for what, faulty in leaks(captured, viewer, text):
                with pytest.raises(Leak):
                    scan.look(faulty)
                found.add(what)
    assert {"all cards", "one more part", "a name", "a token", "a sentence"} < found
    assert "another's prompt" in found
    assert len([what for what in found if what.startswith("the zone")]) >= 2
