"""Workers that are processes of this machine, for players that are functions of Python.

Threads of one process would wait for one another.
"""

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from typing import cast

from connect_toe.lab.driver import WorkerLostError
from connect_toe.lab.local import LocalPool
from connect_toe.lab.tasks import Done, SealedTask, work


class ProcessPool(LocalPool):
    """A number of processes (None: one a core). Each is looked after by a thread."""

    def __init__(self, workers: int | None = None) -> None:
        super().__init__(workers)
        self._processes = [_Process() for _ in range(self.workers)]
        self._idle: queue.SimpleQueue[_Process] = queue.SimpleQueue()
        for process in self._processes:
            self._idle.put(process)

    def stop(self) -> None:
        """End the processes, whatever they do."""
        self._stopped.set()
        for process in self._processes:
            process.kill()
        super().stop()
        for process in self._processes:
            process.close()

    def _work(self, start: int, end: int, seconds: float) -> Done | WorkerLostError:
        process = self._idle.get()
        try:
            return process.work(self._sealed, start, end, seconds)
        finally:
            self._idle.put(process)


class _Process:
    """A process, which is started when there is something to do."""

    def __init__(self) -> None:
        self._running: subprocess.Popen[bytes] | None = None
        self._is_killed = False
        self._sealed: SealedTask | None = None

    def work(self, sealed: SealedTask, start: int, end: int, seconds: float) -> Done | WorkerLostError:
        """Return or raise what `work` does in the process."""
        running = self._running
        if running is None:
            line = [sys.executable, "-c", f"from {__name__} import serve; serve()"]
            running = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._running, self._sealed = running, None
        if self._is_killed:
            running.kill()
        assert running.stdin is not None and running.stdout is not None
        try:
            # Each process gets a task once.
            pickle.dump((None if sealed is self._sealed else sealed, start, end, seconds), running.stdin)
            running.stdin.flush()
            self._sealed = sealed
            answer = pickle.load(running.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            self.close()
            return WorkerLostError(f"its process ended with code {running.returncode}")
        if isinstance(answer, Exception):
            raise answer
        return cast("Done", answer)

    def kill(self) -> None:
        """End the process, even one that is just being started."""
        self._is_killed = True
        # Its thread may close it at the same time.
        running = self._running
        if running is not None:
            running.kill()

    def close(self) -> None:
        """End the process and forget it."""
        if self._running is not None:
            self._running.kill()
            with contextlib.suppress(BrokenPipeError), self._running:
                pass
            self._running = None


def serve() -> None:
    """Answer requests from standard input until it ends, or until the parent process has ended."""
    # The driver ends its workers, unless it is killed.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    asked, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What players print must not mix with the answers.
    os.dup2(2, 1)
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
    sealed = SealedTask("")
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            new, start, end, seconds = pickle.load(asked)
            sealed = new or sealed
            answer: Done | Exception
            try:
                answer = work(sealed, start, end, seconds)
            except Exception as error:
                answer = error
            pickle.dump(answer, told)
            told.flush()


def _end_with_parent() -> None:
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
