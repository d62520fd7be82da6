"""What makes a move better is found in trial games, and only from what the seat may know."""

from collections.abc import Iterator, Sequence

import pytest

import fatum
from fatum.arena.analysis import analyse
from fatum.arena.hints import hint, ranking
from fatum.arena.run.contenders import valuation
from fatum.arena.trials import try_both
from fatum.bots.base import Budget
from fatum.core.events import EVERYONE, Event
from fatum.core.game import State, View
from fatum.core.messages import Message
from fatum.core.rng import Rng
from fatum.games.allin.telling.trials import happened as round_of_all_in
from fatum.games.karma.telling.trials import happened as turns_of_karma
from fatum.games.registry import find_game
from fatum.play.match import Match

BUDGET = Budget(iterations=300)
KARMA = find_game("karma").read_options({"players": 3})
ALL_IN = find_game("allin").read_options({"players": 3})


def _event(kind: str, seat: int, *cards: str, other: int = -1) -> Event:
    return Event(kind, EVERYONE, seat, cards, other)


def _choices(game: str, players: int, verb: str = "") -> Iterator[View]:
    """Views of seats that may choose such a move, from games between bots."""
    for seed in range(40):
        match = fatum.new(game, players=players, seed=seed)
        bot = fatum.bot("greedy")
        while not match.over:
            seat = match.to_act[0]
            legal = match.legal(seat)
            if len(legal) > 1 and any(move.startswith(verb) for move in legal):
                yield match.state.view_for(int(seat[1:]) - 1)
            match.push(bot.choose(match.view(seat)), seat)


def _legal(view: View) -> list[int]:
    assert view.seat is not None
    return view.redeal(Rng(1)).legal_moves(view.seat)


# --- what happened -------------------------------------------------------------------------------


def test_in_karma_a_trial_ends_with_the_next_turn_of_the_seat() -> None:
    begun = [_event("play", 0, "5"), _event("turn", 1), _event("play", 1, "9"), _event("turn", 2)]
    assert turns_of_karma(KARMA, 0, begun) is None
    assert turns_of_karma(KARMA, 0, [*begun, _event("turn", 0)]) is None
    whole = [*begun, _event("turn", 0), _event("play", 0, "11"), _event("turn", 1)]
    assert turns_of_karma(KARMA, 0, whole) == frozenset()


def test_in_karma_it_counts_who_takes_the_pile_after_the_move() -> None:
    now = [_event("take", 0, "5"), _event("turn", 1)]
    back = [_event("turn", 0), _event("play", 0, "4"), _event("turn", 1)]
    assert turns_of_karma(KARMA, 0, [*now, *back]) == frozenset()
    taken = [*now, _event("take", 1, "5", "6"), *back]
    assert turns_of_karma(KARMA, 0, taken) == frozenset({"others"})
    own = [*now, _event("turn", 0), _event("take", 0, "7"), _event("turn", 1)]
    assert turns_of_karma(KARMA, 0, own) == frozenset({"self"})
    given = [*now, _event("give", 1, "7", other=0), *back]
    assert turns_of_karma(KARMA, 0, given) == frozenset({"self"})


def test_in_karma_a_trial_ends_with_the_game() -> None:
    now = [_event("turn", 1)]
    assert turns_of_karma(KARMA, 0, [*now, _event("lose", 0)]) == frozenset({"lose"})
    assert turns_of_karma(KARMA, 0, [*now, _event("lose", 2)]) == frozenset()


def test_in_all_in_a_trial_ends_with_the_hands_of_the_round() -> None:
    bets = [_event("prediction", 0, other=1), _event("prediction", 1, other=0)]
    assert round_of_all_in(ALL_IN, 0, bets) is None
    hands = [
        _event("hand", 0, "2S", "5T", "6T", "7S", "9S"),
        _event("hand", 1, "2T", "2M", "2C", "7T", "9T"),
    ]
    assert round_of_all_in(ALL_IN, 0, bets + hands) == frozenset({"right"})
    assert round_of_all_in(ALL_IN, 1, bets + hands) == frozenset({"strongest"})


# --- reasons -------------------------------------------------------------------------------------


def test_a_better_prediction_is_right_more_often() -> None:
    found = []
    for view in _choices("allin", 3, "predict"):
        ranked = ranking(valuation(BUDGET)(view, _legal(view), Rng(2)))
        reason = try_both(view, ranked[0].move, ranked[-1].move, Rng(3))
        if reason is not None and reason.key == "allin.trial.right":
            assert reason.values["percent"] >= reason.values["instead"] + 5  # type: ignore[operator]
            found.append(reason)
            # The other way round nothing speaks for it.
            assert try_both(view, ranked[-1].move, ranked[0].move, Rng(3)) != reason
        if len(found) == 3:
            return
    raise AssertionError("no prediction had a reason")


@pytest.mark.parametrize(
    "key",
    [
        "karma.trial.self",
        "karma.trial.others",
        "karma.trial.lose",
        "allin.trial.strongest",
        "allin.trial.right",
    ],
)
def test_every_reason_is_found(key: str) -> None:
    game, _, thing = key.split(".")
    told = find_game(game).parts.trials
    assert told is not None
    for view in _choices(game, 2):
        legal = _legal(view)
        for better, other in ((legal[0], legal[-1]), (legal[-1], legal[0])):
            reason = try_both(view, better, other, Rng(4), most=60)
            if reason is not None and reason.key == key:
                percent, instead = reason.values["percent"], reason.values["instead"]
                assert isinstance(percent, int)
                assert isinstance(instead, int)
                assert (instead > percent) == (thing in told.bad)
                return
    raise AssertionError(f"{key} was never said")


def test_a_hint_says_what_trials_showed() -> None:
    for view in _choices("allin", 3, "predict"):
        why = hint(view, _legal(view), Rng(4), BUDGET).why
        reason = why.values.get("reason")
        if isinstance(reason, Message) and reason.key.startswith("allin.trial."):
            assert str(reason) in str(why)
            return
    raise AssertionError("no hint had such a reason")


def test_where_nothing_differs_nothing_is_said() -> None:
    for game in ("karma", "allin"):
        view = next(_choices(game, 2))
        for move in _legal(view)[:3]:
            assert try_both(view, move, move, Rng(5)) is None


def test_a_reason_takes_little_time() -> None:
    view = next(_choices("allin", 4, "predict"))
    first, second = _legal(view)[:2]
    assert try_both(view, first, second, Rng(6), most=39) is None
    assert try_both(view, first, second, Rng(6), seconds=0.0) is None


@pytest.mark.parametrize("game", ["karma", "allin"])
def test_reasons_change_no_choice_and_no_value(game: str) -> None:
    for _, view in zip(range(8), _choices(game, 3), strict=False):
        legal = _legal(view)
        ranked = ranking(valuation(BUDGET)(view, legal, Rng(7)))
        advised = hint(view, legal, Rng(7), BUDGET)
        assert (advised.move, advised.value) == (ranked[0].move, ranked[0].value)


@pytest.mark.parametrize("game", ["karma", "allin"])
def test_reasons_say_nothing_that_the_seat_cannot_know(game: str) -> None:
    compared = reasons = 0
    for _, view in zip(range(30), _choices(game, 3), strict=False):
        assert view.seat is not None
        other: State = view.redeal(Rng(compared + 100))
        same = other.view_for(view.seat)
        assert same == view
        legal = _legal(view)
        first, second = legal[0], legal[-1]
        reason = try_both(view, first, second, Rng(8), most=60)
        assert try_both(same, first, second, Rng(8), most=60) == reason
        compared += 1
        reasons += reason is not None
    assert compared == 30
    assert reasons > 2


def test_a_mistake_says_what_trials_show_of_the_better_move() -> None:
    """Everybody bets on another seat than rules of thumb do; only bets are judged."""

    def judge(view: View, legal: list[int], rng: Rng) -> Sequence[tuple[int, float, int]]:
        if view.game.format_move(legal[0]).startswith("predict"):
            return valuation(BUDGET)(view, legal, rng)
        return [(move, 0.5, 1) for move in legal]

    for seed in range(20):
        match: Match = fatum.new("allin", players=2, seed=seed)
        bot = fatum.bot("greedy")
        while not match.over:
            seat = match.to_act[0]
            legal = match.legal(seat)
            choice = bot.choose(match.view(seat))
            if choice.startswith("predict"):
                choice = next(move for move in legal if move != choice)
            match.push(choice, seat)
        for made in analyse(match.record(), judge).decisions:
            if made.loss > 0 and made.why is not None and made.why.key.startswith("allin.trial"):
                return
    raise AssertionError("no mistake had such a reason")
