"""Line mode as a screen reader or a script meets it: sentences in, sentences out."""

import random
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from fatum.cli import main
from fatum.i18n.keyed import keyed_texts
from fatum.i18n.languages import LANGUAGES
from fatum.records import verify
from fatum.records.reading import load_record
from fatum.terminal.kept import MOST, keep, kept_game, kept_games
from fatum.terminal.markdown import plain

ROW = re.compile(r"(\d+)\s?: (.+)")
ENGLISH = re.compile(
    r"\b(the|you|your|is|are|and|plays?|takes?|draws?|cards?|choose|choice|hand|pile|empty|on|"
    r"seat|with|goes|into|keeps?|discards?|gets|leave|out|type|begins|against|wins|loses)\b",
    re.IGNORECASE,
)
SHARED = {
    "de": {"hand", "all"},
    "nl": {"hand", "is", "type"},
    "fr": {"on", "type", "pile"},
    "sk": set[str](),
}
"""Words that a language has in common with English."""
NAMES = re.compile(
    r"fatum \w+ last|ALL IN|All[- ][Ii]n(: Predictions)?|SHA-256|Seed|Karma|[0-9a-f]{64}"
)


VARIANTS = {
    "karma": ["--foresight", "--table-card-follow-up", "free"],
    "allin": ["--side", "B", "--discard", "shadows", "--heirs"],
}
ODD = [
    "99",
    "0",
    "xyzzy",
    "play 1",
    "play AC",
    "take",
    "take 1",
    "pass",
    "what",
    "what 1",
    "what 99",
]
ODD += [
    "what xyzzy",
    "what take",
    "rules K8",
    "rules A9",
    "rules xyzzy",
    "view",
    "chat hello",
    "help",
]
ODD += ["codes", "xyzzy", "play 99", "help", "", "codes", "log"]
"""What somebody might type who does not know the game."""


ABOUT_TYPED = re.compile(
    rf"[„‘«“]\s?({'|'.join(filter(str.isalpha, ODD))}|play \w+|take 1)\s?[“’»”]"
)
RULE = re.compile(r"[AK]R?\d+ ")
"""A rule may name moves, which are written in English."""


class Script:
    """Somebody who knows only what was printed: reads the choices and types one of their names.

    Beside that, ``odd`` things are typed, one before each choice.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str], seed: int) -> None:
        self._capsys = capsys
        self._rng = random.Random(seed)
        self._rows: list[re.Match[str]] = []
        self._choose = False
        self.odd: Iterator[str] = iter(())
        self.said = ""
        self.typed = 0

    def __call__(self, prompt: str) -> str:
        new = self._capsys.readouterr().out
        self.said += new
        rows = [row for line in new.splitlines() if (row := ROW.fullmatch(line))]
        assert rows or self._choose, f"nothing to choose from in: {new}"
        self._rows = rows or self._rows
        if not self._choose and (odd := next(self.odd, None)) is not None:
            self._choose = True
            return odd
        self._choose = False
        self.typed += 1
        row = self._rng.choice(self._rows)
        # Mostly by number, sometimes by its words.
        return row[1] if self._rng.random() < 0.7 else row[2].partition(". ")[0].rstrip(".")


@pytest.fixture
def script(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Script:
    reader = Script(capsys, 5)
    monkeypatch.setattr("builtins.input", reader)
    return reader


def sentences(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line:
            yield line


def words_for(game: str, language: str, *more: str) -> list[str]:
    words = ["play", game, "--players", "3", "--bots", "greedy", "--seed", "s", "--lines"]
    return [*words, "--language", language, *more]


@pytest.mark.parametrize("game", ["karma", "allin"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_by_reading_only_its_sentences(
    game: str, language: str, script: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words_for(game, language)) == 0
    said = script.said + capsys.readouterr().out
    assert script.typed > 5
    verify(load_record(kept_games()[0]))
    check_sentences(said, language)
    texts = keyed_texts(language)
    key = "line.order" if game == "karma" else "line.score"
    assert texts(key, names="", scores="").strip(" .") in said


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_variants_and_odd_answers(
    game: str, language: str, script: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everything that can be asked and everything that goes wrong, in words of the language."""
    script.odd = iter(ODD)
    assert main(words_for(game, language, *VARIANTS[game])) == 0
    said = script.said + capsys.readouterr().out
    assert script.typed > len(ODD)
    verify(load_record(kept_games()[0]))
    check_sentences(without_codes(said, language), language)
    for variant in ("foresight", "free") if game == "karma" else ("sideB", "shadows", "heirs"):
        assert keyed_texts(language)(f"{game}.variant.{variant}") in said
    if language != "en":
        in_english = said_in_english(game, capsys)
        assert not {line for line in sentences(said) if has_words(line)} & in_english


def said_in_english(game: str, capsys: pytest.CaptureFixture[str]) -> set[str]:
    """The lines of the same game, with the same answers."""
    script = Script(capsys, 5)
    script.odd = iter(ODD)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("builtins.input", script)
        assert main(words_for(game, "en", *VARIANTS[game])) == 0
    return set(sentences(script.said))


def has_words(line: str) -> bool:
    return bool(
        re.search(r"[^\W\d_]{2}", re.sub(r"(Bruno|Cleo|\(?P\d\)?)", "", NAMES.sub("", line)))
    )


def without_codes(said: str, language: str) -> str:
    """What was said while no codes were shown: moves are written in English."""
    texts = keyed_texts(language)
    before, _, rest = said.partition(texts("line.codes.on"))
    return before + rest.partition(texts("line.codes.off"))[2]


def check_sentences(said: str, language: str) -> None:
    odd = [letter for letter in said if "BOX DRAWING" in unicodedata.name(letter, "")]
    assert not odd
    for line in sentences(said):
        assert line[-1] in ".!?:" or re.search(r"[0-9a-f]{64}$", line), line
        assert "{" not in line, line
    said = ABOUT_TYPED.sub("", said)
    if language != "en":
        found = {
            line
            for line in sentences(said)
            if not RULE.match(line)
            for word in ENGLISH.findall(NAMES.sub("", line))
            if word.lower() not in SHARED[language]
        }
        assert not found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_word_in_every_language(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = keyed_texts(language)
    typed = iter([texts(f"line.command.{word}") for word in ("help", "rules", "view", "log")])
    last = texts("line.command.quit")
    monkeypatch.setattr("builtins.input", lambda _: next(typed, last))
    assert main(["play", "karma", "--bots", "greedy", "--language", language]) == 0
    out = capsys.readouterr().out
    assert texts("line.help.codes") in out.lower() or texts("line.help.codes")[1:] in out
    assert "\nK1 " in out
    assert "**" not in out
    assert texts("line.saved", path="").rstrip(" .") in out


def test_a_table_of_the_rules_is_told_in_lines() -> None:
    page = "# Cards\n\n- **A1** See [there](x.md) and *here*.\n\n| Card | Does |\n|:--|--|\n| `TC` | a |"
    assert plain(page) == "Cards\n\nA1 See there and here.\n\nCard: TC; Does: a."


def test_the_last_fifty_games_are_kept(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "1")
    assert main(["play", "karma", "--players", "2", "--bots", "greedy", "--seed", "s"]) == 0
    (first,) = kept_games()
    record = load_record(first)
    newest = [keep(record) for _ in range(MOST + 2)][-1]
    games = kept_games()
    assert len(games) == MOST
    assert games[0] == newest == kept_game("last")
    assert games[2] == kept_game("last-3")
    assert first not in games
    assert kept_game("last.json") is None


def test_the_commitment_can_be_checked_later(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "1")
    assert main(["play", "karma", "--players", "2", "--bots", "greedy", "--seed", "s"]) == 0
    assert main(["verify", "last"]) == 0
    assert "the shuffles follow from the seed" in capsys.readouterr().out
    assert main(["replay", "last", "--as", "P2"]) == 0
    assert main(["games"]) == 0
    assert "last " in capsys.readouterr().out
    assert main(["verify", "last-2"]) == 2
    assert "only 1 finished games are kept" in capsys.readouterr().err
