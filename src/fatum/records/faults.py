"""Errors in records."""

from typing import Final

from fatum.core.errors import InvalidRecord
from fatum.core.messages import Message, Value, declare

_FAULTS: Final = declare(
    "record.fault",
    {
        "inside": "{where}: {reason}",
        "object": "{where} must be an object, not {value}",
        "list": "{where} must be a list, not {value}",
        "seat": "{where} must be a seat such as 'P1', not {value}",
        "game": "'game' must be a game's name, not {value}",
        "version": "{key} must be {known}, not {value}",
        "key.missing": "the record has no {key}",
        "key.unknown": "a record of {game} has no key {key}",
        "key.top": "{key} belongs at the top level of a record, not in its options",
        "players": "'options' must name the number of 'players'",
        "names": (
            "there is {count} name for a table of {players}",
            "there are {count} names for a table of {players}",
        ),
        "name": "a name must be text, not {value}",
        "digits": "{key} must be {digits} hexadecimal digits in lower case, not {value}",
        "shuffle.keys": "shuffle {number} must have exactly the keys 'what' and 'cards'",
        "shuffle.what": "'what' of shuffle {number} must be text, not {value}",
        "shuffle.card": "card {place} of shuffle {number} ({what}) is {value}, "
        "which is not a card of {game}",
        "shuffle.seed": "shuffle {number} ({what}) does not follow from the seed",
        "shuffles": "the game needs {used} shuffles, but the record has {found}",
        "shuffles.early": "{used} shuffles happened so far, but the record has {found}",
        "commitment": "the commitment is not the SHA-256 of the seed",
        "move.form": "{where} must be a seat and a text, not {value}",
        "move.text": "{where}: a move must be text, not {value}",
        "move.exact": "{where}: {value} must be written exactly {exact}",
        "move.late": "{where} comes after the end of the game",
        "move.illegal": "{where} is not allowed: {reason} ({rule})",
        "move.none": "{where} is not a move: {reason}",
        "trace.illegal": "{where}: its trace names {move}, which was not legal",
        "trace.missing": "{where}: its trace leaves out {move}",
        "trace.twice": "{where}: its trace names a move twice",
        "unfinished": (
            "the game is not finished: after {count} move it waits for {seats}",
            "the game is not finished: after {count} moves it waits for {seats}",
        ),
        "unfinished.claimed": (
            "the record names an outcome, but after {count} move the game waits for {seats}",
            "the record names an outcome, but after {count} moves the game waits for {seats}",
        ),
        "outcome": "the outcome is {outcome}, not {claimed} as the record says",
        "over": "this game is over, so there is nothing to continue",
        "seedless": "this game has no seed, so nobody can continue it",
        "seedless.running": "this game is not finished and has no seed to continue it with",
    },
)
_PLACES: Final = declare(
    "record.place",
    {
        "record": "a record",
        "given": "the record",
        "shuffle": "shuffle {number}",
        "cards": "'cards' of shuffle {number}",
        "move": "move {number}",
        "move.by": "move {number} ({seat})",
        "move.made": "move {number} ({seat}: {move})",
        "seat": "the seat of move {number}",
        "trace": "the trace of move {number}",
    },
)


def fault(what: str, /, **values: Value) -> InvalidRecord:
    """The error to be raised.

    >>> str(fault("key.missing", key="'seed'"))
    "the record has no 'seed'"
    """
    return InvalidRecord(_FAULTS[what](**values))


def place(what: str, /, **values: Value) -> Message:
    """A part of a record, to say where a fault is."""
    return _PLACES[what](**values)
