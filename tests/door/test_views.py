"""Typed views say what the notation says, in the words of the rules."""

import random

import pytest

import fatum

NUMBERS = [str(number) for number in range(1, 17)]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_karma(players: int) -> None:
    rng = random.Random(players)
    match = fatum.new("karma", players=players, seed=players, foresight=players == 3)
    phases, demands = set(), set()
    while True:
        for seat in [*range(players), None]:
            view = match.view(seat)
            data = view.to_dict()
            seats = data["seats"]
            assert isinstance(seats, list)
            assert isinstance(view, fatum.KarmaView)
            assert (view.phase, view.turn, view.turns) == (
                data["phase"],
                data["turn"],
                data["turns"],
            )
            assert list(view.pile) == data["pile"]
            assert list(view.gone) == data["gone"]
            assert view.stock == len(data["stock"])  # type: ignore[arg-type]
            assert view.options == match.options.to_dict()
            if seat is None:
                assert (view.hand, view.own, view.legal) == ((), None, ())
            else:
                assert view.own == view.seats[seat]
                assert list(view.hand) == seats[seat]["hand"]
                assert view.own is not None
                assert list(view.own.foreseen) == seats[seat].get("foreseen", [])
            for shown, entry in zip(view.seats, seats, strict=True):
                assert list(shown.hand) == entry["hand"]
                assert list(shown.open) == entry["open"]
                assert list(shown.hidden) == entry["hidden"]
                assert len(shown.positions) == len(shown.open)
            phases.add(view.phase)
        if match.over:
            break
        view = match.view(match.to_act[0])
        if view.phase == "turn" and view.hand:
            demands.add(view.demand)
            playable = {move.card for move in view.legal if move.verb == "play"}
            assert playable == {card for card in view.hand if fits(card, view.demand)}
        match.push(rng.choice(view.legal).text)
    assert phases >= {"lay", "turn", "follow", "give", "over"}
    assert None in demands
    assert "FB" in demands
    assert len(demands) > 8


def fits(card: str, demand: str | None) -> bool:
    if demand is None or card not in NUMBERS:
        return True
    return int(card) <= 5 if demand == "FB" else int(card) >= int(demand)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_allin(players: int) -> None:
    rng = random.Random(players)
    match = fatum.new("allin", players=players, seed=players, discard="shadows")
    phases = set()
    while True:
        for seat in [*range(players), None]:
            view = match.view(seat)
            data = view.to_dict()
            assert isinstance(view, fatum.AllInView)
            assert [view.phase, view.round, view.dealer, view.turn, view.turns, view.pot] == [
                data[key] for key in ("phase", "round", "dealer", "turn", "turns", "pot")
            ]
            assert list(map(list, view.river)) == data["river"]
            assert list(view.discard) == data["discard"]
            assert view.draw_pile == len(data["draw"])  # type: ignore[arg-type]
            assert list(view.runes) == data["runes"] == [each.runes for each in view.seats]
            assert view.all_in == data["all_in"]
            assert [each.name for each in view.seats if each.all_in] == (
                [] if view.all_in is None else [view.all_in]
            )
            assert list(view.predictions) == data.get("predictions", [None] * players)
            assert [list(each.hand) for each in view.seats] == data["hands"]
            assert (view.played, view.effect, view.asked) == (
                data.get("played"),
                data.get("effect"),
                data.get("asked"),
            )
            assert list(view.revealed) == data.get("revealed", [])
            assert list(view.last_strength) == data["last_strength"]
            assert view.hand == (() if seat is None else view.seats[seat].hand)
            assert (None if view.own is None else view.own.name) == view.seat
            phases.add(view.phase)
        if match.over:
            break
        match.push(rng.choice(match.legal()))
    assert phases >= {"action", "effect", "keep", "hide", "discard", "predict", "over"}


@pytest.mark.parametrize("game", ["karma", "allin"])
def test_the_parts_of_every_move(game: str) -> None:
    """Put together again, the parts are the text; and each says what it is."""
    from fatum.core.views import _moves, view_type
    from fatum.games.registry import find_game

    found = find_game(game)
    moves = _moves(found, view_type(found).place_verbs)
    assert [move.text for move in moves] == list(found.moves)
    for number, move in enumerate(moves):
        words = [move.verb, move.card, move.target, move.place]
        count = [f"x{move.count}"] if move.count > 1 else []
        again = " ".join([*(str(word) for word in words if word is not None), *count])
        assert (again, move.number) == (move.text, number)
        assert (move.count > 0) == (move.card is not None)
        assert move.card is None or move.card in found.deck
    flip = {"karma": ["flip 1", "flip 2", "flip 3"], "allin": []}[game]
    assert [move.text for move in moves if move.verb == "flip" and move.card is None] == flip


def test_printing() -> None:
    match = fatum.new("karma", players=3, seed=7, starter="P1")
    assert str(match) == (
        "Karma, 3 players, seen by P1, 0 turns over\n"
        "  lay; pile empty; stock 33; gone 0\n"
        "  P1  hand 8 11 16 TC FB GP  open -  hidden ? ? ?\n"
        "  P2  hand 6 x ?             open -  hidden ? ? ?\n"
        "  P3  hand 6 x ?             open -  hidden ? ? ?"
    )
    assert repr(match) == "<Match of karma: 3 players, 0 moves, P1 and P2 and P3 to act>"
    assert repr(match.view("P1")) == "<KarmaView of karma for P1: lay, 6 legal moves>"
    assert repr(match.view("P1").legal[0]) == "<Move 'lay 8'>"
    assert "object at 0x" not in f"{match.state!r}{match.view(0).known!r}{match.game!r}"
    assert repr(match.record()) == "<Record of karma: 3 players, 0 moves, still running>"
    assert repr(fatum.bot("hard", seconds=2)) == "<Player hard, 2s>"
