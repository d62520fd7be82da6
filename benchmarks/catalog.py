"""Everything that is measured, what is held against what, and what must come out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from benchmarks import (
    environments,
    footprint,
    growth,
    ours,
    peers_hands,
    peers_openspiel,
    peers_others,
    terminal,
)
from benchmarks.framework import add
from benchmarks.workers import plain, together

EIGHTS = "openspiel.crazy_eights"
HEARTS = "openspiel.hearts"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Ours against a peer (`at_least`: so many times as good), or within a limit.

    `at_most` and `rate` limit what was measured itself.
    """

    ours: str
    peer: str = ""
    at_least: float | None = None
    at_most: float | None = None
    rate: float | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Comparisons whose benchmarks are measured in turn."""

    title: str
    note: str
    comparisons: tuple[Comparison, ...]
    once: bool = False  # slow: one repeat is enough

    def names(self) -> list[str]:
        """Its benchmarks, each once."""
        names = [n for c in self.comparisons for n in (c.ours, c.peer) if n]
        return list(dict.fromkeys(names))


def both(kind: str, *against: tuple[str, float | None]) -> tuple[Comparison, ...]:
    """Each of our games against each of these peers."""
    return tuple(
        Comparison(f"ours.{name}.{kind}", peer, target)
        for peer, target in against
        for name in ours.GAMES
    )


SECTIONS = (
    Section(
        "Stepping from Python",
        "Whole games of four players, deal included: legal moves, choose one at random, apply."
        " Plain is the build for machines without a compiler.",
        (
            *both("stepping", (f"{EIGHTS}.stepping", 3.0), (f"{HEARTS}.stepping", None)),
            *both("plain", (f"{EIGHTS}.stepping", 0.5)),
            *both(
                "stepping",
                ("rlcard.uno.stepping", None),
                ("pettingzoo.leduc.stepping", None),
                ("pokerkit.holdem.stepping", None),
            ),
        ),
    ),
    Section(
        "Stepping from Python, already dealt",
        "The hardest comparison: games start from a copy of a dealt position, and the peer's loop"
        " is tuned by hand.",
        both("dealt", (f"{EIGHTS}.tuned", None), (f"{HEARTS}.tuned", None)),
    ),
    Section(
        "Playouts inside the library",
        "Random games to the end, from copies of dealt positions, without Python in between.",
        both("playouts", (f"{EIGHTS}.rollouts", 2.0), (f"{HEARTS}.rollouts", None)),
    ),
    Section(
        "Two processes",
        "Playouts in two processes on two cores against one.",
        tuple(Comparison(f"ours.{n}.two", f"ours.{n}.one", 1.8) for n in ours.GAMES),
    ),
    Section(
        "Copies",
        f"A position after {ours.MIDDLE} actions, copied.",
        both("copy", (f"{EIGHTS}.clone", 1.0), (f"{HEARTS}.clone", None)),
    ),
    Section(
        "Hands",
        "Five-card hands built beforehand, ranked by one call from Python for each. All In's order"
        " includes the suits.",
        (
            Comparison("ours.allin.hands", "eval7.hands", 1.2),
            Comparison("ours.allin.hands", "treys.hands"),
        ),
    ),
    Section(
        "Views",
        "What one player may know. A Fatum view holds everything the seat remembers and can be"
        " redealt; OpenSpiel's observation string is the nearest thing.",
        (
            *both("view", (f"{EIGHTS}.view", None)),
            *both("view_data", (f"{EIGHTS}.view", None)),
        ),
    ),
    Section(
        "Redeals",
        "Hidden cards dealt again, consistently with a view.",
        both("redeal", (f"{HEARTS}.resample", None)),
    ),
    Section(
        "Batches",
        f"{ours.BATCH} games in lockstep: ours driven from Python, Pgx in one loop compiled by XLA.",
        both("batch", ("pgx.leduc.batch", None)),
    ),
    Section(
        "Environments: batches",
        f"{environments.BATCH} games of four players in lockstep on one core: random moves as an array in, observations"
        " and masks as arrays out, games dealt again when they are over.",
        (
            Comparison("ours.karma.vector", "pgx.leduc.batch", rate=2_000_000),
            Comparison("ours.allin.vector", "pgx.leduc.batch", rate=1_200_000),
            *both("vector_recall", ("pgx.leduc.batch", None)),
        ),
    ),
    Section(
        "Environments: batches on all cores",
        f"The same with {environments.LARGE_BATCH} games shared by processes; Pgx may use every core, too.",
        (
            Comparison("ours.karma.vector_shared.everywhere", "pgx.leduc.everywhere", 1.5),
            Comparison("ours.allin.vector_shared.everywhere", "pgx.leduc.everywhere"),
            *(
                Comparison(
                    f"ours.{n}.vector_two.everywhere", f"ours.{n}.vector_alone.everywhere", 1.8
                )
                for n in ours.GAMES
            ),
        ),
    ),
    Section(
        "Environments: one game",
        "Whole games by each library's own interface, observations included where it gives them. Chance nodes are"
        " nobody's action: a shuffle of ours in OpenSpiel is one for each card.",
        (
            *both("pettingzoo", ("pettingzoo.leduc.stepping", 20.0)),
            *both(
                "openspiel",
                ("openspiel.python_tic_tac_toe", 1.0),
                ("openspiel.python_kuhn_poker", 1.0),
            ),
        ),
    ),
    Section(
        "Memory",
        f"Bytes a game takes after {ours.MIDDLE} actions, {footprint.STATES:,} games held at once.",
        both("memory", (f"{EIGHTS}.memory", None)),
    ),
    Section(
        "Start-up",
        "`fatum --help`, from start to end.",
        (Comparison("ours.start", "", None, 0.25), Comparison("", "python.start")),
    ),
    Section(
        "The table in a terminal",
        "`fatum play karma` on a screen of 100 by 30 characters: seconds until the first card is drawn, and"
        " the share of one core while a game with bots is played at the usual pace. Time in which other"
        " programs have the processor is not counted.",
        (
            Comparison("terminal.start", "", None, 0.5),
            Comparison("terminal.share", "", None, 0.2),
        ),
    ),
    Section(
        "Search",
        "Moves applied to imagined states inside information-set tree search, in the tree and in the"
        " roll-outs, redeals included, four players, from the first decision of a game: ours with"
        " rules of thumb for the others and for the roll-outs, OpenSpiel's in C++ with random"
        " roll-outs, of which every one plays the 64 actions of a hearts game to the end.",
        both("search", (f"{HEARTS}.ismcts", 3.0)),
    ),
    Section(
        "Installation",
        "From a fresh clone to a running `fatum`, in an environment of its own.",
        (Comparison("ours.install", "", None, 120.0),),
        once=True,
    ),
)


def register_all() -> None:
    """Make every benchmark known."""
    for module in (
        ours,
        peers_openspiel,
        peers_hands,
        peers_others,
        footprint,
        growth,
        environments,
        terminal,
    ):
        module.register()
    for name, title in ours.GAMES.items():
        rate, playouts = "actions/s", f"ours.{name}.playouts"
        add(
            f"ours.{name}.plain",
            f"{title}, plain",
            rate,
            partial(plain, f"ours.{name}.stepping"),
        )
        add(f"ours.{name}.one", f"{title}, 1 core", rate, partial(together, playouts, 1))
        add(f"ours.{name}.two", f"{title}, 2 cores", rate, partial(together, playouts, 2))
