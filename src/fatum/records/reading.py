"""Reads records from files and data. The format is checked here, the moves by ``Replay``."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from fatum.core.chance import Shuffle
from fatum.core.errors import FatumError, InvalidMove, InvalidRecord
from fatum.core.game import Game
from fatum.core.messages import Value
from fatum.core.options import Options, SeatOption
from fatum.core.rng import SEED_BYTES
from fatum.core.seats import parse_seat, seat_name
from fatum.games.registry import find_game
from fatum.records.faults import fault, place
from fatum.records.files import InvalidFile, parse_json, read_lines, read_text, same_json, to_json
from fatum.records.record import FORMAT, OPTIONAL, RULES, Made, Record

_FIRST: Final = "first"
_KEYS: Final = (
    "fatum", "game", "rules", "options", "names", _FIRST, "seed", "commitment", "shuffles", "moves",
    "outcome",
)  # fmt: skip
"""In this order; instead of ``first`` each game has its own word."""


def record_texts(path: Path) -> Iterator[tuple[str, str]]:
    """The records in a file with their places: one JSON object, or one on each line."""
    lines = read_lines(path)
    number, first = next(lines, (0, ""))
    if number == 0:
        raise InvalidFile(f"{path} is empty")
    if path.suffix != ".jsonl" and not _is_json(first):
        yield str(path), read_text(path)
        return
    second = next(lines, None)
    if second is None:
        yield str(path), first
        return
    yield f"{path}, line {number}", first
    yield f"{path}, line {second[0]}", second[1]
    for number, line in lines:
        yield f"{path}, line {number}", line


def _is_json(text: str) -> bool:
    try:
        parse_json(text, "")
    except InvalidFile:
        return False
    return True


def parse_record(text: str) -> Record:
    """A record from its JSON text."""
    try:
        data = parse_json(text, place("given"))
    except InvalidFile as error:
        raise InvalidRecord(error.message) from None
    return read_record(data)


def load_record(path: Path) -> Record:
    """The one record in a file."""
    texts = list(record_texts(path))
    if len(texts) != 1:
        raise InvalidRecord(f"{path} holds {len(texts)} records, not one")
    try:
        return parse_record(texts[0][1])
    except InvalidRecord as error:
        raise fault("inside", where=str(path), reason=error.message) from None


def read_record(data: object) -> Record:
    """A record from its data. The format is checked here, the moves by ``Replay``."""
    record = _mapping(data, place("record"))
    _known_version(record, "fatum", FORMAT)
    name = record.get("game")
    if not isinstance(name, str):
        raise fault("game", value=_short(name))
    try:
        game = find_game(name)
    except FatumError as error:
        raise InvalidRecord(error.message) from None
    _known_version(record, "rules", RULES)
    _check_keys(record, game)
    options = _read_options(game, record["options"])
    seed = _read_hex(record, "seed")
    outcome = record["outcome"]
    return Record(
        game=game,
        options=options,
        first=_read_seat(record[game.first_key], options.players, f"'{game.first_key}'"),
        names=_read_names(record.get("names"), options.players),
        seed=None if seed is None else bytes.fromhex(seed),
        commitment=_read_hex(record, "commitment"),
        shuffles=_read_shuffles(game, record["shuffles"]),
        moves=_read_moves(game, record["moves"], options.players),
        outcome=None if outcome is None else dict(_mapping(outcome, "'outcome'")),
    )


def _known_version(record: Mapping[str, object], key: str, known: int) -> None:
    if key not in record:
        raise fault("key.missing", key=repr(key))
    if not same_json(record[key], known):
        raise fault("version", key=repr(key), known=known, value=_short(record[key]))


def _check_keys(record: Mapping[str, object], game: Game) -> None:
    keys = [game.first_key if key == _FIRST else key for key in _KEYS]
    for key in record:
        if key not in keys:
            raise fault("key.unknown", game=game.title, key=repr(key))
    for key in keys:
        if key not in record and key not in OPTIONAL:
            raise fault("key.missing", key=repr(key))


def _read_options(game: Game, data: object) -> Options:
    given = _mapping(data, "'options'")
    for spec in game.options:
        if isinstance(spec, SeatOption) and spec.name in given:
            raise fault("key.top", key=repr(spec.name))
    if "players" not in given:
        raise fault("players")
    try:
        return game.read_options(given)
    except FatumError as error:
        raise InvalidRecord(error.message) from None


def _read_names(data: object, players: int) -> tuple[str, ...] | None:
    if data is None:
        return None
    names = _list(data, "'names'")
    if len(names) != players:
        raise fault("names", count=len(names), players=players)
    for name in names:
        if not isinstance(name, str):
            raise fault("name", value=_short(name))
    return tuple(str(name) for name in names)


def _read_hex(record: Mapping[str, object], key: str) -> str | None:
    value = record.get(key)
    if value is None:
        return None
    digits = 2 * SEED_BYTES
    if (
        not isinstance(value, str)
        or len(value) != digits
        or any(digit not in "0123456789abcdef" for digit in value)
    ):
        raise fault("digits", key=repr(key), digits=digits, value=_short(value))
    return value


def _read_shuffles(game: Game, data: object) -> list[Shuffle]:
    return [
        read_shuffle(game, number, entry)
        for number, entry in enumerate(_list(data, "'shuffles'"), 1)
    ]


def read_shuffle(game: Game, number: int, data: object) -> Shuffle:
    """One shuffle as records and scenarios write it."""
    shuffle = _mapping(data, place("shuffle", number=number))
    if set(shuffle) != {"what", "cards"}:
        raise fault("shuffle.keys", number=number)
    what = shuffle["what"]
    if not isinstance(what, str):
        raise fault("shuffle.what", number=number, value=_short(what))
    codes: list[int] = []
    cards = _list(shuffle["cards"], place("cards", number=number))
    for index, card in enumerate(cards, 1):
        if not isinstance(card, str) or card not in game.deck:
            raise fault(
                "shuffle.card",
                place=index,
                number=number,
                what=what,
                value=_short(card),
                game=game.title,
            )
        codes.append(game.card_code(card))
    return Shuffle(what, codes)


def _read_moves(game: Game, data: object, players: int) -> list[Made]:
    return [
        _read_made(game, number, entry, players)
        for number, entry in enumerate(_list(data, "'moves'"), 1)
    ]


def _read_made(game: Game, number: int, data: object, players: int) -> Made:
    where = place("move", number=number)
    entry = _list(data, where)
    if len(entry) not in {2, 3}:
        raise fault("move.form", where=where, value=_short(data))
    seat = _read_seat(entry[0], players, place("seat", number=number))
    by = place("move.by", number=number, seat=seat_name(seat))
    move = _read_move(game, entry[1], by)
    legal = None
    if len(entry) == 3:
        trace = place("trace", number=number)
        legal = tuple(_read_move(game, text, trace) for text in _list(entry[2], trace))
    return Made(seat, move, legal)


def _read_move(game: Game, text: object, where: Value) -> int:
    if not isinstance(text, str):
        raise fault("move.text", where=where, value=_short(text))
    try:
        move = game.parse_move(text)
    except InvalidMove as error:
        raise fault("inside", where=where, reason=error.message) from None
    if game.format_move(move) != text:
        exact = repr(game.format_move(move))
        raise fault("move.exact", where=where, value=_short(text), exact=exact)
    return move


def _read_seat(data: object, players: int, where: Value) -> int:
    if not isinstance(data, str):
        raise fault("seat", where=where, value=_short(data))
    try:
        return parse_seat(data, players)
    except InvalidMove as error:
        raise fault("inside", where=where, reason=error.message) from None


def _mapping(data: object, where: Value) -> Mapping[str, object]:
    if not isinstance(data, dict):
        raise fault("object", where=where, value=_short(data))
    return data


def _list(data: object, where: Value) -> Sequence[object]:
    if not isinstance(data, list):
        raise fault("list", where=where, value=_short(data))
    return data


def _short(value: object) -> str:
    text = to_json(value) if not isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
