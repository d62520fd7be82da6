"""What all tests share: how hard hypothesis looks, and how much each build can bear."""

import os
import signal
import threading

from hypothesis import HealthCheck, settings

if threading.current_thread() is threading.main_thread():
    # Tests started in the background ignore Ctrl-C, and programs started by
    # them inherit that. Those under test must not.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests read English, whatever the language of the terminal they are started in.
os.environ["FATUM_LANGUAGE"] = "en"

settings.register_profile(
    "suite",
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("suite")
