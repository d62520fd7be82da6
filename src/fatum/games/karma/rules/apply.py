"""What a move does, with everything that follows from it. Moves arrive here checked."""

from mypy_extensions import i64

from fatum.core.bits import bit
from fatum.core.events import EVERYONE, only
from fatum.games.karma.rules.cards import (
    ANYTHING,
    BU,
    COUNT_OF,
    GP,
    KIND_OF,
    NAMES,
    TC,
    add,
    fits,
    remove,
    size,
)
from fatum.games.karma.rules.moves import FLIPS, GIVES, LAYS, LOOKS, OPENS, TAKE
from fatum.games.karma.rules.state import (
    DEALT,
    FOLLOW,
    GIVE,
    LAY,
    OVER,
    TABLE_CARDS,
    TURN,
    KarmaBase,
    card_at,
    put_at,
)


def do_move(state: KarmaBase, seat: i64, move: i64) -> None:
    """Make a legal move."""
    if move < OPENS:
        _play(state, seat, KIND_OF[move], COUNT_OF[move])
    elif move < FLIPS:
        bit = move - OPENS
        _play_open(state, seat, KIND_OF[bit], COUNT_OF[bit])
    elif move < TAKE:
        _flip(state, seat, move - FLIPS)
    elif move == TAKE:
        _show(state, "take", seat, state.pile)
        _pile_to_hand(state, seat)
        _end_turn(state)
    elif move < LAYS:
        _give(state, seat, move - GIVES)
    elif move < LOOKS:
        _lay(state, seat, move - LAYS)
    else:
        _look(state, seat, move == LOOKS)


def _show(state: KarmaBase, kind: str, seat: i64, cards: list[int]) -> None:
    if state.events is not None:
        names = tuple([NAMES[card] for card in cards])
        state.tell(kind, EVERYONE, seat, names)


# --- setup -------------------------------------------------------------------------------------


def _look(state: KarmaBase, seat: i64, looks: bool) -> None:
    owner = state.seats[seat]
    owner.looked = 1 if looks else 0
    if looks:
        places = range(TABLE_CARDS)
        state.tell(
            "look",
            only(seat),
            seat,
            tuple([NAMES[card_at(owner.hidden, place)] for place in places]),
        )
    else:
        state.tell("no look", EVERYONE, seat)
    for other in state.seats:
        if other.looked < 0:
            return
    _shuffle_hidden(state)
    deal_hands(state)


def _shuffle_hidden(state: KarmaBase) -> None:
    """Everybody's hidden cards change places, looked at or not (K23)."""
    for seat, owner in enumerate(state.seats):
        cards: list[int] = [card_at(owner.hidden, place) for place in range(TABLE_CARDS)]
        state.shuffle(f"hidden P{seat + 1}", cards)
        owner.hidden = pack_places(cards)
        state.tell("shuffle hidden", EVERYONE, seat)


def pack_places(cards: list[int]) -> i64:
    """These cards at the positions 1, 2, 3."""
    places: i64 = 0
    for place, card in enumerate(cards):
        places = put_at(places, place, card)
    return places


def deal_hands(state: KarmaBase) -> None:
    """Six cards each (K3)."""
    state.phase = LAY
    state.in_play = bit(state.setup.players) - 1
    seat: i64 = 0
    while seat < state.setup.players:
        state.draw(seat, DEALT)
        seat += 1


def _lay(state: KarmaBase, seat: i64, kind: i64) -> None:
    owner = state.seats[seat]
    owner.hand = remove(owner.hand, kind, 1)
    owner.places = put_at(owner.places, size(owner.open), kind)
    owner.open = add(owner.open, kind)
    if state.events is not None:
        state.tell("lay", only(seat), seat, (NAMES[kind],))
    for other in state.seats:
        if size(other.open) < TABLE_CARDS:
            return
    # All are turned up together (KR2).
    if state.events is not None:
        for shown, other in enumerate(state.seats):
            cards: list[int] = [card_at(other.places, place) for place in range(TABLE_CARDS)]
            _show(state, "show", shown, cards)
        state.tell("turn", EVERYONE, state.starter)
    state.phase = TURN
    state.turn = state.starter


# --- turns -------------------------------------------------------------------------------------


def _play(state: KarmaBase, seat: i64, kind: i64, count: i64) -> None:
    owner = state.seats[seat]
    owner.hand = remove(owner.hand, kind, count)
    if owner.known != 0:
        # Of a kind that is partly known, the known cards are played first: equal cards are the same.
        owner.known = remove(owner.known, kind, count)
    if state.events is not None:
        cards: list[int] = [kind] * count
        _show(state, "play", seat, cards)
    _resolve(state, seat, kind, count)


def _play_open(state: KarmaBase, seat: i64, kind: i64, count: i64) -> None:
    owner = state.seats[seat]
    owner.open = remove(owner.open, kind, count)
    left = count
    place: i64 = 0
    while left > 0:
        if card_at(owner.places, place) == kind:
            owner.places = put_at(owner.places, place, -1)
            left -= 1
        place += 1
    if state.events is not None:
        cards: list[int] = [kind] * count
        _show(state, "open", seat, cards)
    _resolve(state, seat, kind, count)


def _flip(state: KarmaBase, seat: i64, place: i64) -> None:
    owner = state.seats[seat]
    kind = card_at(owner.hidden, place)
    owner.hidden = put_at(owner.hidden, place, -1)
    if state.events is not None:
        state.tell("flip", EVERYONE, seat, (NAMES[kind],), number=place + 1)
    if fits(kind, state.wanted()):
        _resolve(state, seat, kind, 1)
        return
    state.pile.append(kind)
    _show(state, "take", seat, state.pile)
    _pile_to_hand(state, seat)
    _end_turn(state)


def _give(state: KarmaBase, seat: i64, target: i64) -> None:
    if state.events is not None:
        names = tuple([NAMES[card] for card in state.pile])
        state.tell("give", EVERYONE, seat, names, target)
    _pile_to_hand(state, target)
    state.in_play |= bit(target)
    _end_turn(state)


def _pile_to_hand(state: KarmaBase, seat: i64) -> None:
    """The pile was public, so what goes into the hand is known (KR21)."""
    owner = state.seats[seat]
    hand = owner.hand
    known = owner.known
    for kind in state.pile:
        hand = add(hand, kind)
        known = add(known, kind)
    owner.hand = hand
    owner.known = known
    state.pile.clear()


def _resolve(state: KarmaBase, seat: i64, kind: i64, count: i64) -> None:
    """Equal cards have just been played: burn, take effect, or end the turn."""
    pile = state.pile
    if kind == GP:
        # It leaves the game instead of going onto the pile (K21, KR18).
        _leave(state, GP, count)
        if pile:
            state.phase = GIVE
        else:
            _end_turn(state)
        return
    if kind == TC and state.phase != FOLLOW:
        # A chain of TCs keeps what was demanded before its first (KR13).
        state.demand = state.pile_demand()
    was_empty = not pile
    pile.append(kind)
    if count > 1:
        pile.append(kind)
        if count > 2:
            pile.append(kind)
    if len(pile) > 2 and kind == pile[-2] and kind == pile[-3]:
        _burn(state, seat)
        if kind == TC:
            state.demand = ANYTHING
            _go_on_after_burn(state, seat, FOLLOW)
        else:
            _go_on_after_burn(state, seat, TURN)
    elif kind == TC:
        if state.seats[seat].has_cards():
            state.phase = FOLLOW
        else:
            _end_turn(state)
    elif kind == BU and not was_empty:
        raised = pile.pop(0)
        pile.append(raised)
        if state.events is not None:
            state.tell("raise", EVERYONE, seat, (NAMES[raised],))
        if len(pile) > 2 and raised == pile[-2] and raised == pile[-3]:
            _burn(state, seat)
            _go_on_after_burn(state, seat, TURN)
        else:
            _end_turn(state)
    else:
        _end_turn(state)


def _burn(state: KarmaBase, seat: i64) -> None:
    """The whole pile leaves the game (K15)."""
    _show(state, "burn", seat, state.pile)
    for kind in state.pile:
        state.gone = add(state.gone, kind)
    state.pile.clear()


def _leave(state: KarmaBase, kind: i64, count: i64) -> None:
    while count > 0:
        state.gone = add(state.gone, kind)
        count -= 1


def _go_on_after_burn(state: KarmaBase, seat: i64, phase: i64) -> None:
    """The burner leads, or follows up a TC, in the same turn (K15, KR9–KR11)."""
    if state.seats[seat].hand == 0:
        state.refill(seat)
    if state.seats[seat].has_cards():
        state.phase = phase
    else:
        _end_turn(state)


def _end_turn(state: KarmaBase) -> None:
    """Refill, count, and find the loser or the next player (K16, K17, K22, KR20)."""
    turn = state.turn
    if state.drawn < len(state.stock):
        state.refill(turn)
    state.turns += 1
    state.phase = TURN
    owner = state.seats[turn]
    if owner.hand == 0 and not owner.has_cards():
        state.in_play &= ~bit(turn)
    in_play = state.in_play
    if in_play & (in_play - 1) == 0:
        state.phase = OVER
        state.loser = state.last_player()
        state.tell("lose", EVERYONE, state.loser)
        return
    if state.turns >= state.setup.turn_limit:
        state.phase = OVER
        state.tell("undecided", EVERYONE, -1)
        return
    players = state.setup.players
    turn = turn + 1 if turn + 1 < players else 0
    while (in_play >> turn) & 1 == 0:
        turn = turn + 1 if turn + 1 < players else 0
    state.turn = turn
    if state.events is not None:
        state.tell("turn", EVERYONE, turn)
