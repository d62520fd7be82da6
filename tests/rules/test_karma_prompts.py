"""The question that Karma asks names what the rules demand."""

import pytest

from fatum.core.chance import SeededChance
from fatum.core.rng import Rng
from fatum.games.karma.game import GAME
from fatum.games.karma.rules.moves import TAKE
from fatum.games.karma.rules.refusals import demand_message
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.karma.telling.words import WORDS
from fatum.play.narration import Narrator


@pytest.mark.parametrize("follow_up", ["strict", "free"])
def test_the_demand_of_a_question_is_that_of_the_rules(follow_up: str) -> None:
    asked: set[str] = set()
    for number in range(20):
        rng = Rng(number)
        options = GAME.read_options({"players": 3, "table_card_follow_up": follow_up})
        state = GAME.new(options, SeededChance(bytes([number]) * 32))
        assert isinstance(state, KarmaState)
        while to_act := state.to_act():
            seat = to_act[0]
            legal = state.legal_moves(seat)
            moves = [GAME.moves[move] for move in legal]
            question = Narrator(GAME, seat).prompt(state.view_for(seat), moves, to_act)
            if "demand" in question.values:
                asked.add(question.key)
                assert question.values["demand"] == demand_message(state.wanted()), number
            state.apply(seat, legal[rng.below(len(legal))])
    assert {"karma.prompt.play", "karma.prompt.take", "karma.prompt.follow"} <= asked


@pytest.mark.parametrize("follow_up", ["strict", "free"])
def test_a_table_card_is_warned_of_exactly_if_nothing_can_follow(follow_up: str) -> None:
    """In whole games: the truth after the move, which the warning cannot see, agrees with it."""
    warned = fine = 0
    for number in range(25):
        rng = Rng(number)
        options = GAME.read_options({"players": 4, "table_card_follow_up": follow_up})
        state = GAME.new(options, SeededChance(bytes([number]) * 32))
        while to_act := state.to_act():
            seat = to_act[0]
            legal = state.legal_moves(seat)
            moves = [GAME.moves[move] for move in legal]
            cautions = WORDS.cautions(state.view_for(seat), moves) if WORDS.cautions else {}
            assert set(cautions) < set(moves) or not cautions
            for move, text in zip(legal, moves, strict=True):
                if " TC" not in text or text.startswith("lay"):
                    assert text not in cautions
                    continue
                after = state.copy()
                after.apply(seat, move)
                stuck = after.legal_moves(seat) == [TAKE]
                if cautions or not stuck:
                    assert (text in cautions) == stuck, (number, text)
                warned, fine = warned + (text in cautions), fine + (not stuck)
                if text in cautions:
                    assert isinstance(after, KarmaState)
                    assert cautions[text].values == {"count": len(after.pile)}
            state.apply(seat, legal[rng.below(len(legal))])
    assert fine > 20
    assert (warned > 5) == (follow_up == "strict")
