"""The model of hidden hands that is part of the package, and its file (``docs/beliefs.md``)."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from fatum.bots.policies.allin.beliefs import SCALE, Beliefs
from fatum.bots.policies.allin.policy import AllInPolicy
from fatum.bots.policies.allin.traits import GROUP_STARTS, TRAITS
from fatum.core.options import Options

FILE: Final = "beliefs.toml"
FORMAT: Final = 1


@cache
def trained_beliefs() -> Beliefs | None:
    """The shipped weights; ``None``, which means equal weights, if they are missing."""
    file = files(__package__).joinpath(FILE)
    return read_model(file.read_text("utf-8")) if file.is_file() else None


def trained_policy(options: Options) -> AllInPolicy:
    """The policy with these beliefs; two players keep the guess of version 0.1, with which they play better."""
    return AllInPolicy(options, trained_beliefs(), settles=options.players > 2)


def read_model(text: str) -> Beliefs:
    """A model from its file.

    :raises ValueError: if it is not one of this format.
    """
    data = tomllib.loads(text)
    if data.get("format") != FORMAT or data.get("scale") != SCALE:
        raise ValueError(f"a model of format {FORMAT} and scale {SCALE} is needed")
    if list(data["weights"]) != list(GROUP_STARTS):
        raise ValueError("the model has other groups of traits")
    weights: list[int] = []
    for group, start in GROUP_STARTS.items():
        if len(weights) != start:
            raise ValueError(f"the group before {group} has another size")
        weights.extend(data["weights"][group])
    return Beliefs(weights)


def write_model(file: Path, weights: list[int], training: Mapping[str, int]) -> None:
    """Write a model with the settings that it was trained with."""
    lines = [f"format = {FORMAT}", f"scale = {SCALE}", "", "[training]"]
    lines += [f"{name} = {value}" for name, value in training.items()]
    lines += ["", "[weights]"]
    ends = [*list(GROUP_STARTS.values())[1:], TRAITS]
    for (group, start), end in zip(GROUP_STARTS.items(), ends, strict=True):
        lines.append(f"{group} = [")
        for at in range(start, end, 16):
            row = ", ".join(str(weight) for weight in weights[at : min(at + 16, end)])
            lines.append(f"  {row},")
        lines.append("]")
    file.write_text("\n".join(lines) + "\n", "utf-8")
