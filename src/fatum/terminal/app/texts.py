"""Texts of the app; the others are shared with the browser."""

from typing import Final

from fatum.core.messages import declare

APP: Final = declare(
    "line.app",
    {
        "hand": ("{count} in hand", "{count} in hand"),
        "bet.self": "bets on own hand",
        "address": "Code or link of the table, or address of the server",
        "history": "Finished games",
        "history.none": "No finished game is kept yet.",
        "browser": "Browser",
        "quit": "Quit",
        "on": "on",
        "off": "off",
        "back": "Back",
        "aid": "Hand ranks",
        "keys": "Arrow keys choose, Enter plays, the number keys press a button, Space skips.",
        "verify": "Check the shuffles",
        "verified": "This game follows the rules, and every shuffle follows from its seed.",
        "unverified": "This game does not check out: {reason}",
    },
)
