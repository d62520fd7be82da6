"""What a report about All In measures, and what each number means."""

from typing import Final

from fatum.core.parts import COUNT, NUMBER, SHARE, Measure, Section
from fatum.games.allin.rules.hands import CATEGORIES

RUNES: Final = NUMBER

MEASURES: Final[dict[str, Measure]] = {
    "right": (
        "right predictions",
        SHARE,
        (
            "Predictions that named the strongest hand. A blind guess among n players is right 1 / n "
            "of the time."
        ),
    ),
    "anyone_right": ("somebody is right", SHARE, "Rounds in which at least one player was right."),
    "self": ("predict oneself", SHARE, "Predictions that named the predictor."),
    "self_right": ("right about oneself", SHARE, "Of the predictions that named the predictor."),
    "other_right": ("right about others", SHARE, "Of the predictions that named somebody else."),
    "strongest_knows": (
        "the strongest knows it",
        SHARE,
        "Holders of the strongest hand who predicted themselves.",
    ),
    "pot_worth": (
        "runes for a prediction",
        RUNES,
        "What a prediction brings on average, right or wrong.",
    ),
    "right_worth": ("runes for a right prediction", RUNES, "What a right prediction brings."),
    "pot_share": ("runes that come from pots", SHARE, "Of all runes of all players."),
    "winner_right": ("right, by the winner", SHARE, "Right predictions of the game's winner."),
    "others_right": ("right, by the others", SHARE, "Right predictions of all the others."),
    "carried": ("pots carried over", SHARE, "Rounds that leave runes for the next pot."),
    "round_turns": ("turns in a round", NUMBER, "Forced passes count as turns."),
    "passes": ("passes", COUNT, "Free passes per game."),
    "all_in": ("rounds with an All In", SHARE, "Rounds in which somebody goes All In."),
    "all_in_worth": (
        "worth of going All In",
        RUNES,
        "Runes in that round beyond the average of its players.",
    ),
    "all_in_strongest": ("All In is strongest", SHARE, "The All-In player holds the best hand."),
    "leader_wins": (
        "the leader wins",
        SHARE,
        "Whoever has the most runes before the last round (tied: any of them) wins.",
    ),
    "last_wins": (
        "the last one wins",
        SHARE,
        "Whoever has the fewest runes before the last round (tied: any of them) wins.",
    ),
    "behind_wins": (
        "a winner from behind",
        SHARE,
        "Games whose winner did not have the most runes before the last round.",
    ),
    "order_right": ("right", SHARE, "Predictions made at this point that were right."),
    "order_worth": ("runes", RUNES, "What a prediction made at this point brings."),
    "source": ("runes", NUMBER, "Runes of one player in one game."),
    "hand_shown": ("shown", COUNT, "How often in a game."),
    "hand_strongest": ("is the strongest", SHARE, "When somebody holds such a hand."),
    "hand_worth": (
        "worth",
        RUNES,
        "Runes in that round beyond the average of its players.",
    ),
    "effect_used": ("used", COUNT, "How often in a game."),
    "effect_taken": (
        "used when optional",
        SHARE,
        "How often it is used where it could be skipped.",
    ),
    "effect_worth": (
        "worth when used",
        RUNES,
        "Runes in the round beyond the average, for each use.",
    ),
    "effect_skipped": (
        "worth when skipped",
        RUNES,
        "Runes in the round beyond the average, each time it is skipped.",
    ),
    "card_dealt": (
        "worth when dealt",
        RUNES,
        (
            "Runes in the round beyond the average of those dealt it. Deals are random, so this is "
            "what the card itself is worth."
        ),
    ),
    "card_played": ("played", COUNT, "How often in a game."),
    "card_worth": (
        "worth when played",
        RUNES,
        (
            "Runes in the round beyond the average of those who play it. Who plays it has chosen "
            "to, so part of this is the rest of the hand."
        ),
    ),
    "card_kept": ("in the final hand", COUNT, "How often it is in a hand that is shown."),
    "card_options": (
        "optional effects used",
        SHARE,
        "Of its optional effects that were possible.",
    ),
}

SECTIONS: Final[tuple[Section, ...]] = (
    (
        "Predictions",
        "How often the strongest hand is foreseen, and what foreseeing it is worth.",
        (
            "right",
            "anyone_right",
            "self",
            "self_right",
            "other_right",
            "strongest_knows",
            "pot_worth",
            "right_worth",
            "pot_share",
            "winner_right",
            "others_right",
            "carried",
        ),
        "",
    ),
    (
        "When to predict",
        "By order of prediction, in games of three or more: later ones have heard the earlier.",
        ("order_right", "order_worth"),
        "prediction",
    ),
    (
        "Turns and All In",
        "How rounds go, and whether going All In pays.",
        ("round_turns", "passes", "all_in", "all_in_worth", "all_in_strongest"),
        "",
    ),
    (
        "Comebacks",
        "How open the game still is before its last round.",
        ("leader_wins", "last_wins", "behind_wins"),
        "",
    ),
    ("Where runes come from", "One player in one game.", ("source",), "source"),
    ("Hands", "What players end up with.", ("hand_shown", "hand_strongest", "hand_worth"), "hand"),
    (
        "Effects",
        "Use and value of each effect.",
        ("effect_used", "effect_taken", "effect_worth", "effect_skipped"),
        "effect",
    ),
    (
        "Cards",
        "Use and value of each card of the card table.",
        ("card_dealt", "card_played", "card_worth", "card_kept", "card_options"),
        "card",
    ),
)

ITEMS: Final[dict[str, tuple[str, ...]]] = {
    "prediction": ("first", "second", "third", "fourth", "fifth"),
    "hand": tuple(reversed(CATEGORIES)),
}
