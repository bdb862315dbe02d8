"""Examples of the documents do what they show."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", ["README.md", "docs/python.md", "docs/guides/networks.md"])
def test_examples_do_what_they_show(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    names: dict[str, object] = {}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    examples = list(EXAMPLES.finditer(text))
    assert examples
    for found in examples:
        line = text.count("\n", 0, found.start(1))
        example = parser.get_doctest(found[1], names, name, name, line)
        runner.run(example, clear_globs=False)
        names = example.globs
    assert runner.summarize(verbose=False).failed == 0
