"""Karma, slowly: every step cites its rule (K..., KR...) or its replay convention."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from . import Shuffle, Shuffles, all_seats, different, left_of, whole

NUMBERS = [str(n) for n in range(1, 17)]
KARMA_KINDS = ["TC", "BU", "FB", "GP"]
CANONICAL = [card for card in NUMBERS + KARMA_KINDS for _ in range(3)]  # K1: three of each


def read_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with their defaults filled in; unknown names and values are refused."""
    full: dict[str, Any] = {
        "players": 4,
        "foresight": False,
        "table_card_follow_up": "strict",
        "turn_limit": 2000,
    }
    for name, value in options.items():
        if name not in full:
            raise ValueError(f"unknown option {name!r}")
        good = {
            "players": whole(value, 2, 6),
            "foresight": isinstance(value, bool),
            "table_card_follow_up": value in ("strict", "free"),
            "turn_limit": whole(value, 1),
        }[name]
        if not good:
            raise ValueError(f"option {name!r} cannot be {value!r}")
        full[name] = value
    return full


def demand_of(pile: Sequence[str]) -> str | None:
    """What the pile demands (KR7): None for anything, a number, or "FB"."""
    if not pile:
        return None
    top = pile[-1]
    if top in NUMBERS or top == "FB":
        return top
    return None  # TC or BU on top


def fits(card: str, demand: str | None) -> bool:
    """May this card be laid when this is demanded (K7, K8, K20, KR7)?"""
    if card in KARMA_KINDS:
        return True
    if demand is None:
        return True
    if demand == "FB":
        return int(card) <= 5
    return int(card) >= int(demand)


def three_equal(pile: Sequence[str]) -> bool:
    """Are the top three cards equal (K15, KR8)?"""
    return len(pile) >= 3 and pile[-1] == pile[-2] == pile[-3]


def with_count(word: str, card: str, count: int) -> str:
    """`play 9`, `play 9 x2` (replay 5: no x1)."""
    return f"{word} {card}" if count == 1 else f"{word} {card} x{count}"


class Karma:
    """One game. All truth is open: `hands`, `open`, `hidden`, `stock`, `pile`, `gone`, ..."""

    def __init__(
        self,
        options: Mapping[str, Any],
        starter: str,
        shuffles: Sequence[Shuffle],
        rng: random.Random | None = None,
    ) -> None:
        self._prepare(options, shuffles, rng)
        if starter not in self.seats:
            raise ValueError(f"starter cannot be {starter!r}")
        self.turn = starter  # K5, KR1
        self.stock += self.shuffles.take("deck", CANONICAL)
        for seat in self.seats:  # K2: three hidden cards each, to positions 1 to 3
            self.hidden[seat] = [self.stock.pop(0) for _ in range(3)]
        if self.options["foresight"]:
            self.phase = "look"  # K23, replay 11: before the six cards are dealt
        else:
            self._deal_six()

    def _prepare(
        self,
        options: Mapping[str, Any],
        shuffles: Sequence[Shuffle],
        rng: random.Random | None,
    ) -> None:
        self.options = read_options(options)
        self.players: int = self.options["players"]
        self.seats = all_seats(self.players)
        self.shuffles = Shuffles(shuffles, rng)
        self.hands: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.open: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.hidden: dict[str, list[str | None]] = {s: [None, None, None] for s in self.seats}
        self.looked: dict[str, bool | None] = dict.fromkeys(self.seats)
        self.stock: list[str] = []  # top first
        self.pile: list[str] = []  # bottom first; K4: starts empty
        self.gone: list[str] = []
        self.phase = "turn"
        self.turn = "P1"
        self.turns = 0
        self.demand: str | None = None  # in the phase `follow`

    def _deal_six(self) -> None:
        for seat in self.seats:  # K3
            self.hands[seat] = [self.stock.pop(0) for _ in range(6)]
        self.phase = "lay"

    # ---- what may be done ------------------------------------------------------------------

    def to_act(self) -> list[str]:
        """The seats that may move now."""
        if self.phase == "look":  # replay 4: simultaneous, in any order
            return [seat for seat in self.seats if self.looked[seat] is None]
        if self.phase == "lay":  # KR2
            return [seat for seat in self.seats if len(self.open[seat]) < 3]
        if self.phase == "over":
            return []
        return [self.turn]

    def legal(self, seat: str) -> list[str]:
        """All legal moves of that seat, each once; none if it may not act."""
        if seat not in self.to_act():
            return []
        if self.phase == "look":
            return ["look", "no look"]  # replay 11
        if self.phase == "lay":
            return [f"lay {card}" for card in different(self.hands[seat])]  # replay 12
        if self.phase == "give":  # K21, KR18, replay 20: all others, out or not
            return [f"give {other}" for other in self.seats if other != seat]
        if self.phase == "follow":
            return self._legal_follow_up(seat)
        return self._legal_turn(seat)

    def _legal_turn(self, seat: str) -> list[str]:
        """Replay 13: the beginning of a turn, or the lead after a burn."""
        demand = demand_of(self.pile)
        moves: list[str] = []
        if self.hands[seat]:
            moves += self._groups("play", self.hands[seat], demand)
        elif not self.stock:  # K10
            if self.open[seat]:  # K11: open before hidden
                moves += self._groups("open", self.open[seat], demand)
            else:
                moves += self._flips(seat)
        if self.pile:  # K14; KR5: not an empty pile
            moves.append("take")
        return moves

    def _legal_follow_up(self, seat: str) -> list[str]:
        """Replay 15: the follow-up of a TC."""
        demand = self._follow_up_demand()
        if self.open[seat]:  # K18, KR14: exactly one, open ones first
            moves = [f"open {c}" for c in different(self.open[seat]) if fits(c, demand)]
        elif self._flips(seat):
            moves = self._flips(seat)
        else:  # K18: no table cards, so hand cards instead
            moves = self._groups("play", self.hands[seat], demand)
        return moves or ["take"]  # KR14: the forced pick-up is a move

    def _follow_up_demand(self) -> str | None:
        if self.options["table_card_follow_up"] == "free":
            return None  # KR13
        return self.demand

    def _groups(self, word: str, cards: list[str], demand: str | None) -> list[str]:
        """One or more equal fitting cards (K9, K12)."""
        moves: list[str] = []
        for card in different(cards):
            if fits(card, demand):
                for count in range(1, cards.count(card) + 1):
                    moves.append(with_count(word, card, count))
        return moves

    def _flips(self, seat: str) -> list[str]:
        """K12: any one of the hidden cards, by position."""
        return [f"flip {k}" for k in (1, 2, 3) if self.hidden[seat][k - 1] is not None]

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
        if self.phase == "look":
            self._look(seat, move == "look")
        elif words[0] == "lay":
            self._lay(seat, words[1])
        elif words[0] == "give":
            self._take_pile(words[1])  # K21
            self._end_turn()
        elif words[0] == "take":  # K14, KR14; KR6: open cards stay
            self._take_pile(seat)
            self._end_turn()
        elif words[0] == "flip":
            self._flip(seat, int(words[1]))
        else:
            source = self.hands[seat] if words[0] == "play" else self.open[seat]
            count = int(words[2][1:]) if len(words) == 3 else 1
            for _ in range(count):
                source.remove(words[1])
            self._resolve(seat, words[1], count)

    def _look(self, seat: str, looks: bool) -> None:
        self.looked[seat] = looks
        if None in self.looked.values():
            return
        for owner in self.seats:  # K23, replay 11: everyone's, looked or not, in seat order
            cards = [card for card in self.hidden[owner] if card is not None]
            self.hidden[owner] = list(self.shuffles.take(f"hidden {owner}", cards))
        self._deal_six()

    def _lay(self, seat: str, card: str) -> None:
        self.hands[seat].remove(card)
        self.open[seat].append(card)  # replay 12: the k-th lies on position k
        if not self.to_act():
            self.phase = "turn"  # `turn` is the starter already

    def _flip(self, seat: str, position: int) -> None:
        card = self.hidden[seat][position - 1]
        assert card is not None
        demand = self._follow_up_demand() if self.phase == "follow" else demand_of(self.pile)
        self.hidden[seat][position - 1] = None
        if fits(card, demand):
            self._resolve(seat, card, 1)
        else:  # K13, KR14, replay 14: the pile including that card
            self.pile.append(card)
            self._take_pile(seat)
            self._end_turn()

    def _take_pile(self, seat: str) -> None:
        self.hands[seat] += self.pile
        self.pile = []

    def _resolve(self, seat: str, card: str, count: int) -> None:
        """Fitting cards have left their place; lay them and let them act."""
        if card == "GP":  # K21, KR18: leaves the game, is never on the pile, no burn
            self.gone += [card] * count
            if self.pile:
                self.phase = "give"  # replay 20
            else:
                self._end_turn()
            return

        # KR13, replay 16: what was demanded before the first TC of the chain
        before = self.demand if self.phase == "follow" else demand_of(self.pile)
        was_empty = not self.pile
        self.pile += [card] * count

        if three_equal(self.pile):  # K15, KR9: before any effect
            self._burn(seat, card)
        elif card == "BU":
            if was_empty:  # KR17
                self._end_turn()
                return
            self.pile.append(self.pile.pop(0))  # K19
            if three_equal(self.pile):  # KR8, replay 19
                self._burn(seat, card)
            else:
                self._end_turn()
        elif card == "TC":
            self._await_follow_up(seat, before)  # K18
        else:  # a number or FB: it rules by lying on top (KR7)
            self._end_turn()

    def _burn(self, seat: str, card: str) -> None:
        self.gone += self.pile
        self.pile = []
        if not self.hands[seat]:  # KR10: only then a refill before the lead or the follow-up
            self._refill(seat)
        if card == "TC":
            self._await_follow_up(seat, None)  # KR9, KR13, replay 18: anything
        elif self._has_cards(seat):
            self.phase = "turn"  # K15, replay 21: leads in the same turn
            self.demand = None
        else:
            self._end_turn()  # KR11

    def _await_follow_up(self, seat: str, demand: str | None) -> None:
        if self._has_cards(seat):
            self.phase = "follow"
            self.demand = demand
        else:
            self._end_turn()  # KR16

    def _refill(self, seat: str) -> None:
        while len(self.hands[seat]) < 3 and self.stock:  # K16
            self.hands[seat].append(self.stock.pop(0))

    def _has_cards(self, seat: str) -> bool:
        on_table = bool(self.open[seat]) or self.hidden[seat] != [None, None, None]
        return bool(self.hands[seat]) or on_table

    def _end_turn(self) -> None:
        """Replay 22, in this order."""
        self._refill(self.turn)
        self.turns += 1
        self.demand = None
        holders = [seat for seat in self.seats if self._has_cards(seat)]  # KR12: after drawing
        if len(holders) <= 1 or self.turns >= self.options["turn_limit"]:  # K22, KR19, KR20
            self.phase = "over"
            return
        self.phase = "turn"
        self.turn = left_of(self.turn, self.players)
        while self.turn not in holders:  # K17: skipped
            self.turn = left_of(self.turn, self.players)

    def outcome(self) -> dict[str, Any] | None:
        """None while the game runs (replay 9)."""
        if self.phase != "over":
            return None
        holders = [seat for seat in self.seats if self._has_cards(seat)]
        if len(holders) == 1:
            return {"loser": holders[0]}  # K22: also in the last allowed turn (KR20)
        return {"undecided": True}

    # ---- checks ----------------------------------------------------------------------------

    def cards(self) -> list[str]:
        """Every card of the game, wherever it is."""
        found = self.stock + self.pile + self.gone
        for seat in self.seats:
            found += self.hands[seat] + self.open[seat]
            found += [card for card in self.hidden[seat] if card is not None]
        return found

    def check(self) -> None:
        """What holds after every move."""
        assert sorted(self.cards()) == sorted(CANONICAL), "K1: 60 cards"
        assert "GP" not in self.pile, "K21"
        assert not three_equal(self.pile), "K15"
        assert self.turns <= self.options["turn_limit"], "KR20"
        assert (self.outcome() is None) == bool(self.to_act())
        for seat in self.to_act():
            assert self.legal(seat), "replay 2: there is always a move"
            assert len(set(self.legal(seat))) == len(self.legal(seat)), "replay 3"
        if self.phase == "turn":
            assert self._has_cards(self.turn), "K17"
            assert self.hands[self.turn] or not self.stock, "K16"
