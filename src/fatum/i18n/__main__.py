"""``python -m fatum.i18n``: commands for translators."""

import json
import sys
from pathlib import Path
from typing import Final

USAGE: Final = """\
usage: python -m fatum.i18n COMMAND

  check              fail if a text is missing, unused, untranslated or hard-coded
  update             bring the catalogues in line with the English texts
  fill FILE          put translations in: {"de": {"some.key": "text" or ["one", "other"]}}
  export FOLDER      write the client's texts, a JSON file per language, and the type of their keys
  export-one CODE    print one of them
"""


def main(arguments: list[str]) -> int:
    match arguments:
        case ["check"]:
            return _check()
        case ["update"]:
            from fatum.core.messages import declared
            from fatum.i18n.messages import all_texts
            from fatum.i18n.update import drop_declared_screens, update

            update(all_texts())
            drop_declared_screens(declared())
            return 0
        case ["fill", file]:
            return _fill(Path(file))
        case ["export", folder]:
            from fatum.i18n.client import write_client

            write_client(Path(folder))
            return 0
        case ["export-one", language]:
            from fatum.i18n.client import export_client

            sys.stdout.write(export_client(language))
            return 0
        case _:
            sys.stderr.write(USAGE)
            return 2


def _check() -> int:
    from fatum.i18n.check import check

    complaints = check()
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


def _fill(file: Path) -> int:
    from fatum.core.errors import FatumError
    from fatum.i18n.messages import all_texts
    from fatum.i18n.update import fill_in

    try:
        fill_in(json.loads(file.read_text("utf-8")), all_texts())
    except FatumError as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
