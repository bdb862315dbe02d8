"""Answers as tables, whatever they leave out."""

from types import NoneType
from typing import Any, Literal, get_args, get_origin

import pytest

import connect_toe as ct
from connect_toe import answers
from connect_toe.answers._answer import Answer, _fields_of

CLASSES = [
    kind
    for kind in vars(answers).values()
    if isinstance(kind, type) and issubclass(kind, Answer) and kind is not Answer
]
SHOWN = ct.statistics((60, 25, 15), against=(50, 25, 25), sprt=(0, 20), plan=20)
NATIVE: dict[type, Any] = {
    ct.Elo: SHOWN.elo,
    ct.SequentialTest: SHOWN.sprt,
    ct.MatchResult: ct.Game("3x3:3").match("random", "random", games=2),
}


def made(type_: Any, whole: bool) -> Any:  # noqa: ANN401
    """Gives JSON of a type, with or without what may be missing."""
    kind, inner = get_origin(type_) or type_, get_args(type_)
    if NoneType in inner:
        return made(inner[0], whole) if whole else None
    if kind is tuple:
        return [made(inner[0], whole)] * (1 if inner[-1] is ... else len(inner))
    if kind is Literal:
        return inner[0]
    if kind in NATIVE:
        return NATIVE[kind].to_dict()
    if isinstance(kind, type) and issubclass(kind, Answer):
        return fields(kind, whole)
    return kind() if isinstance(kind, type) else None


def fields(kind: type[Answer], whole: bool) -> dict[str, Any]:
    """Gives JSON of an answer."""
    types = _fields_of(kind).items()
    return {
        kind._keys.get(name, name): made(type_, whole)
        for name, type_ in types
        if whole or not hasattr(kind, name)
    }


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_rows_have_the_same_columns_whatever_is_missing(kind: type[Answer]) -> None:
    whole, bare = kind(fields(kind, True)), kind(fields(kind, False))
    assert [set(row) for row in whole.rows()] == [set(row) for row in bare.rows()]


def test_statistics_have_a_row() -> None:
    (bare,), (whole,) = ct.statistics((60, 25, 15)).rows(), SHOWN.rows()
    assert set(bare) == set(whole)
    assert (bare["sprt_verdict"], bare["sprt_elo1"], bare["plan_games"]) == (None, None, None)
    assert (whole["sprt_elo1"], whole["elo_value"]) == (20, bare["elo_value"])


def test_tables_beside_the_rows_have_rows() -> None:
    tuned = ct.tune("3x3:3", "best:nodes=20,noise=400{0..500},eval=runs", pairs=2, test_games=2)
    assert [row["pairs"] for row in tuned.rows("path")] == [step.pairs for step in tuned.path] == [1, 2]
    assert tuned.rows("settings") == tuned.rows()
    with pytest.raises(ValueError, match=r"Tuned has no table 'paths', but \['path'\]"):
        tuned.rows("paths")
    table = ct.tournament("3x3:3", ["random", "two-ply"], games=2)
    assert [(row["opponent"], row["player"]) for row in table.rows("against")] == [
        ("random", "two-ply"),
        ("two-ply", "random"),
    ]
