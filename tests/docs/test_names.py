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


def test_no_two_things_of_tables_and_servers_have_one_name() -> None:
    paths = [
        path for name in ("protocol", "table", "server") for path in (SOURCE / name).rglob("*.py")
    ]
    names = [
        path.stem for path in paths if path.stem != "__init__" and "versions" not in path.parts
    ]
    for path in paths:
        tree = ast.parse(path.read_text("utf-8"))
        names += [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    assert len(names) > 200
    assert [name for name, count in Counter(names).items() if count > 1] == []


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
