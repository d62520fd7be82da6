"""Nonsense in place of data: refused in one sentence, or harmless.

States, views and options come from files and from strangers. Whatever is wrong with them, a game
raises one of Fatum's errors; and what it accepts holds each card once and can be played to its end.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError, InvalidOptions
from fatum.core.events import HIDDEN
from fatum.core.game import State
from fatum.core.rng import Rng
from fatum.testing.subject import Contract, cards_in, seed_of, walk

_JUNK: Final[tuple[object, ...]] = (
    None, True, 0, 1, -1, 2**63, 1.0, float("nan"), "", "P1", "p1", "nonsense", HIDDEN,
    [], [[]], [None], [0], {}, {"": 0}, {"hand": [1]},
)  # fmt: skip
_APART: Final = 5
"""Neighbouring positions differ little."""
Result = TypeVar("Result")


def check_nonsense_states(contract: Contract, games: range) -> None:
    """A state or a view with one part replaced by nonsense is refused, or makes sense."""
    for number in games:
        rng = Rng(number)
        for place, step in enumerate(walk(contract, number)):
            if (place + number) % _APART == 0:
                for _ in range(4):
                    _spoil_state(contract, number, step.state, rng, step.name)
                    _spoil_view(contract, number, step.state, rng, step.name)


def check_nonsense_options(contract: Contract, games: range) -> None:
    """An option with a value that it cannot have is refused."""
    game = contract.game
    for option in game.options:
        for junk in (*_JUNK, *contract.copies):
            _refused_or(f"option {option.name} = {junk!r}", _reader(contract, {option.name: junk}))
    try:
        game.read_options({"nonsense": True})
    except InvalidOptions:
        return
    raise AssertionError("an option that does not exist is accepted")


def _reader(contract: Contract, given: Mapping[str, object]) -> Callable[[], object]:
    return lambda: contract.game.read_options(given)


def _spoil_state(contract: Contract, number: int, state: State, rng: Rng, name: str) -> None:
    data, what = _spoilt(contract, state.to_dict(), rng)
    chance = SeededChance(seed_of(number))
    options = contract.variant(number)
    name = f"{name}: a state with {what}"
    read = _refused_or(name, lambda: contract.game.read_state(options, data, chance))
    if read is None:
        return
    cards = Counter(cards_in(contract, read.to_dict()))
    assert cards == contract.copies, f"{name} is accepted, and does not hold each card once"
    _refused_or(f"{name} is accepted, and cannot be played", lambda: read.playout(Rng(number)))
    assert read.outcome() is not None, f"{name} is accepted, and never ends"


def _spoil_view(contract: Contract, number: int, state: State, rng: Rng, name: str) -> None:
    viewer = rng.below(contract.variant(number).players)
    data, what = _spoilt(contract, state.view_for(viewer).to_dict(), rng)
    options = contract.variant(number)
    name = f"{name}: a view with {what}"
    _refused_or(name, lambda: contract.game.read_view(options, data, viewer))


def _refused_or(name: str, attempt: Callable[[], Result]) -> Result | None:
    """The result, ``None`` if it was refused as it should be."""
    try:
        return attempt()
    except FatumError as error:
        said = str(error)
    except Exception as error:
        raise AssertionError(f"{name} raises {type(error).__name__}: {error}") from error
    assert said.strip(), f"{name} is refused without a word"
    assert "\n" not in said, f"{name} is refused in more than one line: {said}"
    return None


def _spoilt(contract: Contract, data: object, rng: Rng) -> tuple[dict[str, object], str]:
    """The data with one part replaced, and what was done in words."""
    copy: dict[str, object] = json.loads(json.dumps(data))
    places = list(_places(copy, ""))
    part, key, where = places[rng.below(len(places))]
    junk = (*_JUNK, *contract.copies)
    part[key] = value = junk[rng.below(len(junk))]
    return copy, f"{where} = {value!r}"


def _places(data: object, where: str) -> Iterator[tuple[Any, Any, str]]:
    """Every object or list, however deep, with each of its keys or positions."""
    if isinstance(data, dict):
        entries = [(key, value, f"{where}.{key}" if where else key) for key, value in data.items()]
    elif isinstance(data, list):
        entries = [(place, value, f"{where}[{place}]") for place, value in enumerate(data)]
    else:
        return
    for key, value, name in entries:
        yield data, key, name
        yield from _places(value, name)
