"""Numbers and lists in the pages are those of the code."""

import json
import re
import tomllib

import pytest
from tests.docs.pages import DOCS, ROOT, blocks, inline

from fatum import list_bots
from fatum.bots import levels
from fatum.bots.base import DEFAULT_SECONDS
from fatum.bots.policies.registry import policy_for
from fatum.bots.registry import is_own
from fatum.games.registry import find_game
from fatum.protocol import messages
from fatum.server.api import games, parser_process, replays, tables
from fatum.server.ops import limits
from fatum.server.realtime import connections, sockets

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def flowing(name: str) -> str:
    """A page with every paragraph on one line."""
    return " ".join((ROOT / name).read_text("utf-8").split())


def simulations(game: str) -> int:
    found = find_game(game)
    return policy_for(found, found.read_options({})).simulations()


WORDS = {0.5: "half a", 5: "five", 6: "six", 10: "ten"}
HEADERS = f"{connections.HEADER_SECONDS:g} / {connections.BODY_SECONDS:g}"
SLOW = f"{connections.STALL_SECONDS:g} / {connections.CLOSING_SECONDS:g}"
WAITING = parser_process.MOST_WAITING_PER_ADDRESS
KB = messages.LARGEST // 1024
SENTENCES = f"""
bots: `easy` | a search of {levels.EASY} simulations a move
bots: a search of {simulations("karma")} simulations a move in Karma, {simulations("allin")} in All In
bots: {WORDS.get(DEFAULT_SECONDS)} second a move unless told otherwise
hosting: time for the headers of a request / for all of it | {HEADERS} seconds
hosting: without reading what is sent, or for the end of a connection | {SLOW} seconds
hosting: together | {limits.PROBES} requests in a minute from one address
hosting: uploaded | {parser_process.TIME_LIMIT:g} seconds to read it; {WAITING} from one address may wait
hosting: may send {WORDS.get(limits.TOGETHER)} times `messages_per_second`
hosting: a whole picture of a table counts as {WORDS.get(sockets.PICTURE + 1)} messages
hosting: at most every {WORDS.get(limits.LOG_EVERY)} seconds for each
protocol: How a client talks to a table, version {messages.PROTOCOL}.
protocol: message has at most {KB} kB
protocol: more than {KB} kB
protocol: counts as {tables.ANALYSIS_COST} requests if it has to be made
protocol: A replay counts as {replays.COST} requests, a card table as {games.COST}.
protocol: A `hello` is expected within {WORDS.get(sockets.HELLO_TIME)} seconds.
"""


@pytest.mark.parametrize("line", SENTENCES.strip().splitlines())
def test_numbers(line: str) -> None:
    page, _, sentence = line.partition(": ")
    assert sentence in flowing(f"docs/{page}.md")


@pytest.mark.parametrize("page", ["README.md", "docs/hosting.md"])
def test_versions_of_python(page: str) -> None:
    named = re.findall(r":: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert f"{', '.join(named[:-1])} and {named[-1]}" in flowing(page)
    assert f"Python {PROJECT['requires-python'].removeprefix('>=')} or newer" in flowing(
        "README.md"
    )


def test_extras() -> None:
    named = re.search(r"adds an extra: (.+?)\. ", flowing("README.md") + " ")
    assert named
    assert set(re.findall(r"`(\w+)`", named[1])) == set(PROJECT["optional-dependencies"])


def test_every_bot_is_listed() -> None:
    table = (DOCS / "bots.md").read_text("utf-8").partition("| name |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == {
        name for name in list_bots() if is_own(name)
    }


def test_every_example_is_counted() -> None:
    counted = len(list((ROOT / "examples").glob("*.py")))
    assert f"has {WORDS.get(counted, counted)} short scripts" in flowing("README.md")


def test_the_client_page_names_every_browser_test_and_no_other_script() -> None:
    page = DOCS / "client.md"
    named = set(re.findall(r"`(\w+\.test\.ts)`", page.read_text("utf-8")))
    assert named == {path.name for path in (ROOT / "client/e2e").glob("*.test.ts")}
    scripts = json.loads((ROOT / "client/package.json").read_text("utf-8"))["scripts"]
    typed = re.findall(r"npm (?:run )?([a-z0-9]+)", "\n".join(blocks(page, "console")))
    assert typed
    assert set(typed) <= set(scripts)


def test_every_lock_file_is_listed() -> None:
    page = (DOCS / "decisions/0003-pinned-libraries.md").read_text("utf-8")
    named = set(re.findall(r"^\| `(\w+\.txt)`", page, re.MULTILINE))
    assert named == {path.name for path in (ROOT / "requirements").glob("*.txt")}


def test_lines_of_the_log() -> None:
    named = {
        code for code in inline(DOCS / "hosting.md") if re.fullmatch("(?:a|the) [a-z ]+", code)
    }
    assert "a limit was reached" in named
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "src/fatum/server").rglob("*.py"))
    assert {line for line in named if f'"{line}"' not in sources} == set()
