"""What a report about All In measures, and what each number means."""

from typing import Final

from fatum.core.parts import read_sections
from fatum.games.allin.rules.hands import CATEGORIES

MEASURES, SECTIONS = read_sections("""
Predictions
How often the strongest hand is foreseen, and what foreseeing it is worth.
right | share | right predictions | Predictions that named the strongest hand. A blind guess among n players is right 1 / n of the time.
anyone_right | share | somebody is right | Rounds in which at least one player was right.
self | share | bet on own hand | Predictions that named the predictor.
self_right | share | right about own hand | Of the predictions that named the predictor.
other_right | share | right about others | Of the predictions that named somebody else.
strongest_knows | share | the strongest knows it | Holders of the strongest hand who predicted themselves.
pot_worth | number | runes for a prediction | What a prediction brings on average, right or wrong.
right_worth | number | runes for a right prediction | What a right prediction brings.
pot_share | share | runes that come from pots | Of all runes of all players.
winner_right | share | right, by the winner | Right predictions of the game's winner.
others_right | share | right, by the others | Right predictions of all the others.
carried | share | pots carried over | Rounds that leave runes for the next pot.

When to predict | prediction
By order of prediction, in games of three or more: later ones have heard the earlier.
order_right | share | right | Predictions made at this point that were right.
order_worth | number | runes | What a prediction made at this point brings.

Turns and All In
How rounds go, and whether going All In pays.
round_turns | number | turns in a round | Forced passes count as turns.
passes | count | passes | Free passes per game.
all_in | share | rounds with an All In | Rounds in which somebody goes All In.
all_in_worth | number | worth of going All In | Runes in that round beyond the average of its players.
all_in_strongest | share | All In is strongest | The All-In player holds the best hand.

Comebacks
How open the game still is before its last round.
leader_wins | share | the leader wins | The player with the most runes before the last round (tied: any of them) wins.
last_wins | share | the last one wins | The player with the fewest runes before the last round (tied: any of them) wins.
behind_wins | share | a winner from behind | Games whose winner did not have the most runes before the last round.

Where runes come from | source
One player in one game.
source | number | runes | Runes of one player in one game.

Hands | hand
What players end up with.
hand_shown | count | shown | How often in a game.
hand_strongest | share | is the strongest | When somebody holds such a hand.
hand_worth | number | worth | Runes in that round beyond the average of its players.

Effects | effect
Use and value of each effect.
effect_used | count | used | How often in a game.
effect_taken | share | used when optional | How often it is used where it could be skipped.
effect_worth | number | worth when used | Runes in the round beyond the average, for each use.
effect_skipped | number | worth when skipped | Runes in the round beyond the average, each time it is skipped.

Cards | card
Use and value of each card of the card table.
card_dealt | number | worth when dealt | Runes in the round beyond the average of those dealt it. Deals are random, so this is what the card itself is worth.
card_played | count | played | How often in a game.
card_worth | number | worth when played | Runes in the round beyond the average of those who play it. Who plays it has chosen to, so part of this is the rest of the hand.
card_kept | count | in the final hand | How often it is in a hand that is shown.
card_options | share | optional effects used | Of its optional effects that were possible.
""")
ITEMS: Final[dict[str, tuple[str, ...]]] = {
    "prediction": ("first", "second", "third", "fourth", "fifth"),
    "hand": tuple(reversed(CATEGORIES)),
}
