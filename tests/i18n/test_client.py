"""Reading the client's texts, and finding what it says without them."""

import pytest

from fatum.i18n.typescript import UnreadableTexts, read_texts
from fatum.i18n.usage import hard_coded, unknown_keys, used_keys

TEXTS = """
/** Words. */
import { x } from 'y';
export const en = {
  // --- cards ---
  'app.name': 'Fatum',
  'it.is': "It's {name}'s turn \\u2026",
  'long': 'one ' +
    `two`,
  'cards.count': { one: '{count} card', other: '{count} cards' }, /* plural */
  plain: 'said \\'so\\'',
} as const;
export type Messages = typeof en;
"""


def test_reading_texts() -> None:
    assert read_texts(TEXTS) == {
        "app.name": "Fatum",
        "it.is": "It's {name}'s turn …",
        "long": "one two",
        "cards.count": {"one": "{count} card", "other": "{count} cards"},
        "plain": "said 'so'",
    }


@pytest.mark.parametrize(
    "source",
    [
        "export const de = {}",
        "export const en = { a: b }",
        "export const en = { 'a': 'b' 'c': 'd' }",
        "export const en = { 'a': 'b', 'a': 'c' }",
        "export const en = { 'a': `${b}` }",
    ],
)
def test_anything_else_is_refused(source: str) -> None:
    with pytest.raises(UnreadableTexts):
        read_texts(source)


KEYS = {"a.b", "card.karma.TC", "event.no look.you", "never.said", "other.never.said"}


def test_used_and_unknown_keys() -> None:
    source = "t('a.b') t(`card.karma.${card}`) maybe(`event.${kind}.${own ? 'you' : 'x'}`) t('c.d')"
    assert used_keys(source, KEYS) == {"a.b", "card.karma.TC", "event.no look.you"}
    assert unknown_keys(source, KEYS) == {"c.d"}


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
