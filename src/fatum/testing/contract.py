"""What every game must keep to, checked in games that are really played."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Final

from fatum.bots.policies.registry import policy_for
from fatum.core.chance import SeededChance
from fatum.core.errors import IllegalMove, InvalidMove
from fatum.core.game import State
from fatum.core.rng import Rng
from fatum.play.match import Match
from fatum.records import parse_record, verify
from fatum.testing.leaks import check_non_interference, check_redeals_are_fair
from fatum.testing.nonsense import check_nonsense_options, check_nonsense_states
from fatum.testing.subject import Contract, as_bytes, cards_in, seed_of, walk
from fatum.testing.telling import check_rules_pages, check_translations, check_words

Check = Callable[[Contract, range], object]


def check_moves_round_trip(contract: Contract, games: range) -> None:
    """Every move has a text of its own, and reading it gives the move back."""
    game = contract.game
    for move, text in enumerate(game.moves):
        assert game.format_move(move) == text
        assert game.parse_move(text) == move, f"{text!r} is read as another move"
    for text in ("", "nonsense", game.moves[0] + " ", " " + game.moves[0], "p1", "play 09"):
        _refused_as_unreadable(contract, text)


def _refused_as_unreadable(contract: Contract, text: str) -> None:
    try:
        contract.game.parse_move(text)
    except InvalidMove:
        return
    raise AssertionError(f"{text!r} was read as a move")


def check_cards_round_trip(contract: Contract, games: range) -> None:
    """Every card's text can be read."""
    for text in contract.game.deck:
        assert contract.game.card_text(contract.game.card_code(text)) == text


def check_states_round_trip(contract: Contract, games: range) -> None:
    """Every reachable state, and every view of it, can be written as JSON and read back.

    A view tells the options it is read back with.
    """
    game = contract.game
    for number in games:
        options = contract.variant(number)
        for step in walk(contract, number):
            data = step.state.to_dict()
            again = json.loads(json.dumps(data))
            copy = game.read_state(options, again, SeededChance(seed_of(number)))
            assert copy.to_dict() == data, step.name
            assert copy.to_act() == step.state.to_act(), step.name
            for viewer in contract.viewers(number):
                view = step.state.view_for(viewer)
                assert view.options.to_dict() == options.to_dict(), f"{step.name}: other options"
                seen = json.loads(json.dumps(view.to_dict()))
                read = game.read_view(view.options, seen, viewer)
                assert read == view, step.name
                assert read.options.to_dict() == options.to_dict(), f"{step.name}: other options"
                assert copy.view_for(viewer) == view, step.name


def check_records_round_trip(contract: Contract, games: range) -> None:
    """The same seed makes the same record, byte for byte, and it verifies."""
    for number in games:
        texts = {_record_text(contract, number) for _ in range(2)}
        assert len(texts) == 1, f"game {number} differs from itself"
        record = parse_record(texts.pop())
        verify(record)


def _record_text(contract: Contract, number: int) -> str:
    rng = Rng(number)
    options = contract.variant(number)
    policy = policy_for(contract.game, options)
    match = Match.new(contract.game, options, seed_of(number), trace=True)
    while match.state.to_act():
        seat = match.state.to_act()[-1]
        match.make(seat, policy.move(match.state, seat, rng))
    return match.record().to_json()


def check_legal_moves(contract: Contract, games: range) -> None:
    """``legal_moves`` is just what ``apply`` accepts; a refusal says why and changes nothing."""
    for number in games:
        for place, step in enumerate(walk(contract, number)):
            _check_legal_list(contract, number, step.state, step.name)
            # Trying every move is slow, and neighbouring positions differ little.
            apart = max(7, len(contract.game.moves) // 10)
            if place % apart == number % apart:
                _check_every_move(contract, number, step.state, step.name)


def _check_legal_list(contract: Contract, number: int, state: State, name: str) -> None:
    rng = Rng(number)
    options = contract.variant(number)
    for seat in range(options.players):
        legal = state.legal_moves(seat)
        assert len(set(legal)) == len(legal), f"{name}: a move is listed twice"
        assert bool(legal) == (seat in state.to_act()), f"{name}: P{seat + 1} has {legal}"
        if legal:
            legal.append(-1)  # the caller's own list: changing it changes nothing
            assert -1 not in state.legal_moves(seat), f"{name}: the legal moves can be changed"
            assert state.random_move(seat, rng) in legal, name
            assert policy_for(contract.game, options).move(state, seat, rng) in legal, name
    assert state.actor() == (state.to_act() or (-1,))[0], name


def _check_every_move(contract: Contract, number: int, state: State, name: str) -> None:
    players = contract.variant(number).players
    for seat in [*range(players), players, -1]:
        legal = set(state.legal_moves(seat))
        before = as_bytes(state.to_dict())
        for move in range(len(contract.game.moves)):
            copy = state.copy()
            try:
                copy.apply(seat, move)
            except IllegalMove:
                assert move not in legal, f"{name}: {contract.game.format_move(move)} was refused"
                assert as_bytes(copy.to_dict()) == before, f"{name}: a refusal changed the state"
            else:
                assert move in legal, f"{name}: {contract.game.format_move(move)} was accepted"
    for move in (-1, len(contract.game.moves)):
        try:
            state.copy().apply(state.actor(), move)
        except InvalidMove:
            continue
        raise AssertionError(f"{name}: move number {move} was accepted")


def check_copies(contract: Contract, games: range) -> None:
    """A copy goes its own way, and goes the same way as the original."""
    for number in games:
        for step in walk(contract, number):
            copy = step.state.copy()
            before = as_bytes(step.state.to_dict())
            assert as_bytes(copy.to_dict()) == before, step.name
            copy.apply(step.seat, step.move)
            assert as_bytes(step.state.to_dict()) == before, f"{step.name}: the original changed"


def check_conservation(contract: Contract, games: range) -> None:
    """After every move, and in every redeal, each card of the deck is exactly once somewhere."""
    deck = contract.copies
    for number in games:
        rng = Rng(number)
        for place, step in enumerate(walk(contract, number)):
            assert Counter(cards_in(contract, step.state.to_dict())) == deck, step.name
            for viewer in contract.viewers(number):
                seen = Counter(cards_in(contract, step.state.view_for(viewer).to_dict()))
                assert seen <= deck, f"{step.name}: a view shows a card too often"
            if (place + number) % 5 == 0:
                viewer = rng.below(contract.variant(number).players)
                redealt = step.state.view_for(viewer).redeal(rng).to_dict()
                cards = Counter(cards_in(contract, redealt))
                assert cards == deck, f"{step.name}: a redeal loses or makes cards"


def check_endings(contract: Contract, games: range) -> None:
    """Every game ends, has an outcome then and not before, and pays every seat from 0 to 1."""
    for number in games:
        state = None
        for step in walk(contract, number):
            state = step.state
            assert state.outcome() is None, step.name
        assert state is not None
        assert state.outcome() is not None
        payoffs = state.payoffs()
        assert len(payoffs) == contract.variant(number).players
        assert all(0 <= payoff <= 1 for payoff in payoffs)
        for seat in range(len(payoffs)):
            assert state.legal_moves(seat) == []
        quick = contract.game.new(contract.variant(number), SeededChance(seed_of(number)))
        assert quick.playout(Rng(number)) > 0
        assert quick.outcome() is not None


CHECKS: Final[tuple[Check, ...]] = (
    check_moves_round_trip,
    check_cards_round_trip,
    check_states_round_trip,
    check_records_round_trip,
    check_legal_moves,
    check_copies,
    check_conservation,
    check_endings,
    check_non_interference,
    check_redeals_are_fair,
    check_nonsense_states,
    check_nonsense_options,
    check_words,
    check_translations,
    check_rules_pages,
)


def check_all(contract: Contract, games: int = 20) -> None:
    """Run every check over this many games."""
    for check in CHECKS:
        check(contract, range(games))
