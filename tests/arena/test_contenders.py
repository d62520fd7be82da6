"""A bot that fails is replaced for that move and reported; the tournament goes on."""

import pytest

from fatum.arena.run import deals
from fatum.arena.run.contenders import Contender, contender, read_budget
from fatum.arena.run.playing import play
from fatum.arena.run.pool import Where
from fatum.arena.run.tournament import Tournament
from fatum.bots import registry
from fatum.core.errors import FatumError
from fatum.core.game import View
from fatum.core.rng import Rng
from fatum.play.match import Chooser


def _crash(view: View, legal: list[int], rng: Rng) -> int:
    raise ZeroDivisionError("no luck")


def _cheat(view: View, legal: list[int], rng: Rng) -> int:
    legal.append(-1)
    return -1


@pytest.mark.parametrize(
    ("chooser", "fault"),
    [(_crash, "ZeroDivisionError: no luck"), (_cheat, "answered -1, which is not legal")],
)
def test_a_bot_that_fails_is_replaced(
    monkeypatch: pytest.MonkeyPatch, chooser: Chooser, fault: str
) -> None:
    def seat(name: str, budget: str) -> Contender:
        return Contender(name, chooser) if name == "bad" else contender(name, budget)

    monkeypatch.setattr(deals, "contender", seat)
    found = play(Tournament("allin", {}, (2,), ("bad", "random"), 2, bytes(32), "5"), Where())
    assert found.games == 2
    assert found.faults["bad"] > 10
    assert found.faults["random"] == 0
    assert f"bad: {fault}" in found.first_faults[0]
    assert len(found.first_faults) == 5
    assert found.to_dict({})["faults"] == {"bad": found.faults["bad"]}


@pytest.mark.parametrize(
    ("text", "written"),
    [(None, "2000"), ("500", "500"), ("0.5s", "0.5s"), (" 007 ", "7"), ("0.50s", "0.5s")],
)
def test_budgets_have_one_spelling(text: str | None, written: str) -> None:
    assert read_budget(text) == written
    assert read_budget(written) == written


@pytest.mark.parametrize("text", ["soon", "0", "-3", "0s", "1.5", "3h", "s", "", "nans"])
def test_other_budgets_are_refused(text: str) -> None:
    with pytest.raises(FatumError, match="budget"):
        read_budget(text)


def test_our_own_bots_have_no_faults() -> None:
    bots = ("random", "greedy", "ismcts")
    for game in ("karma", "allin"):
        found = play(Tournament(game, {}, (3,), bots, 3, bytes(32), "2"), Where())
        assert found.games == 3
        assert not found.faults


def test_a_foreign_bot_thinks_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes by the name that another package has registered; this one cannot even start."""
    monkeypatch.setitem(registry._registered, "foreign", "nowhere:Bot")
    found = play(Tournament("allin", {}, (2,), ("foreign", "random"), 2, bytes(32), "3"), Where())
    assert found.games == 2
    assert found.faults == {"foreign": 3}  # then it is not asked again in this deal
    assert "nowhere" in found.first_faults[0]
