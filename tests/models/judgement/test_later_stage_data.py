"""The exchanges of the later stages of the training keep what the measurements on them rely on."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.judgement.examples import (
    DATA_DIR,
    SECOND_DATA_DIR,
    THIRD_DATA_DIR,
    Example,
    read_examples,
)
from models.judgement.labels import CONCERNS

BENCH_DIR = Path(__file__).parents[2] / "bench"
SHARED_WORDS = 10
"""Consecutive words that two texts do not share by chance."""


EARLIER = {SECOND_DATA_DIR: [DATA_DIR], THIRD_DATA_DIR: [DATA_DIR, SECOND_DATA_DIR]}


@pytest.fixture(scope="module", params=EARLIER, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    assert isinstance(request.param, Path)
    return request.param


@pytest.fixture(scope="module")
def examples(folder: Path) -> list[Example]:
    return _read(folder)


def _read(folder: Path) -> list[Example]:
    return read_examples(sorted(folder.rglob("*.jsonl")))


def _runs(text: str) -> set[tuple[str, ...]]:
    # "Where's" is one word.
    words = "".join(c if c.isalnum() or c in "'’" else " " for c in text.lower()).split()
    return {tuple(words[at : at + SHARED_WORDS]) for at in range(len(words) - SHARED_WORDS + 1)}


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


def _read_bench() -> Iterator[str]:
    for path in sorted(BENCH_DIR.glob("judgement*/**/*.json*")):
        content = path.read_text(encoding="utf-8")
        for document in content.splitlines() if path.suffix == ".jsonl" else [content]:
            yield from _texts(json.loads(document))


def test_trades_are_not_those_of_earlier_stages(folder: Path, examples: list[Example]) -> None:
    earlier = {example.trade for other in EARLIER[folder] for example in _read(other)}
    assert not earlier & {example.trade for example in examples}


def test_only_one_half_of_a_pair_has_a_concern(examples: list[Example]) -> None:
    pairs: dict[str, list[Example]] = defaultdict(list)
    for example in examples:
        if example.pair:
            pairs[example.pair].append(example)
    assert len(pairs) >= 100
    for concern, twin in pairs.values():
        assert concern.exchange.question == twin.exchange.question
        assert any(labels & CONCERNS for labels in concern.sentence_labels), concern.exchange
        assert not any(labels & CONCERNS for labels in twin.sentence_labels), twin.exchange


def test_no_wording_is_shared_with_the_test_data(examples: list[Example]) -> None:
    known = set().union(*map(_runs, _read_bench()))
    assert known
    for example in examples:
        for text in example.exchange.sentences:
            assert not _runs(text) & known, text
