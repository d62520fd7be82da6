"""Settings of the documentation (Sphinx, MyST, furo)."""

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

project = "Fatum"
author = "Fatum contributors"
copyright = "Fatum contributors"
_found = re.search(
    r'^__version__ = "(.+)"$', (ROOT / "src/fatum/__init__.py").read_text("utf-8"), re.MULTILINE
)
assert _found, "src/fatum/__init__.py gives no __version__"
version = release = _found[1]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
copybutton_exclude = ".linenos, .gp, .go"  # copies what is typed, not prompts and answers
source_suffix = {".md": "markdown"}
exclude_patterns = ["_static"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
# Code blocks of text, console sessions and JSON fragments with an ellipsis need no colouring.
highlight_language = "none"

html_theme = "furo"
html_title = "Fatum"
html_static_path = ["_static"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7A2E0E", "color-brand-content": "#2F5D9B"},
    "dark_css_variables": {"color-brand-primary": "#D9B25F", "color-brand-content": "#D9B25F"},
}


def _without_constructor(
    app: Any, what: str, name: str, found: object, options: Any, signature: str, answer: str
) -> tuple[str, str] | None:
    """Nobody makes these objects themselves: functions such as ``fatum.new`` do."""
    return ("", "") if what == "class" else None


def setup(app: Any) -> None:
    app.connect("autodoc-process-signature", _without_constructor)
