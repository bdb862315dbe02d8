"""A Ray cluster of two nodes with a core each, on the loopback interface alone, as a process of its own.

``LAB_CORES`` in the environment is another number of cores for each node.

It prints a line of JSON with the address and the numbers of processes, ``{"address": …, "raylets": [head,
other], "store": …}``, and ends when its standard input does. Ray's own command would listen on every
interface. The caller sets the environment, see `environment`; `running_cluster` starts it with that.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab_files import command


def environment(folder: Path) -> dict[str, str]:
    """What the cluster and its drivers need: nodes at 127.0.0.1, and a token that others do not have."""
    token = folder / "token"
    if not token.exists():
        token.write_text("0123456789abcdef" * 4)
        token.chmod(0o600)
    return {
        **os.environ,
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN_PATH": str(token),
        "RAY_USAGE_STATS_ENABLED": "0",
        # Seconds that a node may take to start where much else is going on.
        "RAY_raylet_start_wait_time_s": "60",
        # Seconds until a driver without the head gives up, in place of 60.
        "RAY_gcs_rpc_server_reconnect_timeout_s": "5",
        "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    }


@dataclass
class Cluster:
    """A running cluster."""

    address: str
    raylets: list[int]
    store: int
    env: dict[str, str]

    def lab(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """The command, as a driver of this cluster."""
        return command(*arguments, "--ray", self.address, env=self.env)

    def driver(self, *arguments: str) -> "subprocess.Popen[str]":
        """The command, which runs on."""
        line = [sys.executable, "-m", "connect_toe.lab", *arguments, "--ray", self.address]
        return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.env)


STARTS = 3
"""How often a cluster is started: where much else is going on, Ray gives up at times."""


@contextmanager
def running_cluster(folder: Path) -> Iterator[Cluster]:
    env = environment(folder)
    errors = folder / "errors"
    told = ""
    for _ in range(STARTS):
        with errors.open("w") as stderr:
            process = subprocess.Popen(
                [sys.executable, __file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env=env,
                text=True,
            )
        assert process.stdout is not None
        told = process.stdout.readline()
        if told:
            break
        process.communicate(timeout=60)
    assert told, errors.read_text()
    try:
        yield Cluster(**json.loads(told), env=env)
    finally:
        process.communicate(timeout=60)


def kill_tree(pid: int) -> None:
    """Kills a process with all that it has started, first itself."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            children.setdefault(int(stat.rsplit(")", 1)[1].split()[1]), []).append(int(entry.name))
    waiting = [pid]
    while waiting:
        one = waiting.pop(0)
        waiting += children.get(one, [])
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            continue


def main() -> None:
    """Starts the nodes and waits."""
    import ray.cluster_utils

    arguments: dict[str, Any] = {
        "num_cpus": int(os.environ.get("LAB_CORES", "1")),
        "object_store_memory": 80 << 20,
        "node_ip_address": "127.0.0.1",
        "include_dashboard": False,
    }
    cluster: Any = ray.cluster_utils.Cluster(initialize_head=True, connect=False, head_node_args=arguments)
    other = cluster.add_node(**{**arguments, "include_dashboard": None})
    cluster.wait_for_nodes()
    raylets = [node.all_processes["raylet"][0].process.pid for node in (cluster.head_node, other)]
    store = cluster.head_node.all_processes["gcs_server"][0].process.pid
    print(json.dumps({"address": cluster.address, "raylets": raylets, "store": store}), flush=True)
    sys.stdin.read()
    cluster.shutdown()


if __name__ == "__main__":
    main()
