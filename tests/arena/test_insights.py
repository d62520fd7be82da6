"""What games count for a designer agrees with what happened."""

from collections import Counter

import pytest

from fatum.arena.run.pool import Where
from fatum.arena.run.survey import Setting, Survey, survey, variants_of
from fatum.core.chance import SeededChance
from fatum.core.events import Event
from fatum.core.options import Options
from fatum.core.rng import Rng
from fatum.games.registry import find_game


def _played(name: str, players: int, seed: int) -> tuple[Options, list[Event], list[float], object]:
    game = find_game(name)
    options = game.read_options({"players": players})
    state = game.new(options, SeededChance(bytes([seed] * 32)), listen=True)
    state.playout(Rng(seed))
    return options, state.events or [], state.payoffs(), state.outcome()


@pytest.mark.parametrize("name", ["karma", "allin"])
def test_every_measure_is_described_and_shown(name: str) -> None:
    insights = find_game(name).parts.insights
    assert insights is not None
    shown = [measure for _, _, measures, _ in insights.sections for measure in measures]
    assert sorted(shown) == sorted(insights.measures)
    found = set()
    for seed in range(20):
        options, events, payoffs, _ = _played(name, 3, seed)
        samples = insights.observe(options, payoffs, events)
        found |= {measure for measure, _, _, _ in samples}
        lists = {m for _, _, measures, item in insights.sections if item for m in measures}
        assert all((measure in lists) == bool(item) for measure, item, _, _ in samples)
    assert found == set(insights.measures)


@pytest.mark.parametrize("seed", range(4))
def test_all_in_accounts_for_every_rune(seed: int) -> None:
    insights = find_game("allin").parts.insights
    assert insights is not None
    options, events, payoffs, outcome = _played("allin", 4, seed)
    samples = insights.observe(options, payoffs, events)
    assert isinstance(outcome, dict)
    sources = sum(value for measure, _, value, _ in samples if measure == "source")
    assert sources == sum(outcome["runes"])
    total = [(value, number) for measure, _, value, number in samples if measure == "pot_share"]
    assert total[0][1] == sum(outcome["runes"])


@pytest.mark.parametrize("seed", range(4))
def test_what_is_above_average_is_below_elsewhere(seed: int) -> None:
    """Worth is counted against the average of the round, so over all hands it is nothing."""
    insights = find_game("allin").parts.insights
    assert insights is not None
    options, events, payoffs, _ = _played("allin", 5, seed)
    samples = insights.observe(options, payoffs, events)
    for measure in ("hand_worth", "card_dealt"):
        assert sum(value for name, _, value, _ in samples if name == measure) == pytest.approx(0)


@pytest.mark.parametrize("seed", range(4))
def test_all_in_effects_are_those_of_the_played_cards(seed: int) -> None:
    insights = find_game("allin").parts.insights
    assert insights is not None
    options, events, payoffs, _ = _played("allin", 3, seed)
    samples = insights.observe(options, payoffs, events)
    used = Counter(item for name, item, _, _ in samples if name == "effect_used")
    kinds = Counter(event.kind for event in events)
    for kind in ("take", "swap", "draw", "rune", "hypnosis", "eye"):
        assert used[kind] == kinds[kind]
    assert sum(used[f"reveal{size}"] for size in (3, 4, 5)) == kinds["reveal"]
    skipped = sum(name == "effect_skipped" for name, _, _, _ in samples)
    assert skipped == kinds["skip"]


@pytest.mark.parametrize("seed", range(4))
def test_karma_counts_what_happened(seed: int) -> None:
    insights = find_game("karma").parts.insights
    assert insights is not None
    options, events, payoffs, _ = _played("karma", 4, seed)
    samples = insights.observe(options, payoffs, events)
    kinds = Counter(event.kind for event in events)
    for measure, kind in {"burns": "burn", "takes": "take", "gifts": "give"}.items():
        assert sum(name == measure for name, _, _, _ in samples) == kinds[kind]
    dealt = sum(name == "dealt_value" for name, _, _, _ in samples)
    assert dealt == 4 * 6
    fits = [value for name, _, value, _ in samples if name == "flips_fit"]
    assert len(fits) == kinds["flip"]
    stock = [value for name, _, value, _ in samples if name == "lead_escapes"]
    assert 1 <= len(stock) <= 4


def test_a_third_game_needs_nothing_here(toy: str) -> None:
    plan = Survey(toy, (Setting("as it is", {}),), (2, 3), ("random",), 30, bytes(32))
    found = survey(plan, Where())
    assert found[0, 3].tally.games == 30
    assert found[0, 3].measures == {}
    assert [setting.label for setting in variants_of(find_game(toy), {})] == ["low"]


def test_every_switch_and_choice_is_a_variant() -> None:
    labels = [setting.label for setting in variants_of(find_game("allin"), {"heirs": True})]
    assert labels == ["side B", "discard shadows", "discard closed eye", "without heirs"]


def test_settings_differ_by_their_rules_and_not_by_their_luck() -> None:
    settings = (Setting("a", {}), Setting("b", {}))
    plan = Survey("karma", settings, (3,), ("random",), 10, bytes(32))
    found = survey(plan, Where(2))
    assert found[0, 3] == found[1, 3] == survey(plan, Where(1))[0, 3]
