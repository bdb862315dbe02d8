"""Whether arguments are what a function's annotations say: the engine would refuse them in terms of JSON."""

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from numbers import Real
from os import PathLike
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from connect_toe._native import RequestError

Type: TypeAlias = Any
"""What an annotation can be."""

LISTS = (Sequence, Iterable)
WORDS = {str: "text", float: "a number", int: "a whole number", bool: "True or False", Callable: "a function"}
WORDS |= dict.fromkeys(LISTS, "a list") | {tuple: "a pair", PathLike: "a path"}


def check_arguments(function: Callable[..., object], arguments: dict[str, Any]) -> None:
    """Check the arguments of a function, which begins with ``check_arguments(itself, locals())``.

    Raises:
        TypeError: An argument is of another type.
        RequestError: It is not one of the values that there are.
    """
    for name, type_ in _hints(function).items():
        if name != "return" and not _is(type_, arguments[name]):
            raise _wrong(name, type_, arguments[name])


def refused(message: str) -> RequestError:
    """Return the error of a request that is wrong."""
    error = RequestError(message)
    error.hint = None
    return error


@cache
def _hints(function: Callable[..., object]) -> dict[str, Type]:
    return get_type_hints(function)


def _kind(type_: Type) -> Type:
    """The type without its parameters."""
    return get_origin(type_) or type_


def _alternatives(type_: Type) -> tuple[Type, ...]:
    return get_args(type_) if _kind(type_) in (Union, UnionType) else (type_,)


def _is(type_: Type, value: object) -> bool:
    """Whether a value is what an annotation says. What the annotation leaves open can be anything."""
    return any(_is_one(one, value) for one in _alternatives(type_))


def _is_one(type_: Type, value: Any) -> bool:  # noqa: ANN401
    kind, inner = _kind(type_), get_args(type_)
    if kind is Literal:
        return any(_is_one(type(one), value) and value == one for one in inner)
    if kind is int:
        return not isinstance(value, bool) and _is_whole(value)
    if kind is float:
        return isinstance(value, Real) and not isinstance(value, bool)
    if kind is bool:
        return isinstance(value, bool) or getattr(value, "dtype", None) == "bool"
    if kind is tuple:
        is_array = getattr(value, "shape", None) == (len(inner),)
        is_list = is_array or (isinstance(value, (list, tuple)) and len(value) == len(inner))
        return is_list and all(map(_is, inner, value))
    if kind in LISTS:
        is_list = isinstance(value, Iterable) and not isinstance(value, (str, bytes))
        # Others may give their items once.
        return is_list and (not isinstance(value, (list, tuple)) or all(_is(inner[0], one) for one in value))
    if kind is Callable:
        return callable(value)
    return kind is Any or not isinstance(kind, type) or isinstance(value, kind)


def _is_whole(value: Any) -> bool:  # noqa: ANN401
    try:
        operator.index(value)
    except TypeError:
        return False
    return True


def _wrong(name: str, type_: Type, value: Any) -> Exception:  # noqa: ANN401
    """The error of a value that is not what an annotation says."""
    alternatives = _alternatives(type_)
    for one in alternatives:
        items = get_args(one)[:1] if _kind(one) in LISTS else ()
        if items and _is(items[0], value):
            return TypeError(f"{name} is a list, as in [{value!r}]")
        if items and isinstance(value, (list, tuple)):
            place = next(place for place, item in enumerate(value) if not _is(items[0], item))
            return _wrong(f"{name}[{place}]", items[0], value[place])
    words = list(dict.fromkeys(_words(alternatives)))
    said = " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
    literals = [one for type_ in alternatives if _kind(type_) is Literal for one in get_args(type_)]
    if any(_is_one(type(one), value) for one in literals):
        return refused(f"{name} is {said}, not {value!r}")
    is_short = value is None or (isinstance(value, (list, tuple)) and len(value) < 10)
    return TypeError(f"{name} is {said}, not {repr(value) if is_short else type(value).__name__}")


def _words(alternatives: tuple[Type, ...]) -> Iterator[str]:
    has_paths = any(_kind(one) is PathLike for one in alternatives)
    for type_ in alternatives:
        kind = _kind(type_)
        if kind is Literal:
            yield from map(repr, get_args(type_))
        elif kind is tuple:
            yield "a pair of numbers"
        elif not (kind is NoneType or (kind is str and has_paths)):
            yield WORDS.get(kind, f"a {kind.__name__}")
