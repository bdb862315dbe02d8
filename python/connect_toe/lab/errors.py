"""Errors with hints."""

from typing import TypeVar

from connect_toe._native import RequestError, RunError

E = TypeVar("E", RequestError, RunError)


def with_hint(error: E, hint: str) -> E:
    """Add a hint, as the engine's errors have one."""
    error.hint = hint
    return error
