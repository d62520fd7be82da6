"""What a seat was told stays true only until the next move, no matter who makes it and how."""

import pytest

from fatum.bots.policies.registry import policy_for
from fatum.core.chance import SeededChance
from fatum.core.errors import IllegalMove
from fatum.core.game import State
from fatum.core.rng import Rng
from fatum.games.registry import find_game


def dealt(name: str) -> State:
    game = find_game(name)
    return game.new(game.read_options({"players": 3}), SeededChance(bytes(32)))


def refuses_all_but_legal(state: State, moves: range) -> None:
    """Asked for nothing beforehand, or for something, it refuses the same."""
    seat = state.actor()
    legal = set(state.copy().legal_moves(seat))
    for move in moves:
        if move not in legal:
            with pytest.raises(IllegalMove):
                state.apply(seat, move)


@pytest.mark.parametrize("name", ["karma", "allin"])
def test_old_offers_are_worth_nothing(name: str) -> None:
    moves = range(len(find_game(name).moves))
    rng = Rng(1)
    state = dealt(name)
    for step in range(60):
        seat = state.actor()
        if seat < 0:
            break
        told = state.legal_moves(seat)
        told.extend(moves)  # the caller's own list: changing it changes nothing
        copy = state.copy()
        copy.apply(seat, copy.random_move(seat, rng))
        if step % 10 == 0:
            refuses_all_but_legal(state, moves)
            if copy.actor() >= 0:
                refuses_all_but_legal(copy, moves)
        if step % 7 == 0:
            policy = policy_for(state.game, state.view_for(None).options)
            stage = policy.stage(state)
            policy.roll_out(state, rng, 1)
            if policy.stage(state) != stage:
                break
        else:
            state.apply(seat, state.random_move(seat, rng))
        if state.actor() >= 0 and step % 10 == 0:
            refuses_all_but_legal(state, moves)


@pytest.mark.parametrize("whole", [True, False], ids=["a playout", "a roll-out of one move"])
def test_nothing_that_was_offered_is_legal_after(whole: bool) -> None:
    state = dealt("allin")
    seat = state.actor()
    offered = state.legal_moves(seat)[0]
    assert state.game.format_move(offered).startswith("play ")  # one card a turn
    if whole:
        state.playout(Rng(1))
    else:
        policy_for(state.game, state.view_for(None).options).roll_out(state, Rng(1), 1)
    with pytest.raises(IllegalMove):
        state.apply(seat, offered)
