"""Whatever is passed to the front door, the answer is one of ours: never an error from inside."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import fatum


class Strange:
    """Helps nobody: cannot be shown, compared or called."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = None  # type: ignore[assignment]


NONSENSE: list[Any] = [
    None, True, False, 0, 1, 2, 7, -1, 151, 610, 10**30, -(10**30), 1.5, float("nan"), float("inf"), 1j,
    "", " ", "P1", "P2", "p1", "P0", "P7", "P99", "P" + "9" * 5000, "0", "1", "spectator", "take", "TAKE",
    "play", "play 9", "play 9 x2", "play 9 x1", "play  9", "play 9 ", "lay 14", "lay 99", "give P9",
    "swap", "swap 5C 3", "predict P1", "all in", "karma", "allin", "easy", "ka\0rma", "\ud800", "é" * 300,
    "x" * 64, "0" * 64, b"", b"P1", bytes(32), bytes(31), bytearray(32), [], ["take"], (), {}, {"P1": 1},
    {"P1": "easy"}, {"P9": None}, {None: None}, set(), object(), object, int, len, Strange, Strange(), print,
]  # fmt: skip
"""What people pass by mistake, and what they do not."""


def few(value: object) -> Any:
    """Not so many games that nobody would wait for them."""
    return 0 if isinstance(value, int) and value > 1000 else value


def calls() -> dict[str, Callable[[Any], object]]:
    karma = fatum.new("karma", players=3, seed=1)
    allin = fatum.new("allin", players=3, seed=1)
    over = fatum.new("karma", players=2, seed=1)
    over.play({seat: fatum.bot("greedy") for seat in range(2)})
    greedy = fatum.bot("greedy")
    return {
        "new": lambda value: fatum.new(value, seed=1),
        "players": lambda value: fatum.new("karma", players=value, seed=1),
        "seed": lambda value: fatum.new("karma", seed=value),
        "starter": lambda value: fatum.new("karma", starter=value),
        "foresight": lambda value: fatum.new("karma", foresight=value),
        "follow-up": lambda value: fatum.new("karma", table_card_follow_up=value),
        "turn limit": lambda value: fatum.new("karma", turn_limit=value),
        "unknown option": lambda value: fatum.new("karma", colour=value),
        "cards": lambda value: fatum.new("allin", cards=value),
        "one card": lambda value: fatum.new("allin", cards={"2M": value}),
        "effects": lambda value: fatum.new("allin", cards={"2M": [value]}),
        "load": fatum.load,
        "push": lambda value: karma.copy().push(value),
        "push by": lambda value: karma.copy().push("lay 9", value),
        "push in All In": lambda value: allin.copy().push(value),
        "push at the end": over.push,
        "push at the end by": lambda value: over.push("take", value),
        "legal": karma.legal,
        "legal at the end": over.legal,
        "view": karma.view,
        "play": lambda value: karma.copy().play(value),
        "play by": lambda value: karma.copy().play({"P1": value}),
        "bot": fatum.bot,
        "iterations": lambda value: fatum.bot("easy", iterations=value),
        "seconds": lambda value: fatum.bot("easy", seconds=value),
        "bot's seed": lambda value: fatum.bot("easy", seed=value),
        "unknown setting": lambda value: fatum.bot("easy", colour=value),
        "simulate": lambda value: fatum.simulate(value, games=1),
        "bots": lambda value: fatum.simulate("karma", value, games=1, turn_limit=5),
        "one bot": lambda value: fatum.simulate("karma", [value] * 2, games=1, turn_limit=5),
        "games": lambda value: fatum.simulate("karma", games=few(value), turn_limit=1),
        "jobs": lambda value: fatum.simulate("karma", games=1, jobs=value),
        "players of many": lambda value: fatum.simulate("karma", games=1, players=value),
        "option of many": lambda value: fatum.simulate("karma", games=1, colour=value),
        "choose": greedy.choose,
        "evaluate": lambda value: fatum.bot("easy").evaluate(value),
        "seen by": karma.events[0].seen_by,
        "save": lambda value: karma.record().save(value),
    }


@pytest.mark.parametrize("name", calls())
def test_nothing_but_our_own_errors(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    call = calls()[name]
    errors: list[fatum.FatumError] = []
    for value in NONSENSE:
        try:
            call(value)
        except fatum.FatumError as error:
            errors.append(error)
    assert len(errors) > 10 or name == "seen by"
    assert all(str(error) for error in errors)
    illegal = [error for error in errors if isinstance(error, fatum.IllegalMove)]
    assert all(error.rule and error.reason for error in illegal)


@pytest.mark.parametrize("game", ["karma", "allin"])
def test_any_move_of_any_seat_at_any_time(game: str) -> None:
    """Every move of the game, legal or not, by every seat: made, or refused with a rule."""
    rng = random.Random(game)
    match = fatum.new(game, players=3, seed=2)
    refusals: set[str] = set()
    while not match.over:
        for text in rng.sample(match.game.moves, 8):
            for seat in ("P1", "P2", "P3"):
                before = match.state.to_dict()
                if text not in match.legal(seat):
                    with pytest.raises(fatum.IllegalMove) as refused:
                        match.push(text, seat)
                    assert match.state.to_dict() == before
                    refusals.add(refused.value.rule)
        match.push(rng.choice(match.legal()))
    assert len(refusals) > 5
    assert all(rule[0] in "KA" for rule in refusals)


def test_a_spectator_and_a_finished_game_have_nothing_to_choose() -> None:
    match = fatum.new("karma", players=2, seed=1)
    with pytest.raises(fatum.FatumError, match="nothing to choose"):
        fatum.bot("greedy").choose(match.view(None))
    match.play({seat: fatum.bot("greedy") for seat in range(2)})
    with pytest.raises(fatum.FatumError, match="nothing to choose"):
        fatum.bot("greedy").choose(match.view("P1"))
    with pytest.raises(fatum.FatumError, match="does not search"):
        fatum.bot("random").evaluate(fatum.new("karma", seed=1).view("P1"))
    assert match.play({}) == []
