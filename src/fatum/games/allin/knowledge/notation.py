"""All In states and views as data, as in ``docs/notation.md``.

Beside the keys described there are ``dealer``, ``shuffles`` (how many there were in the game), and
``memory``, which holds what was seen and is now out of sight. What is absent there is empty:

| key | meaning |
|---|---|
| ``known`` | by seat: the hand cards that everyone saw going there |
| ``eyes`` | asker → asked → what Eyes showed beyond that; a view has the viewer's own |
| ``said`` | by seat: what was named under Hypnosis, while the hand is unchanged |
| ``discarders`` | who laid each card of the discard pile: a seat, ``deck``, or null (not seen) |
| ``discards`` | only in views: the discard pile as the viewer saw it being laid, bottom first |
| ``generation`` | how often the discard pile was shuffled in this round |
| ``arrived`` | by seat: how many unseen cards came into the hand, by generation |
| ``viewers`` | what each seat and, last, a spectator remembers; one entry if all remember alike |
| ``predicted`` | only in views: who has predicted, while predictions are secret |
| ``own``, ``public`` | only in views: what the viewer, and what everybody remembers |

Such an entry has ``since`` (card → generation in which it came into the draw pile), ``home`` (card
→ seat that may hold it still) and ``loose`` (generations that may hold cards not seen).
"""

from collections.abc import Mapping
from typing import Final

from fatum.core.bits import popcount
from fatum.core.errors import InvalidState
from fatum.core.events import HIDDEN
from fatum.core.seats import seat_name
from fatum.core.values import (
    as_count,
    as_list,
    as_object,
    as_one_a_seat,
    as_one_of,
    as_open_object,
    as_seat,
)
from fatum.games.allin.knowledge.view import AllInView, SeatView
from fatum.games.allin.rules.apply import end_turn, finish_play, force_pass, go_to_possible_effect
from fatum.games.allin.rules.cards import END
from fatum.games.allin.rules.deck import (
    CODES,
    DECK,
    KINDS,
    NAMES,
    RUNE,
    from_list,
    names,
    set_names,
    to_list,
)
from fatum.games.allin.rules.hands import CATEGORIES, evaluate
from fatum.games.allin.rules.memory import (
    COUNT_BITS,
    GENERATIONS,
    Eye,
    Memory,
    arrivals,
    blank_memories,
    blank_memory,
    one_arrival,
)
from fatum.games.allin.rules.river import FIELDS, River, read_river
from fatum.games.allin.rules.rounds import added_to_pot
from fatum.games.allin.rules.state import (
    ACTION,
    DISCARD,
    EFFECT,
    FROM_THE_DECK,
    HAND_SIZE,
    HEIRS_ROUND,
    HIDE,
    KEEP,
    NO_CARD,
    NOBODY,
    OVER,
    PHASES,
    PREDICT,
    ROUNDS,
    UNSEEN,
    AllInState,
    Seat,
    Setup,
    revealed_list,
)

_STATE_KEYS: Final = (
    "round", "turn", "pot", "runes", "all_in", "hands", "river", "draw", "discard",
    "last_strength", "predictions", "phase", "played", "effect", "revealed", "asked", "turns",
    "dealer", "shuffles", "memory",
)  # fmt: skip
_MEMORY_KEYS: Final = ("known", "eyes", "said", "discarders", "generation", "arrived", "viewers")
_VIEW_MEMORY_KEYS: Final = (
    "known", "eyes", "said", "discarders", "discards", "generation", "arrived", "own", "public",
    "predicted",
)  # fmt: skip
_RECALL_KEYS: Final = ("since", "home", "loose")
_DECK: Final = "deck"


# --- writing -------------------------------------------------------------------------------------


def _seat_or_none(seat: int) -> str | None:
    return None if seat == NOBODY else seat_name(seat)


def _card_or_hidden(card: int) -> str:
    return HIDDEN if card == NO_CARD else NAMES[card]


def _river_to_data(river: River, players: int) -> list[list[str]]:
    return [names(river.field(field)) for field in range(FIELDS[players])]


def _order_to_data(strongest: int) -> list[str]:
    order: list[str] = []
    while strongest != 0:
        order.append(seat_name(strongest % 16 - 1))
        strongest //= 16
    return order


def _arrived_to_data(arrived: int) -> list[int]:
    counts = [arrivals(arrived, generation) for generation in range(GENERATIONS)]
    while len(counts) > 1 and counts[-1] == 0:
        counts.pop()
    return counts


def _recall_to_data(memory: Memory) -> dict[str, object]:
    data: dict[str, object] = {}
    since = {NAMES[card]: memory.since[card] for card in range(RUNE) if memory.since[card] != 0}
    home = {
        NAMES[card]: seat_name(memory.home[card] - 1)
        for card in range(RUNE)
        if memory.home[card] != 0
    }
    loose = [number for number in range(GENERATIONS + 1) if (memory.loose >> number) & 1 == 1]
    if since:
        data["since"] = since
    if home:
        data["home"] = home
    if loose:
        data["loose"] = loose
    return data


def _eyes_to_data(eyes: list[Eye]) -> dict[str, object]:
    data: dict[str, object] = {}
    for asker in sorted({eye.asker for eye in eyes}):
        data[seat_name(asker)] = {
            seat_name(eye.asked): set_names(eye.cards) for eye in eyes if eye.asker == asker
        }
    return data


def _discarder_to_data(who: int) -> str | None:
    if who == UNSEEN:
        return None
    return _DECK if who == FROM_THE_DECK else seat_name(who)


def _seats_memory(
    known: list[int], said: list[int], arrived: list[int], sizes: list[int]
) -> dict[str, object]:
    data: dict[str, object] = {}
    if any(known):
        data["known"] = [set_names(each) for each in known]
    if any(said):
        data["said"] = [CATEGORIES[each - 1] if each > 0 else None for each in said]
    usual = [size - popcount(cards) for size, cards in zip(sizes, known, strict=True)]
    if arrived != usual:
        data["arrived"] = [_arrived_to_data(each) for each in arrived]
    return data


def _turn_to_data(
    data: dict[str, object], phase: int, played: int, effect: int, asked: int, revealed: list[str]
) -> None:
    """What the phases inside a turn need."""
    if phase in (EFFECT, KEEP, HIDE, DISCARD):
        data["played"] = NAMES[played]
    if phase in (EFFECT, KEEP, HIDE):
        data["effect"] = effect
    if phase == KEEP:
        data["revealed"] = revealed
    if phase == HIDE:
        data["asked"] = seat_name(asked)


def state_to_dict(state: AllInState) -> dict[str, object]:
    """The whole truth."""
    seats = state.seats
    data: dict[str, object] = {
        "phase": PHASES[state.phase],
        "round": state.round,
        "dealer": seat_name(state.dealer),
        "turn": seat_name(state.turn),
        "turns": state.turns,
        "pot": state.pot,
        "runes": [seat.runes for seat in seats],
        "all_in": _seat_or_none(state.all_in),
        "hands": [set_names(seat.hand) for seat in seats],
        "river": _river_to_data(state.river, state.setup.players),
        "draw": names(state.draw[state.drawn :]),
        "discard": names(state.discard),
        "last_strength": _order_to_data(state.strongest),
        "shuffles": state.shuffles,
    }
    _turn_to_data(
        data,
        state.phase,
        state.played,
        state.effect_index() if state.played != NO_CARD else 0,
        state.asked,
        names(revealed_list(state.revealed)),
    )
    if state.phase in (PREDICT, OVER):
        data["predictions"] = [_seat_or_none(seat.prediction) for seat in seats]
    memory = _seats_memory(
        [seat.known for seat in seats],
        [seat.said for seat in seats],
        [seat.arrived for seat in seats],
        [popcount(seat.hand) for seat in seats],
    )
    if state.eyes:
        memory["eyes"] = _eyes_to_data(state.eyes)
    if state.discarders:
        memory["discarders"] = [_discarder_to_data(who) for who in state.discarders]
    if state.generation > 0:
        memory["generation"] = state.generation
    recalls = [_recall_to_data(each) for each in state.memories]
    if any(recalls):
        alike = all(recall == recalls[0] for recall in recalls)
        memory["viewers"] = recalls[:1] if alike else recalls
    if memory:
        data["memory"] = memory
    return data


def view_to_dict(view: AllInView) -> dict[str, object]:
    """What the seat knows, ``?`` for every other card."""
    setup = view.setup
    seats = view.seats
    discard = [HIDDEN] * len(view.discard)
    if discard and not setup.closed_eye:
        discard[-1] = _card_or_hidden(view.discard[-1])
    data: dict[str, object] = {
        "phase": PHASES[view.phase],
        "round": view.round,
        "dealer": seat_name(view.dealer),
        "turn": seat_name(view.turn),
        "turns": view.turns,
        "pot": view.pot,
        "runes": [seat.runes for seat in seats],
        "all_in": _seat_or_none(view.all_in),
        "hands": [
            set_names(seat.hand) + [HIDDEN] * (seat.hand_size - popcount(seat.hand))
            for seat in seats
        ],
        "river": _river_to_data(view.river, setup.players),
        "draw": [HIDDEN] * view.draw_size,
        "discard": discard,
        "last_strength": _order_to_data(view.strongest),
        "shuffles": view.shuffles,
    }
    effect = 0
    if view.played != NO_CARD:
        effect = view.due - setup.table.start[view.played]
    revealed = [_card_or_hidden(card) for card in view.revealed]
    _turn_to_data(data, view.phase, view.played, effect, view.asked, revealed)
    if view.phase in (PREDICT, OVER):
        data["predictions"] = [_seat_or_none(seat.prediction) for seat in seats]
    memory = _seats_memory(
        [seat.known for seat in seats],
        [seat.said for seat in seats],
        [seat.arrived for seat in seats],
        [seat.hand_size for seat in seats],
    )
    if view.eyes:
        memory["eyes"] = _eyes_to_data(view.eyes)
    if view.discarders:
        memory["discarders"] = [_discarder_to_data(who) for who in view.discarders]
        memory["discards"] = [_card_or_hidden(card) for card in view.discard]
    if view.generation > 0:
        memory["generation"] = view.generation
    if any(seat.predicted and seat.prediction == NOBODY for seat in seats):
        predicted = [number for number, seat in enumerate(seats) if seat.predicted]
        memory["predicted"] = [seat_name(number) for number in predicted]
    assert view.memory is not None
    assert view.public is not None
    own = _recall_to_data(view.memory)
    public = _recall_to_data(view.public)
    if own:
        memory["own"] = own
    if public:
        memory["public"] = public
    if memory:
        data["memory"] = memory
    return data


# --- reading: the parts --------------------------------------------------------------------------


def card_code(text: str) -> int:
    """The code of a card's text."""
    code = CODES.get(text)
    if code is None:
        raise InvalidState(
            f"{text!r} is no All In card; cards are 2C to AC, the same with M, S and T, and Ru"
        )
    return code


def _card(value: object, where: str) -> int:
    if not isinstance(value, str):
        raise InvalidState(f"{where} holds {value!r}, which is no card")
    return card_code(value)


def _cards(value: object, where: str) -> list[int]:
    return [_card(card, where) for card in as_list(value, where)]


def _card_set(value: object, where: str) -> int:
    codes = _cards(value, where)
    for code in codes:
        _check_count(code, codes.count(code), where)
    return from_list(codes)


def _check_count(code: int, count: int, where: str) -> None:
    exist = 2 if code == RUNE else 1
    if count > exist:
        raise InvalidState(f"{where} holds {count} cards {NAMES[code]}, but only {exist} exist")


def _seen_cards(value: object, where: str) -> list[int]:
    """Cards of a view, ``NO_CARD`` for those unseen."""
    cards: list[int] = []
    for card in as_list(value, where):
        cards.append(NO_CARD if card == HIDDEN else _card(card, where))
    return cards


def _optional_seat(value: object, where: str, players: int) -> int:
    return NOBODY if value is None else as_seat(value, where, players)


def _round(value: object, heirs: bool) -> int:
    number = as_count(value, "round")
    last = HEIRS_ROUND if heirs else ROUNDS
    if not 1 <= number <= last:
        raise InvalidState(f"round must be from 1 to {last}, not {number}")
    return number


def _order(value: object, players: int) -> int:
    if value is None:
        return 0
    seats = [as_seat(seat, "last_strength", players) for seat in as_list(value, "last_strength")]
    if seats and sorted(seats) != list(range(players)):
        raise InvalidState("last_strength must name every seat once")
    return _pack_order(seats)


def _pack_order(seats: list[int]) -> int:
    order = 0
    for seat in reversed(seats):
        order = 16 * order + seat + 1
    return order


def _river(value: object, players: int) -> list[list[int]]:
    fields = as_list(value, "river")
    if len(fields) != FIELDS[players]:
        raise InvalidState(
            f"the river must have {FIELDS[players]} fields with {players} players, "
            f"not {len(fields)} (A3)"
        )
    piles: list[list[int]] = []
    for number, field in enumerate(fields):
        pile = as_list(field, f"field {number + 1} of the river")
        if len(pile) > 2:
            raise InvalidState(f"field {number + 1} of the river holds more than two cards (A3)")
        if len(pile) == 2 and pile[0] is None:
            raise InvalidState(
                f"field {number + 1} of the river has a card in row 2 but none in row 1 (A14)"
            )
        piles.append([_card(card, f"field {number + 1} of the river") for card in pile])
    return piles


def _said(value: object, players: int) -> list[int]:
    said: list[int] = []
    for name in as_one_a_seat(value, "said", players):
        if name is not None and name not in CATEGORIES:
            raise InvalidState(f"said holds {name!r}, which is no combination")
        said.append(0 if name is None else CATEGORIES.index(str(name)) + 1)
    return said


def _arrived(value: object, players: int) -> list[int]:
    arrived: list[int] = []
    for counts in as_one_a_seat(value, "arrived", players):
        packed = 0
        for generation, count in enumerate(as_list(counts, "arrived")):
            number = as_count(count, "arrived")
            if number >= 2**COUNT_BITS or generation >= GENERATIONS:
                raise InvalidState(f"arrived holds {counts!r}, which is too much")
            packed += number * one_arrival(generation)
        arrived.append(packed)
    return arrived


def _discarders(value: object, count: int, players: int) -> list[int]:
    values = as_list(value, "discarders")
    if len(values) != count:
        raise InvalidState(f"discarders must have {count} entries, one a discard")
    who: list[int] = []
    for name in values:
        if name is None:
            who.append(UNSEEN)
        elif name == _DECK:
            who.append(FROM_THE_DECK)
        else:
            who.append(as_seat(name, "discarders", players))
    return who


def _recall(value: object, where: str, players: int) -> Memory:
    data = as_object(value, where, _RECALL_KEYS)
    if not data:
        return blank_memory()
    since = [0] * RUNE
    home = [0] * RUNE
    for name, generation in as_open_object(data.get("since", {}), where).items():
        since[_real(name, where)] = min(as_count(generation, where), GENERATIONS)
    for name, seat in as_open_object(data.get("home", {}), where).items():
        home[_real(name, where)] = as_seat(seat, where, players) + 1
    loose = 0
    for number in as_list(data.get("loose", []), where):
        loose |= 2 ** min(as_count(number, where), GENERATIONS)
    return Memory(since, home, loose)


def _real(name: object, where: str) -> int:
    code = _card(name, where)
    if code == RUNE:
        raise InvalidState(f"{where} holds Ru, but equal cards cannot be told apart")
    return code


def _eyes(value: object, players: int) -> list[Eye]:
    eyes: list[Eye] = []
    for name, shown in as_open_object(value, "eyes").items():
        asker = as_seat(name, "eyes", players)
        for other, cards in as_open_object(shown, "eyes").items():
            asked = as_seat(other, "eyes", players)
            eyes.append(Eye(asker, asked, _card_set(cards, "eyes")))
    return eyes


# --- reading: states -----------------------------------------------------------------------------


def read_state(state: AllInState, data: Mapping[str, object]) -> None:
    """Fill a fresh state; every card not named goes to the bottom of the draw pile."""
    data = as_object(data, "the state", _STATE_KEYS)
    setup = state.setup
    players: int = setup.players
    state.phase = as_one_of(data.get("phase", PHASES[ACTION]), "phase", PHASES)
    state.round = _round(data.get("round", 1), setup.heirs)
    state.dealer = as_seat(data.get("dealer", seat_name(state.dealer)), "dealer", players)
    state.turn = as_seat(data.get("turn", seat_name(0)), "turn", players)
    state.turns = as_count(data.get("turns", 0), "turns")
    state.pot = as_count(data.get("pot", added_to_pot(players, state.round)), "pot")
    state.all_in = _optional_seat(data.get("all_in"), "all_in", players)
    state.strongest = _order(data.get("last_strength"), players)
    state.shuffles = as_count(data.get("shuffles", 0), "shuffles")
    _read_cards(state, data)
    _read_turn(state, data)
    _read_memory(state, as_object(data.get("memory", {}), "memory", _MEMORY_KEYS))
    _check(state)
    _settle(state)


def _read_cards(state: AllInState, data: Mapping[str, object]) -> None:
    players: int = state.setup.players
    no_cards: list[object] = [[] for _ in range(FIELDS[players])]
    runes = as_one_a_seat(data.get("runes", [0] * players), "runes", players)
    hands = as_one_a_seat(data.get("hands", [None] * players), "hands", players)
    predictions = as_one_a_seat(data.get("predictions") or [None] * players, "predictions", players)
    piles = _river(data.get("river", no_cards), players)
    draw = _cards(data.get("draw", []), "draw")
    state.discard = _cards(data.get("discard", []), "discard")
    named = draw + state.discard + _cards(data.get("revealed", []), "revealed")
    if data.get("played") is not None:
        named.append(_card(data.get("played"), "played"))
    for pile in piles:
        named.extend(pile)
    given: list[list[int]] = []
    for number, hand in enumerate(hands):
        given.append([] if hand is None else _cards(hand, f"hand of {seat_name(number)}"))
        named.extend(given[number])
    unnamed = _unnamed(named)
    state.seats = []
    for number, hand in enumerate(hands):
        if hand is None:
            given[number] = unnamed[:HAND_SIZE]
            unnamed = unnamed[HAND_SIZE:]
        prediction = _optional_seat(predictions[number], "predictions", players)
        count = as_count(runes[number], "runes")
        cards = from_list(given[number])
        state.seats.append(Seat(cards, 0, 0, 0, 0, count, prediction))
    state.river = read_river(players, piles)
    state.draw = draw + unnamed


def _unnamed(named: list[int]) -> list[int]:
    rest: list[int] = []
    for code in range(KINDS):
        count = named.count(code)
        _check_count(code, count, "the state")
        rest.extend([code] * ((2 if code == RUNE else 1) - count))
    return rest


def _read_turn(state: AllInState, data: Mapping[str, object]) -> None:
    """What the phases inside a turn need, and nothing else."""
    players: int = state.setup.players
    phase = state.phase
    name = PHASES[phase]
    inside = phase in (EFFECT, KEEP, HIDE, DISCARD)
    if inside != (data.get("played") is not None):
        raise InvalidState(f"the phase {name} {'needs' if inside else 'has no'} played")
    if not inside and data.get("revealed"):
        raise InvalidState(f"the phase {name} has no revealed")
    if not inside:
        return
    state.played = _card(data.get("played"), "played")
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
    revealed = _cards(data.get("revealed", []), "revealed")
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
    known = as_one_a_seat(data.get("known", [[]] * players), "known", players)
    said = _said(data.get("said", [None] * players), players)
    for number, seat in enumerate(state.seats):
        seat.known = _card_set(known[number], "known")
        seat.said = said[number]
        seat.arrived = popcount(seat.hand) - popcount(seat.known)
        if seat.known & ~seat.hand != 0:
            raise InvalidState(f"known of {seat_name(number)} names cards not in its hand")
    if "arrived" in data:
        for number, arrived in enumerate(_arrived(data.get("arrived"), players)):
            seat = state.seats[number]
            # Face down discards leave cards in hand that did not come unseen (A35).
            unseen = 0 if state.setup.closed_eye else popcount(seat.hand) - popcount(seat.known)
            if sum(_arrived_to_data(arrived)) < unseen:
                raise InvalidState(f"arrived of {seat_name(number)} is less than its unseen cards")
            seat.arrived = arrived
    state.eyes = _eyes(data.get("eyes", {}), players)
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
        state.discarders = _discarders(data.get("discarders"), count, players)
    state.generation = as_count(data.get("generation", 0), "generation")
    if state.generation >= GENERATIONS:
        raise InvalidState(f"generation must be below {GENERATIONS}")
    state.memories = blank_memories(players)
    if "viewers" in data:
        viewers = as_list(data.get("viewers"), "viewers")
        memories = [_recall(viewer, "viewers", players) for viewer in viewers]
        if len(memories) == 1:
            memories = memories * (players + 1)
        if len(memories) != players + 1:
            raise InvalidState(f"viewers must have one entry or {players + 1}")
        state.memories = memories


def _check(state: AllInState) -> None:
    """Refuse what could not be played on from."""
    phase = state.phase
    inside = state.turn if state.played != NO_CARD else NOBODY
    for number, seat in enumerate(state.seats):
        size = popcount(seat.hand)
        if size != HAND_SIZE and number != inside:
            raise InvalidState(
                f"{seat_name(number)} must have {HAND_SIZE} cards in hand, not {size} (A9)"
            )
    if state.river.is_full() and phase not in (PREDICT, OVER):
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
            state.strongest = _pack_order([number for _, number in ranked])


# --- reading: views ------------------------------------------------------------------------------


def read_view(setup: Setup, data: Mapping[str, object], viewer: int | None) -> AllInView:
    """A view from its dict."""
    data = as_object(data, "the view", _STATE_KEYS)
    memory = as_object(data.get("memory", {}), "memory", _VIEW_MEMORY_KEYS)
    players: int = setup.players
    piles = _river(data.get("river"), players)
    view = AllInView(viewer, setup, read_river(players, piles))
    view.phase = as_one_of(data.get("phase", PHASES[ACTION]), "phase", PHASES)
    view.round = _round(data.get("round", 1), setup.heirs)
    view.dealer = as_seat(data.get("dealer", seat_name(0)), "dealer", players)
    view.turn = as_seat(data.get("turn", seat_name(0)), "turn", players)
    view.turns = as_count(data.get("turns", 0), "turns")
    view.pot = as_count(data.get("pot"), "pot")
    view.all_in = _optional_seat(data.get("all_in"), "all_in", players)
    view.strongest = _order(data.get("last_strength"), players)
    view.shuffles = as_count(data.get("shuffles", 0), "shuffles")
    view.draw_size = len(as_list(data.get("draw", []), "draw"))
    view.revealed = _seen_cards(data.get("revealed", []), "revealed")
    view.asked = _optional_seat(data.get("asked"), "asked", players)
    if data.get("played") is not None:
        view.played = _card(data.get("played"), "played")
        effect = as_count(data.get("effect", 0), "effect")
        view.due = setup.table.start[view.played] + effect
        if view.phase == DISCARD:
            view.due = setup.table.program.index(bytes([END]), setup.table.start[view.played])
    _read_view_seats(view, data, memory)
    discard = _seen_cards(data.get("discard", []), "discard")
    view.discard = _seen_cards(memory.get("discards", data.get("discard", [])), "discards")
    if len(view.discard) != len(discard):
        raise InvalidState(f"discards must have {len(discard)} entries, one a discard")
    unseen: list[object] = [None if card == NO_CARD else _DECK for card in view.discard]
    view.discarders = _discarders(memory.get("discarders", unseen), len(discard), players)
    view.generation = as_count(memory.get("generation", 0), "generation")
    view.memory = _recall(memory.get("own", {}), "own", players)
    view.public = _recall(memory.get("public", {}), "public", players)
    view.eyes = _eyes(memory.get("eyes", {}), players)
    _check_view(view, piles)
    return view


def _check_view(view: AllInView, piles: list[list[int]]) -> None:
    """Refuse a view in which cards are missing or too many."""
    cards = view.revealed + view.discard
    if view.played != NO_CARD:
        cards.append(view.played)
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
    players: int = view.setup.players
    runes = as_one_a_seat(data.get("runes"), "runes", players)
    predictions = as_one_a_seat(data.get("predictions") or [None] * players, "predictions", players)
    known = as_one_a_seat(memory.get("known", [[]] * players), "known", players)
    said = _said(memory.get("said", [None] * players), players)
    predicted = [
        as_seat(seat, "predicted", players)
        for seat in as_list(memory.get("predicted", []), "predicted")
    ]
    for number, value in enumerate(as_one_a_seat(data.get("hands"), "hands", players)):
        hand = _seen_cards(value, "hands")
        seen = [card for card in hand if card != NO_CARD]
        for card in seen:
            _check_count(card, seen.count(card), "hands")
        everyones = _card_set(known[number], "known")
        prediction = _optional_seat(predictions[number], "predictions", players)
        view.seats.append(
            SeatView(
                from_list(seen),
                len(hand),
                everyones,
                len(hand) - popcount(everyones),
                said[number],
                as_count(runes[number], "runes"),
                prediction,
                prediction != NOBODY or number in predicted,
            )
        )
    if "arrived" in memory:
        for number, arrived in enumerate(_arrived(memory.get("arrived"), players)):
            view.seats[number].arrived = arrived
