"""The package itself: what it imports, what it says of itself."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import connect_toe as ct


def fresh(code: str) -> str:
    """What a new interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_loads_little() -> None:
    code = """
import sys
before = set(sys.modules)
import connect_toe
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
print(sorted(loaded - set(sys.stdlib_module_names)), "asyncio" in loaded)
"""
    assert fresh(code) == "['connect_toe'] False"


def test_games_are_played_without_numpy() -> None:
    code = """
import sys
import connect_toe as ct
state = ct.Game("connect-four").state("d1")
state.analyze("minimax:depth=2"); state.choose("random"); state.evaluate("runs"); state._repr_html_()
print("numpy" in sys.modules)
"""
    assert fresh(code) == "False"


def test_every_name_is_there_and_documented() -> None:
    # Modules of the package that other tests have imported are names of it too.
    names = {name for name, thing in vars(ct).items() if not isinstance(thing, ModuleType)}
    assert set(ct.__all__) == {name for name in names if not name.startswith("_")} | {"__version__"}
    # Constants come first.
    assert ct.__all__ == sorted(ct.__all__, key=lambda name: (not name.isupper(), name))
    assert ct.__version__ == importlib.metadata.version("connect-toe")
    for name in ct.__all__:
        thing = getattr(ct, name)
        assert thing.__doc__, name
        if isinstance(thing, type):
            assert thing.__module__ == "connect_toe", name
            for method in vars(thing):
                assert method.startswith("_") or getattr(thing, method).__doc__, f"{name}.{method}"


def test_the_package_is_typed() -> None:
    folder = Path(ct.__file__).parent
    assert (folder / "py.typed").is_file()
    assert (folder / "_native.pyi").is_file()


def test_the_stub_has_the_docstrings_of_rust() -> None:
    tool = Path(__file__).parents[1] / "tools/docstrings.py"
    done = subprocess.run([sys.executable, tool, "--check"], check=False)
    assert done.returncode == 0, f"python {tool} writes them"


def test_a_fork_goes_on() -> None:
    code = """
import os, connect_toe as ct
game = ct.Game("connect-four")
before = game.playouts(1000, seed=1)
child = os.fork()
if child == 0:
    os._exit(0 if game.playouts(1000, seed=1) == before else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert fresh(code) == "0"
