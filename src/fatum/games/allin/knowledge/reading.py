"""All In states and views from data; ``InvalidState`` names what is impossible in it."""

from collections.abc import Mapping, Sequence
from typing import Final

from fatum.core.bits import popcount
from fatum.core.chance import NO_CHANCE
from fatum.core.errors import InvalidState
from fatum.core.fields import read_fields
from fatum.core.seats import seat_name
from fatum.core.values import as_count, as_list, as_object, as_one_a_seat, as_seat
from fatum.games.allin.knowledge.notation import FIELDS, FROM_DECK, KEYS, arrived_to_data
from fatum.games.allin.knowledge.values import (
    check_count,
    pack_order,
    read_arrived,
    read_card,
    read_card_set,
    read_cards,
    read_discarders,
    read_eyes,
    read_optional_seat,
    read_order,
    read_piles,
    read_predictions,
    read_recall,
    read_round,
    read_said,
    read_seen_cards,
)
from fatum.games.allin.knowledge.view import AllInView, SeatView
from fatum.games.allin.rules.apply import end_turn, finish_play, force_pass, go_to_possible_effect
from fatum.games.allin.rules.cards import END
from fatum.games.allin.rules.deck import DECK, KINDS, NAMES, RUNE, from_list, to_list
from fatum.games.allin.rules.hands import evaluate
from fatum.games.allin.rules.memory import GENERATIONS, blank_memories
from fatum.games.allin.rules.river import FIELDS as FIELD_COUNTS
from fatum.games.allin.rules.river import read_river
from fatum.games.allin.rules.rounds import added_to_pot
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import (
    ACTION,
    DISCARD,
    EFFECT,
    FROM_THE_DECK,
    HAND_SIZE,
    HIDE,
    KEEP,
    NO_CARD,
    NOBODY,
    OVER,
    PHASES,
    PREDICT,
    UNSEEN,
    Seat,
    Setup,
)

_MEMORY_KEYS: Final = ("known", "eyes", "said", "discarders", "generation", "arrived", "viewers")
_VIEW_MEMORY_KEYS: Final = (
    "known", "eyes", "said", "discarders", "discards", "generation", "arrived", "own", "public",
    "predicted",
)  # fmt: skip


# --- states --------------------------------------------------------------------------------------


def read_state(state: AllInState, data: Mapping[str, object]) -> None:
    """Fill a fresh state; every card not named goes to the bottom of the draw pile."""
    data = as_object(data, "the state", KEYS)
    setup = state.setup
    players: int = setup.players
    number = read_round(data.get("round", 1), setup.heirs)
    pot: int = added_to_pot(players, number)
    _read_table(state, {"dealer": seat_name(state.dealer), "pot": pot, **data})
    _read_cards(state, data)
    _read_turn(state, data)
    _read_memory(state, as_object(data.get("memory", {}), "memory", _MEMORY_KEYS))
    _check(state)
    _settle(state)


def _read_table(table: AllInState, data: Mapping[str, object]) -> None:
    """What states and views have in common."""
    players: int = table.setup.players
    read_fields(FIELDS, table, data, players)
    table.round = read_round(table.round, table.setup.heirs)
    table.strongest = read_order(data.get("last_strength"), players)


def _read_cards(state: AllInState, data: Mapping[str, object]) -> None:
    players: int = state.setup.players
    no_cards: list[object] = [[] for _ in range(FIELD_COUNTS[players])]
    runes = as_one_a_seat(data.get("runes", [0] * players), "runes", players)
    hands = as_one_a_seat(data.get("hands", [None] * players), "hands", players)
    predictions = read_predictions(data.get("predictions"), players)
    piles = read_piles(data.get("river", no_cards), players)
    draw = read_cards(data.get("draw", []), "draw")
    state.discard = read_cards(data.get("discard", []), "discard")
    named = draw + state.discard + read_cards(data.get("revealed", []), "revealed")
    if data.get("played") is not None:
        named.append(read_card(data.get("played"), "played"))
    for pile in piles:
        named.extend(pile)
    given: list[list[int]] = []
    for number, hand in enumerate(hands):
        given.append([] if hand is None else read_cards(hand, f"hand of {seat_name(number)}"))
        named.extend(given[number])
    unnamed = _unnamed(named)
    state.seats = []
    for number, hand in enumerate(hands):
        if hand is None:
            given[number] = unnamed[:HAND_SIZE]
            unnamed = unnamed[HAND_SIZE:]
        seat = Seat(as_count(runes[number], "runes"), predictions[number])
        seat.hand = from_list(given[number])
        state.seats.append(seat)
    state.river = read_river(players, piles)
    state.draw = draw + unnamed


def _unnamed(named: list[int]) -> list[int]:
    rest: list[int] = []
    for code in range(KINDS):
        count = named.count(code)
        check_count(code, count, "the state")
        rest.extend([code] * ((2 if code == RUNE else 1) - count))
    return rest


def _read_turn(state: AllInState, data: Mapping[str, object]) -> None:
    """What the phases inside a turn need, and nothing else."""
    players: int = state.setup.players
    phase = state.phase
    name = PHASES[phase]
    inside = EFFECT <= phase <= DISCARD
    if inside != (data.get("played") is not None):
        raise InvalidState(f"the phase {name} {'needs' if inside else 'has no'} played")
    if not inside and data.get("revealed"):
        raise InvalidState(f"the phase {name} has no revealed")
    if not inside:
        return
    state.played = read_card(data.get("played"), "played")
    effect = as_count(data.get("effect", 0), "effect")
    table = state.setup.table
    count = len(table.effects_of(state.played))
    if phase == DISCARD:
        effect = count
    elif effect >= count:
        raise InvalidState(
            f"effect must be from 0 to {count - 1} for {NAMES[state.played]}, not {effect}"
        )
    state.due = table.start[state.played] + effect
    revealed = read_cards(data.get("revealed", []), "revealed")
    if (phase == KEEP) != (len(revealed) > 0) or len(revealed) > HAND_SIZE:
        raise InvalidState("revealed must hold one to five cards in the phase keep, else none")
    for card in reversed(revealed):
        state.revealed = 64 * state.revealed + card + 1
    if phase == HIDE:
        state.asked = as_seat(data.get("asked"), "asked", players)
        if state.asked in (state.turn, state.all_in):
            raise InvalidState("asked must be an opponent who is not All In (AR8)")


def _read_memory(state: AllInState, data: Mapping[str, object]) -> None:
    players: int = state.setup.players
    _read_seats_memory(state, state.seats, [popcount(seat.hand) for seat in state.seats], data)
    for number, seat in enumerate(state.seats):
        if seat.known & ~seat.hand != 0:
            raise InvalidState(f"known of {seat_name(number)} names cards not in its hand")
        # Face down discards leave cards in hand that did not come unseen (A35).
        unseen = 0 if state.setup.closed_eye else popcount(seat.hand) - popcount(seat.known)
        if sum(arrived_to_data(seat.arrived)) < unseen:
            raise InvalidState(f"arrived of {seat_name(number)} is less than its unseen cards")
    for eye in state.eyes:
        owner = state.seats[eye.asked]
        owner.eyed |= eye.cards
        if eye.cards & ~owner.hand != 0:
            raise InvalidState(f"eyes names cards not in the hand of {seat_name(eye.asked)}")
    count = len(state.discard)
    state.discarders = [UNSEEN] * count
    if count > 0 and not state.setup.closed_eye:
        state.discarders[-1] = FROM_THE_DECK
    if "discarders" in data:
        state.discarders = read_discarders(data.get("discarders"), count, players)
    state.unseen = UNSEEN in state.discarders
    state.generation = as_count(data.get("generation", 0), "generation")
    if state.generation >= GENERATIONS:
        raise InvalidState(f"generation must be below {GENERATIONS}")
    state.memories = blank_memories(players)
    if "viewers" in data:
        viewers = as_list(data.get("viewers"), "viewers")
        memories = [read_recall(viewer, "viewers", players) for viewer in viewers]
        if len(memories) == 1:
            memories = memories * (players + 1)
        if len(memories) != players + 1:
            raise InvalidState(f"viewers must have one entry or {players + 1}")
        state.memories = memories


def _read_seats_memory(
    table: AllInState, seats: Sequence[Seat], sizes: list[int], data: Mapping[str, object]
) -> None:
    """What is remembered of the seats, in states and views; ``sizes`` are those of the hands."""
    players: int = table.setup.players
    known = as_one_a_seat(data.get("known", [[]] * players), "known", players)
    said = read_said(data.get("said", [None] * players), players)
    arrived = read_arrived(data["arrived"], players) if "arrived" in data else []
    for number, seat in enumerate(seats):
        seat.known = read_card_set(known[number], "known")
        seat.said = said[number]
        seat.arrived = arrived[number] if arrived else sizes[number] - popcount(seat.known)
    table.eyes = read_eyes(data.get("eyes", {}), players)


def _check(state: AllInState) -> None:
    """Refuse states that cannot be continued."""
    phase = state.phase
    inside = state.turn if state.played != NO_CARD else NOBODY
    for number, seat in enumerate(state.seats):
        size = popcount(seat.hand)
        if size != HAND_SIZE and number != inside:
            raise InvalidState(
                f"{seat_name(number)} must have {HAND_SIZE} cards in hand, not {size} (A9)"
            )
    if state.river.is_full() and phase < PREDICT:
        raise InvalidState("the river is full, so the phase must be predict (A12)")
    if inside != NOBODY and inside == state.all_in:
        raise InvalidState("an All-In player plays no card (A11)")
    made = [seat.prediction for seat in state.seats if seat.prediction != NOBODY]
    if phase == PREDICT and len(made) == len(state.seats):
        raise InvalidState("all predictions are made, so the phase predict is over (A27)")
    if phase == PREDICT and state.setup.players > 2:
        if state.seats[state.turn].prediction != NOBODY:
            raise InvalidState(f"{seat_name(state.turn)} has predicted already (A27)")


def _settle(state: AllInState) -> None:
    """What happens by itself happens at once."""
    phase = state.phase
    if phase == ACTION and state.turn == state.all_in:
        state.turns -= 1
        force_pass(state)
        end_turn(state)
    elif phase == EFFECT:
        go_to_possible_effect(state, state.due)
    elif phase == DISCARD:
        finish_play(state)
    elif phase == OVER:
        for seat in state.seats:
            seat.known = seat.hand
            seat.arrived = 0
            seat.eyed = 0
        state.eyes = []
        if state.strongest == 0:
            side_b = state.setup.side_b
            ranked = sorted(
                [(-evaluate(seat.hand, side_b), n) for n, seat in enumerate(state.seats)]
            )
            state.strongest = pack_order([number for _, number in ranked])


# --- views ---------------------------------------------------------------------------------------


def read_view(setup: Setup, data: Mapping[str, object], viewer: int | None) -> AllInView:
    """A view from its dict."""
    data = as_object(data, "the view", KEYS)
    memory = as_object(data.get("memory", {}), "memory", _VIEW_MEMORY_KEYS)
    players: int = setup.players
    piles = read_piles(data.get("river"), players)
    table = AllInState(setup, NO_CHANCE, read_river(players, piles))
    view = AllInView(viewer, table)
    _read_table(table, data)
    view.draw_size = len(as_list(data.get("draw", []), "draw"))
    view.revealed = read_seen_cards(data.get("revealed", []), "revealed")
    table.asked = read_optional_seat(data.get("asked"), "asked", players)
    if data.get("played") is not None:
        table.played = read_card(data.get("played"), "played")
        effect = as_count(data.get("effect", 0), "effect")
        table.due = setup.table.start[table.played] + effect
        if table.phase == DISCARD:
            table.due = setup.table.program.index(bytes([END]), setup.table.start[table.played])
    _read_view_seats(view, data, memory)
    discard = read_seen_cards(data.get("discard", []), "discard")
    table.discard = read_seen_cards(memory.get("discards", data.get("discard", [])), "discards")
    if len(table.discard) != len(discard):
        raise InvalidState(f"discards must have {len(discard)} entries, one a discard")
    unseen: list[object] = [None if card == NO_CARD else FROM_DECK for card in table.discard]
    table.discarders = read_discarders(memory.get("discarders", unseen), len(discard), players)
    table.unseen = UNSEEN in table.discarders
    table.generation = as_count(memory.get("generation", 0), "generation")
    view.memory = read_recall(memory.get("own", {}), "own", players)
    view.public = read_recall(memory.get("public", {}), "public", players)
    _check_view(view, piles)
    return view


def _check_view(view: AllInView, piles: list[list[int]]) -> None:
    """Refuse a view in which cards are missing or too many."""
    cards = view.revealed + view.table.discard
    if view.table.played != NO_CARD:
        cards.append(view.table.played)
    for pile in piles:
        cards.extend(pile)
    for seat in view.seats:
        cards.extend(to_list(seat.hand))
        cards.extend([NO_CARD] * (seat.hand_size - popcount(seat.hand)))
    _unnamed([card for card in cards if card != NO_CARD])
    if len(cards) + view.draw_size != len(DECK):
        raise InvalidState(f"the view has {len(cards) + view.draw_size} cards, not {len(DECK)}")


def _read_view_seats(
    view: AllInView, data: Mapping[str, object], memory: Mapping[str, object]
) -> None:
    players: int = view.table.setup.players
    runes = as_one_a_seat(data.get("runes"), "runes", players)
    predictions = read_predictions(data.get("predictions"), players)
    predicted = [
        as_seat(seat, "predicted", players)
        for seat in as_list(memory.get("predicted", []), "predicted")
    ]
    for number, value in enumerate(as_one_a_seat(data.get("hands"), "hands", players)):
        hand = read_seen_cards(value, "hands")
        seen = [card for card in hand if card != NO_CARD]
        for card in seen:
            check_count(card, seen.count(card), "hands")
        seat = SeatView(len(hand), predictions[number] != NOBODY or number in predicted)
        seat.runes, seat.prediction = as_count(runes[number], "runes"), predictions[number]
        seat.hand = from_list(seen)
        view.seats.append(seat)
    _read_seats_memory(view.table, view.seats, [seat.hand_size for seat in view.seats], memory)
