"""The exchanges of the second stage of the training keep what the measurements on them rely on."""

from __future__ import annotations

from collections import defaultdict

import pytest

from models.judgement.examples import DATA_DIR, SECOND_DATA_DIR, Example, read_examples
from models.judgement.labels import CONCERNS
from tests.models.judgement.bench_words import list_runs, read_bench_runs


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return read_examples(sorted(SECOND_DATA_DIR.rglob("*.jsonl")))


def test_trades_are_not_those_of_the_first_stage(examples: list[Example]) -> None:
    earlier = {example.trade for example in read_examples(sorted(DATA_DIR.rglob("*.jsonl")))}
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
    known = read_bench_runs()
    for example in examples:
        for text in example.exchange.sentences:
            assert not list_runs(text) & known, text
