"""``fatum rules`` and ``fatum options``."""

import sys
from typing import Annotated

from cyclopts import Parameter

from fatum.cli import DONE
from fatum.cli.common import Language, flag, print_json, read_language
from fatum.cli.per_game import describe_values
from fatum.core.options import FlagOption, SeatOption
from fatum.games.registry import find_game
from fatum.i18n.rules import rules_text

GameName = Annotated[str, Parameter(help="The game's name.")]


def rules(game: GameName, /, *, language: Language = None) -> int:
    text = rules_text(find_game(game).name, read_language(language))
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        print(text, end="" if text.endswith("\n") else "\n")
    return DONE


def options(
    game: GameName, /, *, json: Annotated[bool, flag("Print the list as JSON.")] = False
) -> int:
    rows = [
        {
            "name": spec.name,
            "flag": f"--{spec.name.replace('_', '-')}",
            "values": str(spec.values()),
            "default": None if isinstance(spec, SeatOption) else spec.write(spec.default),
            "help": str(spec.about),
        }
        for spec in find_game(game).options
    ]
    if json:
        print_json(rows)
        return DONE
    for spec, row in zip(find_game(game).options, rows, strict=True):
        print(row["flag"])
        print(f"  {spec.about}")
        if not isinstance(spec, FlagOption):
            print(f"  {describe_values(spec)}")
    return DONE
