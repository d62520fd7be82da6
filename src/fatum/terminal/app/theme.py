"""Colours: night and brass for All In, paper and ink for Karma, each dark and light.

A terminal with 256 or 16 colours would replace ours by the nearest it has, which are often far away: there
the themes use colours that it has.
"""

from typing import Any, Final

from textual.app import App
from textual.theme import Theme

_COLOURS: Final = {
    "truecolor": {
        "allin-dark": "#d9b25f #14121f #1e1b30 #f3efe4 #c9962b",
        "allin-light": "#6b4a12 #f4f0e6 #e7dfcc #2a2540 #8a5a12",
        "karma-dark": "#7fb4d8 #171b1f #22303c #f6f3ec #c9962b",
        "karma-light": "#1f4f73 #f6f3ec #e9e3d5 #22303c #8a5a12",
    },
    "256": {
        "allin-dark": "#d7af5f #121212 #262626 #eeeeee #8a8a8a",
        "allin-light": "#875f00 #eeeeee #dadada #262626 #8a8a8a",
        "karma-dark": "#87afd7 #121212 #262626 #eeeeee #8a8a8a",
        "karma-light": "#005f87 #eeeeee #dadada #262626 #8a8a8a",
    },
    "standard": {
        "allin-dark": "#ffff55 #000000 #000000 #ffffff #aaaaaa",
        "allin-light": "#aa00aa #ffffff #ffffff #000000 #555555",
        "karma-dark": "#55ffff #000000 #000000 #ffffff #aaaaaa",
        "karma-light": "#0000aa #ffffff #ffffff #000000 #555555",
    },
}
"""What the terminal can show → theme → its primary colour, background, surface, ink and warning."""


def _theme(name: str, colours: str) -> Theme:
    primary, background, surface, ink, warning = colours.split()
    return Theme(
        name,
        primary=primary,
        secondary=primary,
        accent=primary,
        warning=warning,
        background=background,
        surface=surface,
        panel=surface,
        foreground=ink,
        dark=name.endswith("dark"),
    )


def themes_for(app: App[Any]) -> tuple[Theme, ...]:
    """The themes as this terminal can show them."""
    colours = _COLOURS.get(app.console.color_system or "", _COLOURS["truecolor"])
    return tuple(_theme(name, each) for name, each in colours.items())


def few_colours(app: App[Any]) -> bool:
    """Whether the terminal has only sixteen colours."""
    return app.console.color_system == "standard"


def theme_name(game: str, dark: bool) -> str:
    """The theme of a game; others look like Karma."""
    return f"{'allin' if game == 'allin' else 'karma'}-{'dark' if dark else 'light'}"
