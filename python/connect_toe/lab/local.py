"""Workers that are threads of this process. The engine works without Python's lock, so they use all cores."""

import os
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event

from connect_toe._native import Progress
from connect_toe.lab.driver import Came, WorkerLostError
from connect_toe.lab.tasks import Done, SealedTask, work


def cores() -> int:
    """Processor cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


class LocalPool:
    """A number of threads (None: one a core)."""

    def __init__(self, workers: int | None = None) -> None:
        self.cores = cores()
        self.workers = self.cores if workers is None else workers
        self.at_once = 2 * self.workers
        self.name: str | None = None
        self._threads = ThreadPoolExecutor(self.workers, thread_name_prefix="lab")
        self._stopped = Event()
        self._flying: set[Future[Done | WorkerLostError]] = set()
        self._sealed = SealedTask("")

    def start(self, sealed: SealedTask) -> None:
        """Set the task whose units are submitted from now on."""
        self._sealed = sealed

    def submit(self, start: int, end: int, seconds: float) -> Future[Done | WorkerLostError]:
        """Submit a range of units."""
        future = self._threads.submit(self._work, start, end, seconds)
        self._flying.add(future)
        return future

    def wait(self, seconds: float) -> list[Came]:
        """Return tasks that have ended, and raise the first error."""
        ended, self._flying = wait(self._flying, timeout=seconds, return_when=FIRST_COMPLETED)
        return [Came(future, future.result()) for future in ended]

    def leave(self) -> None:
        """End the threads."""
        self.stop()

    def stop(self) -> None:
        """Cancel everything that was submitted, and wait until it has ended: tenths of a second."""
        self._stopped.set()
        self._threads.shutdown(cancel_futures=True)

    def _work(self, start: int, end: int, seconds: float) -> Done | WorkerLostError:
        return work(self._sealed, start, end, seconds, self._goes_on)

    def _goes_on(self, _: Progress) -> bool:
        return not self._stopped.is_set()
