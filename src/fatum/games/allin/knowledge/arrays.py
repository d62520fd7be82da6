"""All In views and legal moves as words (version 1); ``docs/research.md`` lists the fields.

Seats are counted from the viewer to the left; for a spectator, from P1. The card table is not part
of a view: it is an option, which everyone knows.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from fatum.core.arrays import Arrays, add_bits, ones, up_to
from fatum.core.bits import COMPILED, bit, lowest
from fatum.core.game import State, View
from fatum.core.options import Options
from fatum.games.allin.knowledge.array_fields import (
    DISCARD_WORDS,
    DISCARDS_PER_WORD,
    HOMES_PER_WORD,
    MOST_DRAW,
    MOST_POT,
    MOST_RUNES,
    RECALL_WORDS,
    REMEMBERED_WORDS,
    RUNES_PER_WORD,
    SINCE_PER_WORD,
    SINCE_WORDS,
    TABLE_WORDS,
    VERSION,
    fields,
)
from fatum.games.allin.knowledge.view import AllInView, look_again
from fatum.games.allin.rules import moves
from fatum.games.allin.rules.apply import do_move
from fatum.games.allin.rules.cards import STAR
from fatum.games.allin.rules.deck import RUNE, add
from fatum.games.allin.rules.legal import legal_bits, places
from fatum.games.allin.rules.memory import Memory, blank_memory
from fatum.games.allin.rules.river import FIELDS
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import EFFECT, HIDE, KEEP, NO_CARD

_SKIP: Final = 0x1000000000000000
_COVERED: Final = 0x20000000000000
"""The bit of a field that says that a card lies under its uncovered one."""


@final
class AllInArrays(Arrays):
    """Writes All In views."""

    def __init__(self, options: Options) -> None:
        players: i64 = options.players
        runes: i64 = (players + RUNES_PER_WORD - 1) // RUNES_PER_WORD
        super().__init__(
            VERSION,
            tuple(fields(options.players)),
            TABLE_WORDS + i64(FIELDS[players]) + players,
            REMEMBERED_WORDS
            + DISCARD_WORDS
            + runes
            + 2 * players
            + 2 * (players - 1)
            + 2 * RECALL_WORDS,
            len(moves.MOVES),
        )

    def refill(self, view: View, state: State) -> bool:
        assert isinstance(view, AllInView)
        assert isinstance(state, AllInState)
        look_again(state, view)
        return True

    def make(self, state: State, seat: i64, move: i64) -> None:
        if COMPILED:
            assert isinstance(state, AllInState)
            do_move(state, seat, move)
        else:
            state.apply(seat, move)

    def write_table(self, view: View, out: vec[i64], at: i64) -> None:
        assert isinstance(view, AllInView)
        table = view.table
        setup = table.setup
        players = setup.players
        phase = table.phase
        viewer: i64 = 0
        own: i64 = 0
        general = bit(phase) | bit(table.round - 1) << 7
        if view.seat is not None:
            viewer = view.seat
            own = view.seats[viewer].hand
            general |= bit(viewer) << 31
        general |= _left(table.dealer, viewer, players) << 11
        general |= _left(table.turn, viewer, players) << 16
        if phase == HIDE:
            general |= _left(table.asked, viewer, players) << 21
        general |= _left(table.all_in, viewer, players) << 26
        played: i64 = 0
        if table.played != NO_CARD:
            played = bit(table.played)
            if EFFECT <= phase <= HIDE:
                effect: i64 = setup.table.program[table.due]
                general |= bit((effect & 15) - 1) << 36
                if effect >= STAR:
                    general |= bit(45)
                played |= (table.due - i64(setup.table.start[table.played])) << 53
        if setup.side_b:
            general |= bit(46)
        if setup.shadows:
            general |= bit(47)
        if setup.closed_eye:
            general |= bit(48)
        if setup.heirs:
            general |= bit(49)
        out[at] = general
        out[at + 1] = played
        discards: i64 = len(table.discard)
        out[at + 2] = ones(view.draw_size, MOST_DRAW) | discards << MOST_DRAW
        out[at + 3] = ones(table.pot, MOST_POT) | up_to(setup.turn_limit, 20) << MOST_POT
        out[at + 4] = own
        revealed: i64 = 0
        if phase == KEEP:
            for card in view.revealed:
                if card != NO_CARD:
                    revealed = add(revealed, card)
            count: i64 = len(view.revealed)
            revealed |= count << 54
        out[at + 5] = revealed
        top: i64 = 0
        if discards > 0 and not setup.closed_eye and table.discard[discards - 1] != NO_CARD:
            top = bit(table.discard[discards - 1])
        out[at + 6] = top
        river = table.river
        row1 = river.row1
        row2 = river.row2
        covered: i64 = 0
        fields = river.fields
        word = at + TABLE_WORDS
        while fields != 0:
            lower = row1 & 255
            upper = row2 & 255
            shown: i64 = 0
            if upper != 0:
                covered = add(covered, lower - 1)
                shown = bit(upper - 1) | _COVERED
            elif lower != 0:
                shown = bit(lower - 1)
            out[word] = shown
            row1 >>= 8
            row2 >>= 8
            fields >>= 1
            word += 1
        out[at + 7] = covered
        left: i64 = 0
        seat = viewer
        while left < players:
            owner = view.seats[seat]
            facts = ones(owner.runes, MOST_RUNES) | owner.hand_size << 36
            if owner.predicted:
                facts |= bit(42)
            facts |= _left(owner.prediction, viewer, players) << 43
            if owner.said > 0:
                facts |= bit(owner.said) << 47
            out[word + left] = facts
            left += 1
            seat += 1
            if seat == players:
                seat = 0
        order = table.strongest
        rank: i64 = 57
        while order != 0:
            left = (order & 15) - 1 - viewer
            if left < 0:
                left += players
            out[word + left] |= bit(rank)
            rank += 1
            order >>= 4

    def write_memory(self, view: View, out: vec[i64], at: i64) -> None:
        assert isinstance(view, AllInView)
        table = view.table
        players = table.setup.players
        viewer: i64 = 0
        if view.seat is not None:
            viewer = view.seat
        own = view.memory
        public = view.public
        out[at] = (
            up_to(table.turns, 20) | up_to(table.shuffles, 20) << 20 | bit(table.generation) << 40
        )
        row1 = table.river.row1
        row2 = table.river.row2
        under: i64 = 0
        shift: i64 = 0
        while row2 != 0:
            if row2 & 255 != 0:
                under |= (row1 & 255) << shift
            row1 >>= 8
            row2 >>= 8
            shift += 6
        out[at + 1] = under | public.loose << 36 | own.loose << 47
        shown: i64 = 0
        shift = 0
        if table.phase == KEEP:
            for card in view.revealed:
                shown |= (i64(card) + 1) << shift
                shift += 6
        out[at + 2] = shown
        self._write_discards(view, viewer, out, at + 3)
        at += REMEMBERED_WORDS + DISCARD_WORDS
        runes: i64 = 0
        shift = 0
        left: i64 = 0
        seat = viewer
        while left < players:
            runes |= up_to(view.seats[seat].runes, 20) << shift
            shift += 20
            left += 1
            if shift == 60 or left == players:
                out[at] = runes
                at += 1
                runes = 0
                shift = 0
            seat += 1
            if seat == players:
                seat = 0
        for number, owner in enumerate(view.seats):
            left = number - viewer
            if left < 0:
                left += players
            out[at + left] = owner.known
            out[at + players + left] = owner.arrived
            if left > 0:
                out[at + 2 * players + left - 1] = 0
                out[at + 3 * players + left - 2] = 0
        at += 2 * players
        if view.seat is not None:
            for eye in table.eyes:
                if eye.asker == viewer:
                    left = eye.asked - viewer
                    out[at + (left if left > 0 else left + players) - 1] = eye.cards
                if eye.asked == viewer:
                    left = eye.asker - viewer
                    out[at + (left if left > 0 else left + players) + players - 2] = eye.cards
        at += 2 * (players - 1)
        _write_recall(own, viewer, players, out, at)
        _write_recall(public, viewer, players, out, at + RECALL_WORDS)

    def _write_discards(self, view: AllInView, viewer: i64, out: vec[i64], at: i64) -> None:
        """The set of those that the viewer saw, and all in order: 1 + the card, and who laid it."""
        table = view.table
        players = table.setup.players
        word = at + 1
        end = word + DISCARD_WORDS
        seen: i64 = 0
        packed: i64 = 0
        shift: i64 = 0
        for place, card in enumerate(table.discard):
            if card != NO_CARD:
                seen = add(seen, card)
            who: i64 = table.discarders[place]
            if who < players:
                who -= viewer
                if who < 0:
                    who += players
            packed |= (i64(card) + 1 | who << 6) << shift
            shift += 9
            if shift == 9 * DISCARDS_PER_WORD:
                if word < end:
                    out[word] = packed
                word += 1
                packed = 0
                shift = 0
        while word < end:
            out[word] = packed
            packed = 0
            word += 1
        out[at] = seen

    def write_mask(self, state: State, seat: i64, out: vec[i64], at: i64) -> None:
        assert isinstance(state, AllInState)
        word: i64 = 0
        while word < self.mask_words:
            out[at + word] = 0
            word += 1
        if not state.may_act(seat):
            return
        bits, base = legal_bits(state, seat)
        if bits >= _SKIP:
            bits -= _SKIP
            add_bits(out, at, moves.SKIP, 1)
        if base != moves.SWAP:
            add_bits(out, at, base, bits)
            return
        where = places(state)
        while bits != 0:
            add_bits(out, at, moves.SWAP + moves.PLACES * lowest(bits), where)
            bits &= bits - 1


def _left(seat: i64, viewer: i64, players: i64) -> i64:
    """A seat counted from the viewer to the left, as a set; empty for nobody."""
    if seat < 0:
        return 0
    left = seat - viewer
    return bit(left if left >= 0 else left + players)


def _write_recall(memory: Memory, viewer: i64, players: i64, out: vec[i64], at: i64) -> None:
    """Of each card, in which generation it came to lie and which seat may still hold it."""
    word: i64 = 0
    while word < RECALL_WORDS:
        out[at + word] = 0
        word += 1
    if memory is blank_memory():
        return
    card: i64 = 0
    while card < RUNE:
        since: i64 = memory.since[card]
        if since != 0:
            out[at + card // SINCE_PER_WORD] |= since << (4 * (card % SINCE_PER_WORD))
        home: i64 = memory.home[card]
        if home != 0:
            left = home - 1 - viewer
            if left < 0:
                left += players
            out[at + SINCE_WORDS + card // HOMES_PER_WORD] |= (left + 1) << (
                3 * (card % HOMES_PER_WORD)
            )
        card += 1
