"""A trained network as a bot: NumPy is enough to play, whatever it was trained with.

A policy is a file of NumPy's (``.npz``) with layers ``w0``, ``b0``, ``w1``, ``b1``, …, each applied to a row
of columns and followed by a ReLU, except the last, which has a number for each move; and ``about``, the
game and the encoding as JSON.
"""

import json
import os
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fatum.bots.base import Budget
from fatum.core.errors import FatumError
from fatum.core.game import View
from fatum.core.rng import Rng
from fatum.envs.encode import Encoding
from fatum.games.registry import find_game

Layers = list[tuple[NDArray[Any], NDArray[Any]]]


def save_policy(path: str | os.PathLike[str], encoding: Encoding, layers: Layers) -> None:
    """Write a network for the views of one encoding."""
    about = {
        "game": encoding.game.name,
        "options": encoding.options.to_dict(),
        "form": encoding.form,
        "version": encoding.version,
    }
    arrays: dict[str, Any] = {"about": json.dumps(about)}
    for number, (weights, bias) in enumerate(layers):
        arrays |= {f"w{number}": weights, f"b{number}": bias}
    np.savez_compressed(path, **arrays)


class PolicyBot:
    """Plays the move that a network likes best.

    :param path: a file that ``save_policy`` has written.
    :raises FatumError: if there is no such file, or it was made for another version of the arrays.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        try:
            with np.load(path, allow_pickle=False) as file:
                found = {name: file[name] for name in file.files}
            about = json.loads(str(found["about"]))
        except (OSError, ValueError, KeyError) as error:
            raise FatumError(f"{path} is not a policy: {error}") from None
        game = find_game(about["game"])
        self.name: Final = Path(path).stem
        self.encoding: Final = Encoding(game, game.read_options(about["options"]), about["form"])
        if about["version"] != self.encoding.version:
            raise FatumError(
                f"{path} reads arrays of version {about['version']}; "
                f"this Fatum writes version {self.encoding.version}"
            )
        count = sum(name.startswith("w") for name in found)
        self._layers: Layers = [(found[f"w{n}"], found[f"b{n}"]) for n in range(count)]

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        if len(legal) == 1:
            return legal[0]
        row: NDArray[Any] = self.encoding.encode(view).astype(np.float32)
        for weights, bias in self._layers[:-1]:
            row = np.maximum(row @ weights + bias, 0)
        weights, bias = self._layers[-1]
        return legal[int(np.argmax(row @ weights[:, legal] + bias[legal]))]
