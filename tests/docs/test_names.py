"""Classes, attributes and packages that the pages name exist."""

import ast
import functools
import re
from collections import Counter
from pathlib import Path

import pytest
from tests.docs.pages import DOCS, NAMES, PAGES, ROOT, inline

SOURCE = ROOT / "src" / "fatum"
every_page = pytest.mark.parametrize("page", PAGES, ids=NAMES)


# --- classes and their attributes ----------------------------------------------------------------


@functools.cache
def classes() -> dict[str, set[str]]:
    """The attributes of every class, those of classes with the same name together."""
    found: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, set()).update(attributes(node))
    return found


def attributes(node: ast.ClassDef) -> set[str]:
    found = set()
    for part in ast.walk(node):
        match part:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.Attribute(attr=name, ctx=ast.Store()):
                found.add(name)
    return found


@every_page
def test_attributes_exist(page: Path) -> None:
    for code in inline(page):
        for owner, name in re.findall(r"(?<![\w./])([A-Z][a-z]\w*)\.([a-z_]\w*)\b", code):
            if name not in {"svelte", "md"}:
                assert name in classes().get(owner, ()), code


# --- one name, one thing -------------------------------------------------------------------------

WRAPPED = {"AllInView", "Bot", "Event", "KarmaView", "View"}
"""What ``import fatum`` offers wraps the contract's class of the same name (decision 189)."""


def room(path: Path) -> str:
    """The part of the package that a file is in; what each game has of its own is a room, too."""
    inside = path.relative_to(SOURCE).parts
    if inside[0] == "games" and len(inside) > 2:
        return "/".join(inside[:-1])
    if inside[:2] == ("bots", "policies") or inside[0] == "terminal":
        return "/".join(inside[:-1])
    return "with its tables" if inside[0] in {"protocol", "table", "server"} else inside[0]


def modules() -> list[Path]:
    return [path for path in SOURCE.rglob("*.py") if not {"versions", "static"} & {*path.parts}]


def test_no_two_classes_have_one_name() -> None:
    """Each game has a ``Seat`` and a ``Setup`` of its own; no other room has."""
    found: dict[str, list[str]] = {}
    for path in modules():
        game = path.relative_to(SOURCE).parts[:2] if "games" in path.parts else ()
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append("/".join(game))
    assert len(found) > 400
    twice = {
        name
        for name, places in found.items()
        if len(places) > len(set(places)) or (len(places) > 1 and "" in places)
    }
    assert twice - WRAPPED == set()
    assert {name for name, places in found.items() if len(places) > 1} >= WRAPPED


def test_no_two_modules_of_a_room_have_one_name() -> None:
    rooms = Counter((room(path), path.stem) for path in modules() if path.stem != "__init__")
    assert len(rooms) > 300
    assert [each for each, count in rooms.items() if count > 1] == []


def test_no_module_of_tables_and_servers_is_called_as_a_class() -> None:
    classes = {
        node.name
        for path in modules()
        if room(path) == "with its tables"
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    }
    names = [path.stem for path in modules() if room(path) == "with its tables"]
    assert len(classes) > 100
    assert classes.isdisjoint(names)


# --- packages ------------------------------------------------------------------------------------


def test_the_architecture_names_no_package_that_is_gone() -> None:
    page = (DOCS / "architecture.md").read_text("utf-8")
    packages = page.partition("## Parts")[2].partition("\n\nThe arrows")[0]
    rows = re.findall(r"^\| (`[\w/]+`(?:, `[\w/]+`)*) \|", packages, re.MULTILINE)
    assert len(rows) > 15
    for name in re.findall(r"`([\w/]+)`", " ".join(rows)):
        assert (SOURCE / name / "__init__.py").exists(), name
    inside = page.partition("## A game from inside")[2].partition("\n- ")[0]
    rows = re.findall(r"^\| (`.+?) \|", inside, re.MULTILINE)
    layers = {"rules", "knowledge", "telling"}
    for row in rows:
        for name in re.findall(r"`([\w/]+)`", row):
            found = [*SOURCE.glob(f"games/*/{name}.py"), *SOURCE.glob(f"games/*/*/{name}.py")]
            assert found or name in layers, name
