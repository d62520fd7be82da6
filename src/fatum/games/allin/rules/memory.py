"""What can be remembered about cards that are out of sight.

Each shuffle of the discard pile (A13) starts a new *generation* of the draw pile. A player who saw the
discards knows of which generation every unseen card is, and everybody sees how many unseen cards
of which generation each hand has received. So a hand that has not drawn since cannot hold a card
of the new draw pile, and the other way round.

A card whose place somebody knew is no longer sure after a discard face down (A35): from then on it
is in that hand, among the discards, or in a later generation.
"""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import bit, lowest

GENERATIONS: Final = 10
"""How many are told apart within a round; when there are more, the two oldest count as one."""
COUNT_BITS: Final = 6
_COUNT: Final = 63


class Memory:
    """What one seat, or a spectator, remembers of the cards that are out of sight."""

    def __init__(self, since: list[int], home: list[int], loose: i64) -> None:
        self.since: Final = since
        """Card → the generation of the draw pile in which it came to lie."""
        self.home: Final = home
        """Card → 1 + the seat that may still hold it, whatever the generation; else 0."""
        self.loose: Final = loose
        """The generations, as bits, into which cards were shuffled that the viewer had not seen."""


class Eye:
    """What one seat knows of another's hand from All-Seeing Eyes, beyond what everyone knows."""

    def __init__(self, asker: i64, asked: i64, cards: i64) -> None:
        self.asker: Final[i64] = asker
        self.asked: Final[i64] = asked
        self.cards: Final[i64] = cards


BLANK: Final = Memory([0] * 52, [0] * 52, 0)
_BLANKS: Final[list[list[Memory]]] = [[BLANK] * (players + 1) for players in range(6)]


def blank_memories(players: i64) -> list[Memory]:
    """At the start of a round: one for each seat and one for spectators."""
    return _BLANKS[players]


def blank_memory() -> Memory:
    return BLANK


def arrivals(arrived: i64, generation: i64) -> i64:
    """How many unseen cards of a generation came into a hand."""
    return (arrived >> (COUNT_BITS * generation)) & _COUNT


def one_arrival(generation: i64) -> i64:
    """One unseen card of a generation, to be added or subtracted."""
    return bit(COUNT_BITS * generation)


def merge_oldest(arrived: i64) -> i64:
    """The two oldest generations count as one, and every later one moves down."""
    oldest = (arrived & _COUNT) + ((arrived >> COUNT_BITS) & _COUNT)
    return (arrived >> (2 * COUNT_BITS)) << COUNT_BITS | min(oldest, _COUNT)


def merge_oldest_memory(memory: Memory) -> Memory:
    """The same for a memory."""
    since: list[int] = [max(generation - 1, 0) for generation in memory.since]
    return Memory(since, memory.home, memory.loose >> 1)


def after_shuffle(
    memory: Memory, cards: list[int], seen: list[bool], generation: i64, mixed: bool
) -> Memory:
    """The memory of a viewer who saw some of the cards that now form the draw pile.

    ``mixed``: the new generation may also hold other cards than these.
    """
    since = memory.since.copy()
    home = memory.home.copy()
    loose = memory.loose
    for place, card in enumerate(cards):
        if not seen[place]:
            mixed = True
        elif card < 52:
            since[card] = generation
            home[card] = 0
    if mixed:
        loose |= bit(generation)
    return Memory(since, home, loose)


def after_face_down(memory: Memory, cards: i64, seat: i64, generation: i64) -> Memory:
    """The memory of a viewer who knew these cards in a hand that then discarded face down."""
    since = memory.since.copy()
    home = memory.home.copy()
    while cards != 0:
        card = lowest(cards)
        since[card] = generation + 1
        home[card] = seat + 1
        cards &= cards - 1
    return Memory(since, home, memory.loose)
