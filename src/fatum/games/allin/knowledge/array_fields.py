"""What the columns of an All In array mean (version 1)."""

from typing import Final

from fatum.core.arrays import Field, cards, count, flag, number, pick
from fatum.core.seats import seat_name
from fatum.games.allin.rules.cards import EFFECTS
from fatum.games.allin.rules.deck import NAMES, RUNE
from fatum.games.allin.rules.hands import CATEGORIES
from fatum.games.allin.rules.memory import GENERATIONS
from fatum.games.allin.rules.river import FIELDS
from fatum.games.allin.rules.state import PHASES

VERSION: Final = 1

MOST_DRAW: Final = 44
MOST_POT: Final = 28
MOST_RUNES: Final = 36
TABLE_WORDS: Final = 8
"""Before those of the river's fields and of the seats."""
REMEMBERED_WORDS: Final = 4
"""Before the order of the discard pile."""
DISCARD_WORDS: Final = 7
DISCARDS_PER_WORD: Final = 7
RUNES_PER_WORD: Final = 3
SINCE_WORDS: Final = 4
SINCE_PER_WORD: Final = 13
HOMES_PER_WORD: Final = 20
RECALL_WORDS: Final = 7

_SEATS: Final = 5
_LEFT: Final = tuple([f"+{place}" for place in range(_SEATS)])
_RANKS: Final = tuple([str(place + 1) for place in range(_SEATS)])
_CARDS: Final = tuple(NAMES)
_SET: Final = (*_CARDS, "Ru x2")


def fields(players: int) -> list[Field]:
    """Those of the observation, then those of the memory."""
    found = _general()
    word = TABLE_WORDS
    for field in range(FIELDS[players]):
        found += [
            pick(f"river {field + 1}", word, 0, _CARDS, "the uncovered card of a field"),
            flag(f"two on {field + 1}", word, 53, "whether a card lies under it"),
        ]
        word += 1
    for left in range(players):
        found += [
            count(f"runes +{left}", word, 0, MOST_RUNES, "runes, as far as the columns go"),
            number(f"hand size +{left}", word, 36, 6, "cards in hand"),
            flag(f"predicted +{left}", word, 42, "has made a prediction, maybe a secret one (A28)"),
            pick(f"prediction +{left}", word, 43, _LEFT, "whom it names, counted from the viewer"),
            pick(
                f"said +{left}", word, 48, tuple(CATEGORIES), "what was said under Hypnosis (A21)"
            ),
            pick(f"rank +{left}", word, 57, _RANKS, "place of the last scored hand"),
        ]
        word += 1
    return found + _memory(players, word)


def _general() -> list[Field]:
    return [
        pick("phase", 0, 0, PHASES, "what is due"),
        pick("round", 0, 7, ("1", "2", "3", "4"), "the round"),
        pick("dealer", 0, 11, _LEFT, "who dealt first, counted from the viewer to the left"),
        pick("turn", 0, 16, _LEFT, "whose turn it is"),
        pick("asked", 0, 21, _LEFT, "who has to show cards under an Eye (A22)"),
        pick("all in", 0, 26, _LEFT, "who is All In"),
        pick("seat", 0, 31, tuple([seat_name(seat) for seat in range(_SEATS)]), "the viewer"),
        pick("effect", 0, 36, tuple(EFFECTS[1:]), "the effect that is due"),
        flag("starred", 0, 45, "whether it is mandatory (A8)"),
        flag("side B", 0, 46, "option `side` is `B`"),
        flag("shadows", 0, 47, "option `discard` is `shadows`"),
        flag("closed eye", 0, 48, "option `discard` is `closed_eye`"),
        flag("heirs", 0, 49, "option `heirs`"),
        pick("played", 1, 0, _CARDS, "the card being played"),
        number("effect number", 1, 53, 7, "which of its effects is due, from 0"),
        count("draw", 2, 0, MOST_DRAW, "cards in the draw pile"),
        number("discard size", 2, MOST_DRAW, 6, "cards in the discard pile"),
        count("pot", 3, 0, MOST_POT, "runes in the pot"),
        number("turn limit", 3, MOST_POT, 20, "option `turn_limit`"),
        cards("hand", 4, _SET, "the viewer's own hand"),
        cards("revealed", 5, _SET, "revealed cards that the viewer sees (A19, A35)"),
        number("revealed size", 5, 54, 3, "revealed cards"),
        pick("discard top", 6, 0, _CARDS, "the top of the discard pile (A9)"),
        cards("covered", 7, _SET, "covered cards of the river"),
    ]


def _memory(players: int, word: int) -> list[Field]:
    found = [
        number("turns", word, 0, 20, "turns made in this round"),
        number("shuffles", word, 20, 20, "shuffles made in this game"),
        pick(
            "generation", word, 40, tuple([str(each) for each in range(GENERATIONS)]),
            "how often the discard pile was shuffled in this round",
        ),
    ]  # fmt: skip
    for field in range(FIELDS[players]):
        found.append(
            number(f"under {field + 1}", word + 1, 6 * field, 6, "1 + the covered card, 0 for none")
        )
    found += [
        number("public loose", word + 1, 36, 11, "generations with cards that not everyone saw"),
        number("own loose", word + 1, 47, 11, "generations with cards that the viewer did not see"),
    ]
    for place in range(5):
        found.append(
            number(f"revealed {place + 1}", word + 2, 6 * place, 6, "1 + the card, 0 if unseen")
        )
    found.append(cards("discards", word + 3, _SET, "discards that the viewer has seen"))
    word += REMEMBERED_WORDS
    for place in range(DISCARD_WORDS * DISCARDS_PER_WORD):
        at, shift = divmod(place, DISCARDS_PER_WORD)
        found += [
            number(
                f"discard {place + 1}", word + at, 9 * shift, 6,
                "the discard pile from below: 1 + the card, 0 for none or unseen",
            ),
            number(
                f"discarder {place + 1}", word + at, 9 * shift + 6, 3,
                "who laid it, counted from the viewer; 6 the rules, 7 nobody can say",
            ),
        ]  # fmt: skip
    word += DISCARD_WORDS
    for left in range(players):
        at, shift = divmod(left, RUNES_PER_WORD)
        found.append(number(f"all runes +{left}", word + at, 20 * shift, 20, "runes, as a number"))
    word += (players + RUNES_PER_WORD - 1) // RUNES_PER_WORD
    for left in range(players):
        found.append(
            cards(f"known +{left}", word + left, _SET, "hand cards that everyone has seen")
        )
    word += players
    for left in range(players):
        for generation in range(GENERATIONS):
            found.append(
                number(
                    f"arrived {generation} +{left}", word + left, 6 * generation, 6,
                    "unseen cards of a generation that came into the hand",
                )
            )  # fmt: skip
    word += players
    for left in range(1, players):
        found.append(
            cards(f"shown by +{left}", word + left - 1, _SET, "what an Eye showed the viewer (A22)")
        )
    word += players - 1
    for left in range(1, players):
        found.append(
            cards(f"shown to +{left}", word + left - 1, _SET, "what the viewer had to show (A22)")
        )
    word += players - 1
    for whose in ("own", "public"):
        found += _recall(whose, word)
        word += RECALL_WORDS
    return found


def _recall(whose: str, word: int) -> list[Field]:
    found = []
    for card in range(RUNE):
        at, shift = divmod(card, SINCE_PER_WORD)
        found.append(
            number(
                f"{whose} since {NAMES[card]}", word + at, 4 * shift, 4,
                "the generation of the draw pile in which the card came to lie",
            )
        )  # fmt: skip
    for card in range(RUNE):
        at, shift = divmod(card, HOMES_PER_WORD)
        found.append(
            number(
                f"{whose} home {NAMES[card]}", word + SINCE_WORDS + at, 3 * shift, 3,
                "1 + the seat, counted from the viewer, that may still hold it; 0 for none",
            )
        )  # fmt: skip
    return found
