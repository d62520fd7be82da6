"""Crowded moments of real games, as a browser receives them: for pictures and layout tests.

    python client/tools/crowded.py OUT.json     write them all
    python client/tools/crowded.py --find NAME  look for the fullest such moment again

Each moment is the step of a game that follows from its seed, so it can be made again at any time.
The pictures come from the table's own projection.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final

import fullness
import msgspec
from fullness import Fullness

from fatum.core.chance import SeededChance
from fatum.core.game import State
from fatum.core.rng import Rng
from fatum.games.registry import find_game
from fatum.protocol.snapshots import Snapshot, Update
from fatum.protocol.table_settings import TableSettings
from fatum.records import RULES
from fatum.table import log
from fatum.table.log import Entry
from fatum.table.projection import snapshot, update
from fatum.table.roles import Caller
from fatum.table.state import TableState

SHORT: Final = ("Ann", "Bruno", "Cleo", "Dara", "Edo", "Frida")
LONG: Final = (
    "Wolfgang-Maximilian",
    "Annegret von Hohenfels",
    "Großtante Hildegard",
    "Bartholomäus Schmidt",
    "Christiane-Elisabeth",
    "Friedrich Wilhelm III",
)
START: Final = 1_700_000_000_000


@dataclass(frozen=True)
class Moment:
    """A step of a seeded game and the seat that looks at it."""

    name: str
    game: str
    options: dict[str, Any]
    fullness: Fullness
    """How full the moment is, seen by the first seat; 0 if it is another moment."""
    taste: str = ""
    """What the first seat prefers to do: the beginning of a move."""
    names: tuple[str, ...] = SHORT
    viewer: int | None = 0
    settings: dict[str, Any] = field(default_factory=dict)
    away: tuple[int, ...] = ()
    after: str = ""
    """How the move begins that leads to it; the browser sees it made."""
    live: bool = False
    """The browser sees the last move made, whose ever it is."""
    missed: int = 0
    """So many moves came together, and are summed up."""


FIVE: Final = {"players": 5}
SIX: Final = {"players": 6}
CLOCK: Final = {"move_time": 30}

MOMENTS: Final = (
    Moment("allin-5-predict", "allin", FIVE, fullness.allin("predict"), "eye"),
    Moment(
        "allin-5-predict-long-names", "allin", FIVE, fullness.allin("predict"), "eye", names=LONG
    ),
    Moment("allin-5-predict-watched", "allin", FIVE, fullness.allin("predict"), "eye", viewer=None),
    Moment("allin-5-predict-wait", "allin", FIVE, fullness.allin("predict", asked=False), "eye"),
    Moment("allin-4-predict", "allin", {"players": 4}, fullness.allin("predict"), "eye"),
    Moment("allin-3-predict", "allin", {"players": 3}, fullness.allin("predict"), "eye"),
    Moment("allin-2-predict", "allin", {"players": 2}, fullness.allin("predict"), "eye"),
    Moment("allin-5-action", "allin", FIVE, fullness.allin("action"), "eye"),
    Moment("allin-5-action-clock", "allin", FIVE, fullness.allin("action"), "eye", settings=CLOCK),
    Moment("allin-5-action-away", "allin", FIVE, fullness.allin("action"), "eye", away=(1, 3)),
    Moment("allin-5-wait", "allin", FIVE, fullness.allin("action", asked=False), "eye", names=LONG),
    Moment(
        "allin-5-watched", "allin", FIVE, fullness.allin("action", asked=False), "eye", viewer=None
    ),
    Moment("allin-5-missed", "allin", FIVE, fullness.allin("action"), "eye", names=LONG, missed=24),
    Moment("allin-5-take", "allin", FIVE, fullness.effect("take"), "play"),
    Moment("allin-5-swap", "allin", FIVE, fullness.effect("swap"), "play"),
    Moment("allin-5-draw", "allin", FIVE, fullness.effect("draw"), "play"),
    Moment("allin-5-rune", "allin", FIVE, fullness.effect("rune"), "play"),
    Moment("allin-5-hypnosis", "allin", FIVE, fullness.effect("hypnosis"), "play", names=LONG),
    Moment("allin-5-eye", "allin", FIVE, fullness.effect("eye"), "play"),
    Moment("allin-5-keep", "allin", FIVE, fullness.revealed, "reveal"),
    Moment("allin-5-hide", "allin", FIVE, fullness.allin("hide"), "play"),
    Moment("allin-5-discard", "allin", FIVE, fullness.long_hand, "draw"),
    Moment("allin-5-self-all-in", "allin", FIVE, fullness.self_all_in, "all in"),
    Moment("allin-5-new-round", "allin", FIVE, fullness.new_round, "eye"),
    Moment("allin-5-eye-shown", "allin", FIVE, fullness.shown, "eye", after="hide"),
    Moment("allin-5-showdown", "allin", FIVE, fullness.new_round, "eye", names=LONG, live=True),
    Moment(
        "allin-5-showdown-b", "allin", {**FIVE, "side": "B"}, fullness.new_round, "eye", live=True
    ),
    Moment("allin-5-last-showdown", "allin", FIVE, fullness.over, names=LONG, live=True),
    Moment(
        "allin-5-shadows-take",
        "allin",
        {**FIVE, "discard": "shadows", "side": "B"},
        fullness.effect("take"),
    ),
    Moment(
        "allin-5-closed-eye",
        "allin",
        {**FIVE, "discard": "closed_eye"},
        fullness.allin("action"),
        "eye",
    ),
    Moment("allin-3-heirs", "allin", {"players": 3, "heirs": True}, fullness.heirs, "eye"),
    Moment("allin-5-over", "allin", FIVE, fullness.over, names=LONG),
    Moment("karma-6-hand-17", "karma", SIX, fullness.hand_of(17, 19), "take"),
    Moment("karma-6-hand-25", "karma", SIX, fullness.hand_of(24, 27), "take"),
    Moment("karma-2-hand-30", "karma", {"players": 2}, fullness.hand_of(28, 36), "take"),
    Moment(
        "karma-6-hand-20-long-names", "karma", SIX, fullness.hand_of(20, 22), "take", names=LONG
    ),
    Moment("karma-6-only-take", "karma", SIX, fullness.only_take, "take"),
    Moment("karma-6-open", "karma", SIX, fullness.from_table("open"), "play"),
    Moment("karma-6-flip", "karma", SIX, fullness.from_table("flip"), "play"),
    Moment("karma-6-follow", "karma", SIX, fullness.karma("follow"), "play TC"),
    Moment(
        "karma-6-follow-free",
        "karma",
        {**SIX, "table_card_follow_up": "free"},
        fullness.karma("follow"),
        "play TC",
    ),
    Moment("karma-6-give", "karma", SIX, fullness.karma("give"), "play GP", names=LONG),
    Moment("karma-6-lay", "karma", SIX, fullness.karma("lay"), names=LONG),
    Moment("karma-6-look", "karma", {**SIX, "foresight": True}, fullness.legal("look")),
    Moment("karma-6-burns", "karma", SIX, fullness.equals, "take"),
    Moment("karma-6-five-or-below", "karma", SIX, fullness.top("FB"), "take"),
    Moment("karma-6-big-pile", "karma", SIX, fullness.karma(pile=16), "play"),
    Moment("karma-6-wait", "karma", SIX, fullness.karma(asked=False, pile=6), "play", names=LONG),
    Moment(
        "karma-6-watched", "karma", SIX, fullness.karma(asked=False, pile=6), "play", viewer=None
    ),
    Moment("karma-6-away", "karma", SIX, fullness.karma(), "take", away=(1, 2, 4)),
    Moment("karma-6-missed", "karma", SIX, fullness.karma(), "take", names=LONG, missed=6),
    Moment("karma-4-safe", "karma", {"players": 4}, fullness.safe, "play"),
    Moment("karma-6-over", "karma", SIX, fullness.over, names=LONG),
)


def _seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def play(moment: Moment, number: int) -> Iterator[tuple[State, int, int]]:
    """A seeded game, move by move: the state before each move, the seat and the move."""
    game = find_game(moment.game)
    state = game.new(game.read_options(moment.options), SeededChance(_seed(number)))
    rng = Rng(number)
    while acting := state.to_act():
        seat = acting[rng.below(len(acting))]
        legal = state.legal_moves(seat)
        liked = [move for move in legal if game.moves[move].startswith(moment.taste or "-")]
        lively = [
            move for move in legal if game.moves[move] not in ("take", "pass", "all in", "skip")
        ]
        if seat == 0 and liked:
            legal = liked
        elif lively and rng.below(8):
            legal = lively
        move = legal[rng.below(len(legal))]
        yield state, seat, move
        state.apply(seat, move)
    yield state, -1, -1


def find(moment: Moment, games: int = 60, longest: int = 700) -> tuple[int, int]:
    """The game and the step of the fullest such moment."""
    best, found = 0, (-1, -1)
    texts = find_game(moment.game).moves
    for number in range(1, games + 1):
        before = ""
        for step, (state, seat, move) in enumerate(play(moment, number)):
            if step > longest:
                break
            if before.startswith(moment.after):
                full = moment.fullness(state.view_for(0).to_dict(), state)
                if full > best:
                    best, found = full, (number, step)
            before = texts[move] if seat >= 0 else ""
    if best == 0:
        raise SystemExit(f"{moment.name}: no game has such a moment")
    return found


def entry(seq: int, fact: log.AnyFact) -> Entry:
    """A line of the log, a second after the one before."""
    return Entry(seq, START + 1000 * seq, fact)


def begun(
    game: str,
    options: dict[str, Any],
    seed: bytes,
    names: Sequence[str],
    bots: Mapping[int, str],
    settings: TableSettings,
) -> TableState:
    """A table whose game has just begun; the seat of person n has the token ``token-n``."""
    facts: list[log.AnyFact] = [
        log.Opened(game, RULES, options, settings, "token-0", names[0]),
        *(
            log.Botsat(seat, bots[seat], names[seat])
            if seat in bots
            else log.Sat(seat, names[seat], f"token-{seat}")
            for seat in range(int(options["players"]))
        ),
        log.Started(seed.hex()),
    ]
    return TableState.replay("K7QMW2RD", [entry(seq, fact) for seq, fact in enumerate(facts, 1)])


class Shown(msgspec.Struct):
    """What a browser receives: a picture, and what then happens."""

    snapshot: Snapshot
    updates: list[Update]


def picture(moment: Moment, found: tuple[int, int]) -> Shown:
    """What the viewer's browser receives."""
    number, steps = found
    settings = msgspec.convert(moment.settings, TableSettings)
    bots = {seat: "normal" for seat in (1, 3, 5) if seat not in moment.away}
    state = begun(moment.game, moment.options, _seed(number), moment.names, bots, settings)
    who = state.who(Caller(token="" if moment.viewer is None else f"token-{moment.viewer}"))
    moves = [
        (seat, state.game.moves[move]) for _, seat, move in islice(play(moment, number), steps)
    ]
    told = moment.missed or int(moment.live or bool(moment.after))
    before = len(moves) - told
    for seat, text in moves[:before]:
        state.apply(entry(state.seq + 1, _moved(seat, text)))
    for seat in moment.away:
        state.apply(entry(state.seq + 1, log.WentAway(seat)))
    shown = Shown(snapshot(state, who), [])
    for seat, text in moves[before:]:
        happening = state.apply(entry(state.seq + 1, _moved(seat, text)))
        shown.updates.append(update(state, happening, who))
    return shown


def _moved(seat: int, text: str) -> log.Moved:
    return log.Moved(seat, text, "bot" if seat % 2 else "person")


def main(arguments: list[str]) -> None:
    match arguments:
        case ["--find", *names]:
            for moment in MOMENTS:
                if not names or moment.name in names:
                    FOUND[moment.name] = find(moment)
            _FOUND.write_text(json.dumps(FOUND, indent=1) + "\n", "utf-8")
        case [out]:
            moments = {moment.name: picture(moment, FOUND[moment.name]) for moment in MOMENTS}
            Path(out).write_bytes(msgspec.json.encode(moments))
            print(f"{len(moments)} moments in {out}")
        case _:
            raise SystemExit(__doc__)


_FOUND: Final = Path(__file__).with_name("crowded.json")
FOUND: Final[dict[str, tuple[int, int]]] = json.loads(_FOUND.read_text("utf-8"))
"""The game and the step of each moment, as ``--find`` has found them."""


if __name__ == "__main__":
    main(sys.argv[1:])
