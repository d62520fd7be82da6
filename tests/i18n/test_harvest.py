"""Sentences are found in code, and nothing else is."""

from pathlib import Path

import pytest

from fatum.i18n.harvest import sentences


def _found(tmp_path: Path, code: str, only_refusals: bool = False) -> list[str]:
    module = tmp_path / "module.py"
    module.write_text(code, "utf-8")
    return list(sentences(module, only_refusals))


@pytest.mark.parametrize(
    ("code", "template"),
    [
        ('x = "the game is over"', "the game is over"),
        ('x = f"it is {seat_name(position.turn)}\'s turn"', "it is {seat}'s turn"),
        ('x = f"you have no {NAMES[move - LAY]} in hand"', "you have no {card} in hand"),
        ('x = f"the river has no field {place + 1}"', "the river has no field {place}"),
        ('x = f"there are {len(cards)} cards"', "there are {count} cards"),
        ("x = f\"the names: {', '.join(known)}\"", "the names: {known}"),
        ("x = f\"Your hand: {_count(own['hand'])}.\"", "Your hand: {count}."),
        ('x = f"option {self.name!r} not {name!r}"', "option {name} not {name2}"),
        ('def f(none="no card at all"): ...', "no card at all"),
        ('EVENTS: Final[dict[str, str]] = {"all in": "you go all in."}', "you go all in."),
        ('D = {1: ("K23", "first choose a card")}', "first choose a card"),
        ('M = (("play 9", "play a card"),)', "play a card"),
    ],
)
def test_sentences(tmp_path: Path, code: str, template: str) -> None:
    assert _found(tmp_path, code) == [template]


@pytest.mark.parametrize(
    "code",
    [
        '"""Some words about the module."""',
        'x = "word"',
        'x = view["some key"]',
        'x = y == "no look"',
        'x = view.get("river full")',
        'x = f"P{seat} {count}"',
        'async def f() -> "tuple[Table, str]": ...',
        'def f(x: "list[str] | None") -> None: ...',
        'raise AssertionError("this cannot be")',
    ],
)
def test_what_is_no_sentence(tmp_path: Path, code: str) -> None:
    assert _found(tmp_path, code) == []


def test_refusals_only(tmp_path: Path) -> None:
    code = 'MOVES = ("no look",)\ndef f():\n    raise InvalidMove(f"{text!r} is no move")\n'
    assert _found(tmp_path, code, only_refusals=True) == ["{text} is no move"]
