"""Files of players: Python files with own players, which every worker opens."""

import hashlib
import sys
import threading
import traceback
from importlib.util import decode_source
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from connect_toe._native import Player, RequestError, RunError
from connect_toe.lab.errors import with_hint

_EXAMPLE = 'players = [connect_toe.Player(name="mine", evaluate=function)]'


class PlayersFile(NamedTuple):
    """A Python file that defines ``players``, a list of `connect_toe.Player`.

    Its text goes to the workers. It may import what is installed on their machines, but not files beside it.
    """

    name: str
    text: str

    @classmethod
    def read(cls, path: str | PathLike[str]) -> "PlayersFile":
        """Read the file at this path.

        Raises:
            RequestError: It cannot be read.
        """
        try:
            return cls(str(path), decode_source(Path(path).read_bytes()))
        except (OSError, SyntaxError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or error
            refused = RequestError(f"cannot read the file of players {path}: {reason}")
            raise with_hint(refused, f"it is a Python file with a line like `{_EXAMPLE}`") from error

    def open(self) -> list[Player]:
        """Return the players. The file runs once in each process.

        Raises:
            RequestError: The file raises an exception, or does not define players.
        """
        with _LOCK:
            if self not in _OPENED:
                _OPENED[self] = self._run()
            return _OPENED[self]

    def failure(self, error: BaseException) -> RunError:
        """Turn an exception that the players raised into an error that says where."""
        hint = "mend the player; of an experiment, `resume` plays what is missing"
        return with_hint(RunError(self._told(error)), hint)

    def is_theirs(self, error: BaseException) -> bool:
        """Whether an exception comes from the players or from what they returned.

        An exception that ends programs, such as SystemExit, counts if it comes out of the file.
        """
        is_of_engine = isinstance(error, (RequestError, RunError)) or not isinstance(error, Exception)
        return not is_of_engine or self._line(error) is not None

    def _run(self) -> list[Player]:
        # Classes find their module by its name, and so does pickle.
        module = ModuleType(f"connect_toe_players_{hashlib.sha256(self.text.encode()).hexdigest()[:16]}")
        module.__file__ = self.name
        sys.modules[module.__name__] = module
        try:
            exec(compile(self.text, self.name, "exec"), module.__dict__)
        except (Exception, SystemExit) as error:
            del sys.modules[module.__name__]
            hint = "it is run as a program, on every worker; it can import what is installed there"
            raise with_hint(RequestError(self._told(error)), hint) from error
        found = getattr(module, "players", None)
        if found is None:
            raise with_hint(RequestError(f"{self.name} does not define `players`"), f"write `{_EXAMPLE}`")
        if not isinstance(found, (list, tuple)):
            raise self._not_players("players", found)
        for place, player in enumerate(found):
            if not isinstance(player, Player):
                raise self._not_players(f"players[{place}]", player)
        return list(found)

    def _not_players(self, what: str, found: object) -> RequestError:
        kind = type(found).__name__
        return with_hint(
            RequestError(f"{self.name}: `{what}` is of the type {kind}"),
            f"`players` is a list of connect_toe.Player: `{_EXAMPLE}`",
        )

    def _line(self, error: BaseException) -> int | None:
        if isinstance(error, SyntaxError) and error.filename == self.name:
            return error.lineno
        frames = traceback.extract_tb(error.__traceback__)
        return next((frame.lineno for frame in reversed(frames) if frame.filename == self.name), None)

    def _told(self, error: BaseException) -> str:
        line = self._line(error)
        where = self.name if line is None else f"{self.name}, line {line}"
        what = error.msg if isinstance(error, SyntaxError) else str(error)
        return f"{where}: {type(error).__name__}" + (f": {what}" if what else "")


_OPENED: dict[PlayersFile, list[Player]] = {}
_LOCK = threading.Lock()
