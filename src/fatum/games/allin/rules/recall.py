"""Cards that come into a hand or leave it, and who knows what of the hand afterwards (A36).

Everything noted here follows from what its knower has seen; nothing depends on a card that was
out of sight.
"""

from mypy_extensions import i64

from fatum.core.bits import bit
from fatum.games.allin.rules.deck import ONE_RUNE, REAL, RUNE, TWO_RUNES, add, remove, rune_count
from fatum.games.allin.rules.memory import (
    COUNT_BITS,
    GENERATIONS,
    Eye,
    Memory,
    after_face_down,
    after_shuffle,
    arrivals,
    merge_oldest,
    merge_oldest_memory,
    one_arrival,
)
from fatum.games.allin.rules.state import FROM_THE_DECK, UNSEEN, AllInBase, Seat


def gain_seen(owner: Seat, card: i64) -> None:
    """A card comes into the hand before everyone's eyes."""
    if card == RUNE:
        owner.hand = add(owner.hand, card)
        owner.known = add(owner.known, card)
    else:
        gained = bit(card)
        owner.hand |= gained
        owner.known |= gained


def gain_unseen(state: AllInBase, owner: Seat, card: i64) -> None:
    """A card of the draw pile comes into the hand, seen by its owner alone."""
    owner.hand = add(owner.hand, card)
    if state.generation == 0:
        owner.arrived += 1
    else:
        owner.arrived += one_arrival(state.generation)


def lose_seen(state: AllInBase, seat: i64, owner: Seat, card: i64) -> None:
    """A card leaves the hand before everyone's eyes."""
    gone = bit(card)
    known = owner.known
    if card == RUNE:
        # One of two equal cards: known ones leave first.
        owner.hand = remove(owner.hand, card)
        if known & gone != 0:
            owner.known = remove(known, card)
            return
    else:
        owner.hand ^= gone
        if known & gone != 0:
            owner.known = known ^ gone
            return
    if state.generation == 0 and not state.setup.closed_eye:
        owner.arrived -= 1
    else:
        _leave_generation(state, seat, owner, card)
    if owner.eyed & gone != 0:
        _unsee(state, seat, owner, card)


def _leave_generation(state: AllInBase, seat: i64, owner: Seat, card: i64) -> None:
    """Count a card out that came unseen, if everyone can tell of which generation it is."""
    arrived = owner.arrived
    if arrived == 0:
        return
    if card == RUNE:
        # Which of two equal cards it was cannot be told, unless only one is possible. What is
        # counted too much then is a place that a Rune card has left (see ``redeal``).
        lowest = arrived & -arrived
        generation: i64 = 0
        while lowest >= one_arrival(generation + 1):
            generation += 1
        if arrived >> (COUNT_BITS * (generation + 1)) == 0 and not state.setup.closed_eye:
            owner.arrived -= one_arrival(generation)
        return
    memory = state.public_memory()
    if memory.home[card] == seat + 1 or memory.loose != 0:
        return
    since: i64 = memory.since[card]
    if arrivals(arrived, since) > 0:
        owner.arrived -= one_arrival(since)


def _unsee(state: AllInBase, seat: i64, owner: Seat, card: i64) -> None:
    """A card that an Eye has shown has left the hand."""
    eyes: list[Eye] = []
    eyed: i64 = 0
    for eye in state.eyes:
        if eye.asked == seat:
            eye = Eye(eye.asker, seat, remove(eye.cards, card))
            if eye.cards == 0:
                continue
            eyed |= eye.cards
        eyes.append(eye)
    state.eyes = eyes
    owner.eyed = eyed


def lose_unseen(state: AllInBase, seat: i64, owner: Seat, card: i64) -> None:
    """A card leaves the hand face down (A35): whatever was known to be in it is not sure now."""
    owner.hand = remove(owner.hand, card)
    if owner.known | owner.eyed == 0 or state.unwatched:
        return
    memories: list[Memory] = []
    before: Memory | None = None
    after = state.public_memory()
    known_before: i64 = 0
    for viewer, memory in enumerate(state.memories):
        known = owner.known
        for eye in state.eyes:
            if eye.asked == seat and eye.asker == viewer:
                known |= eye.cards
        known &= REAL
        if known != 0 and viewer != seat:
            # Viewers who remembered and knew the same go on remembering the same.
            if memory is not before or known != known_before:
                before = memory
                known_before = known
                after = after_face_down(memory, known, seat, state.generation)
            memory = after
        memories.append(memory)
    state.memories = memories
    state.eyes = [eye for eye in state.eyes if eye.asked != seat]
    owner.known = 0
    owner.eyed = 0


def show_to(state: AllInBase, asker: i64, asked: i64, cards: i64) -> None:
    """An Eye shows these cards (A22): all that the asker knows of the hand, taken together."""
    if state.unwatched:
        return
    owner = state.seats[asked]
    before: i64 = 0
    eyes: list[Eye] = []
    eyed: i64 = 0
    for eye in state.eyes:
        if eye.asker == asker and eye.asked == asked:
            before = eye.cards
        else:
            eyes.append(eye)
            if eye.asked == asked:
                eyed |= eye.cards
    runes = rune_count(owner.known)
    more = max(runes + rune_count(before), rune_count(cards)) - runes
    seen = (before | cards) & ~owner.known & REAL
    if more > 0:
        seen |= ONE_RUNE
    if more > 1:
        seen |= TWO_RUNES
    if seen != 0:
        eyes.append(Eye(asker, asked, seen))
    state.eyes = eyes
    owner.eyed = eyed | seen


def sees_discard(state: AllInBase, viewer: i64, discarder: i64) -> bool:
    """Whether a viewer saw the card that somebody laid onto the discard pile (A9, A35)."""
    if discarder == UNSEEN:
        return False
    return not state.setup.closed_eye or discarder == viewer or discarder == FROM_THE_DECK


def remember_shuffle(state: AllInBase) -> None:
    """The discard pile, as it lies now, becomes the draw pile: a new generation begins."""
    if state.unwatched:
        return
    if state.generation == GENERATIONS - 1:
        state.memories = [merge_oldest_memory(memory) for memory in state.memories]
        for owner in state.seats:
            owner.arrived = merge_oldest(owner.arrived)
    else:
        state.generation += 1
    # Cards that are just being revealed came before, and may be kept unseen after.
    mixed = state.setup.closed_eye and state.revealed != 0
    memories: list[Memory] = []
    for viewer, memory in enumerate(state.memories):
        if viewer > 0 and not state.setup.closed_eye:
            memories.append(memories[0])
            continue
        seen: list[bool] = [sees_discard(state, viewer, who) for who in state.discarders]
        memories.append(after_shuffle(memory, state.discard, seen, state.generation, mixed))
    state.memories = memories
