"""The card table: which card has which effects, and how a user's own table is read.

Effects are a small vocabulary; which card has which is data. The default table in ``cards.toml``
is a reconstruction (see there). A table is kept as a program: the effects of all cards one after
the other, each list closed by ``END``, so that a place in the program says what is due.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from mypy_extensions import i64

from fatum.core.errors import InvalidOptions, shown
from fatum.core.messages import Declared, declare
from fatum.core.messages import card as card_term
from fatum.games.allin.rules.deck import CODES, KINDS, NAMES, RANKS, SUITS

END: Final = 0
TAKE: Final = 1
SWAP: Final = 2
DRAW: Final = 3
RUNE: Final = 4
HYPNOSIS: Final = 5
EYE: Final = 6
REVEAL3: Final = 7
REVEAL4: Final = 8
REVEAL5: Final = 9
EFFECTS: Final[list[str]] = [
    "", "take", "swap", "draw", "rune", "hypnosis", "eye", "reveal3", "reveal4", "reveal5",
]  # fmt: skip
STAR: Final = 16
"""Added to the mandatory effect of a card (A8)."""

RECONSTRUCTION: Final = Declared(
    "allin.reconstruction",
    "The card effects are a reconstruction; only those of the Jack of Masks are publicly known.",
)
_FAULT: Final = declare(
    "allin.cards",
    {
        "effect": "card {card}: unknown effect {value}; effects are {effects}",
        "list": "card {card}: the effects must be a list, not {value}",
        "long": "card {card}: more than {most} effects",
        "star.none": "card {card}: no effect has a star; exactly one must (A8)",
        "star.many": "card {card}: {many} effects have a star; only one may (A8)",
        "star.gain": "card {card}: the star is on {effect}, which adds no card, "
        "so the hand could drop below five (AR5)",
        "unknown": "{value} is not a card; cards are 2C to AC, the same with M, S and T, and Ru",
        "file.long": "the file is too long for a card table: more than {most} characters",
        "file.empty": "the file is empty; it must give the effects of every card",
        "file.dots": "a line has more than {most} dots; a card table never needs that many",
        "file.twice": "card {card} appears twice in the file",
        "file.toml": "the file is not TOML: {error}",
        "file.table": "'cards' must be a table with a line for every card",
        "file.missing": "card {card} is missing; the file must name every card",
    },
)

_GAINING: Final = (TAKE, DRAW, REVEAL3, REVEAL4, REVEAL5)
_LONGEST_CARD: Final = 99
_LONGEST_FILE: Final = 100_000
_MOST_DOTS: Final = 40
"""In one line. ``tomllib`` takes quadratic time for keys such as ``a.a.a.a``."""
_FILE: Final = "cards.toml"


class CardTable:
    """The effects of every card; shared by all copies of a state."""

    def __init__(self, effects: list[list[int]], changed: tuple[int, ...]) -> None:
        program: list[int] = []
        self.start: Final[list[int]] = []
        """Card → the place of its first effect in the program."""
        for card in effects:
            self.start.append(len(program))
            program.extend(card)
            program.append(END)
        self.program: Final[bytes] = bytes(program)
        self.changed: Final = changed
        """The cards that differ from the default table."""

    def effects_of(self, card: i64) -> list[str]:
        """The texts of a card's effects from top to bottom."""
        place: i64 = self.start[card]
        texts: list[str] = []
        while self.program[place] != END:
            texts.append(_effect_text(self.program[place]))
            place += 1
        return texts

    def changes(self) -> dict[str, list[str]]:
        """The cards that differ from the default table, as an option holds them."""
        return {NAMES[card]: self.effects_of(card) for card in self.changed}


def _effect_text(effect: int) -> str:
    return EFFECTS[effect % STAR] + ("*" if effect >= STAR else "")


def _read_effect(name: str, value: object) -> int:
    if isinstance(value, str) and value != "":
        plain = value.removesuffix("*")
        if plain in EFFECTS and plain != "":
            return EFFECTS.index(plain) + (0 if plain == value else STAR)
    raise InvalidOptions(
        _FAULT["effect"](card=card_term(name), value=shown(value, 40), effects=tuple(EFFECTS[1:]))
    )


def _read_card(name: str, value: object) -> list[int]:
    """The effects of one card; the star must gain a card, or the hand would end short (AR5)."""
    if not isinstance(value, list | tuple):
        raise InvalidOptions(_FAULT["list"](card=card_term(name), value=shown(value, 40)))
    if len(value) > _LONGEST_CARD:
        raise InvalidOptions(_FAULT["long"](card=card_term(name), most=_LONGEST_CARD))
    effects = [_read_effect(name, effect) for effect in value]
    starred = [effect - STAR for effect in effects if effect >= STAR]
    if not starred:
        raise InvalidOptions(_FAULT["star.none"](card=card_term(name)))
    if len(starred) > 1:
        raise InvalidOptions(_FAULT["star.many"](card=card_term(name), many=len(starred)))
    if starred[0] not in _GAINING:
        raise InvalidOptions(_FAULT["star.gain"](card=card_term(name), effect=EFFECTS[starred[0]]))
    return effects


def _card_of(name: object) -> int:
    if not isinstance(name, str) or name not in CODES:
        raise InvalidOptions(_FAULT["unknown"](value=shown(name, 40)))
    return CODES[name]


def _load_default() -> CardTable:
    text = Path(__file__).with_name(_FILE).read_text("utf-8")
    table = read_card_table(text)
    return CardTable([_read_card(name, table[name]) for name in NAMES], ())


def read_changes(changes: Mapping[object, object]) -> CardTable:
    """The default table with some cards changed."""
    effects = [_default_effects(card) for card in range(KINDS)]
    changed: list[int] = []
    for name, value in changes.items():
        card = _card_of(name)
        given = _read_card(NAMES[card], value)
        if given != effects[card]:
            effects[card] = given
            changed.append(card)
    if not changed:
        return _DEFAULT
    return CardTable(effects, tuple(sorted(changed)))


def _default_effects(card: int) -> list[int]:
    start = _DEFAULT.start[card]
    return list(_DEFAULT.program[start : _DEFAULT.program.index(bytes([END]), start)])


def default_table() -> CardTable:
    """The table that is used when no other is given."""
    return _DEFAULT


# --- a user's file -------------------------------------------------------------------------------

_KEY: Final = re.compile(r"""^\s*["']?([^"'=\s#\[\]]+)["']?\s*=""")


def read_card_table(text: str) -> dict[str, list[str]]:
    """A whole table from a TOML file's text, as the option ``cards`` takes it."""
    if len(text) > _LONGEST_FILE:
        raise InvalidOptions(_FAULT["file.long"](most=_LONGEST_FILE))
    if text.strip() == "":
        raise InvalidOptions(_FAULT["file.empty"]())
    if any(line.count(".") > _MOST_DOTS for line in text.split("\n")):
        raise InvalidOptions(_FAULT["file.dots"](most=_MOST_DOTS))
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits
        twice = _named_twice(text)
        if twice is not None:
            raise InvalidOptions(_FAULT["file.twice"](card=card_term(twice))) from error
        raise InvalidOptions(_FAULT["file.toml"](error=str(error))) from error
    cards = data.get("cards", data)
    if not isinstance(cards, dict):
        raise InvalidOptions(_FAULT["file.table"]())
    for name, value in cards.items():
        _card_of(name)
        _read_card(name, value)
    for name in NAMES:
        if name not in cards:
            raise InvalidOptions(_FAULT["file.missing"](card=card_term(name)))
    return {name: list(cards[name]) for name in NAMES}


def _named_twice(text: str) -> str | None:
    found: set[str] = set()
    for line in text.splitlines():
        match = _KEY.match(line)
        if match is not None:
            name = match.group(1)
            if name in CODES and name in found:
                return name
            found.add(name)
    return None


def describe(table: CardTable) -> str:
    """The table as text, one row per rank, with its origin."""
    cells: list[list[str]] = [["", "Clock", "Mask", "Scarab", "Tree"]]
    for rank in RANKS:
        row = [rank]
        for suit in SUITS:
            row.append(" ".join(table.effects_of(CODES[rank + suit])))
        cells.append(row)
    widths = [max(len(row[column]) for row in cells) for column in range(5)]
    lines = [str(RECONSTRUCTION())] if len(table.changed) < KINDS else []
    if table.changed:
        names = ", ".join(NAMES[card] for card in table.changed)
        lines.append(f"Changed cards: {names}")
    lines.append("")
    for row in cells:
        lines.append("  ".join(row[column].ljust(widths[column]) for column in range(5)).rstrip())
    lines.append(f"Both Rune cards (Ru): {' '.join(table.effects_of(CODES['Ru']))}")
    lines.append("* = mandatory, every other effect is optional.")
    return "\n".join(lines)


_DEFAULT: Final[CardTable] = _load_default()
