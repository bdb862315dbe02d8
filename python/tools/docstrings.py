"""Write the docstrings of the compiled part, which are Rust's comments, into its stub: editors read it there.

``python python/tools/docstrings.py`` asks the package that is installed and rewrites ``_native.pyi``.
With ``--check`` nothing is written: the exit code says whether the stub is as it would be.
"""

import ast
import inspect
import re
import sys
import textwrap
from pathlib import Path

from connect_toe import _native

STUB = Path(__file__).parent.parent / "connect_toe/_native.pyi"
WIDTH = 100


class Change(tuple[int, int, int, int, str]):
    """A part of the stub, from line and column to line and column, and what stands there instead."""

    __slots__ = ()


def changes(stub: ast.Module) -> list[Change]:
    """What has to change in the stub, from its end to its beginning."""
    found: list[Change] = []
    for node in stub.body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            continue
        found += _change(node, getattr(_native, node.name, None))
        if isinstance(node, ast.ClassDef):
            own = vars(getattr(_native, node.name, object))
            seen: set[str] = set()
            for inner in node.body:
                if (
                    isinstance(inner, ast.FunctionDef)
                    and not inner.name.startswith("__")
                    and inner.name not in seen
                ):
                    seen.add(inner.name)
                    found += _change(inner, own.get(inner.name))
    return sorted(found, reverse=True)


def _change(node: ast.ClassDef | ast.FunctionDef, subject: object) -> list[Change]:
    """The docstring of a class or function, in place of the one it has or of its empty body."""
    text = getattr(getattr(subject, "__func__", subject), "__doc__", None)
    if not text:
        return []
    indent = " " * (node.col_offset + 4)
    first = node.body[0]
    docstring = f"\n{indent}{_literal(inspect.cleandoc(text), indent)}"
    is_expression = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    if not is_expression:
        first_line = min([first.lineno, *(part.lineno for part in getattr(first, "decorator_list", []))])
        return [Change((first_line, 0, first_line, 0, docstring[1:] + "\n\n"))]
    assert first.end_lineno is not None and first.end_col_offset is not None
    start = (first.lineno, first.col_offset)
    return [Change((*start, first.end_lineno, first.end_col_offset, docstring))]


def _literal(text: str, indent: str) -> str:
    """The text as a docstring."""
    paragraphs = [_wrapped(part, WIDTH - len(indent)) for part in re.split(r"\n\s*\n", text)]
    lines = "\n\n".join(paragraphs).split("\n")
    body = "\n".join([lines[0], *(f"{indent}{line}".rstrip() for line in lines[1:])])
    quotes = 'r"""' if "\\" in body else '"""'
    space = " " if body.startswith('"') else ""
    end = "" if len(lines) == 1 and not body.endswith('"') else f"\n{indent}"
    return f'{quotes}{space}{body}{end}"""'


def _wrapped(paragraph: str, width: int) -> str:
    """The paragraph in lines that are not too long, but code as it is."""
    lines = paragraph.split("\n")
    code = next((place for place, line in enumerate(lines) if line.startswith((">>>", " "))), len(lines))
    prose = textwrap.wrap(" ".join(lines[:code]), width, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*prose, *lines[code:]])


def text() -> str:
    """The stub as it should be."""
    stub = STUB.read_text(encoding="utf-8")
    lines = stub.split("\n")
    for line, column, end_line, end_column, new in changes(ast.parse(stub)):
        before = lines[line - 1].encode()[:column].decode().rstrip()
        after = lines[end_line - 1].encode()[end_column:].decode()
        if not before and end_column > 0:
            # It has a line of its own already.
            new = new.removeprefix("\n")
        lines[line - 1 : end_line] = (before + new + after).split("\n")
    return "\n".join(lines)


def main() -> int:
    """Write or check the stub."""
    should_be = text()
    if "--check" in sys.argv[1:]:
        return int(STUB.read_text(encoding="utf-8") != should_be)
    STUB.write_text(should_be, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
