"""The parts of the table and their choices, made from one view."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fatum.core.events import HIDDEN
from fatum.core.parts import CardTables
from fatum.core.seats import seat_number
from fatum.terminal.app.drawing import Item
from fatum.terminal.session import Session
from fatum.terminal.standing import out_of_cards
from fatum.terminal.wording import Wording


@dataclass
class SeatPicture:
    """One opponent, or the player."""

    number: int
    name: str
    lines: list[str]
    acting: bool
    cards: list[Item] = field(default_factory=list)
    marked: bool = False
    """All In, or out of cards."""
    about: list[str] = field(default_factory=list)
    """What is told when the mouse is over it."""


@dataclass
class TablePicture:
    """Everything that is drawn of a table."""

    header: str
    seats: list[SeatPicture]
    middle: list[Item]
    own: list[Item]
    """The player's cards on the table, or cards revealed to choose from."""
    hand: list[Item]
    buttons: list[str]
    """Moves that are not cards."""
    text: list[str] = field(default_factory=list)
    """Of a game whose cards are not known here: what lies on the table, in words."""


def picture_of(session: Session, wording: Wording, pending: Sequence[str] = ()) -> TablePicture:
    """The table as it is; while a card is chosen, ``pending`` are the moves that are left."""
    data = session.data or {}
    legal = list(pending) or session.legal
    if "river" in data and "runes" in data:
        return _all_in(session, wording, data, legal, bool(pending))
    if "pile" in data and "seats" in data:
        return _karma(session, wording, data, legal, bool(pending))
    view = session.view
    text = [] if view is None else [wording.say(line) for line in wording.narrator.screen(view)]
    seats = [_seat(session, wording, number, []) for number in _others(session)]
    return TablePicture(session.game.title, seats, [], [], [], list(legal), text)


def _others(session: Session) -> list[int]:
    """The other seats in the order in which they play after the viewer."""
    count = len(session.info.seats)
    first = session.seat
    if first is None:
        return list(range(count))
    return [(first + step) % count for step in range(1, count)]


def _seat(
    session: Session, wording: Wording, number: int, lines: list[str], **more: Any
) -> SeatPicture:
    info = session.info.seats[number]
    name = wording.seat(number)
    if info.stand_in:
        lines = [*lines, wording.text("seat.standin")]
    elif info.kind == "empty":
        lines = [*lines, wording.text("seat.empty")]
    elif info.kind == "person" and not info.here and number != session.seat:
        lines = [*lines, wording.text("seat.away")]
    return SeatPicture(number, name, lines, number in session.acting, **more)


# --- Karma ---------------------------------------------------------------------------------------


def _karma(
    session: Session, wording: Wording, data: Mapping[str, Any], legal: list[str], pending: bool
) -> TablePicture:
    out = out_of_cards(data)
    seats = []
    for number in _others(session):
        held = data["seats"][number]
        if number in out:
            lines = [wording.text("seat.out")]
        else:
            lines = [wording.text("line.app.hand", count=len(held["hand"]))]
        known = [wording.card(card) for card in held["hand"] if card != HIDDEN]
        about = [f"{wording.text('karma.known')} {wording.join(known)}"] if known else []
        seat = _seat(
            session, wording, number, lines, cards=_places(held), marked=number in out, about=about
        )
        seats.append(seat)
    pile = data["pile"]
    equal = 0
    while equal < len(pile) and pile[-1 - equal] == pile[-1]:
        equal += 1
    top = pile[len(pile) - equal :]
    left = wording.text("karma.stock.count", count=len(data["stock"]))
    middle = [Item(HIDDEN if data["stock"] else None, label=str(len(data["stock"])), about=left)]
    size = wording.text("karma.pile.empty")
    if pile:
        size = wording.text("karma.pile.label", count=len(pile), top=wording.card(pile[-1]))
    middle += [Item(card, about=size) for card in top] or [Item(None, about=size)]
    middle[1] = replace(middle[1], apart=True)
    middle[-1] = replace(middle[-1], label=str(len(pile)))
    own: list[Item] = []
    hand: list[Item] = []
    used: set[str] = set()
    if session.seat is not None:
        mine = data["seats"][session.seat]
        own = _own_places(mine, legal, pending)
        hand = _grouped(mine["hand"], legal, ("play", "lay"), pending)
        used = {move for item in (*own, *hand) for move in item.moves}
    header = f"{session.game.title} · {size} · {left}"
    return TablePicture(header, seats, middle, own, hand, [m for m in legal if m not in used])


def _places(held: Mapping[str, Any]) -> list[Item]:
    """Open cards lie on hidden ones."""
    hidden = [card for card in held["hidden"] if card is not None]
    return [*(Item(card) for card in held["open"]), *(Item(HIDDEN) for _ in hidden)]


def _own_places(held: Mapping[str, Any], legal: list[str], pending: bool) -> list[Item]:
    items = _grouped(held["open"], legal, ("open",), pending)
    for place, card in enumerate(held["hidden"], 1):
        if card is not None:
            move = f"flip {place}"
            items.append(Item(HIDDEN, (move,) if move in legal else (), label=str(place)))
    return items


def _grouped(
    cards: Sequence[str], legal: Sequence[str], verbs: Sequence[str], pending: bool
) -> list[Item]:
    """Equal cards as one, with everything that can be done with them."""
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return [
        Item(card, () if pending else _moves_with(card, legal, verbs), count)
        for card, count in counts.items()
    ]


def _moves_with(card: str, legal: Sequence[str], verbs: Sequence[str]) -> tuple[str, ...]:
    return tuple(move for move in legal if move.split()[0] in verbs and move.split()[1] == card)


# --- All In --------------------------------------------------------------------------------------


def _all_in(
    session: Session, wording: Wording, data: Mapping[str, Any], legal: list[str], pending: bool
) -> TablePicture:
    effects = _Effects(session)
    predictions = data.get("predictions") or []
    seats = []
    for number in _others(session):
        held = data["hands"][number]
        lines = [wording.text("allin.runes", count=data["runes"][number])]
        staked = seat_number(data["all_in"]) == number
        if staked:
            lines.append(wording.text("allin.allin"))
        said = predictions[number] if number < len(predictions) else None
        if said is not None:
            lines.append(_prediction(wording, number, seat_number(said)))
        cards = [Item(card) for card in held]
        about = _known_of(wording, data, number)
        seats.append(
            _seat(session, wording, number, lines, cards=cards, marked=staked, about=about)
        )
    middle = [
        Item(
            pile[-1] if pile else None,
            _to_place(str(number), legal, pending),
            max(len(pile), 1),
            label=str(number),
            effects=effects(pile[-1]) if pile else (),
            about=_field(wording, number, pile),
        )
        for number, pile in enumerate(data["river"], 1)
    ]
    discard = data["discard"]
    middle.append(
        Item(
            HIDDEN if data["draw"] else None,
            label=str(len(data["draw"])),
            about=f"{wording.text('allin.draw.short')}: {len(data['draw'])}",
            apart=True,
        )
    )
    middle.append(
        Item(
            discard[-1] if discard else None,
            _to_place("discard", legal, pending),
            label=str(len(discard)),
            about=f"{wording.text('allin.discard.short')}: {len(discard)}",
        )
    )
    shown = data.get("revealed") or []
    own = [Item(card, _named("keep", card, legal), effects=effects(card)) for card in shown]
    hand: list[Item] = []
    if session.seat is not None:
        verbs = ("play", "discard", "hide", "swap")
        hand = [
            Item(card, () if pending else _moves_with(card, legal, verbs), effects=effects(card))
            for card in data["hands"][session.seat]
        ]
    used = {move for item in (*middle, *own, *hand) for move in item.moves}
    number = data["round"]
    title = (
        wording.text("allin.round", round=number)
        if number <= 3
        else wording.text("allin.round.heirs")
    )
    header = (
        f"{session.game.title} · {title} · {wording.text('allin.pot.label', count=data['pot'])}"
    )
    if session.seat is not None:
        runes = wording.text("allin.runes", count=data["runes"][session.seat])
        header += f" · {wording.seat(session.seat)}: {runes}"
        if seat_number(data["all_in"]) == session.seat:
            header += f" · {wording.text('allin.allin')}"
    buttons = [move for move in legal if move not in used]
    return TablePicture(header, seats, middle, own, hand, buttons)


def _field(wording: Wording, number: int, pile: Sequence[str]) -> str:
    """A field of the river in words."""
    if not pile:
        return wording.text("allin.field.empty", field=number)
    card = wording.card(pile[-1])
    if len(pile) == 1:
        return wording.text("allin.field", field=number, card=card)
    under = wording.join([wording.card(each) for each in pile[-2::-1]])
    return wording.text("allin.field.two", field=number, card=card, under=under)


def _to_place(place: str, legal: Sequence[str], pending: bool) -> tuple[str, ...]:
    """What can be done with a card in the river; a swap begins with the card from the hand."""
    moves = [f"take {place}"] if f"take {place}" in legal else []
    if pending:
        moves += [m for m in legal if m.startswith("swap ") and m.split()[2] == place]
    return tuple(moves)


def _named(verb: str, card: str, legal: Sequence[str]) -> tuple[str, ...]:
    move = f"{verb} {card}"
    return (move,) if move in legal else ()


def _known_of(wording: Wording, data: Mapping[str, Any], number: int) -> list[str]:
    """An opponent's cards that the player has seen, and what was said under Hypnosis."""
    seen = [wording.card(card) for card in data["hands"][number] if card != HIDDEN]
    about = [f"{wording.text('allin.known')}: {wording.join(seen)}"] if seen else []
    said = (data.get("memory") or {}).get("said") or []
    if number < len(said) and said[number]:
        about.append(wording.text("allin.said", hand=wording.text(f"hand.{said[number]}")))
    return about


def _prediction(wording: Wording, number: int, other: int) -> str:
    if other == number:
        return wording.text("line.app.bet.self")
    if other == wording.viewer:
        return wording.text("allin.predicts.you")
    return wording.text("allin.predicts", name=wording.seat(other))


class _Effects:
    """The effects of each card in this game, as signs on its foot."""

    def __init__(self, session: Session) -> None:
        tables: CardTables | None = session.game.parts.card_tables
        self._table: Mapping[str, list[str]] = {}
        if tables is not None:
            given = session.info.options.get(tables.option) or {}
            self._table = tables.effects(given)

    def __call__(self, card: str) -> tuple[str, ...]:
        return tuple(self._table.get(card, ()))
