"""The wording of the test data, which no training data may share."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

BENCH_DIR = Path(__file__).parents[2] / "bench"
SHARED_WORDS = 8
"""Consecutive words that two texts do not share by chance."""


def list_runs(text: str) -> set[tuple[str, ...]]:
    """All runs of eight words of a text."""
    words = "".join(c if c.isalnum() else " " for c in text.lower()).split()
    return {tuple(words[at : at + SHARED_WORDS]) for at in range(len(words) - SHARED_WORDS + 1)}


def read_bench_runs() -> set[tuple[str, ...]]:
    """The runs of all texts of the sets that measure the judge."""
    known: set[tuple[str, ...]] = set()
    for path in sorted(BENCH_DIR.glob("judgement*/**/*.json*")):
        content = path.read_text(encoding="utf-8")
        for document in content.splitlines() if path.suffix == ".jsonl" else [content]:
            for text in _texts(json.loads(document)):
                known |= list_runs(text)
    assert known
    return known


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from _texts(item)
        case dict():
            for item in value.values():
                yield from _texts(item)
