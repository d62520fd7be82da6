"""What a move does, with everything that follows from it. Moves arrive here checked."""

from mypy_extensions import i64

from fatum.core.events import EVERYONE
from fatum.games.allin.rules import cards, effects, moves
from fatum.games.allin.rules.deck import NAMES, exceeds_five
from fatum.games.allin.rules.legal import is_possible
from fatum.games.allin.rules.moves import (
    DRAW,
    EYE,
    HIDE,
    HYPNOSIS,
    KEEP,
    PASS,
    PLACES,
    PREDICT,
    REVEAL,
    RUNE,
    SKIP,
    SWAP,
    TAKE,
)
from fatum.games.allin.rules.piles import next_card, put_discard, put_river
from fatum.games.allin.rules.recall import lose_seen, lose_unseen
from fatum.games.allin.rules.rounds import begin_predictions, begin_turn, left_of, predict
from fatum.games.allin.rules.state import DISCARD, EFFECT, NO_CARD, AllInBase


def do_move(state: AllInBase, seat: i64, move: i64) -> None:
    """Make a legal move."""
    if move < HYPNOSIS:
        if move < PASS:
            _play(state, seat, move)
            return
        if move == DRAW:
            effects.draw(state, seat)
        elif move == SKIP:
            effects.skip(state, seat)
        elif move == REVEAL:
            effects.reveal(state, seat)
            return
        elif move == RUNE:
            effects.rune(state, seat)
        elif move >= TAKE:
            effects.take(state, seat, move - TAKE)
        else:
            if move == PASS:
                _pass(state, seat)
            else:
                _all_in(state, seat)
            return
    elif move >= SWAP:
        chosen = move - SWAP
        effects.swap(state, seat, chosen // PLACES, chosen % PLACES)
    elif move >= PREDICT:
        predict(state, seat, move - PREDICT)
        return
    elif move >= moves.DISCARD:
        _discard(state, seat, move - moves.DISCARD)
        return
    elif move >= HIDE:
        effects.hide(state, seat, move - HIDE)
    elif move >= KEEP:
        effects.keep(state, seat, move - KEEP)
    elif move >= EYE:
        effects.eye(state, seat, move - EYE)
        return
    else:
        effects.hypnosis(state, seat, move - HYPNOSIS)
    go_to_possible_effect(state, state.due + 1)


def _play(state: AllInBase, seat: i64, card: i64) -> None:
    """The card lies before its player until the end of the turn (A8, AR3)."""
    owner = state.seats[seat]
    lose_seen(state, seat, owner, card)
    owner.said = 0
    state.played = card
    if state.events is not None:
        state.tell("play", EVERYONE, seat, (NAMES[card],))
    go_to_possible_effect(state, state.setup.table.start[card])


def go_to_possible_effect(state: AllInBase, due: i64) -> None:
    """From top to bottom; what is impossible is passed over, also with a star (A8, AR2)."""
    program = state.setup.table.program
    while True:
        effect: i64 = program[due]
        if effect == cards.END:
            state.due = due
            finish_play(state)
            return
        if is_possible(state, effect & 15):
            state.due = due
            state.phase = EFFECT
            return
        due += 1


def finish_play(state: AllInBase) -> None:
    """Down to five cards, then the played card goes into the river (A8, A9)."""
    if exceeds_five(state.seats[state.turn].hand):
        state.phase = DISCARD
        return
    put_river(state, state.played)
    state.played = NO_CARD
    end_turn(state)


def _discard(state: AllInBase, seat: i64, card: i64) -> None:
    owner = state.seats[seat]
    if state.setup.closed_eye:
        lose_unseen(state, seat, owner, card)
    else:
        lose_seen(state, seat, owner, card)
    put_discard(state, seat, card)
    finish_play(state)


def _pass(state: AllInBase, seat: i64) -> None:
    """The top draw card goes into the river (A10)."""
    if state.events is not None:
        state.tell("pass", EVERYONE, seat)
    _draw_to_river(state)
    end_turn(state)


def _all_in(state: AllInBase, seat: i64) -> None:
    """Two draw cards go into the river, if there is room for both (A11, AR4)."""
    state.all_in = seat
    if state.events is not None:
        state.tell("all in", EVERYONE, seat)
    _draw_to_river(state)
    if state.river.free > 0:
        _draw_to_river(state)
    end_turn(state)


def _draw_to_river(state: AllInBase) -> None:
    card = next_card(state)
    if card != NO_CARD:
        put_river(state, card)


def end_turn(state: AllInBase) -> None:
    """Predictions if the river is full, else the left neighbour's turn (A12)."""
    state.turns += 1
    while state.river.free > 0:
        begin_turn(state, left_of(state, state.turn))
        if state.turn != state.all_in:
            return
        force_pass(state)
    begin_predictions(state)


def force_pass(state: AllInBase) -> None:
    """The turn of an All-In player passes by itself and counts (A11, AR4, replay 31)."""
    if state.events is not None:
        state.tell("forced pass", EVERYONE, state.turn)
    _draw_to_river(state)
    state.turns += 1
