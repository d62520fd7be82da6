"""Each choice is judged by what its player knew, and a blunder is found."""

import json
from pathlib import Path

import pytest

import fatum
from fatum.arena.analysis import analyse
from fatum.arena.hints import Value, explain, hint
from fatum.arena.run.contenders import valuation
from fatum.bots.base import Budget
from fatum.cli import main
from fatum.core.chance import SeededChance, Shuffle
from fatum.core.game import View
from fatum.core.messages import move as move_term
from fatum.core.rng import Rng
from fatum.games.allin.telling.reasons import reason
from fatum.games.registry import find_game
from fatum.play.match import Match
from fatum.records import Made, Record


def by_playouts(view: View, legal: list[int], rng: Rng) -> list[tuple[int, float, int]]:
    """Random games from worlds that the seat could be in."""
    assert view.seat is not None
    worlds = 40
    values = dict.fromkeys(legal, 0.0)
    for _ in range(worlds):
        state = view.redeal(rng)
        for move in legal:
            tried = state.copy()
            tried.apply(view.seat, move)
            tried.playout(rng)
            values[move] += tried.payoffs()[view.seat] / worlds
    return [(move, value, worlds) for move, value in values.items()]


def _high_card(played: str) -> Record:
    """P2, who leads, holds the 9 and the 1; P1 the 5 and the 4."""
    game = find_game("toy")
    cards = ["5", "4", "9", "1", "2", "3", "6", "7", "8"]
    winner = "P2" if played == "9" else "P1"
    return Record(
        game=game,
        options=game.read_options({"players": 2}),
        first=0,
        names=("Ann", "Ben"),
        shuffles=[Shuffle("deck", [game.card_code(card) for card in cards])],
        moves=[
            Made(1, game.parse_move(f"play {played}")),
            Made(0, game.parse_move("play 5")),
        ],
        outcome={"winner": winner},
    )


def test_a_blunder_is_found(toy: str) -> None:
    found = analyse(_high_card("1"), by_playouts)
    blunder = found.decisions[0]
    assert (blunder.seat, blunder.number) == (1, 1)
    assert blunder.loss == pytest.approx(1.0)
    assert found.mistakes(1) == [blunder]
    assert found.mistakes(0) == []
    assert [move for move, _ in found.curve(1)] == [1, 2]
    assert [value for _, value in found.curve(1)] == pytest.approx([1, 0])


def test_the_right_move_loses_nothing(toy: str) -> None:
    found = analyse(_high_card("9"), by_playouts)
    assert found.decisions[0].loss == 0
    assert found.total_loss(1) == 0
    assert found.mistakes(1) == []


def test_what_may_be_noise_is_no_mistake(toy: str) -> None:
    def unsure(view: View, legal: list[int], rng: Rng) -> list[tuple[int, float, int]]:
        return [(move, 0.5 + 0.02 * place, 30) for place, move in enumerate(legal)]

    found = analyse(_high_card("1"), unsure)
    assert found.decisions[0].loss == 0
    low, high = found.decisions[0].interval
    assert low == 0
    assert high > 0.02
    assert found.mistakes(1) == []


def test_a_move_that_was_hardly_tried_is_not_blamed(toy: str) -> None:
    def hasty(view: View, legal: list[int], rng: Rng) -> list[tuple[int, float, int]]:
        return [(move, float(place), 5 if place else 1) for place, move in enumerate(legal)]

    found = analyse(_high_card("1"), hasty)
    assert found.decisions[0].loss == 0
    assert found.decisions[0].interval[1] > 0.9
    assert found.mistakes(1) == []


def test_luck_of_the_best_of_many_vanishes_at_the_second_look(toy: str) -> None:
    looks: list[list[int]] = []

    def lucky(view: View, legal: list[int], rng: Rng) -> list[tuple[int, float, int]]:
        """All moves are equally good; in the first look one of them had luck."""
        looks.append(legal)
        return [(move, 0.5 if place == 0 else 0.7, 400) for place, move in enumerate(legal)]

    decision = analyse(_high_card("1"), lucky).decisions[0]
    assert decision.loss == 0
    assert decision.interval[0] == 0 < decision.interval[1] < 0.1
    best, played = decision.best.move, decision.move
    assert looks[0] == [played, best]
    assert looks[1:7] == [[best], [played]] * 3


def test_a_small_loss_is_looked_at_until_it_is_clear(toy: str) -> None:
    """The first look overrates it."""
    looks: list[int] = []

    def steady(view: View, legal: list[int], rng: Rng) -> list[tuple[int, float, int]]:
        looks.append(len(legal))
        better = 0.62 if len(legal) > 1 else 0.56
        worth = {"play 9": better}
        return [(move, worth.get(view.game.format_move(move), 0.5), 200) for move in legal]

    found = analyse(_high_card("1"), steady)
    decision = found.decisions[0]
    assert decision.loss == pytest.approx(0.06)
    low, high = decision.interval
    assert 0.005 <= low < decision.loss < high < 0.15
    assert 6 < looks.count(1) < 16
    assert found.mistakes(1) == [decision]
    assert found.total_interval(1) == pytest.approx(decision.interval)
    assert found.total_interval(0) == (0, 0)
    players = found.to_dict()["players"]
    assert isinstance(players, list)
    assert [player["interval"] for player in players] == [
        [0.0, 0.0],
        [round(end, 4) for end in decision.interval],
    ]
    twice = found._replace(decisions=[decision, decision])
    low, high = twice.total_interval(1)
    assert low > 2 * decision.interval[0]
    assert 2 * decision.loss < high < 2 * decision.interval[1]


def test_an_interval_holds_what_is_seen_only_farther_ahead(toy: str) -> None:
    """However often both moves are tried: the search itself would judge otherwise if it were deeper."""

    def certain(view: View, legal: list[int], rng: Rng) -> list[tuple[int, float, int]]:
        worth = {"play 9": 0.6}
        return [(move, worth.get(view.game.format_move(move), 0.4), 10**6) for move in legal]

    low, high = analyse(_high_card("1"), certain).decisions[0].interval
    assert low < 0.2 - 0.06
    assert high > 0.2 + 0.06


def test_estimates_that_disagree_prove_nothing(toy: str) -> None:
    """Weighted worlds tell less than their number says: what counts is how much looks differ."""
    turn = [0]

    def shaky(view: View, legal: list[int], rng: Rng) -> list[tuple[int, float, int]]:
        turn[0] += 1
        shift = 0.4 if turn[0] % 4 < 2 else 0.0
        better = {"play 9": 0.1}
        return [
            (move, 0.3 + shift + better.get(view.game.format_move(move), 0.0), 100_000)
            for move in legal
        ]

    decision = analyse(_high_card("1"), shaky).decisions[0]
    assert decision.loss == 0
    assert decision.interval[1] > 0.1


def test_the_search_itself_finds_the_blunder(toy: str) -> None:
    found = analyse(_high_card("1"), valuation(Budget(iterations=60)))
    assert found.mistakes(1) == [found.decisions[0]]
    assert found.decisions[0].loss > 0.9


def test_only_the_view_is_judged(toy: str) -> None:
    """Whatever P1 really holds, P2's choices are worth the same."""
    record = _high_card("1")
    other = _high_card("1")
    game = record.game
    cards = ["6", "5", "9", "1", "2", "3", "4", "7", "8"]
    other.shuffles[0] = Shuffle("deck", [game.card_code(card) for card in cards])
    assert (
        analyse(record, by_playouts).decisions[0].values
        == analyse(other, by_playouts).decisions[0].values
    )


def test_an_analysis_is_always_the_same() -> None:
    game = find_game("allin")
    match: Match = Match.new(game, game.read_options({"players": 2}), b"a" * 32, ("one", "two"))
    match.play({seat: fatum.bot("random") for seat in range(2)})
    record = match.record()
    seen: list[int] = []
    first = analyse(record, _few, seen.append).to_dict()
    assert first == analyse(record, _few).to_dict()
    assert seen == list(range(1, len(record.moves) + 1))
    json.dumps(first)
    players = first["players"]
    assert isinstance(players, list)
    assert all(len(player["mistakes"]) <= 3 for player in players)


def _few(view: View, legal: list[int], rng: Rng) -> list[tuple[int, float, int]]:
    return [(move, rng.unit(), 50) for move in legal]


@pytest.mark.parametrize(("name", "of"), [("allin", "winning"), ("karma", "losing")])
def test_the_players_share_one_whole(name: str, of: str) -> None:
    game = find_game(name)
    match: Match = Match.new(game, game.read_options({"players": 3}), b"s" * 32)
    match.play({seat: fatum.bot("greedy") for seat in range(3)})
    record = match.record()
    found = analyse(record, _few)
    points = found.shares()
    assert all(sum(parts) == pytest.approx(1) for _, parts in points)
    assert [move for move, _ in points[:-1]] == [made.number for made in found.decisions]
    # At each choice, its maker counts with the chance they saw there.
    latest = {made.seat: made.best.value for made in reversed(found.decisions)}
    for made, (_, parts) in zip(found.decisions, points, strict=False):
        latest[made.seat] = made.best.value
        own = [1 - latest[seat] if of == "losing" else latest[seat] for seat in range(3)]
        assert parts == pytest.approx([part / sum(own) for part in own])
    assert points[-1][0] == len(record.moves)
    first = 1.0 if of == "winning" else 0.0
    assert points[-1][1] == [float(payoff == first) for payoff in found.payoffs]
    shares = found.to_dict()["shares"]
    assert isinstance(shares, dict)
    assert shares["of"] == of


def test_all_have_equal_parts_where_all_are_hopeless(toy: str) -> None:
    def none(view: View, legal: list[int], rng: Rng) -> list[tuple[int, float, int]]:
        return [(move, 0.0, 10) for move in legal]

    assert analyse(_high_card("1"), none).shares()[0] == (1, [0.5, 0.5])


def test_a_running_game_can_be_analysed(toy: str) -> None:
    record = _high_card("1")
    running = Record(
        game=record.game,
        options=record.options,
        first=0,
        shuffles=record.shuffles,
        moves=record.moves[:1],
    )
    found = analyse(running, by_playouts)
    assert len(found.decisions) == 1
    assert found.payoffs == []
    assert found.shares() == []


# --- hints ---------------------------------------------------------------------------------------


def _karma_view() -> tuple[View, list[int]]:
    """P1 can lay down the last card and be out, or take a pile of four."""
    game = find_game("karma")
    given = {
        "turn": "P1",
        "stock": "empty",
        "pile": ["2", "4", "6", "9"],
        "seats": [{"hand": ["16"]}, {"hand": ["3", "5", "7"]}],
    }
    state = game.read_state(game.read_options({"players": 2}), given, SeededChance(bytes(32)))
    return state.view_for(0), state.legal_moves(0)


def test_a_hint_names_the_move_and_says_why() -> None:
    game = find_game("karma")
    view, legal = _karma_view()
    move, value, why = hint(view, legal, Rng(1), Budget(iterations=50))
    assert game.format_move(move) == "play 16"
    assert value > 0.95
    assert why.values["move"] == move_term("play 16")
    assert why.values["percent"] == round(100 * value)
    assert str(why).startswith("play 16. It is the lowest card that fits")
    assert "Chance of not losing: " in str(why)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("take 1", "It makes a better hand: three of a kind."),
        ("take 2", "It improves your hand."),
        ("take discard", "A Rune card is worth two runes."),
        ("swap 9T 1", "It makes a better hand: three of a kind."),
        ("swap 7C 1", "It improves your hand."),
        ("keep 9C", "It makes a better hand: two pairs."),
        ("keep Ru", "A Rune card is worth two runes."),
        ("discard 9T", "Your hand does not need the 9T: pair."),
        ("discard 7C", "The other cards are worth more to you."),
        ("skip", "The effect would not help you now."),
        ("hide 7C", "The cards you show say less about your hand."),
        ("play 9T", "Your hand does not need the 9T: pair."),
        ("play 7C", "Its effects are worth more than the card in your hand."),
    ],
)
def test_a_reason_says_what_a_move_adds_to_the_hand(move: str, why: str) -> None:
    view = {
        "hands": [["7C", "7M", "9T", "QS"]],
        "river": [["2C", "7S"], ["AT"]],
        "discard": ["Ru"],
    }
    said = reason(view, 0, move)
    assert str(said) == why


@pytest.mark.parametrize("name", ["karma", "allin"])
def test_there_is_a_sentence_for_every_move(name: str) -> None:
    game = find_game(name)
    for seed in range(6):
        options = game.read_options({"players": 2 + seed % 4})
        state = game.new(options, SeededChance(bytes([seed]) * 32))
        rng = Rng(seed)
        while (seat := state.actor()) >= 0:
            view = state.view_for(seat)
            for move in state.legal_moves(seat):
                only = Value(move, 0.5, 1)
                why = explain(game, view, [only]).why
                text = game.format_move(move)
                assert why.key == "hint.only"
                assert why.values["move"] == move_term(text)
                close = explain(game, view, [only, only]).why
                assert close.key == "hint.close"
                assert str(close).endswith(f" Just as good: {text}.")
            state.apply(seat, state.random_move(seat, rng))


def test_where_a_game_has_no_reason_the_search_has_one(toy: str) -> None:
    game = find_game(toy)
    state = game.new(game.read_options({"players": 2}), SeededChance(bytes(32)))
    seat = state.actor()
    first, second, *_ = state.legal_moves(seat)
    view = state.view_for(seat)
    best = explain(game, view, [Value(first, 0.8, 60), Value(second, 0.5, 40)]).why
    assert "It came out best in 60 trial games." in str(best)
    untried = explain(game, view, [Value(first, 0.8, 0), Value(second, 0.5, 0)]).why
    assert untried.key == "hint.best.bare"


# --- command -------------------------------------------------------------------------------------


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip(
        "matplotlib", reason="plots need the extra: pip install 'fatum-cards[arena]'"
    )
    game = find_game("karma")
    match = Match.new(game, game.read_options({"players": 2}), b"k" * 32, ("Ann", "Ben"))
    rng = Rng(1)
    for _ in range(16):
        seat = match.state.actor()
        match.make(seat, match.state.random_move(seat, rng))
    path = tmp_path / "record.json"
    path.write_text(match.record().to_json(), "utf-8")
    out = tmp_path / "analysis"
    assert main(["analyse", str(path), "--budget", "4", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "P1 Ann gave away" in said
    assert (out / "chances.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((out / "analysis.json").read_text("utf-8"))["game"] == "karma"
    assert main(["analyse", str(path), "--budget", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == "the chance of not losing"
