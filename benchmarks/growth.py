"""How cost grows with the number of players and with the length of a game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from benchmarks import ours, peers_openspiel
from benchmarks.framework import add

LENGTHS = (5, 10, 20, 40, 60)


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a plot: benchmarks at several values of something."""

    label: str
    points: tuple[tuple[int, str], ...]  # (players or actions, name of a benchmark)


@dataclass(frozen=True, slots=True)
class Growth:
    """One plot, and one table of the report."""

    title: str
    across: str
    unit: str
    series: tuple[Series, ...]


def by_players(kind: str) -> tuple[Series, ...]:
    return tuple(
        Series(title, tuple((n, f"ours.{name}.{kind}.players{n}") for n in ours.PLAYERS[name]))
        for name, title in ours.GAMES.items()
    )


def by_length(kind: str) -> tuple[Series, ...]:
    names = {f"ours.{name}": title for name, title in ours.GAMES.items()}
    names["openspiel.crazy_eights"] = "OpenSpiel crazy_eights"
    return tuple(
        Series(title, tuple((n, f"{name}.{kind}.length{n}") for n in LENGTHS))
        for name, title in names.items()
    )


GROWTH = (
    Growth("Playouts in the library", "players", "actions/s", by_players("playouts")),
    Growth("Stepping from Python", "players", "actions/s", by_players("stepping")),
    Growth("Stepping the first n actions", "actions", "actions/s", by_length("stepping")),
    Growth("Copying after n actions", "actions", "copies/s", by_length("copy")),
)


def register() -> None:
    for name, title in ours.GAMES.items():
        for n in ours.PLAYERS[name]:
            label = f"{title}, {n} players"
            for kind, meter in (("playouts", ours.playouts), ("stepping", ours.stepping)):
                add(
                    f"ours.{name}.{kind}.players{n}",
                    label,
                    "actions/s",
                    partial(meter, name, n),
                )
    for n in LENGTHS:
        for name, title in ours.GAMES.items():
            label = f"{title}, {n} actions"
            add(
                f"ours.{name}.stepping.length{n}",
                label,
                "actions/s",
                partial(ours.stepping_dealt, name, n),
            )
            add(f"ours.{name}.copy.length{n}", label, "copies/s", partial(ours.copy, name, n))
        peer, label = peers_openspiel.CRAZY_EIGHTS, f"OpenSpiel crazy_eights, {n} actions"
        add(
            f"openspiel.crazy_eights.stepping.length{n}",
            label,
            "actions/s",
            partial(peers_openspiel.stepping_tuned, peer, n),
        )
        add(
            f"openspiel.crazy_eights.copy.length{n}",
            label,
            "copies/s",
            partial(peers_openspiel.clone, peer, n),
        )
