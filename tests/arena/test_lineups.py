"""Every bot sits on every seat equally often, whatever the table looks like."""

from collections import Counter

import pytest

from fatum.arena.run.lineups import read_players, rotations, tables
from fatum.arena.run.tournament import Deal, Tournament
from fatum.core.errors import FatumError
from fatum.games.registry import find_game


@pytest.mark.parametrize(
    "table",
    [
        ("hard", "greedy"),
        ("hard", "greedy", "greedy", "random"),
        ("hard", "greedy", "hard", "greedy"),
        ("a", "a", "b", "a", "a", "b"),
        ("only",) * 5,
        ("a", "b", "c", "d", "e"),
    ],
)
def test_rotations_are_fair(table: tuple[str, ...]) -> None:
    turned = rotations(table)
    assert len(set(turned)) == len(turned)
    for bot in table:
        seats = Counter(seat for row in turned for seat, name in enumerate(row) if name == bot)
        assert set(seats) == set(range(len(table)))
        assert len(set(seats.values())) == 1


def test_every_bot_meets_every_neighbour_order() -> None:
    assert rotations(("a", "b", "c")) == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]


def test_too_few_names_are_filled_up_and_too_many_take_turns() -> None:
    assert tables(("hard", "greedy"), 4) == [("hard", "greedy", "greedy", "greedy")]
    assert tables(("a", "b", "c"), 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert tables(("a", "b", "b"), 2) == [("a", "b"), ("b", "b")]


def test_deals_are_never_left_half_played() -> None:
    run = Tournament("karma", {}, (2, 3), ("a", "b", "c"), 7, bytes(32), "20")
    deals = list(run.deals())
    assert [deal.number for deal in deals] == list(range(1, len(deals) + 1))
    pairs = Counter(deal.table for deal in deals if deal.players == 2)
    assert pairs == {("a", "b"): 2, ("a", "c"): 2, ("b", "c"): 2}
    assert sum(deal.players == 3 for deal in deals) == 3
    assert len({run.deal_seed(deal) for deal in deals}) == len(deals)


def test_a_deal_does_not_depend_on_the_others() -> None:
    short = Tournament("karma", {}, (4,), ("a", "b"), 4, bytes(32), "20")
    long = Tournament("karma", {}, (4,), ("a", "b"), 400, bytes(32), "20")
    deal = Deal(1, 4, ("a", "b", "b", "b"))
    assert short.deal_seed(deal) == long.deal_seed(deal)


@pytest.mark.parametrize(
    ("text", "counts"), [("4", (4,)), ("5,2", (2, 5)), ("2-4", (2, 3, 4)), ("2, 4-5", (2, 4, 5))]
)
def test_numbers_of_players(text: str, counts: tuple[int, ...]) -> None:
    assert read_players(find_game("allin"), text) == counts


@pytest.mark.parametrize("text", ["", "1", "6", "2-9", "two", "4-", "5-2", "2,,3"])
def test_other_numbers_of_players_are_refused(text: str) -> None:
    with pytest.raises(FatumError, match="--players must be numbers from 2 to 5"):
        read_players(find_game("allin"), text)
