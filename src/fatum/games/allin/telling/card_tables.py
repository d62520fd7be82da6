"""Card tables of All In as the option ``cards`` holds them."""

from collections.abc import Mapping
from typing import Final

from fatum.core.parts import CardTables
from fatum.games.allin.rules.cards import CardTable, describe, read_card_table, read_changes
from fatum.games.allin.rules.deck import NAMES


def _read(text: str) -> dict[str, object]:
    return {**read_card_table(text)}


def _table(value: Mapping[str, object]) -> CardTable:
    return read_changes(dict[object, object](value.items()))


def _changes(value: Mapping[str, object]) -> dict[str, list[str]]:
    return _table(value).changes()


def _effects(value: Mapping[str, object]) -> dict[str, list[str]]:
    table = _table(value)
    return {name: table.effects_of(card) for card, name in enumerate(NAMES)}


def _describe(value: Mapping[str, object]) -> str:
    return describe(_table(value))


CARD_TABLES: Final = CardTables("cards", _read, _changes, _effects, _describe)
