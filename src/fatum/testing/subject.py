"""The game under test, and games played for the tests."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from fatum.bots.policies.registry import policy_for
from fatum.core.chance import SeededChance
from fatum.core.errors import IllegalMove
from fatum.core.events import Event
from fatum.core.game import Game, State
from fatum.core.options import Options
from fatum.core.rng import Rng
from fatum.i18n.languages import LANGUAGES, SOURCE


@dataclass(frozen=True)
class Contract:
    """A game with the options to test it with, and what the kit must know about its data."""

    game: Game
    options: tuple[Mapping[str, object], ...] = ({},)
    mentions: frozenset[str] = frozenset()
    """Keys of states and views that speak of cards lying elsewhere."""
    discloses: frozenset[str] = frozenset()
    """Kinds of events whose words the rules let follow from hidden cards."""
    languages: tuple[str, ...] = tuple(code for code in LANGUAGES if code != SOURCE)
    """Languages in which everything must be said, beside English."""
    channels: Mapping[str, Callable[[State, int | None], object]] = field(default_factory=dict)
    """What a seat, or a spectator, receives besides views, moves, refusals and events, such as
    arrays: it must not depend on hidden cards, either."""
    variants: tuple[Options, ...] = field(init=False)
    copies: Counter[str] = field(init=False)
    """How often each card is in the deck."""

    def __post_init__(self) -> None:
        read = tuple(self.game.read_options(given) for given in self.options)
        object.__setattr__(self, "variants", read)
        object.__setattr__(self, "copies", Counter(self.game.deck))

    def variant(self, number: int) -> Options:
        """The options of test game ``number``, which go round."""
        return self.variants[number % len(self.variants)]

    def viewers(self, number: int) -> list[int | None]:
        """Every seat of test game ``number``, and a spectator."""
        return [*range(self.variant(number).players), None]


@dataclass(frozen=True)
class Step:
    """A position in a test game, and the move that is made next."""

    name: str
    state: State
    seat: int
    move: int


def seed_of(number: int) -> bytes:
    """The seed of test game ``number``."""
    return hashlib.sha256(b"contract kit %d" % number).digest()


def new_game(contract: Contract, number: int) -> State:
    """Test game ``number``, somebody listening."""
    options = contract.variant(number)
    return contract.game.new(options, SeededChance(seed_of(number)), listen=True)


def walk(contract: Contract, number: int) -> Iterator[Step]:
    """Play test game ``number``: mostly sensible moves, so that it ends, and some wild ones.

    The state of a step is the game itself: it is in the position before the move while the
    step is looked at, and the move is made when the next step is asked for.
    """
    rng = Rng(number)
    state = new_game(contract, number)
    policy = policy_for(contract.game, contract.variant(number))
    made = 0
    while state.to_act():
        acting = state.to_act()
        seat = acting[rng.below(len(acting))]
        sensible = rng.below(4) > 0
        move = policy.move(state, seat, rng) if sensible else state.random_move(seat, rng)
        text = contract.game.format_move(move)
        where = f"{contract.game.name} game {number}, step {made}: P{seat + 1} {text}"
        yield Step(where, state, seat, move)
        state.apply(seat, move)
        made += 1


def drain(state: State) -> list[Event]:
    """The events since the last time, taken out of the state."""
    events = state.events
    assert events is not None
    state.events = []
    return events


def refusal(state: State, seat: int, move: int) -> IllegalMove:
    """Why a move that is not legal is refused."""
    try:
        state.apply(seat, move)
    except IllegalMove as error:
        return error
    raise AssertionError(f"move {move} of seat {seat} is accepted, but it is not listed as legal")


def cards_in(contract: Contract, data: object) -> Iterator[str]:
    """Every card of a state's data, wherever it lies."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in contract.mentions:
                yield from cards_in(contract, value)
    elif isinstance(data, list):
        for value in data:
            yield from cards_in(contract, value)
    elif isinstance(data, str) and data in contract.copies:
        yield data


def as_bytes(data: object) -> bytes:
    """Data as the bytes that somebody would receive."""
    return json.dumps(data, sort_keys=True).encode()
