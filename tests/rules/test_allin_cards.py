"""Card tables (AR5): the default one, changes to it, and what is refused with which words."""

import pytest
from tests.reference.allin import default_table as table_of_the_rules

from fatum.core.errors import InvalidOptions
from fatum.games.allin.game import GAME
from fatum.games.allin.rules.cards import RECONSTRUCTION, default_table, describe, read_card_table
from fatum.games.allin.rules.deck import CODES, NAMES


def whole_table() -> dict[str, list[str]]:
    return {name: default_table().effects_of(CODES[name]) for name in NAMES}


def as_toml(table: dict[str, list[str]]) -> str:
    lines = [f"{name} = {effects!r}" for name, effects in table.items()]
    return "[cards]\n" + "\n".join(lines) + "\n"


def test_the_default_table_is_that_of_the_rules() -> None:
    assert whole_table() == table_of_the_rules()


def test_the_default_table_is_shown_as_a_reconstruction() -> None:
    text = describe(default_table())
    assert str(RECONSTRUCTION()) in text
    assert "take* draw" in text


def test_a_whole_file_is_read() -> None:
    table = whole_table()
    table["5C"] = ["reveal4*", "eye"]
    read = read_card_table(as_toml(table))
    assert read == table
    options = GAME.read_options({"cards": read})
    # Records carry only what differs.
    assert options.to_dict() == {"players": 4, "cards": {"5C": ["reveal4*", "eye"]}}
    assert GAME.read_options({"cards": read_card_table(as_toml(whole_table()))}).to_dict() == {
        "players": 4
    }


def test_a_file_needs_no_heading() -> None:
    assert read_card_table(as_toml(whole_table()).removeprefix("[cards]\n")) == whole_table()


def test_changed_cards_are_named() -> None:
    table = GAME.read_options({"cards": {"AT": ["take*"], "2C": ["draw*"]}}).value("cards")
    assert "Changed cards: 2C, AT" in describe(table)  # type: ignore[arg-type]


def changed(name: str, effects: list[str] | None) -> str:
    table = whole_table()
    if effects is None:
        del table[name]
    else:
        table[name] = effects
    return as_toml(table)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (changed("JM", None), "card JM is missing; the file must name every card"),
        (as_toml(whole_table()) + 'JM = ["draw*"]\n', "card JM appears twice in the file"),
        (changed("JM", ["draw*", "dance"]), "card JM: unknown effect 'dance'"),
        (changed("JM", ["draw*", "reveal2"]), "card JM: unknown effect 'reveal2'"),
        (changed("JM", ["draw*", "*"]), "card JM: unknown effect '*'"),
        (changed("JM", ["take", "draw"]), "card JM: no effect has a star"),
        (changed("JM", []), "card JM: no effect has a star"),
        (changed("JM", ["take*", "draw*"]), "card JM: 2 effects have a star"),
        (changed("JM", ["swap*", "draw"]), "card JM: the star is on swap, which adds no card"),
        (changed("JM", ["draw*"] + ["rune"] * 99), "card JM: more than 99 effects"),
        (as_toml(whole_table()) + '1C = ["draw*"]\n', "'1C' is not a card"),
        (as_toml(whole_table()).replace("JM = [", "JM = ["[:-1] + "3 # ["), "card JM: the effects"),
        ("cards = 3", "'cards' must be a table"),
        ("this is no table", "the file is not TOML"),
        ("[[[[", "the file is not TOML"),
        ("\x00\x01", "the file is not TOML"),
        ("[" * 50_000, "the file is not TOML"),
        ("", "the file is empty"),
        (" \n\t\n", "the file is empty"),
        ("# nothing but a remark\n", "card 2C is missing"),
        ("x" * 10_000_000, "the file is too long for a card table: more than 100000 characters"),
    ],
)
def test_bad_files_are_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        read_card_table(text)
    message = str(refused.value)
    assert words in message
    assert "\n" not in message
    assert len(message) < 200


@pytest.mark.parametrize(
    "cards",
    [
        [],
        "2C",
        3,
        {"2C": "draw*"},
        {"2C": None},
        {"2C": [1]},
        {"2C": [["draw*"]]},
        {"2C": [None, "draw*"]},
        {2: ["draw*"]},
        {"": ["draw*"]},
    ],
)
def test_bad_options_are_refused(cards: object) -> None:
    with pytest.raises(InvalidOptions):
        GAME.read_options({"cards": cards})


def test_the_option_can_be_typed() -> None:
    option = next(option for option in GAME.options if option.name == "cards")
    assert option.read_text('{"2M": ["draw*"]}') == {"2M": ["draw*"]}
    with pytest.raises(InvalidOptions):
        option.read(option.read_text("no JSON"))
