"""What all answers have in common."""

import json
from collections.abc import Iterator
from types import GetSetDescriptorType, NoneType
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

A = TypeVar("A", bound="Answer")

Json: TypeAlias = Any
"""Whatever JSON has, and what it is read as."""
EMPTY: dict[str, Any] = {}
"""A dictionary that was left out."""
Row: TypeAlias = dict[str, Any]
"""A row of a table: ``pandas.DataFrame`` takes a list of them."""


class Answer:
    """An answer of the engine: its fields are those of the command line's JSON. It does not change."""

    _table: ClassVar[str | tuple[str, ...] | None] = None
    """The field whose items are the rows of the answer's table; or the name of a number that counts the items
    of several fields, and these.
    """
    _keys: ClassVar[dict[str, str]] = {}
    """The keys in JSON of fields that have another name in Python."""
    _json: dict[str, Any]

    def __init__(self, fields: dict[str, Any]) -> None:
        """Read the fields of JSON."""
        values = self.__dict__
        for name, type_ in _fields_of(type(self)).items():
            key = self._keys.get(name, name)
            if key in fields:
                values[name] = _read(type_, fields[key])
            elif not hasattr(type(self), name):
                raise ValueError(f"{type(self).__name__} lacks {key}")
        values["_json"] = fields

    @classmethod
    def from_json(cls: type[A], text: str) -> A:
        """Read the answer from a text of the command line's JSON."""
        return cls(json.loads(text))

    def to_dict(self) -> dict[str, Any]:
        """Return the command line's JSON."""
        return cast("dict[str, Any]", json.loads(json.dumps(self._json)))

    def rows(self, of: str | None = None) -> list[Row]:
        """Return a table: its rows, as ``pandas.DataFrame`` takes them.

        Without ``of`` these are the rows that the answer is about. ``of`` names parts of each of them, as in
        ``table.rows("against")``: the rows are then those of the parts, after the texts and whole
        numbers of the row that each is a part of. Fields of fields are joined by ``_``; the ends of an
        interval are ``_low`` and ``_high``. Where the answer has another table itself, as `connect_toe.tune`
        has a ``path``, ``of`` is that table's name.
        """
        if of is None and isinstance(self._table, tuple):
            number, *names = self._table
            columns = zip(*(getattr(self, name) for name in names), strict=True)
            return [{number: place} | dict(zip(names, row, strict=True)) for place, row in enumerate(columns)]
        of_itself = not isinstance(self._table, str)
        rows: list[Answer] = [self] if of_itself else list(getattr(self, str(self._table)))
        if of is None:
            return [_row(row) for row in rows]
        own = _tables_of(type(self))
        parts = own if of_itself else _tables_of(get_args(_fields_of(type(self))[str(self._table)])[0])
        if of in parts:
            return [_named(row) | _row(part) for row in rows for part in getattr(row, of)]
        if of in own:
            return [_row(row) for row in getattr(self, of)]
        names = [name for name in dict.fromkeys([*parts, *own]) if name != self._table]
        raise ValueError(f"{type(self).__name__} has no table {of!r}, but {names}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} does not change: {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._json == other._json if isinstance(other, Answer) else False

    def __hash__(self) -> int:
        return hash(json.dumps(self._json, sort_keys=True))

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        return type(self), (self._json,)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(self._summary())}>"

    def _summary(self) -> Iterator[str]:
        """What a reader wants to see first: short fields, and the numbers of parts."""
        for name in _fields_of(type(self)):
            value = getattr(self, name)
            if isinstance(value, tuple) and value and isinstance(value[0], Answer):
                yield f"{len(value)} {name}"
            elif isinstance(value, float):
                yield f"{name}={value:.4g}"
            elif isinstance(value, (str, int)) and value is not False and len(repr(value)) <= 40:
                yield f"{name}={value!r}"


_FIELDS: dict[str, dict[str, Any]] = {}


def _fields_of(cls: type[Answer]) -> dict[str, Any]:
    """The types of a class's fields."""
    name = f"{cls.__module__}.{cls.__qualname__}"
    if name not in _FIELDS:
        hints = get_type_hints(cls).items()
        _FIELDS[name] = {field: type_ for field, type_ in hints if not field.startswith("_")}
    return _FIELDS[name]


def _origin(type_: Json) -> object:
    """The type without its parameters."""
    return get_origin(type_)


def _is_table(type_: Json) -> bool:
    return (
        _origin(type_) is tuple
        and isinstance(get_args(type_)[0], type)
        and issubclass(get_args(type_)[0], Answer)
    )


def _tables_of(cls: type[Answer]) -> list[str]:
    """The fields whose items are answers."""
    return [name for name, type_ in _fields_of(cls).items() if _is_table(type_)]


def _read(type_: Json, value: Json) -> Json:
    """What JSON has, as this type."""
    if value is None:
        return None
    arguments = get_args(type_)
    if _origin(type_) is tuple:
        return tuple(_read(arguments[0], item) for item in value)
    if NoneType in arguments:
        return _read(arguments[0], value)
    if _origin(type_) in (dict, Literal) or not isinstance(type_, type):
        return value
    if issubclass(type_, Answer):
        return type_(value)
    if hasattr(type_, "from_json"):
        return type_.from_json(json.dumps(value))
    return float(value) if type_ is float else value


def _row(answer: Answer) -> Row:
    """The fields as columns, the same for all answers of a class. Texts, which name a row, come first."""
    row = dict(_columns(type(answer), answer, ""))
    return dict(sorted(row.items(), key=lambda item: not isinstance(item[1], str)))


def _named(answer: Answer) -> Row:
    """What says of whom the parts of a row are: its texts and whole numbers."""
    values = {name: getattr(answer, name) for name in _fields_of(type(answer))}
    return {
        name: value
        for name, value in values.items()
        if isinstance(value, (str, int)) and not isinstance(value, bool)
    }


def _columns(type_: Json, value: Json, name: str) -> Iterator[tuple[str, Any]]:
    """The columns of a value of this type, which may be None; tables have none."""
    arguments = [argument for argument in get_args(type_) if argument is not NoneType]
    if NoneType in get_args(type_):
        type_ = arguments[0]
        arguments = list(get_args(type_))
    if isinstance(type_, type) and issubclass(type_, Answer):
        for field, inner in _fields_of(type_).items():
            part = None if value is None else getattr(value, field)
            yield from _columns(inner, part, f"{name}_{field}" if name else field)
    elif hasattr(type_, "to_dict"):
        yield from flat(_fields_without(type_) if value is None else value.to_dict(), f"{name}_").items()
    elif _is_interval(name, arguments):
        yield f"{name}_low", None if value is None else value[0]
        yield f"{name}_high", None if value is None else value[1]
    elif not _is_table(type_):
        yield name, value


def _fields_without(type_: type) -> Row:
    """The fields of JSON of a native class, where there is no value: its properties bear their names."""
    return dict.fromkeys(name for name, part in vars(type_).items() if isinstance(part, GetSetDescriptorType))


def flat(fields: dict[str, Any], name: str = "") -> Row:
    """Return the fields of JSON as one row, without what is a table of its own."""
    row: Row = {}
    for key, value in fields.items():
        column = f"{name}{key}"
        if isinstance(value, dict):
            row |= flat(value, f"{column}_")
        elif isinstance(value, list) and _is_interval(key, value):
            row[f"{column}_low"], row[f"{column}_high"] = value
        elif not (isinstance(value, list) and value and isinstance(value[0], dict)):
            row[column] = value
    return row


def _is_interval(name: str, ends: list[Any]) -> bool:
    return name.endswith(("interval", "wilson", "clopper_pearson")) and len(ends) == 2
