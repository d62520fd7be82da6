"""The commands and their help; each command's code is imported when it is called."""

from collections.abc import Sequence
from typing import Final

from cyclopts import App, Group

import fatum
from fatum.games.registry import GAMES, references

ABOUT: Final = """Two card games of fate, Karma and All In: Predictions.

Without a command, fatum opens them in your browser. With one, it plays in the
terminal, tells and checks recorded games, simulates thousands.

Start with: fatum
About one command: fatum help COMMAND
"""

_PLAY: Final = Group("Play", sort_key=1)
_CHECK: Final = Group("Tell and check", sort_key=2)
_STUDY: Final = Group("Study", sort_key=3)
_SERVE: Final = Group("Serve", sort_key=4)
_ABOUT: Final = Group("About", sort_key=5)

GAME_COMMANDS: Final = {
    "play": (_PLAY, "Play against bots, on a screen or line by line.", "Play {game} against bots."),
    "simulate": (
        _STUDY,
        "Let bots play many games and report lengths and results.",
        "Let bots play many games of {game}.",
    ),
    "arena": (
        _STUDY,
        "Let bots play a tournament and tell which is better, and how sure that is.",
        "A tournament of {game}.",
    ),
    "arena report": (
        _STUDY,
        "Write a designer's report: one page about how a game plays.",
        "A report on {game}.",
    ),
}
"""Commands that have a sub-command, with flags of its own, for each game."""

COMMANDS: Final = {
    "join": (_PLAY, "join", "Sit at a server's table, with people in browsers and terminals."),
    "games": (_PLAY, "games", "List the finished games that you played here."),
    "rules": (_PLAY, "info", "Print the rules of a game, numbered."),
    "options": (_PLAY, "info", "List the options of a game."),
    "replay": (_CHECK, "replay", "Tell a recorded game as text: the truth, or what one seat knew."),
    "verify": (_CHECK, "check", "Check that recorded games follow the rules and their seeds."),
    "scenario": (_CHECK, "check", "Run scenario files: rules as executable examples."),
    "analyse": (_STUDY, "analyse", "Value the choices of a recorded game; name the worst ones."),
    "train": (_STUDY, "train", "Train what the bots of a game know about it."),
    "serve": (_SERVE, "serve", "Serve tables to browsers, on this machine or to the world."),
    "backup": (_SERVE, "backup", "Write all tables of a server to one file, also while it runs."),
    "restore": (_SERVE, "backup", "Restore a server's tables from a backup, also while it runs."),
}
"""Name → its group, the module with a function of this name, and what it is for."""

CARD_COMMANDS: Final = {
    "show": "Print the card table in use, or one of your own.",
    "check": "Check a card table of your own.",
}


def build(tokens: Sequence[str] = ()) -> App:
    """The command line for these words; games of other packages are looked up only for theirs."""
    games = references() if _may_be_another_game(tokens) else GAMES
    app = App(name="fatum", help=ABOUT, help_format="plaintext", version=version)
    for flag in ("--help", "--version"):
        app[flag].group = _ABOUT
    for name, (group, about, each) in GAME_COMMANDS.items():
        parent, _, own = name.rpartition(" ")
        command = App(name=own, help=about, group=group)
        if name == "play" and "play" in tokens:
            from fatum.cli.play import choose

            command.default(choose)
        for game in games:
            about = each.format(game=game)
            command.command(f"fatum.cli.per_game:{own}_{game}", name=game, help=about)
        (app[parent] if parent else app).command(command)
    for name, (group, module, about) in COMMANDS.items():
        app.command(f"fatum.cli.{module}:{name}", name=name, help=about, group=group)
    cards = App(name="cards", help="Card tables: which card has which effects.", group=_PLAY)
    for name, about in CARD_COMMANDS.items():
        cards.command(f"fatum.cli.cards:{name}", name=name, help=about)
    app.command(cards)
    return app


def _may_be_another_game(tokens: Sequence[str]) -> bool:
    """Whether a command with games is called without naming a game that is known already.

    Looking in every installed package takes a tenth of the time to start.
    """
    commands = set(" ".join(GAME_COMMANDS).split())
    if not commands & set(tokens) or list(tokens) == ["play"]:
        return False
    return next((token for token in tokens if token not in commands), None) not in GAMES


def version() -> str:
    return f"Fatum {fatum.__version__} ({'compiled' if fatum.compiled else 'plain Python'})"
