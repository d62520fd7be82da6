"""Every text that needs a translation, from the client and from Python code."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fatum.i18n.harvest import sentences
from fatum.i18n.typescript import read_texts

ROOT: Final = Path(__file__).resolve().parents[3]
LOCALES: Final = Path(__file__).with_name("locales")
CLIENT_TEXTS: Final = "client/src/lib/messages.en.ts"

SPEAKING: Final = (
    "src/fatum/arena/hints.py",
    "src/fatum/core/options.py",
    "src/fatum/core/seats.py",
    "src/fatum/games/*/rules/cards.py",
    "src/fatum/games/*/rules/options.py",
    "src/fatum/games/*/telling/reasons.py",
    "src/fatum/games/*/rules/refusals.py",
    "src/fatum/games/*/telling/words.py",
    "src/fatum/play/narration.py",
    "src/fatum/table/decision.py",
    "src/fatum/table/lobby.py",
    "src/fatum/table/names.py",
    "src/fatum/table/play.py",
    "src/fatum/table/roles.py",
    "src/fatum/table/table.py",
    "src/fatum/table/tables.py",
    "src/fatum/table/talk.py",
    "src/fatum/terminal/plain.py",
)
"""Modules whose sentences players read."""

REFUSING: Final = ("src/fatum/games/*/rules/moves.py", "src/fatum/server/*.py")
"""Modules of whose sentences players read only the refusals."""

TERMS: Final = (
    "anything",
    "empty",
    "in hand",
    "none",
    "nothing",
    "you",
    "a card",
    "dealer",
    "starter",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pairs",
    "pair",
    "a straight flush",
    "a full house",
    "a flush",
    "a straight",
    "a pair",
    "not to lose",
    "to win",
)
"""Words that fill placeholders."""


@dataclass(frozen=True)
class Message:
    """An English text; ``key`` is what the client calls it, empty for sentences."""

    key: str
    text: str
    plural: str
    where: str


def all_messages(root: Path = ROOT) -> list[Message]:
    """Without repetitions, in a stable order: keys first."""
    found: dict[tuple[str, str], Message] = {}
    for message in (*_client(root), *_python(root)):
        found.setdefault((message.key, message.text), message)
    return sorted(found.values(), key=lambda message: (not message.key, message.key, message.text))


def _client(root: Path) -> Iterator[Message]:
    source = root / CLIENT_TEXTS
    if not source.is_file():
        return
    for key, text in read_texts(source.read_text("utf-8")).items():
        if text == "":
            continue  # said with silence in every language
        if isinstance(text, str):
            yield Message(key, text, "", CLIENT_TEXTS)
        else:
            yield Message(key, text.get("one", text["other"]), text["other"], CLIENT_TEXTS)


def _python(root: Path) -> Iterator[Message]:
    for term in TERMS:
        yield Message("", term, "", "src/fatum/i18n/messages.py")
    for glob in (*SPEAKING, *REFUSING):
        for path in sorted(root.glob(glob)):
            for text in sentences(path, only_refusals=glob in REFUSING):
                yield Message("", text, "", path.relative_to(root).as_posix())
