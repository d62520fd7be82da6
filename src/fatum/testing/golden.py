"""Files that pin a game down: perft counts, playthroughs and checksums, made by one command.

    python -m fatum.testing.golden tests/perft/*.json tests/checksums/*.json tests/playthroughs/*.txt
    python -m fatum.testing.golden new NAME

The first makes files again, the second makes the first files of a game. Each file begins with what
it is about, and the rest follows from that. A perft file counts the move sequences from fixed deals,
seats that choose at the same time taken in seat order. A playthrough file shows a whole game: each
move, what it told whom, and what every seat sees and may do. A checksum file covers many games in
two digests, ``rules`` and ``events``, so that the compiled and the plain build can be compared. A
change in a perft count or a ``rules`` digest is a change of the rules.
"""

import hashlib
import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fatum.arena.run.survey import variants_of
from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError
from fatum.core.events import HIDDEN
from fatum.core.game import Game, State
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.games.registry import find_game
from fatum.testing.subject import drain


def perft(state: State, depth: int) -> int:
    """How many sequences of ``depth`` moves there are; games that end sooner count as one."""
    seat = state.actor()
    if depth == 0 or seat < 0:
        return 1
    legal = state.legal_moves(seat)
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        copy = state.copy()
        copy.apply(seat, move)
        total += perft(copy, depth - 1)
    return total


@dataclass(frozen=True)
class DealtPosition:
    """A position that anybody can reach: a game, its options, a deal, and a number of moves."""

    game: Game
    options: Mapping[str, object]
    number: int
    moves: int = 0

    @classmethod
    def read(cls, data: Mapping[str, object]) -> "DealtPosition":
        """A deal as the files name it."""
        name, options, number = data["game"], data["options"], data["deal"]
        moves = data.get("moves", 0)
        assert isinstance(name, str)
        assert isinstance(options, dict)
        assert isinstance(number, int)
        assert isinstance(moves, int)
        return cls(find_game(name), options, number, moves)

    def seed(self) -> bytes:
        return hashlib.sha256(f"{self.game.name} deal {self.number}".encode()).digest()

    def state(self, listen: bool = False) -> State:
        chance = SeededChance(self.seed())
        state = self.game.new(self.game.read_options(self.options), chance, listen)
        rng = Rng(self.number)
        for _ in range(self.moves):
            if state.actor() >= 0:
                state.apply(state.actor(), state.random_move(state.actor(), rng))
        return state


def playthrough(deal: DealtPosition) -> str:
    """A whole game as text."""
    return "\n".join(_lines(deal)) + "\n"


def _lines(deal: DealtPosition) -> Iterator[str]:
    game = deal.game
    state = deal.state(listen=True)
    players = game.read_options(deal.options).players
    rng = Rng(deal.number)
    seen: dict[int | None, dict[str, object]] = {viewer: {} for viewer in [*range(players), None]}
    yield json.dumps({"game": game.name, "options": dict(deal.options), "deal": deal.number})
    while True:
        for event in drain(state):
            yield f"  * {json.dumps(event.truth())}"
            for viewer in seen:
                if event.seen_by(viewer) != event.truth():
                    yield f"    {_name(viewer)}: {json.dumps(event.seen_by(viewer))}"
        for viewer, before in seen.items():
            view = state.view_for(viewer).to_dict()
            yield f"  {_name(viewer)} sees {json.dumps(_changes(before, view))}"
            seen[viewer] = view
        if not state.to_act():
            break
        for seat in state.to_act():
            texts = [game.format_move(move) for move in state.legal_moves(seat)]
            yield f"  {_name(seat)} may {', '.join(texts)}"
        seat = state.to_act()[-1]
        move = state.random_move(seat, rng)
        yield f"{_name(seat)}: {game.format_move(move)}"
        state.apply(seat, move)
    yield f"outcome {json.dumps(state.outcome())}"


def _changes(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, object]:
    """What is new in a view, seat by seat."""
    changed: dict[str, object] = {}
    for key, value in after.items():
        old = before.get(key)
        if old == value:
            continue
        if isinstance(value, list) and isinstance(old, list) and _are_entries(value):
            parts = zip(old, value, strict=True)
            changed[key] = {
                seat_name(seat): _changes(one, other)
                for seat, (one, other) in enumerate(parts)
                if one != other
            }
        else:
            changed[key] = _shortened(value)
    return changed


def _are_entries(values: list[object]) -> bool:
    return bool(values) and all(isinstance(value, dict) for value in values)


def _shortened(value: object) -> object:
    """Many unseen cards in a few letters."""
    if isinstance(value, list) and len(value) > 3 and set(map(str, value)) == {HIDDEN}:
        return f"{len(value)} x {HIDDEN}"
    return value


def _name(viewer: int | None) -> str:
    return "spectator" if viewer is None else seat_name(viewer)


def perft_text(text: str) -> str:
    """A perft file with its counts made again."""
    positions = json.loads(text)
    for position in positions:
        state = DealtPosition.read(position).state()
        depths = range(1, len(position["counts"]) + 1)
        position["counts"] = [perft(state, depth) for depth in depths]
    return _listed(positions)


def playthrough_text(text: str) -> str:
    """A playthrough file made again from its first line."""
    return playthrough(DealtPosition.read(json.loads(text.splitlines()[0])))


def checksums(deal: DealtPosition, games: int) -> dict[str, str]:
    """Two digests over this many random games: one of the rules, one of the events.

    ``rules`` covers every legal set, and sampled states, views and redeals; it changes only with
    the rules. ``events`` covers what was told to whom.
    """
    rules, events = hashlib.sha256(), hashlib.sha256()
    for number in range(games):
        state = DealtPosition(deal.game, deal.options, deal.number + number).state(listen=True)
        rng = Rng(deal.number + number)
        while (seat := state.actor()) >= 0:
            rules.update(bytes(str(state.legal_moves(seat)), "ascii"))
            if rng.below(25) == 0:
                view = state.view_for(seat)
                rules.update(_bytes(state.to_dict(), state.view_for(None).to_dict()))
                rules.update(_bytes(view.to_dict(), view.redeal(rng).to_dict()))
            state.apply(seat, state.random_move(seat, rng))
        rules.update(_bytes(state.to_dict(), state.outcome(), state.payoffs()))
        events.update(_bytes(*([event.audience, event.truth()] for event in drain(state))))
    return {"rules": rules.hexdigest(), "events": events.hexdigest()}


def _bytes(*data: object) -> bytes:
    return json.dumps(data).encode()


def checksum_text(text: str) -> str:
    """A checksum file with its digests computed again."""
    entries = json.loads(text)
    for entry in entries:
        entry.update(checksums(DealtPosition.read(entry), entry["games"]))
    return _listed(entries)


def remake(path: Path) -> str:
    """What a file should hold."""
    text = path.read_text(encoding="utf-8")
    makers = {"perft": perft_text, "checksums": checksum_text, "playthroughs": playthrough_text}
    if path.parent.name not in makers:
        raise FatumError(f"{path} must lie in a folder {', '.join(makers)}, which says what it is")
    return makers[path.parent.name](text)


# --- the first files of a game -------------------------------------------------------------------

_DEALS: Final = 10
"""Fewest deals in a perft file."""
_MOST: Final = 3000
"""Deeper positions are not counted any more."""
_DEEPEST: Final = 5
_FIRST: Final = 2000
_GAMES: Final = 20


def first_files(game: Game, folder: Path) -> dict[Path, str]:
    """The first files of a game, for every number of players and every variant."""
    counts = game.player_counts()
    plain: list[dict[str, object]] = [{"players": players} for players in counts]
    changed = [{**setting.options, "players": counts[0]} for setting in variants_of(game, {})]
    files = {
        folder / "perft" / f"{game.name}.json": _first_perft(game, plain + changed),
        folder / "checksums" / f"{game.name}.json": _first_checksums(game, plain + changed),
    }
    for number, options in enumerate(plain, 1):
        path = folder / "playthroughs" / f"{game.name}-{options['players']}.txt"
        files[path] = playthrough(DealtPosition(game, options, number))
    return files


def _first_perft(game: Game, variants: list[dict[str, object]]) -> str:
    """Several deals of each variant, from the beginning and from the course of the game."""
    each = max(4, -(-_DEALS // len(variants)))
    positions: list[dict[str, object]] = []
    for options in variants:
        for part in range(each):
            number = len(positions) + 1
            length = DealtPosition(game, options, number).state().playout(Rng(number))
            deal = DealtPosition(game, options, number, int(length) * part // each)
            head = {"game": game.name, "options": options, "deal": number, "moves": deal.moves}
            positions.append({**head, "counts": list(_counts(deal.state()))})
    return _listed(positions)


def _counts(state: State) -> Iterator[int]:
    for depth in range(1, _DEEPEST + 1):
        count = perft(state, depth)
        if count > _MOST and depth > 1:
            return
        yield count


def _first_checksums(game: Game, variants: list[dict[str, object]]) -> str:
    entries: list[dict[str, object]] = []
    for options in variants:
        entry = {"game": game.name, "options": options, "deal": _FIRST, "games": _GAMES}
        entries.append({**entry, **checksums(DealtPosition(game, options, _FIRST), _GAMES)})
    return _listed(entries)


def _listed(entries: Sequence[Mapping[str, object]]) -> str:
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    return f"[\n{lines}\n]\n"


def main(words: Sequence[str] | None = None) -> int:
    """Make files again, or the first files of a game; the exit code."""
    parser = ArgumentParser(
        prog="python -m fatum.testing.golden",
        description="Make golden files: perft counts, checksums and playthroughs.",
        usage="%(prog)s FILE...\n       %(prog)s new NAME [--folder FOLDER]",
    )
    parser.add_argument("words", nargs="+", metavar="FILE", help="files to make again")
    parser.add_argument(
        "--folder", type=Path, default=Path("tests"), help="where new files go, by default tests"
    )
    given = parser.parse_args(words)
    try:
        if given.words[0] == "new":
            if len(given.words) != 2:
                parser.error("new takes the name of one game")
            files = first_files(find_game(given.words[1]), given.folder)
            for path in files:
                if path.exists():
                    raise FatumError(f"{path} exists already; to make it again, name the file")
        else:
            files = {path: remake(path) for path in map(Path, given.words)}
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path)
    except (FatumError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
