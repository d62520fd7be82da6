"""English sentences in Python code, as templates with named placeholders.

Only modules that speak to players are read. A string counts as a sentence if it has words with a
space between them and is no docstring, dictionary key, index, comparison or way to write a move.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_WORDS: Final = re.compile(r"[A-Za-z][a-z]{2,}")
_CALLS_NOT_READ: Final = frozenset(
    {"get", "getattr", "hasattr", "startswith", "partition", "split", "AssertionError", "compile"}
)
_REFUSALS: Final = frozenset({"InvalidMove", "Refused"})
_NAMES: Final = {
    "seat_name": "seat",
    "len": "count",
    "NAMES": "card",
    "COUNT_OF": "count",
    "format_move": "move",
}


def sentences(path: Path, only_refusals: bool = False) -> Iterator[str]:
    """The templates of a module, in its order; or only those with which players are refused."""
    tree = ast.parse(path.read_text("utf-8"))
    if not only_refusals:
        yield from _harvest(tree)
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node.func) in _REFUSALS:
            yield from _harvest(node)


def _harvest(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and _speaks(node.value):
            yield node.value
    elif isinstance(node, ast.JoinedStr):
        template = _template(node)
        if _speaks(template):
            yield template
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                yield from _harvest(value.value)
    else:
        for child in _readable_children(node):
            yield from _harvest(child)


def _readable_children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node in which a sentence may stand."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return
        case (
            ast.FunctionDef(args=arguments, body=body)
            | ast.AsyncFunctionDef(args=arguments, body=body)
        ):
            yield from (*arguments.defaults, *(each for each in arguments.kw_defaults if each))
            yield from body
        case ast.Dict(values=values):
            yield from values
        case ast.Subscript() | ast.Compare() | ast.AnnAssign(value=None):
            return
        case ast.AnnAssign(value=ast.expr() as value):
            yield value
        case ast.Call(func=func) if _called(func) in _CALLS_NOT_READ:
            return
        case ast.Tuple(elts=[ast.Constant(value=str() as first), second]) if not _is_phrase(first):
            yield second
        case _:
            yield from ast.iter_child_nodes(node)


def _is_phrase(text: str) -> bool:
    """Whether the first of two strings is said; else it is a rule's number or a move."""
    return text == "" or text.endswith(".")


def _called(func: ast.expr) -> str:
    if isinstance(func, ast.Attribute):
        return func.attr
    return func.id if isinstance(func, ast.Name) else ""


def _speaks(text: str) -> bool:
    literal = re.sub(r"\{\w+\}", "", text)
    return " " in text.strip() and _WORDS.search(literal) is not None


def _template(node: ast.JoinedStr) -> str:
    text = ""
    used: set[str] = set()
    for value in node.values:
        if isinstance(value, ast.Constant):
            text += str(value.value)
        elif isinstance(value, ast.FormattedValue):
            name = base = _name(value.value)
            number = 1
            while name in used:
                number += 1
                name = f"{base}{number}"
            used.add(name)
            text += f"{{{name}}}"
    return text


def _name(node: ast.expr) -> str:
    """What a translator reads between the braces."""
    match node:
        case ast.Name(id=name):
            return _plain(name)
        case ast.Attribute(attr=name):
            return _plain(name)
        case ast.Call(func=ast.Attribute(attr="join"), args=[first, *_]):
            return _name(first)
        case ast.Call(func=func):
            return _plain(_called(func))
        case ast.Subscript(slice=ast.Constant(value=str() as name)):
            return _plain(name)
        case ast.Subscript(value=value):
            return _name(value)
        case ast.BinOp(left=left):
            return _name(left)
        case ast.IfExp(body=body):
            return _name(body)
        case _:
            return "value"


def _plain(name: str) -> str:
    return _NAMES.get(name, name.strip("_").lower() or "value")
