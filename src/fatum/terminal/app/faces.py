"""What is drawn on a card, and in which colours."""

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fatum.core.events import HIDDEN

SUITS: Final = {"C": "◷", "M": "∞", "S": "Φ", "T": "♣"}
"""A clock, a mask with two eyes, a scarab's shell and a tree: by shape first, by colour second."""
_SUIT_COLOURS: Final = {"C": "#2f5d9b", "M": "#b3322b", "S": "#0f7b6c", "T": "#8a5a12"}
_SIGNS: Final = {"TC": "▤", "BU": "⇅", "FB": "≤5", "GP": "➜"}
_EFFECTS: Final = {
    "take": "↓",
    "swap": "⇄",
    "draw": "+",
    "rune": "◆",
    "hypnosis": "@",
    "eye": "◉",
}
_FEW_COLOURS: Final = {"C": "#0000aa", "M": "#aa0000", "S": "#aa00aa", "T": "#000000"}
"""Of sixteen colours, as Rich knows them, those that can be read on white everywhere."""
_FEW_NUMBERS: Final = (
    (4, "#ffffff", "#0000aa"),
    (8, "#000000", "#00aaaa"),
    (12, "#000000", "#00aa00"),
    (14, "#000000", "#aa5500"),
    (99, "#ffffff", "#aa0000"),
)
"""Up to this number: ink and paper."""
_PAPER: Final = "#f7f2e4"
_INK: Final = "#1b1830"
_NIGHT: Final = "#2a2540"
_BRASS: Final = "#d9b25f"
_DIGITS: Final = {
    "0": "111 101 101 101 111",
    "1": "010 110 010 010 111",
    "2": "111 001 111 100 111",
    "3": "111 001 111 001 111",
    "4": "101 101 111 001 001",
    "5": "111 100 111 001 111",
    "6": "111 100 111 101 111",
    "7": "111 001 001 010 010",
    "8": "111 101 111 101 111",
    "9": "111 101 111 001 111",
}
_PICTURES: Final = {
    "C": "0111110 1001001 1001001 1001111 1000001 0111110",
    "M": "0111110 1111111 1001001 1111111 0111110 0011100",
    "S": "0100010 0011100 1111111 0110110 1110111 0110110",
    "T": "0011100 0111110 1111111 0111110 0001000 0011100",
    "Ru": "0001000 0011100 0111110 0111110 0011100 0001000",
}
"""The suits and the rune, for cards that are large enough."""
_HALVES: Final = {"00": " ", "10": "▀", "01": "▄", "11": "█"}


@dataclass(frozen=True)
class Face:
    """A card's corner, what stands in its middle, a line at its foot, and its colours."""

    corner: str
    middle: str
    foot: str
    ink: str
    paper: str
    large: bool = False
    """Whether the middle is a number to be drawn large."""
    picture: tuple[str, ...] = ()
    """The middle on a large card."""


def face(
    card: str | None, effects: tuple[str, ...] = (), *, few: bool = False, dim: bool = False
) -> Face:
    """The face of a card; ``?`` is a back and ``None`` an empty place.

    With ``few`` colours a terminal would replace ours by others, so they are chosen here; ``dim`` cards
    are grey there.
    """
    drawn = _face(card, effects)
    return _in_few_colours(card, drawn, dim) if few else drawn


def _in_few_colours(card: str | None, drawn: Face, dim: bool) -> Face:
    ink, paper = "#000000", "#ffffff"
    if card is None:
        ink, paper = drawn.ink, ""
    elif dim:
        ink, paper = "#555555", ""
    elif card.isdigit():
        ink, paper = next(pair for most, *pair in _FEW_NUMBERS if int(card) <= most)
    elif card == HIDDEN or card in _SIGNS:
        ink, paper = "#ffff55", "#000000"
    elif card == "Ru":
        ink = "#aa00aa"
    else:
        ink = _FEW_COLOURS.get(card[-1:], ink)
    return replace(drawn, ink=ink, paper=paper)


def _face(card: str | None, effects: tuple[str, ...]) -> Face:
    if card is None:
        return Face("", "", "", "#8a8578", "")
    if card == HIDDEN:
        return Face("", "✦", "", _BRASS, _NIGHT)
    if card.isdigit():
        return Face(card, card, "", "#ffffff", number_colour(int(card)), large=True)
    if card in _SIGNS:
        return Face(_SIGNS[card], _SIGNS[card], "", _BRASS, "#22303c")
    if card == "Ru":
        return Face("◆", "◆◆", "", "#6b3fa0", _PAPER, picture=_picture(card))
    if card[-1:] in SUITS and len(card) > 1:
        suit = SUITS[card[-1]]
        foot = "".join(map(effect_sign, effects))
        ink, picture = _SUIT_COLOURS[card[-1]], _picture(card[-1])
        return Face(card[:-1] + suit, suit, foot, ink, _PAPER, picture=picture)
    return Face(card, card, "", _INK, _PAPER)


def number_colour(value: int) -> str:
    """From cool for 1 to warm for 16, dark enough for white on it."""
    share = (min(max(value, 1), 16) - 1) / 15
    red, green, blue = colorsys.hls_to_rgb((215 - 205 * share) / 360, 0.33, 0.55)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


def effect_sign(effect: str) -> str:
    """``draw*`` → ``+*``; the star is for what must be done.

    >>> effect_sign("draw*"), effect_sign("reveal3")
    ('+*', '3?')
    """
    plain = effect.removesuffix("*")
    star = "*" if plain != effect else ""
    if plain.startswith("reveal"):
        return f"{plain.removeprefix('reveal')}?{star}"
    return _EFFECTS.get(plain, plain[:1]) + star


def large_number(text: str) -> list[str]:
    """A number three lines high, drawn with half blocks.

    >>> large_number("1")
    ['▄█ ', ' █ ', '▀▀▀']
    """
    return _drawn(text, (1, 1, 1), 1)


def grand_number(text: str) -> list[str]:
    """A number five lines high.

    >>> grand_number("1")[0], grand_number("1")[-1]
    ('  █  ', '█████')
    """
    return _drawn(text, (2, 1, 2), 2)


def _drawn(text: str, widths: Sequence[int], height: int) -> list[str]:
    """Digits of three by five points, each point so wide and so high."""
    rows = [""] * ((5 * height + 1) // 2)
    for place, digit in enumerate(text):
        pixels = [
            "".join(point * width for point, width in zip(line, widths, strict=True))
            for line in _DIGITS[digit].split()
            for _ in range(height)
        ]
        pixels.append("0" * sum(widths))
        gap = " " if place else ""
        for line, drawn in enumerate(_halved(pixels)[: len(rows)]):
            rows[line] += gap + drawn
    return rows


def _picture(name: str) -> tuple[str, ...]:
    return tuple(_halved(_PICTURES[name].split()))


def _halved(pixels: Sequence[str]) -> list[str]:
    """Two rows of points in each line of text."""
    pairs = zip(pixels[::2], pixels[1::2], strict=False)
    return [
        "".join(_HALVES[a + b] for a, b in zip(upper, lower, strict=True)) for upper, lower in pairs
    ]
