"""Play at a server's table by ``fatum join`` on a real terminal, to the end.

Usage: python terminal.py ADDRESS NAME. It sees what the terminal shows and presses keys, nothing else. When
the result is on the screen it prints how many keys it has pressed, leaves, and exits as ``fatum`` did.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

from fatum.i18n.keyed import keyed_texts

BEAT = 0.1
"""Seconds between two keys. Enter plays the card under the cursor, and nothing if nothing is asked."""
PATIENCE = 300


def play(address: str, name: str) -> int:
    process, screen = pty.fork()
    if process == 0:
        words = ["-m", "fatum", "join", address, "--name", name, "--language", "en"]
        os.execv(sys.executable, [sys.executable, *words])
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    over = keyed_texts("en")("end.rematch").encode()
    seen = bytearray()
    end = time.monotonic() + PATIENCE
    pressed = 0
    while over not in seen:
        if time.monotonic() > end:
            raise SystemExit(f"the game has not ended:\n{seen[-4000:].decode(errors='replace')}")
        if select.select([screen], [], [], BEAT)[0]:
            try:
                seen += os.read(screen, 65536)
            except OSError:  # the terminal is closed
                break
        else:
            os.write(screen, b"\r")
            pressed += 1
    print(pressed, flush=True)
    os.write(screen, b"q")
    time.sleep(0.5)
    os.write(screen, b"\x11")  # Ctrl-Q
    while select.select([screen], [], [], 10)[0]:
        try:
            if not os.read(screen, 65536):
                break
        except OSError:
            break
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if code != 0:
        # What the app said of it is all that tells why.
        print(seen[-8000:].decode(errors="replace"), file=sys.stderr)
    return code


if __name__ == "__main__":
    raise SystemExit(play(*sys.argv[1:]))
