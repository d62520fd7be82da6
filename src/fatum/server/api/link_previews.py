"""What messengers show of a link to a table: the game, who invites, and how many seats are free.

Anyone with the code may know this. Whether a running game has ended is not shown here:
spectators may watch with a delay.
"""

import asyncio
import html
import os
import re
from collections.abc import Callable
from typing import Final

from fatum.core.errors import FatumError
from fatum.core.messages import Declared, Message
from fatum.games.registry import find_game
from fatum.i18n import translator
from fatum.i18n.languages import language_of
from fatum.server.api.links import base_of
from fatum.server.api.request_context import AnyRequest, server_of
from fatum.server.api.static_file import File, with_tags
from fatum.table.seats import CODE_PATTERN
from fatum.table.store import Row, StoreDown
from fatum.table.summary import read_summary

LONGEST_LOOK: Final = 0.3
"""Seconds that a page waits for its preview."""

TITLE: Final = Declared("preview.title", "{host} invites you to {game}")
FREE: Final = Declared("preview.free", "{count} seat is free.", "{count} seats are free.")
FULL: Final = Declared("preview.full", "All seats are taken.")
BEGUN: Final = Declared("preview.begun", "The game has begun.")

_CODE: Final = re.compile(CODE_PATTERN)


async def with_preview(
    request: AnyRequest, code: str, page: File, page_of: Callable[[str], bytes]
) -> File:
    """The page of the table's game with what is known about the table, or the page as it is."""
    if not _CODE.fullmatch(code):
        return page
    try:
        async with asyncio.timeout(LONGEST_LOOK):
            row = await server_of(request).store.row(code)
    except (StoreDown, TimeoutError):
        return page
    if row is None:
        return page
    base, _ = base_of(request)
    tags = preview(row, base, language_of(os.environ)).encode()
    return File("index.html", with_tags(page_of(read_summary(row).game), tags))


def preview(row: Row, base: str, language: str) -> str:
    """The tags of a table."""
    about = read_summary(row)
    say = translator(language).say
    try:
        game = find_game(about.game).title
    except FatumError:
        game = about.game
    title = say(TITLE(host=about.host, game=game))
    description = say(_state(row, about.players - about.people - about.bots))
    tags = {
        "og:type": "website",
        "og:site_name": "Fatum",
        "og:title": title,
        "og:description": description,
        "og:url": f"{base}/t/{about.id}",
        "og:image": f"{base}/icon-512.png",
    }
    return (
        "".join(
            f'<meta property="{name}" content="{html.escape(text)}">' for name, text in tags.items()
        )
        + f'<meta name="description" content="{html.escape(description)}">'
    )


def _state(row: Row, free: int) -> Message:
    if row.status == "lobby":
        return FREE(count=free) if free > 0 else FULL()
    # An ended game and a finished one look alike.
    return BEGUN()
