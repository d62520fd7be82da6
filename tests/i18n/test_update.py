"""Catalogues follow the English texts, and translations are put in."""

import tomllib
from pathlib import Path

import pytest

from fatum.core.errors import FatumError
from fatum.i18n import LANGUAGES
from fatum.i18n.messages import Text, screen_texts
from fatum.i18n.po import PoEntry, read_catalogue

pytest.importorskip("babel")
from fatum.i18n.update import catalogue_text, drop_declared_screens, fill_in, update

TURN = Text("refuse.turn", "it is {who}'s turn", "", "here")
CARDS = Text("cards", "{count} card of {name}", "{count} cards of {name}", "here")


def test_a_new_key_takes_over_the_translation_of_its_text() -> None:
    old = [
        PoEntry("", "it is {seat}'s turn", "", ("{seat} ist am Zug",), False),
        PoEntry(
            "x", "{count} card of {who}", "{count} cards of {who}", ("a", "{who}: {count}"), False
        ),
    ]
    turn, cards = read_catalogue(catalogue_text(LANGUAGES["de"], [TURN, CARDS], old))
    assert (turn.context, turn.texts, turn.fuzzy) == ("refuse.turn", ("{who} ist am Zug",), False)
    assert (cards.texts, cards.fuzzy) == (("a", "{name}: {count}"), False)


def test_a_key_keeps_its_own_translation() -> None:
    old = [
        PoEntry("other", TURN.text, "", ("anders",), False),
        PoEntry(TURN.key, TURN.text, "", ("{who} ist dran",), False),
    ]
    (turn,) = read_catalogue(catalogue_text(LANGUAGES["de"], [TURN], old))
    assert turn.texts == ("{who} ist dran",)


def _entries(folder: Path, code: str) -> dict[str, PoEntry]:
    entries = read_catalogue((folder / f"{code}.po").read_text("utf-8"))
    return {entry.context: entry for entry in entries}


def test_filling_in(tmp_path: Path) -> None:
    update([TURN, CARDS], tmp_path)
    given: dict[str, dict[str, str | list[str]]] = {
        "de": {"refuse.turn": "{who} ist am Zug", "cards": ["{name}: eine", "{name}: {count}"]},
        "fr": {"cards": ["1 {name}", "{count} {name}"]},
        "sk": {"cards": ["1 {name}", "{count} karty {name}", "{count} kariet {name}"]},
    }
    fill_in(given, [TURN, CARDS], tmp_path)
    assert _entries(tmp_path, "de")["refuse.turn"].translated
    assert _entries(tmp_path, "fr")["cards"].texts == (
        "1 {name}",
        "{count} {name}",
        "{count} {name}",
    )
    forms = _entries(tmp_path, "sk")["cards"].texts
    assert [forms[LANGUAGES["sk"].form(count)] for count in (1, 2, 5)] == given["sk"]["cards"]
    assert not _entries(tmp_path, "sk")["refuse.turn"].translated


@pytest.mark.parametrize(
    ("key", "given"),
    [("nothing", "x"), ("refuse.turn", ["x", "y"]), ("cards", "x"), ("cards", ["x"] * 5)],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, key: str, given: str | list[str]) -> None:
    update([TURN, CARDS], tmp_path)
    with pytest.raises(FatumError):
        fill_in({"sk": {key: given}}, [TURN, CARDS], tmp_path)


def test_declared_texts_leave_the_screens(tmp_path: Path) -> None:
    screens = tmp_path / "screens.toml"
    screens.write_text('# cards\n"a.b" = "A"\n"a.no look" = { one = "x", other = "y" }\n', "utf-8")
    assert [text.plural for text in screen_texts(screens)] == ["", "y"]
    drop_declared_screens(["a.no look"], screens)
    assert tomllib.loads(screens.read_text("utf-8")) == {"a.b": "A"}
