"""Bots do not go in circles, and do not do silly things where nothing can be won."""

from collections import Counter

import pytest
from tests.bots.helpers import decisions, twin
from tests.contract.subjects import contracts, games

from fatum.arena.run.contenders import Contender
from fatum.arena.run.games import decision_rngs, play_match
from fatum.bots.base import Budget
from fatum.bots.exchange import read_question, write_question
from fatum.bots.greedy import GreedyBot
from fatum.bots.manners import fresh_moves
from fatum.bots.policies.registry import policy_for
from fatum.bots.previous import easy as previous_easy
from fatum.bots.registry import find_bot
from fatum.bots.search.ismcts import Ismcts
from fatum.core.bits import COMPILED
from fatum.core.chance import RandomChance
from fatum.core.game import State, View
from fatum.core.rng import Rng, stream_digest
from fatum.games.registry import find_game
from fatum.play.match import Match
from fatum.testing import Contract
from fatum.testing.subject import walk

KARMA = find_game("karma")
SOME = Budget(iterations=60)


def position(state: State) -> tuple[int, int]:
    found = KARMA.parts.position
    assert found is not None
    return found(state)


def late(pile: list[str]) -> State:
    """P1 may play the 9, the 12 or take; no card is unknown."""
    seats = [
        {"hand": ["9", "12"], "known": ["9", "12"]},
        {"hand": ["3", "4", "10", "11"], "known": ["3", "4", "10", "11"]},
    ]
    data = {"turn": "P1", "stock": "empty", "pile": pile, "seats": seats}
    return KARMA.read_state(KARMA.read_options({"players": 2}), data, RandomChance(Rng(5)))


def after(state: State, move: int) -> int:
    copy = state.copy()
    copy.apply(0, move)
    return position(copy)[1]


@pytest.mark.parametrize("bot", [GreedyBot(), Ismcts()], ids=["greedy", "ismcts"])
def test_a_position_that_was_there_before_is_not_brought_back(bot: GreedyBot | Ismcts) -> None:
    state = late(["8"])
    legal = state.legal_moves(0)
    view = state.view_for(0)
    for _ in range(len(legal) - 1):
        move = bot.choose(view, legal, Rng(1), SOME)
        assert after(state, move) not in view.past
        view.past = (*view.past, after(state, move))
    assert len(set(view.past)) == len(legal) - 1
    rest = fresh_moves(view, legal)
    assert [after(state, move) in view.past for move in rest] == [False]


def test_where_every_move_leads_back_the_rarest_position_is_chosen() -> None:
    state = late(["8"])
    legal = state.legal_moves(0)
    first, second, *others = [after(state, move) for move in legal]
    view = state.view_for(0)
    view.past = (first, second, *others, second, *others)
    assert fresh_moves(view, legal) == [legal[0]]
    assert Ismcts().choose(view, legal, Rng(1), SOME) == legal[0]


@pytest.mark.parametrize("contract", [pytest.param(c, id=n) for n, c in contracts()])
def test_policies_choose_among_the_moves_that_are_allowed(contract: Contract) -> None:
    """Also where two equal cards may be played and one may not."""
    rng = Rng(1)
    for step in decisions(contract, games(12, 3), every=2):
        legal = step.state.legal_moves(step.seat)
        policy = policy_for(contract.game, step.state.view_for(step.seat).options)
        for _ in range(3):
            allowed = [move for move in legal if rng.below(3) > 0] or legal[-1:]
            assert policy.move_among(step.state, step.seat, allowed, rng) in allowed, step.name


def test_previous_bots_have_no_manners() -> None:
    state = late(["8"])
    legal = state.legal_moves(0)
    chosen = previous_easy().choose(state.view_for(0), legal, Rng(1), SOME)
    view = state.view_for(0)
    view.past = (after(state, chosen),)
    assert previous_easy().choose(view, legal, Rng(1), SOME) == chosen


def test_the_number_of_turns_does_not_make_a_position_another_one() -> None:
    state = late(["8"])
    other = KARMA.read_state(
        KARMA.read_options({"players": 2}), {**state.to_dict(), "turns": 90}, RandomChance(Rng(1))
    )
    assert position(other) == position(state)
    assert position(late(["7"])) != position(state)


@pytest.mark.parametrize(
    "contract", [pytest.param(c, id=n) for n, c in contracts() if c.game is KARMA]
)
def test_positions_tell_nothing_hidden(contract: Contract) -> None:
    for step in decisions(contract, games(12, 4), every=3):
        known = position(step.state)
        assert position(twin(step, Rng(1))) == known, step.name
        legal = step.state.legal_moves(step.seat)
        view = step.state.view_for(step.seat)
        for move in legal[:4]:
            found = set()
            for world in (step.state.copy(), twin(step, Rng(2))):
                world.apply(step.seat, move)
                found.add(position(world)[1] if position(world)[0] == known[0] else 0)
            # A move that leads back leads to the same position in every world.
            assert len(found) == 1, (step.name, view.game.format_move(move))


@pytest.mark.parametrize(
    "contract", [pytest.param(c, id=n) for n, c in contracts() if c.game is KARMA]
)
def test_no_position_comes_back_once_the_game_is_further(contract: Contract) -> None:
    for number in games(12, 4):
        far = 0
        seen: dict[int, int] = {}
        for step in walk(contract, number):
            now, here = position(step.state)
            assert now >= far, step.name
            assert seen.setdefault(here, now) == now, step.name
            far = now


class Chooser(Contender):
    """Notes whether the last move was one of several."""

    free = False

    def choose(self, match: Match, seat: int, rng: Rng) -> int:
        Chooser.free = len(match.state.legal_moves(seat)) > 1
        return super().choose(match, seat, rng)


def played(bots: tuple[str, ...], deal: int) -> tuple[Match, int]:
    """A game, and how often a position had occurred at most when a choice brought it back."""
    seed = stream_digest(b"", deal)
    match: Match = Match.new(KARMA, KARMA.read_options({"players": len(bots)}), seed)
    seen: Counter[int] = Counter()
    most = 0

    def note(state: State) -> None:
        nonlocal most
        far, here = position(state)
        if far > 0 and state.outcome() is None:
            seen[here] += 1
            if Chooser.free:
                most = max(most, seen[here])

    players = [Chooser(find_bot(name, SOME)) for name in bots]
    assert not play_match(match, players, decision_rngs(seed, 0, len(bots)), note)
    return match, most


@pytest.mark.parametrize("players", range(2, 7))
def test_a_table_of_bots_ends_without_circles(players: int) -> None:
    kinds = ("greedy", "easy", "ismcts") if COMPILED else ("greedy",)
    for deal in range(4):
        bots = tuple(kinds[(deal + seat) % len(kinds)] for seat in range(players))
        match, most = played(bots, deal)
        assert match.outcome != {"loser": None}, bots
        assert most <= 2, bots


def test_what_was_seen_survives_saving_copying_and_crossing() -> None:
    match: Match = Match.new(KARMA, KARMA.read_options({"players": 2}), bytes(32))
    rng = Rng(1)
    longest: View | None = None
    while (seat := match.state.actor()) >= 0:
        view = match.known(seat)
        if len(match.moves) % 20 == 0:
            assert Match.read(match.record()).known(seat).past == view.past
        if longest is None or len(view.past) > len(longest.past):
            longest = view
            copy = match.copy()
            asked = read_question(write_question(view, match.state.legal_moves(seat), Rng(1), SOME))
            assert asked.view.past == view.past == copy.known(seat).past
            assert "past" not in view.to_dict()
            copy.make(seat, match.state.random_move(seat, Rng(2)))
            assert match.known(seat).past == view.past
        if len(match.moves) > 150:
            break
        match.make(seat, match.state.random_move(seat, rng))
    assert longest is not None
    assert len(longest.past) > 2
