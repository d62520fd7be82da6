"""A bot that fails is replaced for that move and reported; the tournament goes on."""

import pytest

from fatum.arena.run import games
from fatum.arena.run.contenders import read_budget
from fatum.arena.run.playing import play
from fatum.arena.run.pool import Where
from fatum.arena.run.simulate import Plan, simulate
from fatum.arena.run.survey import Setting, Survey, survey
from fatum.arena.run.tournament import Tournament
from fatum.bots import registry
from fatum.bots.base import Bot, Budget
from fatum.bots.registry import Player, find_bot
from fatum.core.game import View
from fatum.core.rng import Rng
from fatum.records import parse_record


class Crashing:
    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        raise ZeroDivisionError("no luck")


class Cheating:
    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        legal.append(-1)
        return -1


@pytest.mark.parametrize(
    ("bot", "fault"),
    [(Crashing(), "ZeroDivisionError: no luck"), (Cheating(), "answered -1, which is not legal")],
)
def test_a_bot_that_fails_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    bot: Bot,
    fault: str,
) -> None:
    def find(name: str, budget: Budget | None) -> Player:
        own = Player("bad", bot, Budget(iterations=1))
        return own if name == "bad" else find_bot(name, budget)

    monkeypatch.setattr(games, "find_bot", find)
    found = play(Tournament("allin", {}, (2,), ("bad", "random"), 2, bytes(32), "5"), Where())
    assert found.games == 2
    assert found.faults.counts["bad"] == found.clocks["bad"].moves > 10
    assert found.faults.counts["random"] == 0
    assert f"bad: {fault}" in found.faults.first[0]
    assert len(found.faults.first) == 5
    assert found.to_dict({})["faults"] == {"bad": found.faults.counts["bad"]}
    # The author of the bot is told once in each deal where it failed.
    told = caplog.text.count("raise ZeroDivisionError")
    assert told == (1 if isinstance(bot, Crashing) else 0)


@pytest.mark.parametrize(
    ("text", "written"),
    [(None, "2000"), ("500", "500"), ("0.5s", "0.5s"), (" 007 ", "7"), ("0.50s", "0.5s")],
)
def test_budgets_have_one_spelling(text: str | None, written: str) -> None:
    assert read_budget(text) == written
    assert read_budget(written) == written


def test_our_own_bots_have_no_faults() -> None:
    bots = ("random", "greedy", "ismcts", "hard")
    for game in ("karma", "allin"):
        found = play(Tournament(game, {}, (4,), bots, 4, bytes(32), "2"), Where())
        assert found.games == 4
        assert not found.faults.counts


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> str:
    """A bot of another package that cannot even start."""
    monkeypatch.setitem(registry._registered, "broken", "nowhere:Bot")
    return "broken"


def test_a_foreign_bot_thinks_in_a_process_of_its_own(broken: str) -> None:
    found = play(Tournament("allin", {}, (2,), (broken, "random"), 2, bytes(32), "3"), Where())
    assert found.games == 2
    # It is asked three times in a deal; all moves that greedy makes for it are counted.
    assert found.faults.counts == {broken: found.clocks[broken].moves}
    assert found.faults.counts[broken] > 10
    assert "nowhere" in found.faults.first[0]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_simulation_counts_every_move_of_the_stand_in(broken: str, jobs: int) -> None:
    """In worker processes, too, which did not register the bot themselves."""
    plan = Plan(
        "allin", {"players": 2}, 51, bytes(32), (broken, "random"), records=True, trace=True
    )
    lines: list[str] = []
    found = simulate(plan, Where(jobs), lambda _, records: lines.extend(records))
    assert len(lines) == 51
    count = found.found.faults.counts[broken]
    assert found.found.faults.counts.keys() == {broken}
    assert found.to_dict()["faults"] == {broken: count}
    assert found.found.faults.lines()[0] == f"greedy made {count:,} moves for broken, which failed:"
    choices = sum(
        len(made.legal or ()) > 1 and made.seat == 0
        for line in lines
        for made in parse_record(line).moves
    )
    assert count == choices


def test_a_survey_counts_them_as_well(broken: str) -> None:
    settings = (Setting("as it is", {}), Setting("again", {}))
    found = survey(Survey("allin", settings, (2,), (broken,), 2, bytes(32), "3"), Where())
    assert found[0, 2].faults.counts == found[1, 2].faults.counts
    assert found[0, 2].faults.counts[broken] > 10
