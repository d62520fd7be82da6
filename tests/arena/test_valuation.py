"""Judging one choice after another goes on where it has been, without forgetting what it knows."""

from collections import Counter
from collections.abc import Iterator

import fatum
from fatum.arena.run.valuation import Valuation
from fatum.bots.base import Budget
from fatum.bots.search.ismcts import Ismcts
from fatum.core.game import View
from fatum.core.rng import Rng

BUDGET = 120


def _choices(game: str, seed: int, most: int = 80) -> Iterator[tuple[View, list[int]]]:
    """The first choices of a game between rules of thumb that need a search."""
    match = fatum.new(game, players=3, seed=seed)
    bot = fatum.bot("greedy")
    while not match.over and most > 0:
        number = match.state.actor()
        legal = match.state.legal_moves(number)
        if len(legal) > 1 and not match.game.format_move(legal[0]).startswith("predict"):
            yield match.state.view_for(number), legal
            most -= 1
        match.push(bot.choose(match.view(match.to_act[0])))


def test_choices_within_a_turn_go_on_from_the_last_one() -> None:
    judge = Valuation(Budget(iterations=BUDGET))
    tries: Counter[bool] = Counter()
    for place, (view, legal) in enumerate(_choices("allin", 3)):
        found = judge(view, legal, Rng(place))
        assert [move for move, _, _ in found] == legal
        assert all(0 <= value <= 1 for _, value, _ in found)
        new = judge._search.simulations
        tried = sum(count for _, _, count in found)
        went_on = new < BUDGET
        tries[went_on] += 1
        if went_on:
            # What was known counts, and a part of all simulations is new.
            assert new >= BUDGET // 4
            assert tried > new
        else:
            assert tried <= BUDGET
    assert tries[True] > 10
    assert tries[False] > 10


def test_it_agrees_with_a_search_from_the_beginning() -> None:
    judge = Valuation(Budget(iterations=BUDGET))
    alone = Ismcts()
    differences: list[float] = []
    for place, (view, legal) in enumerate(_choices("allin", 4, 60)):
        found = judge(view, legal, Rng(place))
        went_on = judge._search.simulations < BUDGET
        if went_on:
            again = alone.evaluate(view, legal, Rng(place + 1000), Budget(iterations=4 * BUDGET))
            differences.append(
                max(value for _, value, _ in found) - max(value for _, value, _ in again)
            )
    assert len(differences) > 10
    mean = sum(differences) / len(differences)
    assert abs(mean) < 0.03


def test_nothing_goes_on_where_something_was_learned() -> None:
    """A card that was drawn or revealed, or what others did."""
    judge = Valuation(Budget(iterations=BUDGET))
    drawn = 0
    for place, (view, legal) in enumerate(_choices("allin", 5)):
        judge(view, legal, Rng(place))
        if view.game.format_move(legal[0]).startswith("keep"):
            drawn += 1
            assert judge._search.simulations == BUDGET
    assert drawn > 1


def test_second_looks_begin_with_nothing_and_leave_nothing() -> None:
    judge = Valuation(Budget(iterations=BUDGET))
    other = Valuation(Budget(iterations=BUDGET))
    for place, (view, legal) in enumerate(_choices("allin", 6, 30)):
        assert judge(view, legal, Rng(place)) == other(view, legal, Rng(place))
        judge(view, legal[:1], Rng(place))
        assert judge._search.simulations == BUDGET


def test_the_same_choices_have_the_same_values() -> None:
    def values(game: str) -> list[object]:
        judge = Valuation(Budget(iterations=50))
        every = enumerate(_choices(game, 7, 50))
        return [judge(view, legal, Rng(place)) for place, (view, legal) in every]

    for game in ("karma", "allin"):
        assert values(game) == values(game)
