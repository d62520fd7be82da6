"""Events are told to each viewer in the fitting form, and questions name what is wanted."""

import pytest

from fatum.core.chance import SeededChance
from fatum.core.events import EVERYONE, Event, only
from fatum.core.game import View
from fatum.core.messages import card, move, seat
from fatum.core.telling import card_list
from fatum.games.registry import find_game
from fatum.play.narration import TRUTH, Narrator

ALLIN, KARMA = find_game("allin"), find_game("karma")
BET = Event("prediction", EVERYONE, 0, other=1)
SELF = Event("prediction", EVERYONE, 0, other=0)
SHOWN = Event("show", only(0) | only(1), 0, ("2C", "3C", "4C", "5C"), other=1)
DRAWN = Event("draw", only(0), 0, ("7", "7", "9"))


@pytest.mark.parametrize(
    ("event", "viewer", "said"),
    [
        (BET, 0, "You bet on P2."),
        (BET, 1, "P1 bets on you."),
        (BET, 2, "P1 bets on P2."),
        (BET, None, "P1 bets on P2."),
        (BET, TRUTH, "P1 bets on P2."),
        (SELF, 0, "You bet on your own hand."),
        (SELF, None, "P1 bets on their own hand."),
        (SHOWN, 1, "P1 shows you 2C, 3C, 4C, 5C."),
        (SHOWN, 2, "P1 shows P2: 4 face-down cards."),
        (Event("skip", EVERYONE, 0, detail="reveal4"), 1, "P1 skips “Reveal 4”."),
        (Event("hypnosis", EVERYONE, 0, other=1, detail="two pairs"), 1, "P1 hypnotises you: “two pairs”."),
        (Event("discard", EVERYONE, cards=("Ru",)), 0, "Ru goes onto the discard pile."),
        (Event("win", EVERYONE), 0, "A tie for the most runes: nobody wins."),
        (Event("pot", EVERYONE, 0, number=1), 0, "You get 1 rune from the pot."),
        (Event("pot", EVERYONE, 0, number=0), 0, None),
        (Event("deal", only(0), 0, ("2C",)), 1, None),
        (Event("turn", EVERYONE, 0), 0, None),
    ],
)  # fmt: skip
def test_forms(event: Event, viewer: int | None, said: str | None) -> None:
    message = Narrator(ALLIN, viewer).say(event)
    assert (None if message is None else str(message)) == said


def test_values_are_typed() -> None:
    message = Narrator(KARMA, 1).say(Event("give", EVERYONE, 0, ("7", "9"), other=2))
    assert message is not None
    assert message.key == "karma.event.give.other"
    assert message.values == {"name": seat(0), "other": seat(2), "count": 2}


@pytest.mark.parametrize(
    ("viewer", "said"), [(0, "You draw two 7s, 9."), (1, "P1 draws 3 face-down cards.")]
)
def test_equal_and_hidden_cards_are_counted(viewer: int, said: str) -> None:
    assert str(Narrator(KARMA, viewer).say(DRAWN)) == said


def test_cards_are_terms() -> None:
    assert card_list(["3", "4"]) == (card("3"), card("4"))
    assert str(card_list([])) == "nothing"


def karma_view(pile: list[str], **more: object) -> tuple[View, list[str]]:
    data = {"turn": "P1", "stock": "empty", "pile": pile, **more}
    data.setdefault("seats", [{"hand": ["16", "TC"]}, {"hand": ["3"]}])
    state = KARMA.read_state(KARMA.read_options({"players": 2}), data, SeededChance(bytes(32)))
    return state.view_for(0), [KARMA.format_move(each) for each in state.legal_moves(0)]


@pytest.mark.parametrize(
    ("pile", "asked"),
    [
        ([], "Start a new pile with any card."),
        (["1"], "Play any card, or take the pile."),
        (["7"], "Play a card (7 or higher) or take the pile."),
        (["16"], "Play a card (16 or a Karma card) or take the pile."),
        (["9", "FB"], "Play a card (5 or lower) or take the pile."),
    ],
)
def test_a_question_says_what_the_pile_demands(pile: list[str], asked: str) -> None:
    view, legal = karma_view(pile)
    assert str(Narrator(KARMA, 0).prompt(view, legal, (0,))) == asked


def test_questions_to_those_who_wait() -> None:
    view, _ = karma_view(["7"])
    narrator = Narrator(KARMA, 1)
    assert str(narrator.prompt(view, [], (0,))) == "P1 is choosing."
    assert str(narrator.prompt(view, [], (0, 2))) == "Waiting for P1, P3."
    assert str(narrator.prompt(view, [], ())) == "The game is over."


def test_cards_and_moves_have_names() -> None:
    view, _ = karma_view(["7"])
    narrator = Narrator(KARMA, 0)
    assert str(narrator.name(card("TC"), view)) == "“Table Card”"
    assert str(narrator.name(move("play 9 x2"), view)) == "Play two 9s"
    assert narrator.name(move("give P2"), view).values == {"name": seat(1)}
    allin = ALLIN.new(ALLIN.read_options({"players": 2}), SeededChance(bytes(32))).view_for(0)
    assert str(Narrator(ALLIN, 0).name(card("JM"), allin)) == "Jack of Masks"
    assert str(Narrator(ALLIN, 0).name(move("predict P1"), allin)) == "Bet on your own hand"
