"""Redeals: worlds that fit everything a seat knows, and all of them."""

import json
from collections import Counter
from itertools import combinations, product

import pytest

from fatum.core.bits import COMPILED
from fatum.core.chance import SeededChance
from fatum.core.errors import InvalidState
from fatum.core.rng import Rng
from fatum.games.allin.game import GAME
from fatum.games.allin.knowledge.completion import IMPOSSIBLE, complete
from fatum.games.allin.rules.deck import CODES, from_list, to_list
from fatum.games.allin.rules.hands import CATEGORIES, category_name


def cards(text: str) -> int:
    return from_list([CODES[name] for name in text.split()])


POOL = "2C 3C 4C 5C 6C 6M 6S 6T 5M 4M 9C KC KM Ru Ru"


@pytest.mark.parametrize(
    ("fixed", "category"),
    [
        ("", "four of a kind"),
        ("", "full house"),
        ("", "straight flush"),
        ("", "straight"),
        ("", "flush"),
        ("", "two pairs"),
        ("", "three of a kind"),
        ("7M", "pair"),
        ("6M", "four of a kind"),
        ("Ru", "three of a kind"),
        ("7C 8M", "straight"),
        ("7C", "flush"),
        ("7C", "straight flush"),
        ("7M 7S", "full house"),
        ("7M 8S Ru", "nothing"),
    ],
)
def test_every_completion_is_equally_likely(fixed: str, category: str) -> None:
    pool = (
        cards(POOL) & ~cards(fixed) if "Ru" not in fixed else cards(POOL.replace(" Ru Ru", " Ru"))
    )
    need = 5 - len(fixed.split())
    # Two equal cards count twice, as there are two ways to hold one of them.
    ways: Counter[int] = Counter(
        from_list(list(chosen))
        for chosen in combinations(to_list(pool), need)
        if category_name(from_list([*to_list(cards(fixed)), *chosen]), False) == category
    )
    assert ways
    rng = Rng(11)
    draws = 4000 if COMPILED else 500
    number = CATEGORIES.index(category)
    found = Counter(complete(rng, cards(fixed), pool, need, number) for _ in range(draws))
    assert set(found) <= set(ways)
    total = ways.total()
    for hand, weight in ways.items():
        expected = draws * weight / total
        assert abs(found[hand] - expected) < 6 * expected**0.5 + 3


def test_what_cannot_be_completed_is_said_to_be_impossible() -> None:
    rng = Rng(1)
    four = CATEGORIES.index("four of a kind")
    assert complete(rng, cards("2C"), cards("3C 4C 5C 6C 7C"), 4, four) == IMPOSSIBLE
    assert complete(rng, cards("Ru 2C"), cards("3C 4C 5C 6C 7C"), 3, 4) == IMPOSSIBLE
    assert complete(rng, cards("2C"), cards("3C"), 4, 0) == IMPOSSIBLE


VARIANTS = list(product(range(2, 6), ("standard", "shadows", "closed_eye")))


@pytest.mark.parametrize(("players", "discard"), VARIANTS)
def test_redeals_fit_the_view_and_what_was_heard(players: int, discard: str) -> None:
    options = GAME.read_options({"players": players, "discard": discard})
    rng = Rng(players)
    heard = 0
    for number in range(6 if COMPILED else 2):
        state = GAME.new(options, SeededChance(bytes([number]) * 32))
        while state.to_act():
            seat = state.actor()
            # Neither pass nor All In, if there is a choice: long rounds with many shuffles.
            moves = [move for move in state.legal_moves(seat) if move not in (53, 54)]
            move = moves[rng.below(len(moves))] if moves else state.random_move(seat, rng)
            state.apply(seat, move)
            if rng.below(4) > 0:
                continue
            viewers = [*range(players), None]
            viewer = viewers[rng.below(len(viewers))]
            view = state.view_for(viewer)
            seen = json.dumps(view.to_dict())
            world = GAME.read_view(options, json.loads(seen), viewer).redeal(rng)
            assert json.dumps(world.view_for(viewer).to_dict()) == seen
            assert world.to_act() == state.to_act()
            data = world.to_dict()
            assert GAME.read_state(options, data, SeededChance(b"x" * 32)).to_dict() == data
            said = (data.get("memory") or {}).get("said") or []  # type: ignore[attr-defined]
            for name, hand in zip(said, data["hands"], strict=False):  # type: ignore[call-overload]
                if name is not None:
                    heard += 1
                    assert category_name(cards(" ".join(hand)), False) == name
    assert heard > 0


def test_redealt_worlds_can_be_played_on() -> None:
    options = GAME.read_options({"players": 4})
    rng = Rng(9)
    state = GAME.new(options, SeededChance(b"y" * 32))
    for _ in range(60):
        seat = state.actor()
        if seat < 0:
            break
        world = state.view_for(seat).redeal(rng)
        world.playout(rng)
        assert world.outcome() is not None
        state.apply(seat, state.random_move(seat, rng))


def test_views_with_a_card_too_many_or_too_few_are_refused() -> None:
    options = GAME.read_options({"players": 3})
    view = GAME.new(options, SeededChance(b"z" * 32)).view_for(0).to_dict()
    own = view["hands"][0]  # type: ignore[index]
    for key, value in [
        ("draw", ["?"]),
        ("hands", [own, own, ["?"] * 5]),
        ("hands", [own, ["2C", "2C", "?", "?", "?"], ["?"] * 5]),
        ("river", [["KC"], [], [], [], []]),
        ("discard", ["?"]),
    ]:
        with pytest.raises(InvalidState):
            GAME.read_view(options, {**view, key: value}, 0)
