"""What each seat knows of hands, piles and the past (A36, AR8), with perfect recall."""

from collections.abc import Mapping

from fatum.core.chance import Chance, RandomChance
from fatum.core.game import State
from fatum.core.rng import Rng
from fatum.games.allin.game import GAME

HANDS = [
    ["JM", "5C", "6C", "7C", "Ru"],
    ["3M", "6S", "9T", "JC", "KS"],
    ["2S", "5T", "7M", "10C", "QT"],
]


class Sorted(Chance):
    """Shuffles into canonical order, so that a test can foresee it."""

    def first(self, players: int) -> int:
        return 0

    def shuffle(self, number: int, what: str, cards: list[int]) -> None:
        cards.sort()


def given(options: Mapping[str, object] | None = None, **state: object) -> State:
    data: dict[str, object] = {
        "hands": HANDS,
        "river": [["KC"], ["QS"], ["2T"], [], []],
        **state,
    }
    read = GAME.read_options({"players": 3, **(options or {})})
    position = GAME.read_state(read, data, Sorted())
    position.events = []
    return position


def play(state: State, *moves: str) -> State:
    for move in moves:
        seat, text = move.split(": ")
        state.apply(int(seat[1:]) - 1, GAME.parse_move(text))
    return state


def hand_seen(state: State, viewer: int | None, seat: int) -> list[str]:
    """The cards of a hand that the viewer can name."""
    hands = state.view_for(viewer).to_dict()["hands"]
    assert isinstance(hands, list)
    return [card for card in hands[seat] if card != "?"]


def test_taken_and_swapped_cards_are_known_until_they_leave() -> None:
    state = play(given(), "P1: play JM", "P1: take 2", "P1: draw", "P1: discard 5C")
    for viewer in (1, 2, None):
        assert hand_seen(state, viewer, 0) == ["QS"]
    play(state, "P2: pass", "P3: pass", "P1: play QS")
    assert hand_seen(state, 1, 0) == []


def test_a_card_given_in_a_swap_is_known_no_longer() -> None:
    cards = {"JM": ["take*", "swap"], "QT": ["take*", "swap"]}
    state = play(given({"cards": cards}), "P1: play JM", "P1: take 2", "P1: swap QS 1")
    assert hand_seen(state, 1, 0) == ["KC"]
    play(state, "P2: pass", "P3: play QT", "P3: take 1")
    assert hand_seen(state, 0, 2) == ["QS"]
    assert hand_seen(state, 0, 0) == ["5C", "6C", "7C", "KC", "Ru"]


def test_of_two_equal_cards_the_known_one_leaves_first() -> None:
    river = [["Ru"], ["QS"], ["2T"], [], []]
    state = play(given(river=river), "P1: play JM", "P1: take 1", "P1: skip")
    assert hand_seen(state, 1, 0) == ["Ru"]
    play(state, "P2: pass", "P3: pass", "P1: play Ru")
    # Another Rune card may be in hand, and is: nobody else knows.
    assert hand_seen(state, 1, 0) == []
    assert hand_seen(state, 0, 0) == ["5C", "6C", "7C", "Ru"]


def test_an_eye_is_remembered_by_the_asker_alone() -> None:
    cards = {"JM": ["draw*", "eye"], "6S": ["draw*"]}
    state = play(given({"cards": cards}), "P1: play JM", "P1: draw", "P1: eye P2", "P2: hide KS")
    assert hand_seen(state, 0, 1) == ["JC", "3M", "6S", "9T"]
    assert hand_seen(state, 2, 1) == []
    assert hand_seen(state, None, 1) == []
    play(state, "P2: play 6S", "P2: draw")
    assert hand_seen(state, 0, 1) == ["JC", "3M", "9T"]
    # The asked player knows what was shown.
    memory = state.view_for(1).to_dict()["memory"]
    assert isinstance(memory, dict)
    assert memory["eyes"] == {"P1": {"P2": ["JC", "3M", "9T"]}}


def test_two_eyes_add_up() -> None:
    cards = {"JM": ["draw*", "eye", "eye"]}
    state = given({"cards": cards})
    play(state, "P1: play JM", "P1: draw", "P1: eye P2", "P2: hide KS", "P1: eye P2", "P2: hide 3M")
    assert hand_seen(state, 0, 1) == ["JC", "3M", "6S", "KS", "9T"]


def test_a_rune_card_seen_and_one_taken_are_two() -> None:
    cards = {"JM": ["draw*", "eye"], "9T": ["take*"]}
    hands = [["JM", "5C", "6C", "7C", "8C"], ["3M", "6S", "9T", "Ru", "KS"], HANDS[2]]
    state = given({"cards": cards}, hands=hands, river=[["Ru"], [], [], [], []])
    play(state, "P1: play JM", "P1: draw", "P1: eye P2", "P2: hide KS", "P2: play 9T", "P2: take 1")
    assert hand_seen(state, 0, 1) == ["3M", "6S", "Ru", "Ru"]
    assert hand_seen(state, 2, 1) == ["Ru"]


def test_a_hypnosis_holds_while_the_hand_is_unchanged() -> None:
    cards = {"JM": ["draw*", "hypnosis"]}
    hands = [HANDS[0], ["9C", "9M", "6S", "JC", "KS"], HANDS[2]]
    state = given({"cards": cards}, hands=hands)
    play(state, "P1: play JM", "P1: draw", "P1: hypnosis P2", "P2: pass")
    memory = state.view_for(2).to_dict()["memory"]
    assert isinstance(memory, dict)
    assert memory["said"] == [None, "pair", None]
    rng = Rng(1)
    for _ in range(50):
        hand = state.view_for(2).redeal(rng).to_dict()["hands"][1]  # type: ignore[index]
        ranks = [card[:-1] for card in hand if card != "Ru"]
        assert len(set(ranks)) == len(ranks) - 1
    play(state, "P3: pass", "P1: pass", "P2: play 6S")
    assert "said" not in state.view_for(2).to_dict().get("memory", {})  # type: ignore[operator]


def test_discards_are_remembered_but_only_the_top_lies_open() -> None:
    discard = ["9S", "3T"]
    state = play(given(discard=discard), "P1: play JM", "P1: take 2", "P1: draw", "P1: discard 5C")
    view = state.view_for(2).to_dict()
    assert view["discard"] == ["?", "?", "5C"]
    memory = view["memory"]
    assert isinstance(memory, dict)
    # What lay there before was covered, but its top was open for all to see.
    assert memory["discards"] == ["?", "3T", "5C"]


def test_face_down_discards_are_known_to_the_player_alone() -> None:
    state = given({"discard": "closed_eye"})
    play(state, "P1: play JM", "P1: take 2", "P1: draw", "P1: discard 5C")
    own = state.view_for(0).to_dict()
    assert own["discard"] == ["?"]
    assert own["memory"]["discards"] == ["5C"]  # type: ignore[index]
    other = state.view_for(1).to_dict()
    assert other["discard"] == ["?"]
    assert other["memory"]["discards"] == ["?"]  # type: ignore[index]
    # The card taken before may be the one that was laid away.
    assert hand_seen(state, 1, 0) == []
    rng = Rng(1)
    places = set()
    for _ in range(200):
        world = state.view_for(1).redeal(rng).to_dict()
        hands, discard = world["hands"], world["discard"]
        assert isinstance(hands, list)
        assert isinstance(discard, list)
        places.add("hand" if "QS" in hands[0] else "discard" if "QS" in discard else "elsewhere")
    assert places == {"hand", "discard"}


def test_the_new_draw_pile_is_known_card_by_card() -> None:
    # Five players hold 25 cards, the river has 10: the 19 discards become the draw pile.
    order = [name for name in GAME.deck if name != "Ru"]
    hands = [order[5 * seat : 5 * seat + 5] for seat in range(5)]
    river = [order[25:27], order[27:29], order[29:31], order[31:33], [order[33]], [order[34]]]
    rest = [*order[35:], "Ru", "Ru"]
    discarders = {"discarders": ["P1"] * 19}
    state = GAME.read_state(
        GAME.read_options({"players": 5, "cards": {hands[0][0]: ["draw*"]}}),
        {"hands": hands, "river": river, "discard": rest, "memory": discarders},
        Sorted(),
    )
    play(state, f"P1: play {hands[0][0]}", "P1: draw")
    rng = Rng(1)
    for _ in range(30):
        world = state.view_for(1).redeal(rng).to_dict()
        dealt = world["hands"]
        assert isinstance(dealt, list)
        # Those who have not drawn since hold none of its cards, and P1 holds just one.
        for seat in range(2, 5):
            assert not set(dealt[seat]) & set(rest)
        assert sum(card in rest for card in dealt[0]) == 1
        assert set(world["draw"]) <= set(rest)  # type: ignore[call-overload]


def test_a_secret_prediction_is_only_known_to_be_made() -> None:
    options = GAME.read_options({"players": 2})
    full = [["AT", "10T"], ["KT", "9T"], ["QT", "7T"], ["JT", "2C"]]
    data = {"phase": "predict", "hands": HANDS[:2], "river": full, "turn": "P1"}
    data["hands"] = [["JM", "5C", "6C", "7C", "Ru"], ["3M", "6S", "9S", "JC", "KS"]]
    views = []
    for secret in ("P1", "P2"):
        state = GAME.read_state(options, data, RandomChance(Rng(1)))
        state.events = []
        play(state, f"P1: predict {secret}")
        assert state.view_for(0).to_dict()["predictions"] == [secret, None]
        views.append((state.view_for(1).to_dict(), [e.seen_by(1) for e in state.events]))
    assert views[0] == views[1]
    assert views[0][0]["predictions"] == [None, None]
    assert views[0][0]["memory"]["predicted"] == ["P1"]  # type: ignore[index]


def test_hands_lie_open_at_the_end() -> None:
    state = GAME.new(GAME.read_options({"players": 3}), RandomChance(Rng(2)))
    state.playout(Rng(3))
    assert state.view_for(None).to_dict()["hands"] == state.to_dict()["hands"]
