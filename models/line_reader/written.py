"""Labeled lines of CVs that several authors wrote, with layouts that the generator does not have.

``data/written.tsv`` has, for each CV, a line ``%``, its lines as ``label<TAB>text``, and its titles,
employers and other pieces as ``=label<TAB>text``. A blank line stays blank, and an unknown label is ``-``.
All people and companies are invented. ``tests.tools.label_cv_lines`` writes the file.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from models.line_reader.generator import Example

WRITTEN_FILE = Path(__file__).parent / "data" / "written.tsv"
UNKNOWN = "-"
_MAX_PIECES = 12
"""Pieces of one CV in one step of training; the skills would outnumber the titles."""


@cache
def load_written() -> tuple[Example, ...]:
    """The CVs of the data file. Raises OSError, and ValueError for a line without a label."""
    examples: list[Example] = []
    for line in WRITTEN_FILE.read_text(encoding="utf-8").split("\n")[:-1]:
        if line == "%":
            examples.append(Example())
            continue
        label, tab, text = line.partition("\t")
        if line and not tab:
            raise ValueError(f"no label: {line}")
        if label.startswith("="):
            examples[-1].parts.append((text, label[1:]))
        else:
            examples[-1].add(text, "" if label == UNKNOWN else label)
    return tuple(examples)


def vary(example: Example, rng: random.Random) -> Example:
    """``example`` with some of its pieces, and sometimes with pieces, headings and name in capitals."""
    pieces = rng.sample(example.parts, min(_MAX_PIECES, len(example.parts)))
    parts = [(text.upper() if rng.random() < 0.1 else text, label) for text, label in pieces]
    if rng.random() >= 0.25:
        return Example(example.lines, example.labels, parts)
    lines = [
        line.upper() if label.startswith(("heading_", "name")) else line
        for line, label in zip(example.lines, example.labels, strict=True)
    ]
    return Example(lines, example.labels, parts)
