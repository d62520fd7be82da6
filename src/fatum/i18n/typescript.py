"""Reading the client's English texts: one flat object of strings and plural forms."""

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

_START: Final = re.compile(r"export const en\b[^=]*=\s*")
_TOKEN: Final = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/)
      | (?P<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<mark>[{}:,+])""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(
    r"\\(u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\n|.)", re.DOTALL
)
_MEANS: Final = {"n": "\n", "t": "\t", "r": "\r", "\n": ""}

T = TypeVar("T")
Text = str | dict[str, str]
"""A text, or its plural forms by category."""


class UnreadableTexts(Exception):
    """The client's texts are not one flat object of strings."""


def read_texts(source: str) -> dict[str, Text]:
    """The texts by their keys."""
    start = _START.search(source)
    if start is None:
        raise UnreadableTexts("there is no 'export const en = {'")
    return _Reader(_tokens(source, start.end())).flat()


def _tokens(source: str, at: int) -> Iterator[tuple[str, str]]:
    while at < len(source):
        found = _TOKEN.match(source, at)
        if found is None:
            line = source.count("\n", 0, at) + 1
            raise UnreadableTexts(f"line {line}: {source[at : at + 40]!r}")
        at = found.end()
        if found.lastgroup != "skip":
            yield found.lastgroup or "", found[0]
    yield "end", ""


class _Reader:
    def __init__(self, tokens: Iterator[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._kind, self._text = next(tokens)

    def _take(self) -> str:
        text = self._text
        self._kind, self._text = next(self._tokens, ("end", ""))
        return text

    def _expect(self, mark: str) -> None:
        if self._text != mark:
            raise UnreadableTexts(f"{mark!r} expected, not {self._text!r}")
        self._take()

    def flat(self) -> dict[str, Text]:
        return self._object(lambda: self._forms() if self._text == "{" else self._string())

    def _forms(self) -> dict[str, str]:
        forms = self._object(self._string)
        self._take()
        return forms

    def _object(self, value: Callable[[], T]) -> dict[str, T]:
        """Up to its closing brace, which is left to be taken."""
        found: dict[str, T] = {}
        self._expect("{")
        while self._text != "}":
            key = self._key()
            if key in found:
                raise UnreadableTexts(f"{key!r} is there twice")
            found[key] = value()
            if self._text != "}":
                self._expect(",")
        return found

    def _key(self) -> str:
        key = _unquote(self._take()) if self._kind == "string" else self._take()
        self._expect(":")
        return key

    def _string(self) -> str:
        if self._kind != "string":
            raise UnreadableTexts(f"a text expected, not {self._text!r}")
        text = _unquote(self._take())
        while self._text == "+":
            self._take()
            text += _unquote(self._take())
        return text


def _unquote(literal: str) -> str:
    return _ESCAPE.sub(_unescape, literal[1:-1])


def _unescape(found: re.Match[str]) -> str:
    code = found[1]
    if len(code) > 1:
        return chr(int(code[1:].strip("{}"), 16))
    return _MEANS.get(code, code)
