"""``python -m fatum.i18n``: the commands for those who keep the texts."""

import sys
from pathlib import Path
from typing import Final

USAGE: Final = """\
usage: python -m fatum.i18n COMMAND

  check              fail if a text is missing, unused, untranslated or hard-coded
  update             bring the catalogues in line with the English texts (also: import-client)
  export FOLDER      write the client's JSON files, one for each language but English
  export-one CODE    print one of them
"""


def main(arguments: list[str]) -> int:
    match arguments:
        case ["check"]:
            return _check()
        case ["update" | "import-client"]:
            from fatum.i18n.messages import all_messages
            from fatum.i18n.update import update

            update(all_messages())
            return 0
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
