"""What messengers are told about a link, by pages that are the same for everybody else."""

import html
import re

import msgspec
import pytest
from tests.server.clients import Browser, Line, asynchronous
from tests.server.process import Server

from fatum.protocol.snapshots import Phase
from fatum.server.api.link_previews import preview
from fatum.table.store import Row
from fatum.table.summary import Summary

TAG = re.compile(r'<meta (?:property|name)="([a-z:_]+)" content="([^"]*)">')
LINK = re.compile(r'<link rel="(?:modulepreload|preload|stylesheet)" [^>]*>')


def told(page: str) -> dict[str, str]:
    return {name: html.unescape(text) for name, text in TAG.findall(page) if "og:" in name}


async def asked(browser: Browser, path: str) -> str:
    answer = await browser.ask("GET", path)
    assert answer.status_code == 200
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    return answer.text


async def described(browser: Browser, path: str) -> str:
    """The page with its tags; a busy server that does not find them soon sends the plain page."""
    while not told(page := await asked(browser, path)):
        continue
    return page


@asynchronous()
async def test_a_link_says_game_host_and_free_seats_and_later_only_that_it_began(
    server: Server,
) -> None:
    name = '"><script>x</script>'
    async with Browser(server.url) as ann, Browser(server.url) as messenger:
        plain = await asked(messenger, "/")
        table = await ann.open(name=name, options={"players": 3})
        page = await described(messenger, f"/t/{table}")
        assert "<script>x" not in page
        tags = told(page)
        assert tags["og:title"] == f"{name} invites you to Karma"
        assert tags["og:description"] == "2 seats are free."
        assert tags["og:url"] == f"{server.url}/t/{table}"
        # Apart from its tags and links it is the page that everybody gets.
        assert LINK.sub("", TAG.sub("", page)) == LINK.sub("", TAG.sub("", plain))
        assert ("karma-parts" in page) == ("/assets/Home-" in plain)
        line = Line(ann, table)
        await line.connect()
        await line.ask({"type": "start", "fill": "greedy", "id": 1}, "ack")
        await line.close()
        # The list of tables follows the log a moment later.
        now = tags["og:description"]
        while now == tags["og:description"]:
            now = told(await described(messenger, f"/t/{table}"))["og:description"]
        assert now == "The game has begun."


@asynchronous()
async def test_links_to_nothing_are_the_plain_page(server: Server) -> None:
    async with Browser(server.url) as eve:
        plain = await asked(eve, "/rules/karma")
        assert LINK.sub("", plain) == LINK.sub("", await asked(eve, "/"))
        for path in ("/t/22222222", "/t/x", "/t/AAAAAAAA/B"):
            assert await asked(eve, path) == plain


@asynchronous()
async def test_a_page_that_has_not_changed_is_not_sent_again(server: Server) -> None:
    async with Browser(server.url) as ann:
        table = await ann.open()
        tag = (await ann.ask("GET", f"/t/{table}")).headers["etag"]
        again = await ann.ask("GET", f"/t/{table}", headers={"if-none-match": tag})
        assert again.status_code == 304
        bob = Browser(server.url)
        await bob.sit(table, "Bob")
        while again.status_code == 304:
            again = await ann.ask("GET", f"/t/{table}", headers={"if-none-match": tag})
        assert again.status_code == 200
        await bob.close()


@pytest.mark.parametrize(
    ("status", "people", "said"),
    [
        ("lobby", 1, "3 Plätze sind frei."),
        ("lobby", 3, "1 Platz ist frei."),
        ("lobby", 4, "Alle Plätze sind besetzt."),
        ("playing", 4, "Die Partie hat begonnen."),
        ("over", 4, "Die Partie hat begonnen."),
    ],
)
def test_previews_speak_the_language_of_the_server(status: Phase, people: int, said: str) -> None:
    summary = Summary("22222222", "allin", {}, "Änn", 4, people, 0, None)
    row = Row("22222222", "allin", status, False, 0, 0, msgspec.json.encode(summary))
    tags = told(preview(row, "https://example.org", "de"))
    assert tags["og:title"] == "Änn lädt dich zu All In: Predictions ein"
    assert tags["og:description"] == said
    assert tags["og:image"] == "https://example.org/icon-512.png"
