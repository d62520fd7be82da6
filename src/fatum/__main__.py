"""``python -m fatum`` is ``fatum``."""

import sys

from fatum.cli import main

if __name__ == "__main__":
    sys.exit(main())
