"""Positions and finished games, the same every time."""

import random
from collections.abc import Callable

from fatum.core.views import View
from fatum.games.registry import find_game
from fatum.play.match import Match
from fatum.records import Record
from fatum.terminal.local import continued
from fatum.terminal.saves import new_save
from fatum.terminal.sitting import Sitting

NAMES = ("You", "greedy", "greedy", "greedy")
AnyMatch = Match[View]


def reached(name: str, here: Callable[[AnyMatch], bool], **options: object) -> Record:
    """A game of four who mostly take their first choice, up to where ``here`` holds for P1."""
    rng = random.Random(11)
    game = find_game(name)
    read = game.read_options({"players": len(NAMES), **options})
    match: AnyMatch = Match.new(game, read, b"s" * 32, NAMES, listen=True)
    while not match.over:
        if match.to_act == ("P1",) and here(match):
            break
        # Where several choose at once, P1 is the last: bots would answer in any order.
        seat = match.to_act[-1]
        legal = match.legal(seat)
        match.push(legal[0] if rng.random() < 0.8 else rng.choice(legal), seat)
    return match.record()


def finished(name: str, **options: object) -> Record:
    return reached(name, lambda _: False, **options)


def asked(verb: str) -> Callable[[AnyMatch], bool]:
    """Where P1 has a choice that begins with this word."""
    return lambda match: any(move.split()[0] == verb for move in match.legal("P1"))


def moment(match: AnyMatch) -> str | None:
    """A choice of P1 that burns the pile, after which it is still P1's turn."""
    for move in match.legal("P1"):
        after = match.copy()
        events = after.push(move, "P1")
        if any(event.kind == "burn" for event in events) and after.to_act[:1] == ("P1",):
            return move
    return None


def seated(record: Record) -> Sitting:
    """P1 at this game, against bots."""
    facts, token = continued(record, dict(enumerate(NAMES[1:], 1)))
    game = record.game.name
    return Sitting(facts, token, new_save(game), game)
