"""Messages are looked up by keys that are declared, and translators find where."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import fatum
from fatum.core.messages import Declared
from fatum.i18n.messages import all_texts
from fatum.table.refusals import REFUSED

ROOT = Path(fatum.__file__).parent
CHECKOUT = Path(__file__).parents[2]


def _looked_up(module: ast.Module) -> Iterator[tuple[str, str]]:
    """(the name of a mapping, a key) of every ``NAME["key"]`` and ``refused(code, "key")``."""
    for node in ast.walk(module):
        match node:
            case ast.Subscript(ast.Name(name), ast.Constant(str(key))):
                yield name, key
            case ast.Call(ast.Name("refused"), [_, ast.Constant(str(key))]):
                yield "REFUSED", key


def _of_messages(mapping: object) -> bool:
    return isinstance(mapping, dict) and any(
        isinstance(each, Declared) for each in mapping.values()
    )


def test_every_key_is_declared() -> None:
    checked = 0
    for source in ROOT.rglob("*.py"):
        text = source.read_text("utf-8")
        if "declare(" not in text and "refused(" not in text and "REFUSED[" not in text:
            continue
        module = ".".join(("fatum", *source.relative_to(ROOT).with_suffix("").parts))
        known = {"REFUSED": REFUSED, **vars(import_module(module))}
        for name, key in _looked_up(ast.parse(text)):
            if _of_messages(known.get(name)):
                assert key in known[name], f"{source}: {name} has no {key!r}"
                checked += 1
    assert checked > 100


def test_translators_find_where_a_text_stands() -> None:
    where = {text.key: text.where for text in all_texts(CHECKOUT)}
    assert where["refuse.closed"] == "src/fatum/table/refusals.py"
    assert where["karma.chance"] == "src/fatum/games/karma/game.py"
