"""What a move does, with everything that follows from it. Moves arrive here checked."""

from mypy_extensions import i64

from fatum.core.bits import bit
from fatum.core.events import EVERYONE, Event
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
    Position,
    card_at,
    put_at,
)


def do_move(position: Position, seat: i64, move: i64) -> None:
    """Make a legal move."""
    if move < OPENS:
        _play(position, seat, KIND_OF[move], COUNT_OF[move])
    elif move < FLIPS:
        bit = move - OPENS
        _play_open(position, seat, KIND_OF[bit], COUNT_OF[bit])
    elif move < TAKE:
        _flip(position, seat, move - FLIPS)
    elif move == TAKE:
        _show(position, "take", seat, position.pile)
        _pile_to_hand(position, seat)
        _end_turn(position)
    elif move < LAYS:
        _give(position, seat, move - GIVES)
    elif move < LOOKS:
        _lay(position, seat, move - LAYS)
    else:
        _look(position, seat, move == LOOKS)


def _tell(position: Position, kind: str, seat: i64) -> None:
    if position.events is not None:
        position.events.append(Event(kind, EVERYONE, seat))


def _show(position: Position, kind: str, seat: i64, cards: list[int]) -> None:
    if position.events is not None:
        names = tuple([NAMES[card] for card in cards])
        position.events.append(Event(kind, EVERYONE, seat, names))


# --- setup -------------------------------------------------------------------------------------


def _look(position: Position, seat: i64, looks: bool) -> None:
    owner = position.seats[seat]
    owner.looked = 1 if looks else 0
    if looks:
        places = range(TABLE_CARDS)
        position.tell_owner(
            "look", seat, tuple([NAMES[card_at(owner.hidden, place)] for place in places])
        )
    else:
        _tell(position, "no look", seat)
    for other in position.seats:
        if other.looked < 0:
            return
    _shuffle_hidden(position)
    deal_hands(position)


def _shuffle_hidden(position: Position) -> None:
    """Everybody's hidden cards change places, looked at or not (K23)."""
    for seat, owner in enumerate(position.seats):
        cards: list[int] = [card_at(owner.hidden, place) for place in range(TABLE_CARDS)]
        position.shuffle(f"hidden P{seat + 1}", cards)
        owner.hidden = pack_places(cards)
        _tell(position, "shuffle hidden", seat)


def pack_places(cards: list[int]) -> i64:
    """These cards at the positions 1, 2, 3."""
    places: i64 = 0
    for position, card in enumerate(cards):
        places = put_at(places, position, card)
    return places


def deal_hands(position: Position) -> None:
    """Six cards each (K3)."""
    position.phase = LAY
    position.in_play = bit(position.players) - 1
    seat: i64 = 0
    while seat < position.players:
        position.draw(seat, DEALT)
        seat += 1


def _lay(position: Position, seat: i64, kind: i64) -> None:
    owner = position.seats[seat]
    owner.hand = remove(owner.hand, kind, 1)
    owner.places = put_at(owner.places, size(owner.open), kind)
    owner.open = add(owner.open, kind)
    if position.events is not None:
        position.tell_owner("lay", seat, (NAMES[kind],))
    for other in position.seats:
        if size(other.open) < TABLE_CARDS:
            return
    # All are turned up together (KR2).
    if position.events is not None:
        for shown, other in enumerate(position.seats):
            cards: list[int] = [card_at(other.places, place) for place in range(TABLE_CARDS)]
            _show(position, "show", shown, cards)
        _tell(position, "turn", position.starter)
    position.phase = TURN
    position.turn = position.starter


# --- turns -------------------------------------------------------------------------------------


def _play(position: Position, seat: i64, kind: i64, count: i64) -> None:
    owner = position.seats[seat]
    owner.hand = remove(owner.hand, kind, count)
    if owner.known != 0:
        # Whoever plays a kind that was known plays the known ones first: equal cards are the same.
        owner.known = remove(owner.known, kind, count)
    if position.events is not None:
        cards: list[int] = [kind] * count
        _show(position, "play", seat, cards)
    _resolve(position, seat, kind, count)


def _play_open(position: Position, seat: i64, kind: i64, count: i64) -> None:
    owner = position.seats[seat]
    owner.open = remove(owner.open, kind, count)
    left = count
    place: i64 = 0
    while left > 0:
        if card_at(owner.places, place) == kind:
            owner.places = put_at(owner.places, place, -1)
            left -= 1
        place += 1
    if position.events is not None:
        cards: list[int] = [kind] * count
        _show(position, "open", seat, cards)
    _resolve(position, seat, kind, count)


def _flip(position: Position, seat: i64, place: i64) -> None:
    owner = position.seats[seat]
    kind = card_at(owner.hidden, place)
    owner.hidden = put_at(owner.hidden, place, -1)
    if position.events is not None:
        position.events.append(Event("flip", EVERYONE, seat, (NAMES[kind],), text=str(place + 1)))
    if fits(kind, position.wanted()):
        _resolve(position, seat, kind, 1)
        return
    position.pile.append(kind)
    _show(position, "take", seat, position.pile)
    _pile_to_hand(position, seat)
    _end_turn(position)


def _give(position: Position, seat: i64, target: i64) -> None:
    if position.events is not None:
        names = tuple([NAMES[card] for card in position.pile])
        position.events.append(Event("give", EVERYONE, seat, names, target))
    _pile_to_hand(position, target)
    position.in_play |= bit(target)
    _end_turn(position)


def _pile_to_hand(position: Position, seat: i64) -> None:
    """The pile was public, so what goes into the hand is known (KR21)."""
    owner = position.seats[seat]
    hand = owner.hand
    known = owner.known
    for kind in position.pile:
        hand = add(hand, kind)
        known = add(known, kind)
    owner.hand = hand
    owner.known = known
    position.pile.clear()


def _resolve(position: Position, seat: i64, kind: i64, count: i64) -> None:
    """Equal cards have just been played: burn, take effect, or end the turn."""
    pile = position.pile
    if kind == GP:
        # It leaves the game instead of going onto the pile (K21, KR18).
        _leave(position, GP, count)
        if pile:
            position.phase = GIVE
        else:
            _end_turn(position)
        return
    if kind == TC and position.phase != FOLLOW:
        # A chain of TCs keeps what was demanded before its first (KR13).
        position.demand = position.pile_demand()
    was_empty = not pile
    pile.append(kind)
    if count > 1:
        pile.append(kind)
        if count > 2:
            pile.append(kind)
    if len(pile) > 2 and kind == pile[-2] and kind == pile[-3]:
        _burn(position, seat)
        if kind == TC:
            position.demand = ANYTHING
            _go_on_after_burn(position, seat, FOLLOW)
        else:
            _go_on_after_burn(position, seat, TURN)
    elif kind == TC:
        if position.seats[seat].has_cards():
            position.phase = FOLLOW
        else:
            _end_turn(position)
    elif kind == BU and not was_empty:
        raised = pile.pop(0)
        pile.append(raised)
        if position.events is not None:
            position.events.append(Event("raise", EVERYONE, seat, (NAMES[raised],)))
        if len(pile) > 2 and raised == pile[-2] and raised == pile[-3]:
            _burn(position, seat)
            _go_on_after_burn(position, seat, TURN)
        else:
            _end_turn(position)
    else:
        _end_turn(position)


def _burn(position: Position, seat: i64) -> None:
    """The whole pile leaves the game (K15)."""
    _show(position, "burn", seat, position.pile)
    for kind in position.pile:
        position.gone = add(position.gone, kind)
    position.pile.clear()


def _leave(position: Position, kind: i64, count: i64) -> None:
    while count > 0:
        position.gone = add(position.gone, kind)
        count -= 1


def _go_on_after_burn(position: Position, seat: i64, phase: i64) -> None:
    """The burner leads, or follows up a TC, in the same turn (K15, KR9–KR11)."""
    if position.seats[seat].hand == 0:
        position.refill(seat)
    if position.seats[seat].has_cards():
        position.phase = phase
    else:
        _end_turn(position)


def _end_turn(position: Position) -> None:
    """Refill, count, and find the loser or the next player (K16, K17, K22, KR20)."""
    turn = position.turn
    if position.drawn < len(position.stock):
        position.refill(turn)
    position.turns += 1
    position.phase = TURN
    owner = position.seats[turn]
    if owner.hand == 0 and not owner.has_cards():
        position.in_play &= ~bit(turn)
    in_play = position.in_play
    if in_play & (in_play - 1) == 0:
        position.phase = OVER
        position.loser = position.last_player()
        _tell(position, "lose", position.loser)
        return
    if position.turns >= position.turn_limit:
        position.phase = OVER
        _tell(position, "undecided", -1)
        return
    players = position.players
    turn = turn + 1 if turn + 1 < players else 0
    while (in_play >> turn) & 1 == 0:
        turn = turn + 1 if turn + 1 < players else 0
    position.turn = turn
    if position.events is not None:
        _tell(position, "turn", turn)
