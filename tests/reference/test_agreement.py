"""The engine and the slow reference, which knows only the rules and the notation, agree.

Both ways: the reference replays the engine's records with every legal set, and the engine verifies
games that the reference has played.
"""

from itertools import product
from random import Random

import pytest
from tests.contract.subjects import ALLIN_PLAYERS, KARMA_PLAYERS, games
from tests.reference.replay import random_record, replay

from fatum.bots.policies.registry import policy_for
from fatum.core.rng import Rng
from fatum.games.registry import find_game
from fatum.play.match import Match
from fatum.records import read_record, verify
from fatum.testing.subject import seed_of

VARIANTS: list[tuple[str, dict[str, object]]] = [
    *(
        (
            "karma",
            {"players": players, "foresight": foresight, "table_card_follow_up": follow_up},
        )
        for players, foresight, follow_up in product(
            KARMA_PLAYERS, (False, True), ("strict", "free")
        )
    ),
    *(
        ("allin", {"players": players, "side": side, "discard": discard, "heirs": heirs})
        for players, discard, (side, heirs) in product(
            ALLIN_PLAYERS,
            ("standard", "shadows", "closed_eye"),
            (("A", False), ("B", True)),
        )
    ),
]


def engine_record(name: str, given: dict[str, object], number: int) -> dict[str, object]:
    """A game with sensible and wild moves, simultaneous choices in any order."""
    game = find_game(name)
    rng = Rng(number)
    options = game.read_options(given)
    policy = policy_for(game, options)
    match = Match.new(game, options, seed_of(number), trace=True)
    state = match.state
    while state.to_act():
        acting = state.to_act()
        seat = acting[rng.below(len(acting))]
        wild = rng.below(3) == 0
        match.make(seat, state.random_move(seat, rng) if wild else policy.move(state, seat, rng))
    return match.record().to_dict()


@pytest.mark.parametrize(("name", "given"), VARIANTS, ids=str)
def test_the_reference_accepts_what_the_engine_plays(name: str, given: dict[str, object]) -> None:
    for number in games(compiled=25, plain=5):
        limited = {**given, "turn_limit": 30} if number % 5 == 4 else given
        assert replay(engine_record(name, limited, number)) == []


@pytest.mark.parametrize(("name", "given"), VARIANTS, ids=str)
def test_the_engine_accepts_what_the_reference_plays(name: str, given: dict[str, object]) -> None:
    rng = Random(str(given))
    for _ in games(compiled=5, plain=3):
        verify(read_record(random_record(name, given, rng, trace=True)))
