"""The question that Karma asks names what the rules demand."""

import pytest

from fatum.core.chance import SeededChance
from fatum.core.rng import Rng
from fatum.games.karma.game import GAME
from fatum.games.karma.rules.refusals import demand_message
from fatum.games.karma.rules.rules import KarmaState
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
