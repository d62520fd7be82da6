"""Public positions of Karma, which can come back: what everyone sees, without the number of turns.

While the same positions come back nobody draws, turns a card up or plays one that was not known (KR21), so
that equal public positions are equal in everything else too.
"""

from hashlib import blake2b
from typing import Final

from fatum.core.bits import popcount
from fatum.core.game import State
from fatum.games.karma.rules.cards import size
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.karma.rules.state import FOLLOW, TURN, hidden_positions

_CARDS: Final = 60


def position(state: State) -> tuple[int, int]:
    """How far the game is, and a digest of all that is public."""
    assert isinstance(state, KarmaState)
    if state.phase < TURN:
        return 0, 0
    # Each of these never falls: cards everyone has seen, cards that left the stock, the hidden places
    # or the open cards, and cards that left the game.
    pile = state.pile
    gone = size(state.gone)
    far = 2 * gone + len(pile) + _CARDS - state.stock_size()
    demand = state.demand if state.phase == FOLLOW else 0
    words: list[int] = [state.phase, state.turn, demand, state.gone, len(pile)]
    words.extend(pile)
    for seat in state.seats:
        places = hidden_positions(seat.hidden)
        far += size(seat.known) - popcount(places)
        words.append(seat.known)
        words.append(size(seat.hand))
        words.append(seat.open)
        words.append(places)
    text = ",".join([str(word) for word in words])
    return far + _CARDS, int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
