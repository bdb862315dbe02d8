"""Workers that are tasks of an existing Ray cluster.

Every machine of the cluster has the same version of this package. The driver needs a Ray node on its own
machine, as all drivers of Ray do; ``ray job submit`` starts it on one.
"""

import contextlib
import logging
import os
import socket
import time
from typing import Any

from connect_toe._native import RequestError, RunError
from connect_toe.lab.driver import Came, WorkerLostError
from connect_toe.lab.errors import with_hint
from connect_toe.lab.tasks import Done, SealedTask, work

RETRIES = 3
"""How often Ray repeats a task whose worker or machine has died. Then its range is cut in halves."""
REACH_SECONDS = 10.0
"""How long the head of a cluster may take to answer."""
TRIES = "2"
"""How often Ray tries to reach the head, about 40 seconds each time; Ray's default is 20."""
BETWEEN_COUNTS = 5.0
"""Seconds between two looks at how many cores the cluster has."""


class RayPool:
    """Tasks of the cluster with this address, as many at a time as it has cores, or at most ``workers``.

    Addresses are those of ``ray.init``: ``HOST:PORT``, or ``auto`` for the cluster that this machine is in.
    """

    def __init__(self, address: str, workers: int | None = None) -> None:
        """Join the cluster.

        Raises:
            RequestError: An address of Ray Client (``ray://``); Ray is not installed.
            RunError: There is no cluster, or it does not let this process in.
        """
        if address.startswith("ray://"):
            raise with_hint(
                RequestError(f"{address} is an address of Ray Client, over which tasks are not dealt out"),
                "run this on a machine of the cluster, with its HOST:PORT or auto, or by `ray job submit`",
            )
        os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", TRIES)
        try:
            import ray
        except ImportError as error:
            raise with_hint(
                RequestError("Ray is not installed"),
                "install it with `pip install ray`, or use --ray local",
            ) from error
        self._ray: Any = ray
        self._most = workers
        try:
            _reach(address)
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, OverflowError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
            raise with_hint(
                RunError(f"cannot join the Ray cluster {address}: {_first_line(error)}"),
                "start a node with `RAY_AUTH_MODE=token ray start --head`, and give this process the same "
                "RAY_AUTH_MODE and token; or use --ray local",
            ) from error
        self._flying: list[Any] = []
        self._remote = ray.remote(
            num_cpus=1, max_retries=RETRIES, retry_exceptions=False, scheduling_strategy="SPREAD"
        )(work)
        self._sealed: Any = None
        self._counted = float("-inf")
        self._count()

    @property
    def name(self) -> str:
        """The cluster, for the record of the run."""
        nodes = sum(1 for node in self._ray.nodes() if node["Alive"])
        return f"Ray cluster of {nodes} {'node' if nodes == 1 else 'nodes'}"

    @property
    def cores(self) -> int:
        """Cores that the cluster offers."""
        if time.monotonic() - self._counted > BETWEEN_COUNTS:
            self._count()
        return self._cores

    @property
    def workers(self) -> int:
        """Tasks that run at the same time."""
        return self.cores if self._most is None else min(self._most, self.cores)

    @property
    def at_once(self) -> int:
        """Tasks that wait in the cluster or run. Without a limit, two wait for each core."""
        return 3 * self.cores if self._most is None or self._most > self.cores else self._most

    def start(self, sealed: SealedTask) -> None:
        """Set the task whose units are submitted from now on; each machine gets it once."""
        self._sealed = self._ray.put(sealed)

    def submit(self, start: int, end: int, seconds: float) -> object:
        """Submit a range of units."""
        reference = self._remote.remote(self._sealed, start, end, seconds)
        self._flying.append(reference)
        return reference

    def wait(self, seconds: float) -> list[Came]:
        """Return tasks that have ended, and raise the error of a task."""
        ended, _ = self._ray.wait(self._flying, num_returns=1, timeout=seconds)
        if not ended:
            return []
        ended, self._flying = self._ray.wait(self._flying, num_returns=len(self._flying), timeout=0)
        return [Came(reference, self._get(reference)) for reference in ended]

    def leave(self) -> None:
        """Leave the cluster."""
        self._ray.shutdown()

    def stop(self) -> None:
        """Cancel everything that was submitted."""
        for reference in self._flying:
            with contextlib.suppress(self._ray.exceptions.RayError):
                self._ray.cancel(reference)
        self._flying = []

    def _get(self, reference: object) -> Done | WorkerLostError:
        errors = self._ray.exceptions
        try:
            done: Done = self._ray.get(reference)
        except errors.RayTaskError as error:
            cause = getattr(error, "cause", None)
            if isinstance(cause, (RequestError, RunError)):
                # It would be raised on every machine.
                raise cause from None
            failed = RunError(f"a worker failed: {_last_line(error)}")
            raise with_hint(failed, "install the same connect-toe on all machines of the cluster") from error
        except (
            errors.WorkerCrashedError,
            errors.NodeDiedError,
            errors.LocalRayletDiedError,
            errors.OutOfMemoryError,
            errors.ObjectLostError,
        ) as error:
            return WorkerLostError(f"{type(error).__name__}: {_first_line(error)}")
        return done

    def _count(self) -> None:
        self._cores = max(1, int(self._ray.cluster_resources().get("CPU", 0)))
        self._counted = time.monotonic()


def _reach(address: str) -> None:
    """Fail at once if nothing listens at HOST:PORT."""
    if address == "auto":
        address = os.environ.get("RAY_ADDRESS", "")
    host, _, port = address.rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=REACH_SECONDS).close()


def _last_line(error: BaseException) -> str:
    return str(error).strip().rsplit("\n", 1)[-1]


def _first_line(error: BaseException) -> str:
    return str(error).strip().split("\n", 1)[0] or type(error).__name__
