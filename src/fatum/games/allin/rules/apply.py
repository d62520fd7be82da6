"""What a move does, with everything that follows from it. Moves arrive here checked."""

from mypy_extensions import i64

from fatum.core.events import EVERYONE, Event
from fatum.games.allin.rules import cards, effects, moves
from fatum.games.allin.rules.deck import NAMES, exceeds_five
from fatum.games.allin.rules.legal import is_possible
from fatum.games.allin.rules.piles import next_card, put_discard, put_river
from fatum.games.allin.rules.recall import lose_seen, lose_unseen
from fatum.games.allin.rules.rounds import begin_predictions, begin_turn, left_of, predict
from fatum.games.allin.rules.state import DISCARD, EFFECT, NO_CARD, Position


def do_move(position: Position, seat: i64, move: i64) -> None:
    """Make a legal move."""
    if move < moves.HYPNOSIS:
        if move < moves.PASS:
            _play(position, seat, move)
            return
        if move == moves.DRAW:
            effects.draw(position, seat)
        elif move == moves.SKIP:
            effects.skip(position, seat)
        elif move == moves.REVEAL:
            effects.reveal(position, seat)
            return
        elif move == moves.RUNE:
            effects.rune(position, seat)
        elif move >= moves.TAKE:
            effects.take(position, seat, move - moves.TAKE)
        else:
            if move == moves.PASS:
                _pass(position, seat)
            else:
                _all_in(position, seat)
            return
    elif move >= moves.SWAP:
        chosen = move - moves.SWAP
        effects.swap(position, seat, chosen // moves.PLACES, chosen % moves.PLACES)
    elif move >= moves.PREDICT:
        predict(position, seat, move - moves.PREDICT)
        return
    elif move >= moves.DISCARD:
        _discard(position, seat, move - moves.DISCARD)
        return
    elif move >= moves.HIDE:
        effects.hide(position, seat, move - moves.HIDE)
    elif move >= moves.KEEP:
        effects.keep(position, seat, move - moves.KEEP)
    elif move >= moves.EYE:
        effects.eye(position, seat, move - moves.EYE)
        return
    else:
        effects.hypnosis(position, seat, move - moves.HYPNOSIS)
    go_to_possible_effect(position, position.due + 1)


def _play(position: Position, seat: i64, card: i64) -> None:
    """The card lies before its player until the end of the turn (A8, AR3)."""
    owner = position.seats[seat]
    lose_seen(position, seat, owner, card)
    owner.said = 0
    position.played = card
    if position.events is not None:
        position.events.append(Event("play", EVERYONE, seat, (NAMES[card],)))
    go_to_possible_effect(position, position.setup.table.start[card])


def go_to_possible_effect(position: Position, due: i64) -> None:
    """From top to bottom; what is impossible is passed over, also with a star (A8, AR2)."""
    program = position.setup.table.program
    while True:
        effect: i64 = program[due]
        if effect == cards.END:
            position.due = due
            finish_play(position)
            return
        if is_possible(position, effect & 15):
            position.due = due
            position.phase = EFFECT
            return
        due += 1


def finish_play(position: Position) -> None:
    """Down to five cards, then the played card goes into the river (A8, A9)."""
    if exceeds_five(position.seats[position.turn].hand):
        position.phase = DISCARD
        return
    put_river(position, position.played)
    position.played = NO_CARD
    end_turn(position)


def _discard(position: Position, seat: i64, card: i64) -> None:
    owner = position.seats[seat]
    if position.setup.closed_eye:
        lose_unseen(position, seat, owner, card)
    else:
        lose_seen(position, seat, owner, card)
    put_discard(position, seat, card)
    finish_play(position)


def _pass(position: Position, seat: i64) -> None:
    """The top draw card goes into the river (A10)."""
    if position.events is not None:
        position.events.append(Event("pass", EVERYONE, seat))
    _draw_to_river(position)
    end_turn(position)


def _all_in(position: Position, seat: i64) -> None:
    """Two draw cards go into the river, if there is room for both (A11, AR4)."""
    position.all_in = seat
    if position.events is not None:
        position.events.append(Event("all in", EVERYONE, seat))
    _draw_to_river(position)
    if not position.river.is_full():
        _draw_to_river(position)
    end_turn(position)


def _draw_to_river(position: Position) -> None:
    card = next_card(position)
    if card != NO_CARD:
        put_river(position, card)


def end_turn(position: Position) -> None:
    """Predictions if the river is full, else the left neighbour's turn (A12)."""
    position.turns += 1
    while not position.river.is_full():
        begin_turn(position, left_of(position, position.turn))
        if position.turn != position.all_in:
            return
        force_pass(position)
    begin_predictions(position)


def force_pass(position: Position) -> None:
    """The turn of an All-In player passes by itself and counts (A11, AR4, replay 31)."""
    if position.events is not None:
        position.events.append(Event("forced pass", EVERYONE, position.turn))
    _draw_to_river(position)
    position.turns += 1
