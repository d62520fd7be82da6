"""Crowded moments of real games, as a browser receives them: for pictures and layout tests.

    python client/tools/crowded.py OUT.json     write them all
    python client/tools/crowded.py --find NAME  look for the fullest such moment again

Each moment is the step of a game that follows from its seed, so it can be made again at any time.
The pictures come from the table's own projection.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from fatum.core.chance import SeededChance
from fatum.core.game import State
from fatum.core.rng import Rng
from fatum.games.registry import find_game
from fatum.protocol.snapshots import Snapshot
from fatum.protocol.table_settings import TableSettings
from fatum.records import RULES
from fatum.table import log
from fatum.table.log import Entry
from fatum.table.projection import snapshot
from fatum.table.roles import Caller
from fatum.table.state import TableState

View = dict[str, Any]
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
    fullness: Callable[[View, State], int]
    """How full the moment is, seen by the first seat; 0 if it is another moment."""
    taste: str = ""
    """What the first seat prefers to do: the beginning of a move."""
    names: tuple[str, ...] = SHORT
    viewer: int | None = 0
    settings: dict[str, Any] = field(default_factory=dict)
    away: tuple[int, ...] = ()


def _known(view: View) -> int:
    """Cards that the viewer knows in other hands of All In, two for each player at most counted."""
    return sum(min(4, sum(card != "?" for card in hand)) for hand in view["hands"][1:])


def _own_turn(state: State) -> bool:
    return 0 in state.to_act()


def _allin(phase: str, asked: bool = True) -> Callable[[View, State], int]:
    """All In with the viewer asked in this phase: known cards, All In and predictions count."""

    def fullness(view: View, state: State) -> int:
        if view.get("phase", "action") != phase or _own_turn(state) != asked:
            return 0
        predictions = sum(each is not None for each in view.get("predictions", []))
        river = sum(map(len, view["river"]))
        return 1 + 2 * _known(view) + 6 * (view["all_in"] is not None) + 5 * predictions + river

    return fullness


def _effect(verb: str) -> Callable[[View, State], int]:
    base = _allin("effect")

    def fullness(view: View, state: State) -> int:
        moves = state.game.moves
        offered = any(moves[move].startswith(verb) for move in state.legal_moves(0))
        return base(view, state) if offered else 0

    return fullness


def _long_hand(view: View, state: State) -> int:
    """All In before discarding: the longest hand."""
    if view.get("phase") != "discard" or not _own_turn(state):
        return 0
    return 50 * len(view["hands"][0]) + _known(view)


def _new_round(view: View, state: State) -> int:
    scored = (
        view["round"] > 1 and view.get("turns", 0) == 0 and view.get("phase", "action") == "action"
    )
    return 1 + max(view["runes"]) if scored else 0


def _heirs(view: View, state: State) -> int:
    return _allin("action")(view, state) if view["round"] == 4 else 0


def _self_all_in(view: View, state: State) -> int:
    if view["all_in"] != "P1" or state.outcome() is not None:
        return 0
    return 1 + _known(view) + sum(map(len, view["river"]))


def _over(view: View, state: State) -> int:
    return 1 if state.outcome() is not None else 0


def _karma(phase: str = "turn", asked: bool = True, pile: int = 0) -> Callable[[View, State], int]:
    """Karma in this phase: the viewer's cards count, or those of the others."""

    def fullness(view: View, state: State) -> int:
        if (
            view.get("phase", "turn") != phase
            or _own_turn(state) != asked
            or len(view["pile"]) < pile
        ):
            return 0
        hands = [len(seat["hand"]) for seat in view["seats"]]
        return 1 + (3 * hands[0] if asked else 0) + sum(hands[1:]) + len(view["pile"])

    return fullness


def _hand_of(least: int, most: int) -> Callable[[View, State], int]:
    """Karma with a hand of this size and few cards that fit."""

    def fullness(view: View, state: State) -> int:
        hand = view["seats"][0]["hand"]
        if (
            view.get("phase", "turn") != "turn"
            or not _own_turn(state)
            or not least <= len(hand) <= most
        ):
            return 0
        return 200 + 3 * len(hand) - len(state.legal_moves(0)) + len(view["pile"])

    return fullness


def _equals(view: View, state: State) -> int:
    """Two equal cards on the pile and a third in hand: it burns."""
    pile, hand = view["pile"], view["seats"][0]["hand"]
    if len(pile) < 2 or pile[-1] != pile[-2] or pile[-1] not in hand or len(hand) > 14:
        return 0
    if not _own_turn(state):
        return 0
    return 1 + len(hand) + len(pile)


def _top(card: str) -> Callable[[View, State], int]:
    def fullness(view: View, state: State) -> int:
        if not view["pile"] or view["pile"][-1] != card or view.get("phase", "turn") != "turn":
            return 0
        hand = len(view["seats"][0]["hand"])
        return 1 + hand + len(view["pile"]) if _own_turn(state) and hand < 15 else 0

    return fullness


def _from_table(verb: str) -> Callable[[View, State], int]:
    """The viewer plays table cards while the others hold much."""

    def fullness(view: View, state: State) -> int:
        moves = state.game.moves
        if not any(moves[move].startswith(verb) for move in state.legal_moves(0)):
            return 0
        return 1 + len(view["pile"]) + sum(len(seat["hand"]) for seat in view["seats"])

    return fullness


def _only_take(view: View, state: State) -> int:
    if [state.game.moves[move] for move in state.legal_moves(0)] != ["take"]:
        return 0
    return 1 + len(view["seats"][0]["hand"]) + 2 * len(view["pile"])


def _safe(view: View, state: State) -> int:
    own = view["seats"][0]
    if own["hand"] or own["open"] or any(card is not None for card in own["hidden"]):
        return 0
    return 1 + len(view["pile"]) if state.outcome() is None else 0


def _legal(start: str) -> Callable[[View, State], int]:
    def fullness(view: View, state: State) -> int:
        moves = state.game.moves
        return int(any(moves[move].startswith(start) for move in state.legal_moves(0)))

    return fullness


FIVE: Final = {"players": 5}
SIX: Final = {"players": 6}
CLOCK: Final = {"move_time": 30}

MOMENTS: Final = (
    Moment("allin-5-predict", "allin", FIVE, _allin("predict"), "eye"),
    Moment("allin-5-predict-long-names", "allin", FIVE, _allin("predict"), "eye", names=LONG),
    Moment("allin-5-predict-watched", "allin", FIVE, _allin("predict"), "eye", viewer=None),
    Moment("allin-5-predict-wait", "allin", FIVE, _allin("predict", asked=False), "eye"),
    Moment("allin-4-predict", "allin", {"players": 4}, _allin("predict"), "eye"),
    Moment("allin-3-predict", "allin", {"players": 3}, _allin("predict"), "eye"),
    Moment("allin-2-predict", "allin", {"players": 2}, _allin("predict"), "eye"),
    Moment("allin-5-action", "allin", FIVE, _allin("action"), "eye"),
    Moment("allin-5-action-clock", "allin", FIVE, _allin("action"), "eye", settings=CLOCK),
    Moment("allin-5-action-away", "allin", FIVE, _allin("action"), "eye", away=(1, 3)),
    Moment("allin-5-wait", "allin", FIVE, _allin("action", asked=False), "eye", names=LONG),
    Moment("allin-5-watched", "allin", FIVE, _allin("action", asked=False), "eye", viewer=None),
    Moment("allin-5-take", "allin", FIVE, _effect("take"), "play"),
    Moment("allin-5-swap", "allin", FIVE, _effect("swap"), "play"),
    Moment("allin-5-draw", "allin", FIVE, _effect("draw"), "play"),
    Moment("allin-5-rune", "allin", FIVE, _effect("rune"), "play"),
    Moment("allin-5-hypnosis", "allin", FIVE, _effect("hypnosis"), "play", names=LONG),
    Moment("allin-5-eye", "allin", FIVE, _effect("eye"), "play"),
    Moment("allin-5-keep", "allin", FIVE, _allin("keep"), "reveal"),
    Moment("allin-5-hide", "allin", FIVE, _allin("hide"), "play"),
    Moment("allin-5-discard", "allin", FIVE, _long_hand, "draw"),
    Moment("allin-5-self-all-in", "allin", FIVE, _self_all_in, "all in"),
    Moment("allin-5-new-round", "allin", FIVE, _new_round, "eye"),
    Moment(
        "allin-5-shadows-take",
        "allin",
        {**FIVE, "discard": "shadows", "side": "B"},
        _effect("take"),
    ),
    Moment(
        "allin-5-closed-eye", "allin", {**FIVE, "discard": "closed_eye"}, _allin("action"), "eye"
    ),
    Moment("allin-3-heirs", "allin", {"players": 3, "heirs": True}, _heirs, "eye"),
    Moment("allin-5-over", "allin", FIVE, _over, names=LONG),
    Moment("karma-6-hand-17", "karma", SIX, _hand_of(17, 19), "take"),
    Moment("karma-6-hand-25", "karma", SIX, _hand_of(24, 27), "take"),
    Moment("karma-2-hand-30", "karma", {"players": 2}, _hand_of(28, 36), "take"),
    Moment("karma-6-hand-20-long-names", "karma", SIX, _hand_of(20, 22), "take", names=LONG),
    Moment("karma-6-only-take", "karma", SIX, _only_take, "take"),
    Moment("karma-6-open", "karma", SIX, _from_table("open"), "play"),
    Moment("karma-6-flip", "karma", SIX, _from_table("flip"), "play"),
    Moment("karma-6-follow", "karma", SIX, _karma("follow"), "play TC"),
    Moment(
        "karma-6-follow-free",
        "karma",
        {**SIX, "table_card_follow_up": "free"},
        _karma("follow"),
        "play TC",
    ),
    Moment("karma-6-give", "karma", SIX, _karma("give"), "play GP", names=LONG),
    Moment("karma-6-lay", "karma", SIX, _karma("lay"), names=LONG),
    Moment("karma-6-look", "karma", {**SIX, "foresight": True}, _legal("look")),
    Moment("karma-6-burns", "karma", SIX, _equals, "take"),
    Moment("karma-6-five-or-below", "karma", SIX, _top("FB"), "take"),
    Moment("karma-6-big-pile", "karma", SIX, _karma(pile=16), "play"),
    Moment("karma-6-wait", "karma", SIX, _karma(asked=False, pile=6), "play", names=LONG),
    Moment("karma-6-watched", "karma", SIX, _karma(asked=False, pile=6), "play", viewer=None),
    Moment("karma-6-away", "karma", SIX, _karma(), "take", away=(1, 2, 4)),
    Moment("karma-4-safe", "karma", {"players": 4}, _safe, "play"),
    Moment("karma-6-over", "karma", SIX, _over, names=LONG),
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
    for number in range(1, games + 1):
        for step, (state, _seat, _move) in enumerate(play(moment, number)):
            if step > longest:
                break
            fullness = moment.fullness(state.view_for(0).to_dict(), state)
            if fullness > best:
                best, found = fullness, (number, step)
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


def picture(moment: Moment, found: tuple[int, int]) -> Snapshot:
    """What the viewer's browser shows then."""
    number, steps = found
    settings = msgspec.convert(moment.settings, TableSettings)
    bots = {seat: "normal" for seat in (1, 3, 5) if seat not in moment.away}
    state = begun(moment.game, moment.options, _seed(number), moment.names, bots, settings)
    game = find_game(moment.game)
    for step, (_state, seat, move) in enumerate(play(moment, number)):
        if step == steps:
            break
        fact = log.Moved(seat, game.moves[move], "bot" if seat % 2 else "person")
        state.apply(entry(state.seq + 1, fact))
    for seat in moment.away:
        state.apply(entry(state.seq + 1, log.WentAway(seat)))
    token = "" if moment.viewer is None else f"token-{moment.viewer}"
    return snapshot(state, state.who(Caller(token=token)))


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
