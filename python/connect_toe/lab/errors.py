"""Errors with a word about what can be done."""

from typing import TypeVar

from connect_toe._native import RequestError, RunError

E = TypeVar("E", RequestError, RunError)


def with_hint(error: E, hint: str) -> E:
    """The error with a hint as the engine's errors have one."""
    error.hint = hint
    return error
