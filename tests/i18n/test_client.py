"""What the client gets of the catalogues, and finding what it says without them."""

import json
import re
from pathlib import Path

import pytest

from fatum.i18n import LANGUAGES, export_client
from fatum.i18n.client import export_keys, write_client
from fatum.i18n.usage import client_sources, hard_coded, unknown_keys, used_keys


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_client_gets_every_key(code: str) -> None:
    english = json.loads(export_client("en"))
    texts = json.loads(export_client(code))
    assert texts.keys() == english.keys()
    for key, text in texts.items():
        if isinstance(english[key], str):
            assert isinstance(text, str), key
        else:
            assert set(text) == set(LANGUAGES[code].forms), key


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("en", "Bottoms Up"),
        ("de", "Unterste Karte nach oben"),
        ("nl", "Onderste boven"),
        ("fr", "Dessous dessus"),
        ("sk", "Spodná nahor"),
    ],
)
def test_printed_terms(code: str, name: str) -> None:
    assert json.loads(export_client(code))["card.karma.BU"] == name


def test_the_type_of_the_keys_says_what_each_text_needs() -> None:
    needs = dict(re.findall(r"^  '(.+)': (.+);$", export_keys(), re.MULTILINE))
    english = json.loads(export_client("en"))
    assert needs.keys() == english.keys()
    assert needs["app.name"] == "never"
    assert set(needs["karma.event.give.other"].split(" | ")) == {"'name'", "'other'", "'count'"}
    assert needs["card.hidden.many"] == "'count'"
    for key, text in english.items():
        assert ("'count'" in needs[key]) >= isinstance(text, dict), key


def test_all_files_are_written(tmp_path: Path) -> None:
    write_client(tmp_path / "locales")
    written = {path.name for path in (tmp_path / "locales").iterdir()}
    assert written == {"keys.ts", *(f"{code}.json" for code in LANGUAGES)}


KEYS = {"a.b", "card.karma.TC", "event.no look.you", "never.said", "other.never.said"}


def test_used_and_unknown_keys() -> None:
    source = "t('a.b') t(`card.karma.${card}`) maybe(`event.${kind}.${own ? 'you' : 'x'}`) t('c.d')"
    assert used_keys(source, KEYS) == {"a.b", "card.karma.TC", "event.no look.you"}
    assert unknown_keys(source, KEYS) == {"c.d"}


def test_a_text_is_not_used_by_standing_in_a_catalogue(tmp_path: Path) -> None:
    write_client(tmp_path / "locales")
    (tmp_path / "messages.ts").write_text("t('a.b')", "utf-8")
    assert [path.name for path in client_sources(tmp_path)] == ["messages.ts"]


def test_a_template_of_holes_uses_nothing() -> None:
    assert used_keys("`${a}.${b}`", KEYS) == set()


COMPONENT = """
<script lang="ts">const x = 'Hidden words';</script>
<!-- Words for readers -->
<h1>{t('app.name')}</h1>
<p class="big letters" aria-label={t('a.b')}>{count > 3 ? t('many') : ''} × 3</p>
{#if a < b}<b>{x}</b>{/if}
<style>.big { color: red; }</style>
"""


def test_taken_from_the_catalogues() -> None:
    assert hard_coded(COMPONENT) == []


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("<p>Play now</p>", "Play now"),
        ("<p>\n  Your {cards}\n</p>", "Your"),
        ('<button aria-label="Close">×</button>', "Close"),
        ("<img alt='A card' />", "A card"),
    ],
)
def test_hard_coded_words(markup: str, words: str) -> None:
    assert hard_coded(markup) == [words]
