"""Which pairs of a CV line and a statement are compared first."""

from __future__ import annotations

import pytest

from app.analysis.consistency.ranking import list_signs, load_weights, score_pair
from models.judgement.claims_encoding import ClaimPair, Relation

LINE = "Harbour master, Port of Wray, 2012 - 2020, team of nine"
UNSURE = {Relation.CONTRADICTS: 0.4, Relation.AGREES: 0.3, Relation.UNRELATED: 0.3}


def test_every_sign_has_a_weight() -> None:
    signs = list_signs(ClaimPair(LINE, "", "I was there."), UNSURE)
    assert {*signs, "offset"} == set(load_weights())


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I never had anybody under me at the port.", "We had the whole port under water twice."),
        ("I only came to the port a year before it closed.", "The port is the prettiest one on the coast."),
        ("I wasn't there until the second winter.", "They were very proud of the second winter."),
    ],
)
def test_denials_and_restrictions_of_the_speaker_come_first(first: str, second: str) -> None:
    scores = [score_pair(ClaimPair(LINE, "", text), UNSURE) for text in (first, second)]
    assert scores[0] > scores[1]


def test_the_comparer_decides_between_equal_statements() -> None:
    pair = ClaimPair(LINE, "How long were you there?", "I was there for two years.")
    sure = {Relation.CONTRADICTS: 0.8, Relation.AGREES: 0.1, Relation.UNRELATED: 0.1}
    assert score_pair(pair, sure) > score_pair(pair, UNSURE)


def test_a_certain_relation_has_a_score() -> None:
    certain = {Relation.CONTRADICTS: 1.0, Relation.AGREES: 0.0, Relation.UNRELATED: 0.0}
    assert score_pair(ClaimPair("", "", ""), certain) > 0.0
