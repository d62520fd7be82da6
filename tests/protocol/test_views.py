"""The generated types of views are those of real games, key by key."""

import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints, is_typeddict

import msgspec
import pytest

from fatum.games.registry import GAMES, find_game
from fatum.play.match import Match
from fatum.protocol.schema import schema

VARIANTS: Final[dict[str, list[dict[str, Any]]]] = {
    "karma": [
        {"players": 2},
        {"players": 4, "foresight": True},
        {"players": 6, "table_card_follow_up": "free"},
    ],
    "allin": [
        {"players": 2, "side": "B"},
        {"players": 3, "discard": "shadows", "heirs": True},
        {"players": 5, "discard": "closed_eye"},
        {"players": 4},
    ],
}
SEEDS: Final = range(3)
LOOKED_AT: Final = {"karma": 0.1, "allin": 1.0}
"""The part of all moments that is looked at; games of Karma are long when played at random."""


def views(name: str) -> Iterator[dict[str, Any]]:
    """Everything that viewers of seeded games are sent, and the open view of replays."""
    game = find_game(name)
    for given in VARIANTS[name]:
        for seed in SEEDS:
            rng = random.Random(f"{given} {seed}")
            looks = random.Random(seed)
            options = game.read_options(given)
            match = Match.new(game, options, rng.randbytes(32))
            state = match.state
            while state.to_act():
                seat = rng.choice(state.to_act())
                match.make(seat, rng.choice(state.legal_moves(seat)))
                if looks.random() < LOOKED_AT[name] or not state.to_act():
                    viewers = [*range(options.players), None]
                    yield from (state.view_for(viewer).to_dict() for viewer in viewers)
                    yield state.to_dict()


def declared_keys(shape: type) -> set[tuple[str, str]]:
    """The keys of a ``TypedDict`` and of those inside it."""
    found: set[tuple[str, str]] = set()
    for key, hint in get_type_hints(shape, include_extras=True).items():
        found.add((shape.__name__, key))
        for inner in _inside(hint):
            found |= declared_keys(inner)
    return found


def _inside(hint: Any) -> Iterator[type]:
    if is_typeddict(hint):
        yield hint
    for part in get_args(hint):
        yield from _inside(part)


def used_keys(shape: type, value: dict[str, Any], found: set[tuple[str, str]]) -> None:
    hints = get_type_hints(shape, include_extras=True)
    for key, part in value.items():
        found.add((shape.__name__, key))
        for inner in _inside(hints[key]):
            for each in part if isinstance(part, list) else [part]:
                used_keys(inner, each, found)


@pytest.mark.parametrize("name", GAMES)
def test_every_view_has_the_shape_that_clients_are_told(name: str) -> None:
    shape: Any = find_game(name).parts.view_data
    used: set[tuple[str, str]] = set()
    checked = 0
    for view in views(name):
        # Keys that the shape does not name would be left out.
        assert msgspec.convert(view, shape, strict=True) == view
        used_keys(shape, view, used)
        checked += 1
    assert checked > 500
    assert used == declared_keys(shape), "keys that no view has"


@pytest.mark.parametrize("name", GAMES)
def test_the_notation_names_every_key(name: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
    shape = find_game(name).parts.view_data
    assert shape is not None
    keys = {key for _, key in declared_keys(shape)}
    assert {key for key in keys if f"`{key}`" not in page and f'"{key}"' not in page} == set()


def test_every_game_has_its_types() -> None:
    definitions = schema()["$defs"]
    by_game = defaultdict(set)
    for name in GAMES:
        by_game[name] = set(definitions["EventKinds"]["properties"][name]["enum"])
        shape = find_game(name).parts.view_data
        assert shape is not None
        reference = {"$ref": f"#/$defs/{shape.__name__}"}
        assert definitions["Views"]["properties"][name] == reference
        assert reference in definitions["View"]["anyOf"]
    assert by_game == {name: set(find_game(name).event_kinds) for name in GAMES}
