"""Records: a game as a file that anyone can replay, with or without the seed.

``read_record`` checks the form, ``Replay`` makes the moves one by one, ``verify`` does both and
demands a finished game. Every error is an ``InvalidRecord`` with one sentence.
"""

from fatum.records.reading import load_record, parse_record, read_record, read_shuffle, record_texts
from fatum.records.record import FORMAT, RULES, Made, Record
from fatum.records.replay import Replay, verify

__all__ = [
    "FORMAT",
    "RULES",
    "Made",
    "Record",
    "Replay",
    "load_record",
    "parse_record",
    "read_record",
    "read_shuffle",
    "record_texts",
    "verify",
]
