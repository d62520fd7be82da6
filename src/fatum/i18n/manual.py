"""The pages that travel with the package."""

from importlib.resources import files
from pathlib import Path

from fatum.core.errors import FatumError


def rules_text(game: str) -> str:
    """The numbered rules of a game: from the package, or from the checkout it runs in."""
    page = f"{game}.md"
    shipped = files("fatum") / "rules" / page
    if shipped.is_file():
        return shipped.read_text("utf-8")
    checkout = Path(__file__).resolve().parents[3] / "docs" / "rules" / page
    if checkout.is_file():
        return checkout.read_text("utf-8")
    raise FatumError(f"the rules of {game} are not part of this installation")
