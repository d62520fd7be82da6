"""What only the app says; the rest it shares with the browser."""

from typing import Final

from fatum.core.messages import declare

APP: Final = declare(
    "line.app",
    {
        "address": "Code or link of the table, or address of the server",
        "history": "Finished games",
        "history.none": "No finished game is kept yet.",
        "quit": "Quit",
        "on": "on",
        "off": "off",
        "back": "Back",
        "aid": "Hand ranks",
        "keys": "Arrow keys choose, Enter plays, the number keys press a button, Space skips.",
        "verified": "This game follows the rules, and every shuffle follows from its seed.",
        "unverified": "This game does not check out: {reason}",
    },
)
