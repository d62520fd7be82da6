"""Builds a viewer's picture from the full state. An allow-list: what is not copied here stays hidden.

Cards reach a viewer only through the game's own projection: ``view_for`` and ``Event.cards_seen_by``.
"""

from typing import Any, Final, NamedTuple, cast

from msgspec import UNSET, Struct, UnsetType, structs

from fatum.core.game import View
from fatum.core.seats import seat_name
from fatum.protocol.snapshots import (
    Aid,
    ChatLine,
    GameEvent,
    News,
    Prompt,
    Reason,
    SeatInfo,
    Snapshot,
    TableInfo,
    Turn,
    Update,
    What,
    You,
)
from fatum.protocol.wire_messages import WireMessage, to_wire
from fatum.table import log
from fatum.table.clock import deadline, replaced_at
from fatum.table.log import AnyFact
from fatum.table.play import read_move, refusal
from fatum.table.refusals import refused
from fatum.table.roles import Who
from fatum.table.state import Happening, TableState

SHOWN_RECENT: Final = 30
_KEYED: Final = (log.Moved, log.Reacted, log.Said)
_BESIDE_THE_GAME: Final = (log.Reacted, log.Said, log.Linked, log.Reseated)


# --- parts of the picture ------------------------------------------------------------------------


def table_info(state: TableState) -> TableInfo:
    match = state.match
    over = state.phase == "over"
    return TableInfo(
        id=state.id,
        game=state.game.name,
        options=state.given,
        settings=state.settings,
        phase=state.phase,
        seats=[_seat_info(state, number) for number in range(len(state.seats))],
        commitment=None if match is None else match.commitment,
        outcome=match.state.outcome() if match is not None and over else None,
        seed=match.seed.hex() if match is not None and over else None,
        previous=state.previous,
        next=state.next,
        removed=list(dict.fromkeys(state.removed.values())),
        carried=state.carried,
    )


def _seat_info(state: TableState, number: int) -> SeatInfo:
    seat = state.seats[number]
    return SeatInfo(
        seat=seat_name(number),
        kind=seat.kind,
        name=seat.name,
        level=seat.bot_level if seat.automatic else None,
        here=seat.kind == "person" and seat.away_since is None,
        stand_in=seat.stand_in,
        host=seat.token != "" and seat.token == state.host,
        rematch=seat.rematch,
        muted=seat.muted,
        hurry=seat.hurry,
        replaced_at=replaced_at(state, number),
    )


class Seen(NamedTuple):
    """A view and what is made from it."""

    view: View | None = None
    data: dict[str, Any] | None = None
    aid: Aid | None = None


_NOTHING_SEEN: Final = Seen()


def view_of(state: TableState, seat: int | None) -> Seen:
    if state.match is None:
        return _NOTHING_SEEN
    view = state.match.state.view_for(seat)
    part = view.game.parts.strength
    strength = None if part is None else part(view)
    return Seen(view, view.to_dict(), None if strength is None else Aid(*strength))


def turns(state: TableState) -> list[Turn]:
    return [Turn(seat_name(seat), deadline(state, seat)) for seat in state.asked]


def _prompt_for(state: TableState, seat: int | None, seen: Seen) -> Prompt | None:
    """``seen`` is what the seat sees, if it is known already."""
    asked = None if seat is None else state.asked.get(seat)
    if asked is None or seat is None:
        return None
    texts = state.game.moves
    legal = [texts[move] for move in asked.legal]
    question: WireMessage | UnsetType = UNSET
    cautions: dict[str, WireMessage] = {}
    words = state.game.parts.words
    if words is not None and (words.prompt is not None or words.cautions is not None):
        view, data, _ = seen if seen.view is not None else view_of(state, seat)
        assert view is not None
        assert data is not None
        said = None if words.prompt is None else words.prompt(view, data, legal)
        question = UNSET if said is None else to_wire(said)
        if words.cautions is not None:
            found = words.cautions(view, legal)
            cautions = {move: to_wire(caution) for move, caution in found.items()}
    return Prompt(asked.seq, legal, deadline(state, seat), question, cautions)


def you_of(who: Who) -> You:
    return You(None if who.seat is None else seat_name(who.seat), who.host)


# --- the whole and its changes -------------------------------------------------------------------


def snapshot(state: TableState, who: Who) -> Snapshot:
    """Everything this viewer may know now."""
    recent = list(state.recent)[-SHOWN_RECENT:]
    seen = view_of(state, who.seat)
    return Snapshot(
        seq=state.seq,
        at=state.at,
        you=you_of(who),
        table=table_info(state),
        view=seen.data,
        aid=seen.aid,
        turn=turns(state),
        prompt=_prompt_for(state, who.seat, seen),
        recent=[past(happening, who.seat) for happening in recent],
        chat=[ChatLine(at, seat_name(seat), text) for at, seat, text in state.chat],
    )


def past(happening: Happening, seat: int | None) -> Update:
    """What happened, without the picture."""
    news = news_of(happening.fact)
    return Update(
        happening.seq,
        happening.at,
        news=UNSET if news is None else news,
        events=_events(happening, seat),
        key=_key(happening.fact, seat),
    )


class _Shared(Struct, frozen=True, gc=False):
    """The parts of an update that are the same for everybody."""

    news: News | UnsetType
    table: TableInfo | UnsetType
    turn: list[Turn] | UnsetType
    game: bool
    """Whether views have changed."""


def _share(state: TableState, fact: AnyFact) -> _Shared:
    news = news_of(fact) or UNSET
    if isinstance(fact, log.Moved):
        table = table_info(state) if state.phase == "over" else UNSET
        return _Shared(news, table, turns(state), True)
    if isinstance(fact, _BESIDE_THE_GAME):
        return _Shared(news, UNSET, UNSET, False)
    return _Shared(news, table_info(state), turns(state), isinstance(fact, log.Started))


def update(state: TableState, happening: Happening, who: Who) -> Update:
    """What the newest entry changed for this viewer."""
    seat = who.seat
    shared = happening.shared
    if not isinstance(shared, _Shared):
        happening.shared = shared = _share(state, happening.fact)
    seen = view_of(state, seat) if shared.game else _NOTHING_SEEN
    return Update(
        happening.seq,
        happening.at,
        shared.news,
        _events(happening, seat),
        _key(happening.fact, seat),
        UNSET if shared.table is UNSET else you_of(who),
        shared.table,
        seen.data or UNSET,
        seen.aid or UNSET,
        shared.turn,
        UNSET if shared.turn is UNSET else _prompt_for(state, seat, seen),
    )


def catch_up(state: TableState, who: Who, seq: int) -> list[Update] | None:
    """What a viewer missed who has the picture of entry ``seq``; ``None`` if a snapshot must do."""
    missed = state.seq - seq
    if missed < 0 or missed > len(state.recent):
        return None
    if missed == 0:
        return []
    happenings = list(state.recent)[-missed:]
    updates = [past(happening, who.seat) for happening in happenings]
    seen = view_of(state, who.seat)
    updates[-1] = structs.replace(
        updates[-1],
        you=you_of(who),
        table=table_info(state),
        view=seen.data or UNSET,
        aid=seen.aid or UNSET,
        turn=turns(state),
        prompt=_prompt_for(state, who.seat, seen),
    )
    return updates


def _events(happening: Happening, seat: int | None) -> list[GameEvent]:
    return [
        cast("GameEvent", event.to_wire(event.cards_seen_by(seat))) for event in happening.events
    ]


def _key(fact: AnyFact, seat: int | None) -> Any:
    """A key is told only to the seat whose request it was."""
    if isinstance(fact, _KEYED) and fact.key and fact.seat == seat:
        return fact.key
    return UNSET


_WHAT: Final[dict[type[log.Fact], What]] = {
    log.Opened: "opened",
    log.Configured: "configured",
    log.Ruled: "settings",
    log.Sat: "sat",
    log.Botsat: "bot",
    log.Unseated: "removed",
    log.Readmitted: "let_in",
    log.Left: "left",
    log.Hosted: "host",
    log.Started: "started",
    log.Moved: "moved",
    log.WentAway: "away",
    log.CameBack: "back",
    log.Takenover: "taken_over",
    log.Returned: "returned",
    log.Reacted: "reaction",
    log.Said: "chat",
    log.Muted: "muted",
    log.Hurried: "hurry",
    log.Wanted: "rematch_wanted",
    log.Rematched: "rematch",
    log.Closed: "closed",
}
"""Facts that are not listed here are never shown."""


def news_of(fact: AnyFact) -> News | None:
    """The public side of a fact."""
    what = _WHAT.get(type(fact))
    if what is None:
        return None
    seat = seat_name(fact.seat) if isinstance(fact, log.SeatFact) else None
    match fact:
        case log.Moved():
            return News(what, seat, by=fact.by)
        case log.Sat() | log.Botsat():
            return News(what, seat, fact.name)
        case log.Readmitted():
            return News(what, text=fact.name)
        case log.Reacted():
            return News(what, seat, fact.what)
        case log.Said():
            return News(what, seat, fact.text)
        case log.Rematched():
            return News(what, text=fact.table)
        case log.Muted() if not fact.muted:
            return News("unmuted", seat)
        case _:
            return News(what, seat)


def explain(state: TableState, seat: int, text: str) -> Reason:
    """Whether this seat may make this move now, and the rule if not."""
    if state.match is None or state.phase == "closed":
        raise refused("phase", "no_game")
    chosen = read_move(state, text)
    asked = state.asked.get(seat)
    if asked is not None and chosen in asked.legal:
        return Reason(text, True)
    why = refusal(state.match.state, seat, chosen)
    return Reason(text, False, why.rule, to_wire(why.message))
