"""Foreign bots cannot stop a game."""

import logging
import os
import sys
import time
from pathlib import Path

import pytest
from tests.bots import foreign as strangers
from tests.bots.helpers import decisions, result
from tests.contract.subjects import contracts

from fatum.bots.base import Budget
from fatum.bots.greedy import greedy_move
from fatum.bots.registry import Player, isolated_bot
from fatum.bots.safety import SafeBot
from fatum.core.chance import SeededChance
from fatum.core.game import State
from fatum.core.rng import Rng
from fatum.games.registry import find_game
from fatum.testing import Contract

BUDGET = Budget(iterations=5)


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, logger="fatum.bots")


def foreign(name: str, seconds: float = 20.0) -> SafeBot:
    return SafeBot(name.lower(), f"tests.bots.foreign:{name}", seconds)


def dealt(game: str = "karma") -> State:
    found = find_game(game)
    return found.new(found.read_options({"players": 3}), SeededChance(bytes(32)))


def ask(bot: SafeBot, state: State) -> int:
    seat = int(state.actor())
    return bot.choose(state.view_for(seat), state.legal_moves(seat), Rng(1), BUDGET)


def stand_in(state: State) -> int:
    seat = int(state.actor())
    return greedy_move(state.view_for(seat), state.legal_moves(seat), Rng(1))


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_good_bot_plays_in_its_own_process() -> None:
    bot = foreign("Last")
    state = dealt()
    assert ask(bot, state) == state.legal_moves(state.actor())[-1]
    assert bot.pid not in {None, os.getpid()}
    assert bot.take_faults() == []
    bot.close()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Crashing", "ZeroDivisionError: oh no"),
        ("Exiting", "its process has ended"),
        ("Illegal", "is not legal here"),
        ("Nonsense", "is not legal here"),
        ("Textual", "answered 'take', which is not legal here"),
        ("Confused", "takes (view, legal)"),
        ("Unborn", "RuntimeError: not today"),
        ("Missing", "AttributeError"),
    ],
)
def test_a_bad_bot_is_reported_and_greedy_moves(name: str, reason: str) -> None:
    bot, state = foreign(name), dealt()
    assert ask(bot, state) == stand_in(state)
    (fault,) = bot.take_faults()
    assert reason in fault
    assert f"bot {name.lower()!r}" in fault
    assert "greedy made the move" in fault
    assert bot.take_faults() == []
    assert bot.pid is None


@pytest.mark.skipif(sys.platform == "win32", reason="looks for the process by its number")
@pytest.mark.parametrize("name", ["Stalling", "Busy"])
def test_a_stalling_bot_is_ended(name: str) -> None:
    bot, state = foreign(name, seconds=0.3), dealt()
    pids: list[int] = []
    start = SafeBot._limit

    def noting(self: SafeBot, budget: Budget) -> float:
        assert self.pid is not None
        pids.append(self.pid)
        return start(self, budget)

    bot._limit = noting.__get__(bot)  # type: ignore[method-assign]
    assert ask(bot, state) == stand_in(state)
    assert "no answer within 0.3 seconds" in bot.take_faults()[0]
    assert not alive(pids[0])


def test_a_bot_that_starts_slowly_is_asked_when_it_is_ready() -> None:
    """Where a move cannot wait, greedy makes it, and nobody is blamed."""
    bot, state = SafeBot("late", "tests.bots.foreign:Late"), dealt()
    seat = int(state.actor())
    legal = state.legal_moves(seat)
    budget = Budget(seconds=0.05, limit=0.3)
    began = time.monotonic()
    assert bot.choose(state.view_for(seat), legal, Rng(1), budget) == stand_in(state)
    assert time.monotonic() - began < 0.9
    first = bot.pid
    while bot.choose(state.view_for(seat), legal, Rng(1), budget) != legal[-1]:
        assert time.monotonic() - began < 20
    assert bot.take_faults() == []
    assert bot.pid == first is not None
    bot.close()


def test_a_bot_that_passes_its_limit_is_ended() -> None:
    bot, state = SafeBot("stalling", "tests.bots.foreign:Stalling"), dealt()
    seat = int(state.actor())
    began = time.monotonic()
    budget = Budget(seconds=0.05, limit=1.5)
    move = bot.choose(state.view_for(seat), state.legal_moves(seat), Rng(1), budget)
    assert move == stand_in(state)
    assert (
        time.monotonic() - began < 2.0
    )  # without the limit it has two seconds once it has started
    assert "no answer within" in bot.take_faults()[0]


@pytest.mark.parametrize("game", ["karma", "allin"])
def test_a_bot_that_chooses_texts(game: str) -> None:
    bot, state = foreign("Worded"), dealt(game)
    assert ask(bot, state) == state.legal_moves(state.actor())[-1]
    assert bot.take_faults() == []
    bot.close()


def test_after_three_faults_in_a_row_nobody_waits_any_more() -> None:
    bot, state = foreign("Stalling", seconds=0.2), dealt()
    for _ in range(3):
        ask(bot, state)
    assert "makes all others" in bot.take_faults()[-1]
    start = time.perf_counter()
    for _ in range(20):
        ask(bot, state)
    assert time.perf_counter() - start < 1
    assert bot.take_faults() == ["not asked after 3 faults in a row"] * 20


def test_a_crash_is_logged_with_its_line_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, logger="fatum.bots")
    bot, state = foreign("Crashing"), dealt()
    ask(bot, state)
    line = 1 + next(
        number
        for number, text in enumerate(Path(strangers.__file__).read_text("utf-8").splitlines())
        if 'raise ZeroDivisionError("oh no")' in text
    )
    logged = caplog.records[-1].getMessage()
    assert f"ZeroDivisionError: oh no (foreign.py, line {line}); greedy made the move" in logged
    assert f'foreign.py", line {line}, in choose\n    raise ZeroDivisionError("oh no")' in logged
    assert "worker.py" not in logged
    ask(bot, state)
    assert "Traceback" not in caplog.records[-1].getMessage()


def test_a_bot_that_recovers_goes_on() -> None:
    bot, state = foreign("SometimesCrashing"), dealt()
    for _ in range(6):
        ask(bot, state)
    assert len(bot.take_faults()) == 2
    bot.close()


@pytest.mark.parametrize("game", ["karma", "allin"])
def test_the_game_goes_on(game: str) -> None:
    bad = Player("bad", foreign("Crashing"), BUDGET)
    good = Player("good", foreign("Last"), BUDGET)
    assert len(result(game, 1, [bad, good, good])) == 3
    assert bad.take_faults()
    assert good.take_faults() == []
    good.close()


@pytest.mark.parametrize("game", ["karma", "allin"])
def test_no_true_state_is_in_a_foreign_bot_s_process(game: str) -> None:
    bot = foreign("Snooping")
    ask(bot, dealt(game))
    assert bot.take_faults() == []
    bot.close()


@pytest.mark.parametrize(
    "contract", [pytest.param(c, id=n) for n, c in contracts() if n in {"karma-3", "allin-3"}]
)
def test_our_own_bots_choose_alike_in_a_process_of_their_own(contract: Contract) -> None:
    bot = isolated_bot("greedy")
    assert isinstance(bot, SafeBot)
    for step in decisions(contract, range(12), every=40):
        view, legal = step.state.view_for(step.seat), step.state.legal_moves(step.seat)
        move = bot.choose(view, legal, Rng(4), BUDGET)
        assert move == greedy_move(view, legal, Rng(4)), step.name
        assert bot.take_faults() == [], step.name
    assert bot.pid is not None
    bot.close()
