"""Every English text that needs a translation: what Python declares and what the browser shows."""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

from fatum.core.messages import declared

ROOT: Final = Path(__file__).resolve().parents[3]
PACKAGE: Final = Path(__file__).resolve().parents[1]
LOCALES: Final = Path(__file__).with_name("locales")
SCREENS: Final = Path(__file__).with_name("screens.toml")

_NOT_IMPORTED: Final = re.compile(r".*(\.__main__|\.migrations\b.*)")


@dataclass(frozen=True)
class Text:
    """An English text, with a second form if it counts something, and the file it stands in."""

    key: str
    text: str
    plural: str
    where: str


def all_texts(root: Path = ROOT) -> list[Text]:
    """By key, each once."""
    found = {text.key: text for text in (*screen_texts(), *declared_texts(root))}
    return [found[key] for key in sorted(found)]


def declared_texts(root: Path = ROOT) -> Iterator[Text]:
    """What the modules of Fatum declare. Imports all of them, so every extra must be installed."""
    for module in walk_packages([str(PACKAGE)], "fatum."):
        if not _NOT_IMPORTED.fullmatch(module.name):
            import_module(module.name)
    places = _places(root)
    for key, message in declared().items():
        yield Text(key, message.text, message.other, places.get(key, "src/fatum"))


def screen_texts(source: Path = SCREENS) -> Iterator[Text]:
    """What only the browser shows."""
    for key, text in tomllib.loads(source.read_text("utf-8")).items():
        one, other = (text, "") if isinstance(text, str) else (text["one"], text["other"])
        yield Text(key, one, other, f"src/fatum/i18n/{source.name}")


def _places(root: Path) -> dict[str, str]:
    """The file that declares a key, for translators who want to look it up."""
    places: dict[str, str] = {}
    for path in sorted((root / "src" / "fatum").rglob("*.py")):
        text = path.read_text("utf-8")
        if "eclare" in text:
            for key in _declared_in(ast.parse(text)):
                places.setdefault(key, path.relative_to(root).as_posix())
    return places


def _declared_in(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        match node:
            case ast.Call(ast.Name("Declared"), [ast.Constant(str(key)), *_]):
                yield key
            case ast.Call(ast.Name("declare"), [ast.Constant(str(prefix)), ast.Dict(names)]):
                for name in names:
                    if isinstance(name, ast.Constant) and isinstance(name.value, str):
                        yield f"{prefix}.{name.value}"
