"""Names that can be seen, and that nobody can mistake for another's."""

import sys
import unicodedata

import pytest

from fatum.protocol.errors import Refused
from fatum.table.names import LONGEST_NAME, clean_name, clean_text, is_visible, skeleton

IGNORABLE = (
    # Default_Ignorable_Code_Point, from Unicode's DerivedCoreProperties.txt
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8)),
    *((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
BLANK = (0x2800, 0xFFFC, 0x13441, 0x13442, 0x16FE4, 0x1D159)
FINE = [
    "Ann",
    "Zoë Łukasz",
    "李小龍",
    "Анна",
    "محمد",
    "می‌خواهم",  # with a joiner that Persian needs
    "क्‍ष",  # and one of Devanagari
    "葛\U000e0100城",  # a variant that Japanese names use
    "👨‍👩‍👧‍👦",
    "❤️‍🔥",
    "👍🏽",
    "🏳️‍🌈 Kim",
    "1️⃣",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "🇸🇰",
    "\U0001fae8",  # newer than the Unicode of Python 3.11
    "Nguyễn",
    "42",
    "!",
]
UNSEEN = [
    "",
    "   ",
    "\u3164",
    "\u2800",
    "\ufe0f",
    "\u200b",
    "\u200d",
    "A\u200b",
    "A\u202eB",
    "\u2066Ann\u2069",
    "Ann\u3164",
    "\u0301",
    "A \u0301",
    "A\u200d",
    "A\u200d\u200dB",
    "A\ufe0f\ufe0f",
    "A\U000e0067",
    "A" + 5 * "\u0301\u0316",
    "A\nB",
    "\ue000",
    "\U000e0001",
    "A\ud800",
]


@pytest.mark.parametrize("name", FINE)
def test_names_of_all_scripts_and_emoji_are_fine(name: str) -> None:
    assert clean_name(name, ()) == unicodedata.normalize("NFC", name)
    assert clean_text(name) == name


@pytest.mark.parametrize("name", UNSEEN)
def test_names_with_something_unseen_are_refused(name: str) -> None:
    if name.strip() and "\n" not in name:  # names may have any blanks between words
        with pytest.raises(Refused, match="printable"):
            clean_name(name, ())
    with pytest.raises(Refused, match="printable"):
        clean_text(name)


def test_no_character_is_a_name_that_shows_nothing() -> None:
    nothing = {code for first, last in IGNORABLE for code in range(first, last + 1)} | set(BLANK)
    # Beyond there are only private and unassigned ones.
    for code in (*range(0x33000), *range(0xE0000, 0xE1000), sys.maxunicode):
        character = chr(code)
        if code in nothing or character.isspace() or unicodedata.category(character)[0] in "CMZ":
            pictograph = unicodedata.category(character) == "Cn" and 0x1F000 <= code < 0x20000
            assert pictograph or not is_visible(character), hex(code)
        else:
            assert is_visible(character), hex(code)


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("A", "А"),  # Cyrillic
        ("Ann", "Аnn"),
        ("COP", "СОР"),  # all of it Cyrillic
        ("ANNA", "ΑΝΝΑ"),  # Greek
        ("Ann", "Ａnn"),  # full width
        ("Ann", "𝐀nn"),
        ("Al", "AI"),
        ("Bob", "B0b".replace("0", "о")),
        ("Ann", "A\ufe0fnn"),
        ("Ann", "An\u200dn"),
        ("Zoé", "Zoе\u0301"),
    ],
)
def test_names_that_look_alike_are_not_at_one_table(name: str, like: str) -> None:
    assert skeleton(name) == skeleton(like)
    for first, second in ((name, like), (like, name)):
        with pytest.raises(Refused, match="looks like another"):
            clean_name(second, ["Cleo", first])
        # Nobody can keep bots away by a name that looks like theirs.
        assert clean_name(second, ["Cleo", first], numbered=True) == f"{second} 2"


def test_names_that_differ_are_left_alone() -> None:
    for name in ("Ann", "ann", "Anne", "Zoe", "Zoé", "Bob", "Анна", "42", "43"):
        others = [other for other in ("Ann", "ann", "Anne", "Zoe", "Zoé", "Bob") if other != name]
        assert clean_name(name, others) == name


def test_the_same_name_gets_a_number() -> None:
    taken: list[str] = []
    for expected in ("Ann", "Ann 2", "Ann 3"):
        taken.append(clean_name(" Ann ", taken))
        assert taken[-1] == expected
    long = "👨‍👩‍👧‍👦" * 3 + "abc"
    assert len(long) == LONGEST_NAME
    again = clean_name(long, [long])
    assert again.endswith(" 2")
    assert is_visible(again)
    assert len(again) <= LONGEST_NAME
