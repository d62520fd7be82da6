"""Whatever the options, the seed and the choices: a game keeps its cards, its word and its end."""

import json
from collections import Counter
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.subjects import MENTIONS

from fatum.bots.policies.registry import policy_for
from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError, InvalidOptions
from fatum.core.game import Game, State
from fatum.core.options import ChoiceOption, FlagOption, IntOption, Option, SeatOption
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.games.registry import GAMES, find_game
from fatum.testing import Contract
from fatum.testing.subject import cards_in

ALL_GAMES = [find_game(name) for name in GAMES]
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


def values_of(option: Option) -> st.SearchStrategy[object] | None:
    """What a table may set this option to."""
    if isinstance(option, IntOption):
        return st.integers(option.low, min(option.high, option.low + 60))
    if isinstance(option, FlagOption):
        return st.booleans()
    if isinstance(option, ChoiceOption):
        return st.sampled_from(option.choices)
    if isinstance(option, SeatOption):
        return st.sampled_from([seat_name(0), seat_name(1)])
    return None


def settings_of(game: Game) -> st.SearchStrategy[Mapping[str, object]]:
    known = {option.name: values_of(option) for option in game.options}
    return st.fixed_dictionaries(
        {}, optional={name: values for name, values in known.items() if values is not None}
    )


@st.composite
def running_games(draw: st.DrawFn) -> tuple[Game, Mapping[str, object], State]:
    """A game of any kind after any number of moves."""
    game = draw(st.sampled_from(ALL_GAMES))
    given_options = draw(settings_of(game))
    seed = draw(st.binary(min_size=32, max_size=32))
    options = game.read_options(given_options)
    policy = policy_for(game, options)
    state = game.new(options, SeededChance(seed), listen=True)
    rng = Rng(draw(st.integers(0, 2**32)))
    for choice in draw(st.lists(st.integers(0, 2), max_size=150)):
        acting = state.to_act()
        if not acting:
            break
        seat = acting[rng.below(len(acting))]
        wild = choice == 0
        state.apply(seat, state.random_move(seat, rng) if wild else policy.move(state, seat, rng))
    return game, given_options, state


def refusal(attempt: Callable[[], object]) -> str | None:
    """What was said against it, ``None`` if it was taken."""
    try:
        attempt()
    except FatumError as error:
        return str(error)
    return None


@given(running_games())
def test_no_card_is_lost_or_made(running: tuple[Game, Mapping[str, object], State]) -> None:
    game, given_options, state = running
    contract = Contract(game, (given_options,), mentions=MENTIONS[game.name])
    assert Counter(cards_in(contract, state.to_dict())) == Counter(game.deck)


@given(running_games(), st.data())
def test_refusals_leave_the_state_untouched(
    running: tuple[Game, Mapping[str, object], State], data: st.DataObject
) -> None:
    game, _, state = running
    before = json.dumps(state.to_dict())
    seat = data.draw(st.integers(-1, 7))
    move = data.draw(st.integers(-1, len(game.moves)))
    if move in state.legal_moves(seat):
        state.copy().apply(seat, move)
    else:
        with pytest.raises(FatumError, match=r"\S"):
            state.apply(seat, move)
    assert json.dumps(state.to_dict()) == before


@given(running_games())
def test_every_reachable_state_round_trips(
    running: tuple[Game, Mapping[str, object], State],
) -> None:
    game, given_options, state = running
    options = game.read_options(given_options)
    again = game.read_state(
        options, json.loads(json.dumps(state.to_dict())), SeededChance(bytes(32))
    )
    assert again.to_dict() == state.to_dict()
    assert again.outcome() == state.outcome()
    for viewer in [*range(options.players), None]:
        view = state.view_for(viewer)
        assert game.read_view(options, json.loads(json.dumps(view.to_dict())), viewer) == view


@given(running_games(), st.integers(0, 2**32))
def test_every_game_comes_to_an_end(
    running: tuple[Game, Mapping[str, object], State], seed: int
) -> None:
    _, _, state = running
    state.playout(Rng(seed))
    assert state.to_act() == ()
    assert state.outcome() is not None


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
@given(data=st.data())
def test_nonsense_options_are_refused(game: Game, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([option.name for option in game.options]))
    value = data.draw(JUNK)
    refused = refusal(lambda: game.read_options({name: value}))
    assert refused is None or name in refused or "seat" in refused
    with pytest.raises(InvalidOptions, match="bogus"):
        game.read_options({"bogus": value})
