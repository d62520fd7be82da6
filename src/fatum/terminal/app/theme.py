"""Colours: night and brass for All In, paper and ink for Karma, each dark and light."""

from typing import Final

from textual.theme import Theme


def _theme(
    name: str, *, dark: bool, primary: str, background: str, surface: str, ink: str
) -> Theme:
    return Theme(
        name,
        primary=primary,
        secondary=primary,
        accent=primary,
        warning="#c9962b" if dark else "#8a5a12",
        background=background,
        surface=surface,
        panel=surface,
        foreground=ink,
        dark=dark,
    )


THEMES: Final = (
    _theme(
        "allin-dark",
        dark=True,
        primary="#d9b25f",
        background="#14121f",
        surface="#1e1b30",
        ink="#f3efe4",
    ),
    _theme(
        "allin-light",
        dark=False,
        primary="#6b4a12",
        background="#f4f0e6",
        surface="#e7dfcc",
        ink="#2a2540",
    ),
    _theme(
        "karma-dark",
        dark=True,
        primary="#7fb4d8",
        background="#171b1f",
        surface="#22303c",
        ink="#f6f3ec",
    ),
    _theme(
        "karma-light",
        dark=False,
        primary="#1f4f73",
        background="#f6f3ec",
        surface="#e9e3d5",
        ink="#22303c",
    ),
)


def theme_name(game: str, dark: bool) -> str:
    """The theme of a game; others look like Karma."""
    return f"{'allin' if game == 'allin' else 'karma'}-{'dark' if dark else 'light'}"
