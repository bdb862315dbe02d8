"""Write `connect_toe/answers/_fields.py`: answers of requests as classes, from Rust's structs and comments.

``python python/tools/answers.py`` writes the file. With ``--check`` nothing is written: the exit code
says whether it is as it would be.
"""

import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
OUT = ROOT / "python/connect_toe/answers/_fields.py"
SOURCES = [ROOT / "crates/api/src", ROOT / "crates/laboratory/src"]

ANSWERS: dict[str, str | tuple[str, ...] | None] = {
    "AtlasGame": None,
    "AtlasMap": "games",
    "AtlasStatus": None,
    "AttemptedPuzzle": None,
    "BookMade": None,
    "Calibration": "ranges",
    "Counted": ("plies", "positions", "ended"),
    "CountedLines": "lines",
    "CrossTable": "ranking",
    "DataSetMade": "plies",
    "ExperimentCell": None,
    "ExperimentGame": None,
    "FoundPuzzle": None,
    "Grades": "entries",
    "KnownGame": None,
    "LevelsOfGame": "levels",
    "MergedShards": None,
    "PerftCounts": ("plies", "leaves", "ended"),
    "RatedPayoffs": ("player", "nash", "nash_payoffs", "alpha_rank"),
    "RatedTable": "players",
    "ReviewedGame": "moves",
    "Shard": None,
    "Shown": None,
    "Trained": "curve",
    "Tuned": "settings",
    "Verified": None,
    "WrittenAtlasReport": None,
    "WrittenSample": None,
}
"""The answers, each with the field that `rows` are made of, or a number and the fields that it counts."""

PLAIN = {
    "String": "str",
    "bool": "bool",
    "f64": "float",
    "Contribution": "float",
    # Classes that Python has already.
    "Elo": "Elo",
    "MatchResult": "MatchResult",
    "SequentialTest": "SequentialTest",
    **dict.fromkeys(("u8", "u16", "u32", "u64", "usize", "i8", "i64"), "int"),
}
EMPTY = {"bool": "False", "int": "0", "str": '""'}


class Field(NamedTuple):
    """A field of an answer."""

    name: str
    key: str
    type: str
    default: str | None
    about: str


class Struct(NamedTuple):
    """A struct or an enum of Rust."""

    about: str
    attributes: str
    kind: str
    body: str


def structs() -> dict[str, Struct]:
    """Every public struct and enum of the sources, by its name."""
    found = {}
    head = r"((?:///[^\n]*\n)*)((?:#\[[^\n]*\]\n)*)pub (struct|enum) (\w+) \{\n(.*?)\n\}"
    for folder in SOURCES:
        for path in sorted(folder.rglob("*.rs")):
            for about, attributes, kind, name, body in re.findall(
                head, path.read_text(encoding="utf-8"), re.S
            ):
                found[name] = Struct(_words(about), attributes, kind, body)
    return found


def _words(comment: str) -> str:
    """The first paragraphs of a comment, without examples, as Python writes it."""
    lines = [line.strip()[3:].strip() for line in comment.strip().splitlines()]
    text = "\n".join(lines).split("```")[0].strip()
    text = text.replace("\N{MINUS SIGN}", "-")
    text = re.sub(r"\[`?([^]`]+)`?\](\([^)]*\))?", r"`\1`", text)
    return text.replace("::", ".")


class Writer:
    """Classes in the order in which they are needed."""

    def __init__(self) -> None:
        self.structs = structs()
        self.classes: dict[str, str] = {}

    def add(self, name: str) -> None:
        """Write the class of a struct, and before it those of its fields."""
        if name in self.classes:
            return
        struct = self.structs[name]
        fields = sorted(self.fields(struct), key=lambda field: field.default is not None)
        lines = [f"class {name}(Answer):", _docstring(struct.about, "    "), ""]
        if (table := ANSWERS.get(name)) is not None:
            lines += [f"    _table = {table!r}".replace("'", '"')]
        if keys := {field.name: field.key for field in fields if field.name != field.key}:
            lines += [f"    _keys: ClassVar[dict[str, str]] = {keys!r}".replace("'", '"')]
        for field in fields:
            default = "" if field.default is None else f" = {field.default}"
            lines += [f"    {field.name}: {field.type}{default}", _docstring(field.about, "    ")]
        self.classes[name] = "\n".join(lines)

    def fields(self, struct: Struct) -> list[Field]:
        """The fields, those of flattened structs among them."""
        found: list[Field] = []
        line = r"((?:    ///[^\n]*\n)*)((?:    #\[[^\n]*\]\n)*)    pub (\w+): ([^\n]*),"
        for about, attributes, name, kind in re.findall(line, struct.body + "\n"):
            if "flatten" in attributes:
                found += self.fields(self.structs[kind])
                continue
            renamed = re.search(r'rename = "(\w+)"', attributes)
            key = renamed[1] if renamed else name
            type_ = self.type(kind)
            default = None
            if "default" in attributes or "skip_serializing_if" in attributes:
                default = "True" if "is_yes" in attributes else _nothing(type_)
            found.append(
                Field(f"{key}_" if keyword.iskeyword(key) else key, key, type_, default, _words(about))
            )
        return found

    def type(self, kind: str) -> str:
        """A type of Rust as Python's."""
        if (plain := PLAIN.get(kind)) is not None:
            return plain
        if inner := re.fullmatch(r"Option<(.*)>", kind):
            type_ = self.type(inner[1])
            return type_ if type_.endswith("| None") else f"{type_} | None"
        if inner := re.fullmatch(r"Vec<(.*)>", kind):
            return f"tuple[{self.type(inner[1])}, ...]"
        if inner := re.fullmatch(r"\[(.*); (\d+)\]", kind):
            return f"tuple[{', '.join([self.type(inner[1])] * int(inner[2]))}]"
        if inner := re.fullmatch(r"BTreeMap<(.*), (.*)>", kind):
            return f"dict[{self.type(inner[1])}, {self.type(inner[2])}]"
        name = kind.rsplit("::")[-1]
        struct = self.structs[name]
        if struct.kind == "enum":
            return _literal(struct)
        self.add(name)
        return name


def _nothing(type_: str) -> str:
    if type_.endswith("| None"):
        return "None"
    if type_.startswith("tuple"):
        return "()"
    if first := re.match(r'Literal\[("[^"]*")', type_):
        return first[1]
    return "EMPTY" if type_.startswith("dict") else EMPTY[type_]


def _literal(struct: Struct) -> str:
    """The variants of an enum, as JSON has them."""
    case = re.search(r'rename_all = "(\S+)"', struct.attributes)
    between = "-" if case and case[1] == "kebab-case" else ""
    names = re.findall(r"^    ([A-Z]\w*),", struct.body, re.M)
    words = [re.sub(r"(?<!^)(?=[A-Z])", between, name).lower() for name in names]
    return "Literal[" + ", ".join(f'"{word}"' for word in words) + "]"


def _docstring(text: str, indent: str) -> str:
    """The text as a docstring of lines that are not too long."""
    paragraphs = [re.sub(r"\s+", " ", part).strip() for part in text.split("\n\n")]
    wrapped = [textwrap.wrap(part, 100 - len(indent)) for part in paragraphs if part]
    lines = [line for part in wrapped for line in [*part, ""]][:-1]
    if len(lines) == 1 and len(lines[0]) <= 94 - len(indent):
        return f'{indent}"""{lines[0]}"""'
    body = "\n".join(f"{indent}{line}".rstrip() for line in lines)
    return f'{indent}"""{body.lstrip()}\n{indent}"""'


def text() -> str:
    """The file."""
    writer = Writer()
    for name in ANSWERS:
        writer.add(name)
    head = (
        '"""The answers of requests: their fields. `python/tools/answers.py` writes this file."""\n\n'
        "from typing import ClassVar, Literal\n\n"
        "from connect_toe._native import Elo, MatchResult, SequentialTest\n"
        "from connect_toe.answers._answer import EMPTY, Answer"
    )
    return "\n\n\n".join([head, *writer.classes.values()]) + "\n"


def main() -> int:
    """Write or check the file."""
    if "--check" in sys.argv[1:]:
        return int(OUT.read_text(encoding="utf-8") != text())
    OUT.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
