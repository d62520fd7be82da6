"""Fatum in five languages: texts, plural forms and rules pages.

One set of gettext catalogues (``locales``) serves the browser client, the server and the command
line. English is the source language and the fallback.
"""

from fatum.i18n.client import export_client
from fatum.i18n.languages import LANGUAGES, choose_language
from fatum.i18n.rules import numbered_rules, rules_text
from fatum.i18n.translator import Translator, translator

__all__ = [
    "LANGUAGES",
    "Translator",
    "choose_language",
    "export_client",
    "numbered_rules",
    "rules_text",
    "translator",
]
