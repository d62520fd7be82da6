"""Every command and every flag stands in docs/cli.md or docs/arena.md, and what pages name exists."""

import re
from pathlib import Path

import pytest
from tests.cli.run import Fatum
from tests.docs.pages import NAMES, PAGES, blocks, commands

from fatum.cli.app import CARD_COMMANDS, COMMANDS, GAME_COMMANDS
from fatum.games.registry import GAMES, find_game

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = "\n".join((DOCS / name).read_text("utf-8") for name in ("cli.md", "arena.md"))
WORDS = [
    *([*name.split(), game] for name in GAME_COMMANDS for game in GAMES),
    *([name] for name in COMMANDS),
    *(["cards", name] for name in CARD_COMMANDS),
]


def section(command: str) -> str:
    """The part of the page about a command, and the part about all options."""
    parts = re.split(r"(?m)^## ", PAGE)
    own = [part for part in parts if f"fatum {command}" in part.partition("\n")[0]]
    assert own, f"the docs have no section on 'fatum {command}'"
    shared = next(part for part in parts if part.startswith("Options of the games"))
    return own[0] + shared


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_command_and_its_flags(fatum: Fatum, words: list[str]) -> None:
    named = " ".join(words[:-1])
    command = named if named in GAME_COMMANDS else " ".join(words)
    text = section(command)
    flags = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", fatum(*words, "--help").out))
    assert [flag for flag in sorted(flags) if f"`{flag}" not in text] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game(game: str) -> None:
    for option in find_game(game).options:
        assert f"`--{option.name.replace('_', '-')}" in section("play")


def test_nothing_is_documented_that_does_not_exist(fatum: Fatum) -> None:
    helps = "".join(fatum(*words, "--help").out for words in [*WORDS, []])
    for flag in set(re.findall(r"`(--[a-z][a-z-]*)", PAGE)):
        assert flag in helps, flag


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_flags_belong_to_their_command(page: Path, fatum: Fatum) -> None:
    for line in commands(page):
        typed = re.match(r"(?:\S*/)?fatum ([a-z]+(?: report)?)(?: (\w+))?", line)
        if not typed or typed[1] not in {*COMMANDS, *GAME_COMMANDS}:
            continue
        game = [typed[2] if typed[2] in GAMES else "allin"] if typed[1] in GAME_COMMANDS else []
        flags = re.findall(r"(?<=\s)--[a-z][a-z-]*", line)
        told = fatum(*typed[1].split(), *game, "--help").out if flags else ""
        for flag in flags:
            assert re.search(rf"{flag}(?![\w-])", told), line


def test_the_scenario_that_contributors_copy_passes(fatum: Fatum, tmp_path: Path) -> None:
    (scenario,) = blocks(DOCS.parent / "CONTRIBUTING.md", "json")
    (tmp_path / "rule.json").write_text(scenario, "utf-8")
    ran = fatum("scenario", tmp_path / "rule.json")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "1 passed, 0 failed")
