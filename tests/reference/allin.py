"""All In: Predictions, slowly: every step cites its rule (A..., AR...) or replay convention."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from . import Shuffle, Shuffles, all_seats, different, hands, left_of, whole

# A1, in canonical order
CANONICAL = [rank + suit for suit in "CMST" for rank in hands.RANKS] + ["Ru", "Ru"]
EFFECTS = ["take", "swap", "draw", "reveal3", "reveal4", "reveal5", "rune", "hypnosis", "eye"]
GAINING = ["take", "draw", "reveal3", "reveal4", "reveal5"]
FIELDS = {2: 4, 3: 5, 4: 6, 5: 6}  # A3

# The card table of the rules page: per rank the effects of Clock | Mask | Scarab | Tree.
_TABLE = """
2  | draw* take swap      | take* draw draw    | reveal5* draw rune | draw* take rune
3  | take* draw swap      | reveal5* swap eye  | draw* swap rune    | take* swap eye
4  | reveal5* take        | draw* swap rune    | take* draw rune    | hypnosis reveal5* eye
5  | draw* draw take      | take* swap hypnosis | reveal5* rune     | draw* take eye
6  | take* draw eye       | reveal4* take      | draw* draw rune    | swap take*
7  | reveal4* swap        | draw* take hypnosis | take* rune        | eye reveal4* hypnosis
8  | draw* draw swap      | take* swap         | rune reveal4*      | draw* take hypnosis
9  | swap take*           | reveal4* swap      | draw* rune eye     | take* rune
10 | reveal3* swap        | eye draw* swap     | rune take*         | reveal3* rune
J  | hypnosis draw* swap  | take* draw         | reveal3* rune      | draw* take
Q  | take* hypnosis       | reveal3* eye       | draw* rune         | take* eye
K  | reveal3* hypnosis    | draw* swap         | take* hypnosis     | reveal3* eye
A  | draw* hypnosis       | take*              | reveal3*           | draw* eye
"""


def default_table() -> dict[str, list[str]]:
    """Each card's effects from top to bottom, `*` on the starred one."""
    table: dict[str, list[str]] = {}
    for line in _TABLE.strip().splitlines():
        rank, *columns = [part.strip() for part in line.split("|")]
        for suit, effects in zip("CMST", columns, strict=True):
            table[rank + suit] = effects.split()
    table["Ru"] = ["draw*", "rune"]
    return table


def check_card(card: object, effects: object) -> None:
    """ValueError, naming the card, if this cannot be a line of a card table (replay 8, AR5)."""
    if card not in CANONICAL:
        raise ValueError(f"cards: unknown card {card!r}")
    if not isinstance(effects, list) or not all(isinstance(e, str) for e in effects):
        raise ValueError(f"cards: {card} needs a list of effects")
    starred = [effect for effect in effects if effect.endswith("*")]
    for effect in effects:
        if effect not in EFFECTS and effect not in [name + "*" for name in EFFECTS]:
            raise ValueError(f"cards: {card} has the unknown effect {effect!r}")
    if len(starred) != 1:
        raise ValueError(f"cards: {card} needs exactly one starred effect")
    if starred[0] not in [name + "*" for name in GAINING]:
        raise ValueError(f"cards: {card} has its star on an effect that gains no card")


def read_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with their defaults filled in; unknown names and values are refused."""
    full: dict[str, Any] = {
        "players": 4,
        "side": "A",
        "heirs": False,
        "discard": "standard",
        "turn_limit": 200,
        "cards": {},
    }
    for name, value in options.items():
        if name not in full:
            raise ValueError(f"unknown option {name!r}")
        good = {
            "players": whole(value, 2, 5),
            "side": value in ("A", "B"),
            "heirs": isinstance(value, bool),
            "discard": value in ("standard", "shadows", "closed_eye"),
            "turn_limit": whole(value, 1),
            "cards": isinstance(value, dict),
        }[name]
        if not good:
            raise ValueError(f"option {name!r} cannot be {value!r}")
        full[name] = value
    for card, effects in full["cards"].items():
        check_card(card, effects)
    return full


class AllIn:
    """One game. All truth is open: `hands`, `river`, `draw`, `discard`, `runes`, `pot`, ..."""

    def __init__(
        self,
        options: Mapping[str, Any],
        dealer: str,
        shuffles: Sequence[Shuffle],
        rng: random.Random | None = None,
    ) -> None:
        self._prepare(options, shuffles, rng)
        if dealer not in self.seats:
            raise ValueError(f"dealer cannot be {dealer!r}")
        self._begin_round(1, left_of(dealer, self.players), left_over=0)  # A7, AR1

    def _prepare(
        self,
        options: Mapping[str, Any],
        shuffles: Sequence[Shuffle],
        rng: random.Random | None,
    ) -> None:
        self.options = read_options(options)
        self.players: int = self.options["players"]
        self.seats = all_seats(self.players)
        self.table = {**default_table(), **self.options["cards"]}
        self.shuffles = Shuffles(shuffles, rng)
        self.round = 1
        self.turn = "P1"
        self.turns = 0
        self.pot = 0
        self.runes: dict[str, int] = dict.fromkeys(self.seats, 0)  # A2
        self.all_in: str | None = None
        self.hands: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.river: list[list[str]] = [[] for _ in range(FIELDS[self.players])]
        self.draw: list[str] = []  # top first
        self.discard: list[str] = []  # bottom first
        self.last_strength: list[str] = []  # strongest first
        self.phase = "action"
        self.played: str | None = None
        self.effect = 0
        self.revealed: list[str] = []
        self.asked: str | None = None
        self.predictions: dict[str, str | None] = dict.fromkeys(self.seats)
        self.said: list[tuple[str, str]] = []  # all Hypnosis answers
        self.shown: list[tuple[str, str, list[str]]] = []  # asker, asked, the four cards

    def _begin_round(self, number: int, starter: str, left_over: int) -> None:
        self.round = number
        if number == 4:
            added = 10  # A33, replay 35
        else:  # A6
            added = {1: 4, 2: 6, 3: 8}[number] - (2 if self.players == 2 else 0)
        self.pot = left_over + added
        self.draw = self.shuffles.take("deck", CANONICAL)  # A5, replay 23
        for seat in self.seats:
            self.hands[seat] = [self.draw.pop(0) for _ in range(5)]
        self.river = [[] for _ in range(FIELDS[self.players])]
        for field in (0, 1):
            self.river[field].append(self.draw.pop(0))
        self.discard = []
        if self.options["discard"] == "shadows":
            self.discard.append(self.draw.pop(0))  # A34
        self.all_in = None
        self.turns = 0
        self.turn = starter
        self.phase = "action"
        self.predictions = dict.fromkeys(self.seats)

    # ---- what may be done ------------------------------------------------------------------

    def to_act(self) -> list[str]:
        """The seats that may move now."""
        if self.phase == "over":
            return []
        if self.phase == "hide":
            assert self.asked is not None
            return [self.asked]  # replay 28
        if self.phase == "predict" and self.players == 2:  # A28, replay 34
            return [seat for seat in self.seats if self.predictions[seat] is None]
        return [self.turn]

    def legal(self, seat: str) -> list[str]:
        """All legal moves of that seat, each once; none if it may not act."""
        if seat not in self.to_act():
            return []
        mine = different(self.hands[seat])
        if self.phase == "action":
            if self.turns >= self.options["turn_limit"]:
                return ["pass"]  # AR6, replay 33
            moves = [f"play {card}" for card in mine] + ["pass"]  # A8, A10, replay 24
            return moves + (["all in"] if self.all_in is None else [])  # A11
        if self.phase == "effect":
            name, starred = self._current_effect()
            return self._choices(name) + ([] if starred else ["skip"])  # A8, replay 25
        if self.phase == "keep":
            return [f"keep {card}" for card in different(self.revealed)]  # replay 27
        if self.phase == "hide":
            return [f"hide {card}" for card in mine]  # A22
        if self.phase == "discard":
            return [f"discard {card}" for card in mine]  # A9, replay 30
        return [f"predict {other}" for other in self.seats]  # A27, replay 34

    def _current_effect(self) -> tuple[str, bool]:
        assert self.played is not None
        effect = self.table[self.played][self.effect]
        return effect.rstrip("*"), effect.endswith("*")

    def _choices(self, name: str) -> list[str]:
        """All ways to do this effect now; none if it is impossible (AR2, replay 25)."""
        # A15, replay 26: every field with a card, its top is uncovered
        places = [str(k) for k, field in enumerate(self.river, start=1) if field]
        if self.options["discard"] == "shadows" and self.discard:
            places.append("discard")  # A34
        # AR8: opponents who are not all in
        targets = [seat for seat in self.seats if seat not in (self.turn, self.all_in)]
        if name == "take":
            return [f"take {place}" for place in places]
        if name == "swap":  # AR3: the played card is not in the hand any more
            mine = different(self.hands[self.turn])
            return [f"swap {card} {place}" for card in mine for place in places]
        if name == "draw":
            return ["draw"] if self.draw or self.discard else []  # A13
        if name.startswith("reveal"):
            return ["reveal"] if self.draw or self.discard else []
        if name == "rune":
            return ["rune"]  # A2
        return [f"{name} {seat}" for seat in targets]

    # ---- moving ----------------------------------------------------------------------------

    def play(self, seat: str, move: str) -> None:
        """Make one move. ValueError, and no change, if it is not legal."""
        if seat not in self.seats:
            raise ValueError(f"there is no seat {seat!r}")
        if seat not in self.to_act():
            raise ValueError(f"{seat} may not act now ({self.phase}: {self.to_act()})")
        if move not in self.legal(seat):
            raise ValueError(f"{seat}: {move!r} is not one of {self.legal(seat)}")
        words = move.split(" ")
        if self.phase == "action":
            self._act(seat, words)
        elif self.phase == "effect":
            self._do_effect(seat, words)
        elif self.phase == "keep":
            self._keep(seat, words[1])
        elif self.phase == "hide":
            self._hide(seat, words[1])
        elif self.phase == "discard":
            self.hands[seat].remove(words[1])
            self.discard.append(words[1])
            self._finish_play()
        else:
            self._predict(seat, words[1])

    def _act(self, seat: str, words: list[str]) -> None:
        if words[0] == "play":  # A8
            self.hands[seat].remove(words[1])
            self.played = words[1]  # AR3
            self.effect = 0
            self._go_to_possible_effect()
        elif words[0] == "pass":  # A10
            self._card_into_river()
            self._end_turn()
        else:  # A11
            self.all_in = seat
            self._card_into_river()
            if not self._river_full():  # AR4, replay 32
                self._card_into_river()
            self._end_turn()

    def _do_effect(self, seat: str, words: list[str]) -> None:
        name, _ = self._current_effect()
        hand = self.hands[seat]
        if words[0] == "skip":
            pass
        elif name == "take":  # A16
            hand.append(self._pile_at(words[1]).pop())
        elif name == "swap":  # A17, AR7, AR12: the very place of the card it replaces
            place = self._pile_at(words[2])
            hand.remove(words[1])
            hand.append(place.pop())
            place.append(words[1])
        elif name == "draw":  # A18
            hand.extend(self._from_draw_pile())
        elif name.startswith("reveal"):  # A19
            for _ in range(int(name[-1])):
                self.revealed += self._from_draw_pile()
            self.phase = "keep"
            return
        elif name == "rune":  # A20
            self.runes[seat] += 1
        elif name == "hypnosis":  # A21
            answer = hands.category(self.hands[words[1]], self.options["side"])
            self.said.append((words[1], answer))
        else:  # A22
            self.asked = words[1]
            self.phase = "hide"
            return
        self._effect_done()

    def _pile_at(self, place: str) -> list[str]:
        """The river field or discard pile a move names; its last card is the uncovered one."""
        return self.discard if place == "discard" else self.river[int(place) - 1]

    def _keep(self, seat: str, card: str) -> None:
        self.revealed.remove(card)  # AR9: of two Rune cards the one revealed first
        self.hands[seat].append(card)
        self.discard += self.revealed  # AR9: in the order revealed, the last on top
        self.revealed = []
        self._effect_done()

    def _hide(self, seat: str, card: str) -> None:
        rest = list(self.hands[seat])
        rest.remove(card)
        self.shown.append((self.turn, seat, rest))
        self.asked = None
        self._effect_done()

    def _effect_done(self) -> None:
        self.effect += 1
        self._go_to_possible_effect()

    def _go_to_possible_effect(self) -> None:
        """Effects from top to bottom, impossible ones passed over (A8, AR2, replay 25)."""
        assert self.played is not None
        while self.effect < len(self.table[self.played]):
            if self._choices(self._current_effect()[0]):
                self.phase = "effect"
                return
            self.effect += 1
        self._finish_play()

    def _finish_play(self) -> None:
        if len(self.hands[self.turn]) > 5:  # A8, A9
            self.phase = "discard"
            return
        assert self.played is not None
        self._place(self.played)
        self.played = None
        self._end_turn()

    def _from_draw_pile(self) -> list[str]:
        """The top card as a list of one; an empty list if there is none at all (A13)."""
        if not self.draw and self.discard:  # replay 29
            self.draw = self.shuffles.take("discard", self.discard)
            self.discard = []
        return [self.draw.pop(0)] if self.draw else []

    def _card_into_river(self) -> None:
        for card in self._from_draw_pile():
            self._place(card)

    def _place(self, card: str) -> None:
        """A14: the leftmost empty field, otherwise the leftmost with one card."""
        empty = [field for field in self.river if len(field) == 0]
        single = [field for field in self.river if len(field) == 1]
        (empty + single)[0].append(card)

    def _river_full(self) -> bool:
        return all(len(field) == 2 for field in self.river)  # A3

    def _end_turn(self) -> None:
        """A12; forced passes run by themselves (A11, AR4, replay 31)."""
        self.turns += 1
        while not self._river_full():
            self.turn = left_of(self.turn, self.players)
            self.phase = "action"
            if self.turn != self.all_in:
                return
            self._card_into_river()
            self.turns += 1
        self.phase = "predict"
        self.turn = left_of(self.turn, self.players)  # A27

    def _predict(self, seat: str, guess: str) -> None:
        self.predictions[seat] = guess
        if None not in self.predictions.values():
            self._score()
        elif self.players > 2:
            self.turn = left_of(self.turn, self.players)

    def _score(self) -> None:
        side = self.options["side"]
        self.last_strength = sorted(
            self.seats, key=lambda seat: hands.strength(self.hands[seat], side), reverse=True
        )
        # A29, AR11: the pot first
        right = [s for s in self.seats if self.predictions[s] == self.last_strength[0]]
        share = self.pot // len(right) if right else 0
        for seat in right:
            self.runes[seat] += share
        left_over = self.pot - share * len(right)
        # A30
        for seat in self.seats:
            self.runes[seat] += hands.value(self.hands[seat], side)
            self.runes[seat] += 2 * self.hands[seat].count("Ru")

        most = max(self.runes.values())
        leaders = [seat for seat in self.seats if self.runes[seat] == most]
        heirs = self.options["heirs"] and len(leaders) > 1  # A33
        if self.round < 3 or (self.round == 3 and heirs):
            fewest = min(self.runes.values())  # A7: the fewest; tied: the weakest hand
            poorest = [seat for seat in self.last_strength if self.runes[seat] == fewest]
            self._begin_round(self.round + 1, poorest[-1], left_over)
        else:
            self.pot = left_over
            self.phase = "over"

    def outcome(self) -> dict[str, Any] | None:
        """None while the game runs (replay 9)."""
        if self.phase != "over":
            return None
        most = max(self.runes.values())
        leaders = [seat for seat in self.last_strength if self.runes[seat] == most]
        winner: str | None = leaders[0]  # A32: tied: the stronger hand of the last round
        if self.round == 4 and len(leaders) > 1:
            winner = None  # A33, replay 35
        return {"winner": winner, "runes": [self.runes[seat] for seat in self.seats]}

    # ---- checks ----------------------------------------------------------------------------

    def cards(self) -> list[str]:
        """Every card of the game, wherever it is."""
        found = self.draw + self.discard + self.revealed
        found += [self.played] if self.played is not None else []
        for seat in self.seats:
            found += self.hands[seat]
        for field in self.river:
            found += field
        return found

    def check(self) -> None:
        """What holds after every move."""
        assert sorted(self.cards()) == sorted(CANONICAL), "A1: 54 cards"
        assert all(len(field) <= 2 for field in self.river), "A3"
        assert (self.outcome() is None) == bool(self.to_act())
        for seat in self.to_act():
            assert self.legal(seat), "replay 2: there is always a move"
            assert len(set(self.legal(seat))) == len(self.legal(seat)), "replay 3"
        inside = self.turn if self.phase in ("effect", "keep", "hide", "discard") else None
        for seat in self.seats:
            assert len(self.hands[seat]) == 5 or seat == inside, "A9"
        if self.phase in ("action", "effect", "keep", "hide", "discard"):
            assert self.turn != self.all_in, "A11"
            assert not self._river_full(), "A12"
        if self.phase in ("predict", "over"):
            assert self._river_full(), "A27"
