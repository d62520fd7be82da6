"""The value of late positions that is part of the package, and its file (``docs/beliefs.md``)."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from fatum.bots.policies.karma.thinking import ThinkingPolicy
from fatum.bots.policies.karma.value import GROUPS, SCALE
from fatum.core.options import Options

FILE: Final = "value.toml"
FORMAT: Final = 1


@cache
def trained_weights() -> list[int] | None:
    """The shipped weights; ``None`` if they are missing."""
    file = files(__package__).joinpath(FILE)
    return read_model(file.read_text("utf-8")) if file.is_file() else None


def trained_policy(options: Options) -> ThinkingPolicy:
    """The policy with this value."""
    return ThinkingPolicy(options, trained_weights())


def read_model(text: str) -> list[int]:
    """The weights of a model's file.

    :raises ValueError: if it is not one of this format.
    """
    data = tomllib.loads(text)
    if data.get("format") != FORMAT or data.get("scale") != SCALE:
        raise ValueError(f"a model of format {FORMAT} and scale {SCALE} is needed")
    if {group: len(found) for group, found in data["weights"].items()} != GROUPS:
        raise ValueError("the model has other groups of weights")
    return [weight for group in GROUPS for weight in data["weights"][group]]


def write_model(file: Path, weights: list[int], training: Mapping[str, int]) -> None:
    """Write a model with the settings that it was trained with."""
    lines = [f"format = {FORMAT}", f"scale = {SCALE}", "", "[training]"]
    lines += [f"{name} = {value}" for name, value in training.items()]
    lines += ["", "[weights]"]
    start = 0
    for group, size in GROUPS.items():
        row = ", ".join(str(weight) for weight in weights[start : start + size])
        lines.append(f"{group} = [{row}]")
        start += size
    file.write_text("\n".join(lines) + "\n", "utf-8")
