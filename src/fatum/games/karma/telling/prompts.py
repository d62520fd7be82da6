"""What Karma asks, and what lies on the table."""

from collections.abc import Sequence
from typing import Final

from fatum.core.game import View
from fatum.core.messages import Message, Term, card, declare
from fatum.core.messages import seat as seat_term
from fatum.core.parts import ViewData
from fatum.core.rng import Rng
from fatum.core.telling import card_list, other_hand, own_hand
from fatum.games.karma.rules.cards import ANYTHING, CODES, NAMES, TC, demand_of
from fatum.games.karma.rules.moves import TAKE
from fatum.games.karma.rules.options import STRICT
from fatum.games.karma.rules.refusals import demand_message
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.karma.rules.state import TABLE_CARDS
from fatum.games.karma.telling.names import equal

_PROMPTS: Final = declare(
    "karma.prompt",
    {
        "look": "Look at your hidden cards once, or leave them to fate?",
        "lay": ("Choose {count} more card to lay face up.", "Choose {count} cards to lay face up."),
        "lead": "Start a new pile with any card.",
        "play": "Play a card ({demand}) or take the pile.",
        "play.free": "Play any card, or take the pile.",
        "take": "None of your cards fits ({demand}): take the pile.",
        "follow": "Play a table card now ({demand}).",
        "follow.hand": "Play a card from your hand now ({demand}).",
        "follow.take": "No card can follow: take the pile.",
        "open": "Play one of your open cards ({demand}), or take the pile.",
        "open.free": "Play one of your open cards.",
        "flip": "Turn up one of your hidden cards.",
        "give": "Who gets the pile?",
    },
)
_CAUTION: Final = declare(
    "karma.caution",
    {
        "follow": (
            "None of your cards can follow: you would take the pile ({count} card). Play it anyway?",
            "None of your cards can follow: you would take the pile ({count} cards). Play it anyway?",
        ),
    },
)
_TABLE: Final = declare(
    "karma",
    {
        "pile.empty": "The pile is empty",
        "pile.label": (
            "Pile of {count} card, {top} on top",
            "Pile of {count} cards, {top} on top",
        ),
        "stock.count": ("Stock: {count} card", "Stock: {count} cards"),
        "foreseen": "Among your hidden cards: {cards}",
    },
)
_LINES: Final = declare(
    "line.karma",
    {
        "open": "Your open cards: {cards}",
        "open.other": "{name}’s open cards: {cards}",
        "hidden": "Your hidden cards are in these places: {places}",
        "hidden.other": (
            "{name}: {count} hidden card",
            "{name}: {count} hidden cards",
        ),
        "known": "Known cards in {name}’s hand: {cards}",
        "pile": "The pile from the bottom: {cards}",
        "gone": "Out of the game: {cards}",
    },
)


def prompt(view: View, data: ViewData, legal: Sequence[str]) -> Message | None:
    """The question of the moment."""
    phase = data["phase"]
    if phase == "lay":
        assert view.seat is not None
        laid = len(data["seats"][view.seat]["open"])
        return _PROMPTS["lay"](count=TABLE_CARDS - laid)
    if phase in {"look", "give"}:
        return _PROMPTS[phase]()
    wanted = _demand(data, view.options.text("table_card_follow_up") == STRICT)
    verbs = {move.partition(" ")[0] for move in legal}
    key = _follow(verbs) if phase == "follow" else _turn(verbs, wanted == ANYTHING)
    asked = _PROMPTS[key]
    return asked(demand=demand_message(wanted)) if "demand" in asked.names else asked()


def _follow(verbs: set[str]) -> str:
    if verbs == {"take"}:
        return "follow.take"
    return "follow.hand" if "play" in verbs else "follow"


def _turn(verbs: set[str], free: bool) -> str:
    may_take = "take" in verbs
    if "flip" in verbs:
        return "flip"
    if "open" in verbs:
        return "open" if may_take and not free else "open.free"
    if "play" not in verbs:
        return "take"
    if not may_take:
        return "lead"
    return "play.free" if free else "play"


def _demand(data: ViewData, strict: bool) -> int:
    """What the pile demands; after a Table Card, what lay under it does, if anything."""
    pile = data["pile"]
    if data["phase"] == "follow":
        wanted = data.get("demand") if strict else None
    else:
        wanted = pile[-1] if pile else None
    demand = ANYTHING if wanted is None else int(demand_of(CODES[wanted]))
    return ANYTHING if demand == 1 else demand


def cautions(view: View, legal: Sequence[str]) -> dict[str, Message]:
    """Table Cards after which the player takes the pile for certain, where something else is legal.

    That follows from the player's own open cards and hand, so any deal that fits the view shows it.
    """
    found: dict[str, Message] = {}
    seat = view.seat
    assert seat is not None
    for move in legal:
        if move.split()[1:2] != [NAMES[TC]]:
            continue
        after = view.redeal(Rng(0))
        after.apply(seat, view.game.parse_move(move))
        assert isinstance(after, KarmaState)
        if after.legal_moves(seat) == [TAKE]:
            found[move] = _CAUTION["follow"](count=len(after.pile))
    return found if len(found) < len(legal) else {}


def situation(view: View) -> list[Message]:
    """What the next choice depends on."""
    data: ViewData = view.to_dict()
    lines = [] if data["phase"] in ("look", "lay") else [_pile(data["pile"])]
    if view.seat is not None:
        lines += _own(data["seats"][view.seat])
    return lines


def _pile(pile: list[str]) -> Message:
    if not pile:
        return _TABLE["pile.empty"]()
    return _TABLE["pile.label"](count=len(pile), top=card(pile[-1]))


def _own(own: ViewData) -> list[Message]:
    lines = [own_hand(own["hand"], equal)]
    if own["open"]:
        lines.append(_LINES["open"](cards=card_list(own["open"], equal)))
    places = tuple([place for place, held in enumerate(own["hidden"], 1) if held is not None])
    if places:
        lines.append(_LINES["hidden"](places=places))
    if own.get("foreseen"):
        lines.append(_TABLE["foreseen"](cards=card_list(own["foreseen"], equal)))
    return lines


def screen(view: View) -> list[Message]:
    """Everything this seat, or a spectator, may know."""
    data: ViewData = view.to_dict()
    lines = situation(view)
    if data["pile"]:
        lines.append(_LINES["pile"](cards=card_list(data["pile"], equal)))
    lines.append(_TABLE["stock.count"](count=len(data["stock"])))
    lines.append(_LINES["gone"](cards=card_list(data["gone"], equal)))
    for other, entry in enumerate(data["seats"]):
        if other != view.seat:
            lines += _other(seat_term(other), entry)
    return lines


def _other(name: Term, entry: ViewData) -> list[Message]:
    lines = other_hand(name, entry["hand"], _LINES["known"], equal)
    if entry["open"]:
        lines.append(_LINES["open.other"](name=name, cards=card_list(entry["open"], equal)))
    hidden = sum(held is not None for held in entry["hidden"])
    if hidden:
        lines.append(_LINES["hidden.other"](name=name, count=hidden))
    return lines
