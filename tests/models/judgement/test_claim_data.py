"""The data of the comparer of claims, and the pairs that an epoch draws from them."""

from __future__ import annotations

import random

import pytest

from models.judgement.claims_encoding import ClaimPair, EncodedPair, Relation
from models.judgement.claims_training import (
    BATCH_PAIRS,
    PAIRS_DIR,
    PROFILES_DIR,
    ClaimExample,
    Profile,
    TrainingData,
    make_batches,
    read_examples,
    read_profiles,
)
from tests.models.judgement.bench_words import list_runs, read_bench_runs


@pytest.fixture(scope="module")
def profiles() -> list[Profile]:
    return read_profiles(PROFILES_DIR)


def test_each_statement_stands_beside_every_line_of_its_cv_once(profiles: list[Profile]) -> None:
    assert len(profiles) >= 200
    for profile in profiles:
        pairs = [
            item.pair for item in (*profile.related, *(pair for row in profile.unrelated for pair in row))
        ]
        lines, said = ({getattr(pair, name) for pair in pairs} for name in ("line", "statement"))
        assert len(said) == len(profile.unrelated)
        assert {(pair.line, pair.statement) for pair in pairs} == {(a, b) for a in lines for b in said}
        relations = [item.relation for item in profile.related]
        assert relations.count(Relation.CONTRADICTS) >= 4
        assert relations.count(Relation.AGREES) >= 3


def test_no_wording_is_shared_with_the_test_data(profiles: list[Profile]) -> None:
    known = read_bench_runs()
    for profile in profiles:
        for row in profile.unrelated:
            for text in (row[0].pair.statement, *(item.pair.line for item in row)):
                assert not list_runs(text) & known, text


def test_the_nearest_line_comes_first_and_is_always_drawn() -> None:
    def pair(line: str) -> ClaimExample:
        return ClaimExample(ClaimPair(line, "", "I baked bread"), Relation.UNRELATED, "baker")

    profile = Profile("baker", (), ((pair("Baked bread"), pair("Swimming"), pair("Chess")),))
    data = TrainingData([], [profile])
    drawn = [data.draw(random.Random(seed)) for seed in range(20)]
    assert all(items[0] == pair("Baked bread") and len(items) == 2 for items in drawn)
    assert {items[1].pair.line for items in drawn} == {"Swimming", "Chess"}


def test_profiles_sort_the_other_lines_by_common_words(profiles: list[Profile]) -> None:
    for profile in profiles:
        for row in profile.unrelated:
            said = set(f"{row[0].pair.question} {row[0].pair.statement}".lower().split())
            first, last = (len(said & set(item.pair.line.lower().split())) for item in (row[0], row[-1]))
            assert first >= last or first + 3 > last, row[0]


def test_batches_hold_every_pair_once_and_similar_lengths_together() -> None:
    chance = random.Random(1)
    items = [(EncodedPair((1,) * length, (0,) * length), index) for index, length in enumerate(range(5, 105))]
    batches = make_batches(items, chance)
    assert sorted(index for batch in batches for _, index in batch) == list(range(100))
    assert max(map(len, batches)) <= BATCH_PAIRS
    assert all(max(index for _, index in b) - min(index for _, index in b) < BATCH_PAIRS for b in batches)


def test_single_pairs_are_read() -> None:
    examples = read_examples(PAIRS_DIR)
    assert len(examples) > 4000
    assert {example.relation for example in examples} == set(Relation)
