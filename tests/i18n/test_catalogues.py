"""The catalogues are complete, and other gettext tools read them as we do."""

import re
import subprocess
import sys

import pytest

from fatum.i18n import LANGUAGES, rules_text
from fatum.i18n.messages import LOCALES
from fatum.i18n.po import UnreadableCatalogue, read_catalogue
from fatum.i18n.translator import catalogue


def test_catalogues_are_complete() -> None:
    """In a process of its own, where only Fatum's modules declare messages."""
    command = [sys.executable, "-m", "fatum.i18n", "check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stdout) == (0, ""), "run python -m fatum.i18n update"


@pytest.mark.parametrize("code", LANGUAGES)
def test_babel_reads_the_same(code: str) -> None:
    pofile = pytest.importorskip("babel.messages.pofile")
    path = LOCALES / f"{code}.po"
    with path.open("rb") as file:
        theirs_read = pofile.read_po(file, locale=code)
    assert theirs_read.num_plurals == len(LANGUAGES[code].forms)
    theirs = {}
    for message in theirs_read:
        one, other = message.id if message.pluralizable else (message.id, "")
        text = message.string if message.pluralizable else (message.string,)
        if one:
            theirs[message.context or "", one, other] = tuple(text)
    ours = {
        (entry.context, entry.id, entry.plural): entry.texts
        for entry in read_catalogue(path.read_text("utf-8"))
    }
    assert ours == theirs


def test_french_marks_do_not_begin_a_line() -> None:
    """French puts a space before them, and it must not break."""
    texts = [text for entry in catalogue("fr") for text in entry.texts]
    texts += [rules_text(game, "fr") for game in ("karma", "allin")]
    assert not [text for text in texts if re.search(r" [:;?!»]|« ", text)]


def test_reading_a_catalogue() -> None:
    entries = read_catalogue(
        'msgid ""\nmsgstr "Language: xx\\n"\n\n'
        '#: here\n#, fuzzy\nmsgctxt "a.b"\nmsgid "one\\n"\n"\\"two\\""\nmsgstr "x"\n\n'
        'msgid "{count} card"\nmsgid_plural "{count} cards"\n'
        'msgstr[0] "k"\nmsgstr[1] ""\n"l"\n\n'
        '#~ msgid "gone"\n#~ msgstr "weg"\n'
    )
    first, second = entries
    assert (first.context, first.id, first.texts) == ("a.b", 'one\n"two"', ("x",))
    assert first.fuzzy
    assert not first.translated
    assert (second.plural, second.texts) == ("{count} cards", ("k", "l"))
    assert second.translated


@pytest.mark.parametrize("text", ['"lost"', 'msgid "a"\nmsgstr no quotes', "nonsense"])
def test_a_broken_catalogue_is_refused(text: str) -> None:
    with pytest.raises(UnreadableCatalogue):
        read_catalogue(text)
