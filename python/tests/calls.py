"""Long calls as several tests make them: interrupted, and beside another thread."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def seconds_until_interrupted(code: str) -> float:
    """Sends SIGINT to a Python program within a call, and measures until KeyboardInterrupt is caught."""
    program = f"""
import time
import connect_toe as ct
print("begins", flush=True)
try:
    {code}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "begins\n"
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        start = time.perf_counter()
        try:
            assert running.stdout.readline() == "interrupted\n"
            seconds = time.perf_counter() - start
            assert running.wait(timeout=10) == 0
        finally:
            running.kill()
    return seconds


@contextmanager
def counting() -> Iterator[Callable[[], int]]:
    """A thread that counts a thousand times a second if it is let. What is given tells how far it is."""
    counted = 0
    ended = threading.Event()

    def count() -> None:
        nonlocal counted
        while not ended.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        yield lambda: counted
    finally:
        ended.set()
        thread.join()
