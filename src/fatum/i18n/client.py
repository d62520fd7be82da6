"""The catalogues as the browser client loads them.

Read from the ``.po`` files alone, so a build needs none of Fatum's dependencies.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from fatum.core.game import Game
from fatum.core.messages import declared, placeholders
from fatum.i18n.languages import LANGUAGES, SOURCE
from fatum.i18n.po import PoEntry
from fatum.i18n.translator import catalogue, game_catalogue

_TERMINAL: Final = "line."
"""Only the terminal says these."""
_KEYS: Final = """\
/** Every text by its key, with the values it needs. Made by: python -m fatum.i18n export */
export interface Needs {
%s
}
"""


def export_client(language: str) -> str:
    """JSON: each key with its text, or with its plural forms by ``Intl.PluralRules`` category."""
    return _json(texts_by_key(language, catalogue(language)))


def export_keys() -> str:
    """TypeScript: which values each text needs."""
    return _KEYS % "\n".join(
        f"  {_quoted(entry.context)}: {_needs(entry)};"
        for entry in catalogue(SOURCE)
        if _is_shown(entry)
    )


def texts_by_key(language: str, entries: Iterable[PoEntry]) -> dict[str, str | dict[str, str]]:
    """Each key with its text, or with its plural forms by category."""
    return {
        entry.context: _text(language, entry)
        for entry in entries
        if _is_shown(entry) and entry.translated
    }


def game_texts(game: Game, language: str) -> dict[str, str | dict[str, str]]:
    """What a game says, by key; in English where it has no translation."""
    own = f"{game.name}."
    texts: dict[str, str | dict[str, str]] = {
        key: {"one": said.text, "other": said.other} if said.other else said.text
        for key, said in declared().items()
        if key.startswith(own)
    }
    entries = (*catalogue(language), *game_catalogue(game, language))
    found = texts_by_key(language, entries)
    return texts | {key: text for key, text in found.items() if key.startswith(own)}


def write_client(folder: Path) -> None:
    """A file for each language, and the type of the keys."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        (folder / f"{language}.json").write_text(export_client(language), "utf-8")
    (folder / "keys.ts").write_text(export_keys(), "utf-8")


def _is_shown(entry: PoEntry) -> bool:
    return not entry.context.startswith(_TERMINAL)


def _needs(entry: PoEntry) -> str:
    names = dict.fromkeys(placeholders(entry.id) + placeholders(entry.plural))
    if entry.plural:
        names["count"] = None
    return " | ".join(map(_quoted, names)) or "never"


def _quoted(text: str) -> str:
    return f"'{text}'"


def _json(texts: Mapping[str, object]) -> str:
    return json.dumps(texts, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _text(language: str, entry: PoEntry) -> str | dict[str, str]:
    if not entry.plural:
        return entry.texts[0]
    return dict(zip(LANGUAGES[language].forms, entry.texts, strict=True))
