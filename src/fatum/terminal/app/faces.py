"""What is drawn on a card, and in which colours."""

import colorsys
from dataclasses import dataclass
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


def face(card: str | None, effects: tuple[str, ...] = ()) -> Face:
    """The face of a card; ``?`` is a back and ``None`` an empty place."""
    if card is None:
        return Face("", "", "", "#8a8578", "")
    if card == HIDDEN:
        return Face("", "✦", "", _BRASS, _NIGHT)
    if card.isdigit():
        return Face(card, card, "", "#ffffff", number_colour(int(card)), large=True)
    if card in _SIGNS:
        return Face(_SIGNS[card], _SIGNS[card], "", _BRASS, "#22303c")
    if card == "Ru":
        return Face("◆", "◆◆", "", "#6b3fa0", _PAPER)
    if card[-1:] in SUITS and len(card) > 1:
        suit = SUITS[card[-1]]
        foot = "".join(map(effect_sign, effects))
        return Face(card[:-1] + suit, suit, foot, _SUIT_COLOURS[card[-1]], _PAPER)
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
    rows = ["", "", ""]
    for place, digit in enumerate(text):
        pixels = [*_DIGITS[digit].split(), "000"]
        for line in range(3):
            upper, lower = pixels[2 * line], pixels[2 * line + 1]
            gap = " " if place else ""
            rows[line] += gap + "".join(_HALVES[a + b] for a, b in zip(upper, lower, strict=True))
    return rows
