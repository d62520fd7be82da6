"""Views rebuilt from nothing but the words of an information-state array."""

from collections.abc import Mapping
from typing import Any

from fatum.core.options import Options
from fatum.games.allin.rules.deck import CODES, NAMES
from fatum.games.allin.rules.memory import GENERATIONS
from fatum.games.allin.rules.river import FIELDS
from fatum.games.karma.rules.cards import NAMES as KINDS

Words = Mapping[str, Any]


def rebuild(words: Words, options: Options, game: str) -> tuple[dict[str, Any], int | None]:
    """The data of a view, and whose it is; of the options only their number of seats is used."""
    seat = None if words["seat"] is None else int(words["seat"][1:]) - 1
    make = {"karma": _karma, "allin": _allin}[game]
    return make(words, options.players, seat), seat


def _seat_of(left: str | int | None, seat: int | None, players: int) -> str | None:
    if left is None:
        return None
    return f"P{(int(left) + (seat or 0)) % players + 1}"


def _by_seat(players: int, seat: int | None) -> list[int]:
    """For P1, P2, …: how far to the left of the viewer."""
    return [(number - (seat or 0)) % players for number in range(players)]


def _karma(words: Words, players: int, seat: int | None) -> dict[str, Any]:
    phase = words["phase"]
    data: dict[str, Any] = {
        "phase": phase,
        "turn": _seat_of(words["turn"], seat, players),
        "turns": words["turns"],
        "stock": ["?"] * words["stock"],
        "pile": [KINDS[words[f"pile {place + 1}"] - 1] for place in range(words["pile size"])],
        "gone": words["gone"],
    }
    if phase == "follow":
        demand = words["demand"]
        data["demand"] = {"anything": None, "five or less": "FB"}.get(demand, demand)
    lefts = _by_seat(players, seat)
    if words["foresight"]:
        data["looked"] = [
            words[f"looked +{left}"] if words[f"decided +{left}"] else None for left in lefts
        ]
    data["seats"] = [_karma_seat(words, left, seat) for left in lefts]
    return data


def _karma_seat(words: Words, left: int, seat: int | None) -> dict[str, Any]:
    own = left == 0 and seat is not None
    hand = words["hand"] if own else words[f"known +{left}"]
    places = [words[f"place {place} +{left}"] for place in (1, 2, 3)]
    opened = [KINDS[kind - 1] for kind in places if kind]
    assert sorted(opened, key=KINDS.index) == words[f"open +{left}"]
    on = [place for place, kind in enumerate(places, 1) if kind]
    face_down = words[f"laid +{left}"] - len(opened)
    on += range(1, face_down + 1)
    entry: dict[str, Any] = {
        "hand": hand + ["?"] * (words[f"hand size +{left}"] - len(hand)),
        "open": opened + ["?"] * face_down,
        "hidden": ["?" if place in words[f"hidden +{left}"] else None for place in "123"],
    }
    if on != list(range(1, len(on) + 1)):
        entry["on"] = on
    if words[f"known +{left}"]:
        entry["known"] = words[f"known +{left}"]
    if own and words["looked +0"]:
        entry["foreseen"] = words["foreseen"]
    return entry


def _allin(words: Words, players: int, seat: int | None) -> dict[str, Any]:
    lefts = _by_seat(players, seat)
    hands = [_allin_hand(words, left, seat) for left in lefts]
    sizes = [words[f"hand size +{left}"] for left in lefts]
    count = words["discard size"]
    discards = [words[f"discard {place + 1}"] for place in range(count)]
    top = words["discard top"]
    by_rank = {words[f"rank +{left}"]: left for left in range(players)} if words["rank +0"] else {}
    data: dict[str, Any] = {
        "phase": words["phase"],
        "round": int(words["round"]),
        "dealer": _seat_of(words["dealer"], seat, players),
        "turn": _seat_of(words["turn"], seat, players),
        "turns": words["turns"],
        "pot": words["pot"],
        "runes": [words[f"all runes +{left}"] for left in lefts],
        "all_in": _seat_of(words["all in"], seat, players),
        "hands": [
            hand + ["?"] * (size - len(hand)) for hand, size in zip(hands, sizes, strict=True)
        ],
        "river": [_field(words, field) for field in range(1, FIELDS[players] + 1)],
        "draw": ["?"] * words["draw"],
        "discard": ["?"] * (count - 1) + [top or "?"] * (count > 0),
        "last_strength": [_seat_of(by_rank[rank], seat, players) for rank in sorted(by_rank)],
        "shuffles": words["shuffles"],
    }
    phase = words["phase"]
    if phase in {"effect", "keep", "hide", "discard"}:
        data["played"] = words["played"]
    if phase in {"effect", "keep", "hide"}:
        data["effect"] = words["effect number"]
    if phase == "keep":
        shown = [words[f"revealed {place + 1}"] for place in range(words["revealed size"])]
        data["revealed"] = [NAMES[card - 1] if card else "?" for card in shown]
    if phase == "hide":
        data["asked"] = _seat_of(words["asked"], seat, players)
    if phase in {"predict", "over"}:
        data["predictions"] = [
            _seat_of(words[f"prediction +{left}"], seat, players) for left in lefts
        ]
    memory = _allin_memory(words, players, seat, sizes)
    if count:
        memory["discarders"] = [
            _discarder(words[f"discarder {place + 1}"], seat, players) for place in range(count)
        ]
        memory["discards"] = [NAMES[card - 1] if card else "?" for card in discards]
    if memory:
        data["memory"] = memory
    return data


def _allin_hand(words: Words, left: int, seat: int | None) -> list[str]:
    if left == 0 and seat is not None:
        return list(words["hand"])
    shown = words[f"shown by +{left}"] if left and seat is not None else []
    return sorted(words[f"known +{left}"] + shown, key=CODES.__getitem__)


def _field(words: Words, field: int) -> list[str]:
    under = words[f"under {field}"]
    assert (under > 0) == words[f"two on {field}"]
    cards = [NAMES[under - 1]] if under else []
    return cards + [words[f"river {field}"]] * (words[f"river {field}"] is not None)


def _discarder(who: int, seat: int | None, players: int) -> str | None:
    return None if who == 7 else "deck" if who == 6 else _seat_of(who, seat, players)


def _allin_memory(words: Words, players: int, seat: int | None, sizes: list[int]) -> dict[str, Any]:
    lefts = _by_seat(players, seat)
    memory: dict[str, Any] = {}
    known = [words[f"known +{left}"] for left in lefts]
    said = [words[f"said +{left}"] for left in lefts]
    arrived = [
        [words[f"arrived {generation} +{left}"] for generation in range(GENERATIONS)]
        for left in lefts
    ]
    if any(known):
        memory["known"] = known
    if any(said):
        memory["said"] = said
    usual = [
        [size - len(cards)] + [0] * (GENERATIONS - 1)
        for size, cards in zip(sizes, known, strict=True)
    ]
    if arrived != usual:
        memory["arrived"] = [_trimmed(counts) for counts in arrived]
    eyes = _eyes(words, players, seat)
    if eyes:
        memory["eyes"] = eyes
    if words["generation"] != "0":
        memory["generation"] = int(words["generation"])
    secret = [
        words[f"predicted +{left}"] and words[f"prediction +{left}"] is None for left in lefts
    ]
    if any(secret):
        memory["predicted"] = [
            f"P{number + 1}" for number, left in enumerate(lefts) if words[f"predicted +{left}"]
        ]
    for whose in ("own", "public"):
        recall = _recall(words, whose, seat, players)
        if recall:
            memory[whose] = recall
    return memory


def _trimmed(counts: list[int]) -> list[int]:
    while len(counts) > 1 and counts[-1] == 0:
        counts = counts[:-1]
    return counts


def _eyes(words: Words, players: int, seat: int | None) -> dict[str, Any]:
    if seat is None:
        return {}
    eyes: dict[str, dict[str, list[str]]] = {}
    own = f"P{seat + 1}"
    for left in range(1, players):
        other = _seat_of(left, seat, players)
        assert other is not None
        if words[f"shown by +{left}"]:
            eyes.setdefault(own, {})[other] = words[f"shown by +{left}"]
        if words[f"shown to +{left}"]:
            eyes.setdefault(other, {})[own] = words[f"shown to +{left}"]
    return eyes


def _recall(words: Words, whose: str, seat: int | None, players: int) -> dict[str, Any]:
    recall: dict[str, Any] = {}
    since = {name: words[f"{whose} since {name}"] for name in NAMES[:52]}
    home = {name: words[f"{whose} home {name}"] for name in NAMES[:52]}
    loose = words[f"{whose} loose"]
    if any(since.values()):
        recall["since"] = {name: number for name, number in since.items() if number}
    if any(home.values()):
        recall["home"] = {
            name: _seat_of(left - 1, seat, players) for name, left in home.items() if left
        }
    if loose:
        recall["loose"] = [place for place in range(GENERATIONS + 1) if loose >> place & 1]
    return recall
