"""Rules of reviews: concealment, spread of scores, agreement."""

from __future__ import annotations

import itertools

import pytest

from app.reviews.rules import AgreementLevel, is_concealed, measure_agreement, measure_spread
from app.reviews.tables import Outcome


@pytest.mark.parametrize(
    ("scores_first", "has_scored", "has_looked"), list(itertools.product([True, False], repeat=3))
)
def test_the_report_is_concealed_only_before_scoring_and_looking(
    scores_first: bool, has_scored: bool, has_looked: bool
) -> None:
    expected = (scores_first, has_scored, has_looked) == (True, False, False)
    concealed = is_concealed(scores_first=scores_first, has_scored=has_scored, has_looked=has_looked)
    assert concealed is expected


@pytest.mark.parametrize(
    ("scores", "level"),
    [
        ([7], None),
        ([7, 7], AgreementLevel.CLOSE),
        ([7, 8], AgreementLevel.CLOSE),
        ([6, 8], AgreementLevel.MIXED),
        ([5, 8, 6], AgreementLevel.MIXED),
        ([4, 8], AgreementLevel.FAR_APART),
        ([1, 10, 5], AgreementLevel.FAR_APART),
        ([7, None, 7], AgreementLevel.CLOSE),
    ],
)
def test_agreement_is_the_range_of_the_scores(scores: list[int | None], level: AgreementLevel | None) -> None:
    assert measure_spread(scores).level == level


def test_a_score_that_was_not_given_does_not_count() -> None:
    spread = measure_spread([None, 6, 9])
    assert (spread.count, spread.mean, spread.lowest, spread.highest) == (2, 7.5, 6, 9)
    empty = measure_spread([None])
    assert (empty.count, empty.mean, empty.lowest, empty.highest, empty.level) == (0, None, None, None, None)


def test_recommendations_are_counted_per_outcome() -> None:
    def measure(*recommendations: Outcome | None) -> tuple[dict[Outcome, int], bool | None]:
        agreement = measure_agreement(technical=[], communication=[], recommendations=recommendations)
        return dict(agreement.recommendations), agreement.is_unanimous

    none = {Outcome.ADVANCE: 0, Outcome.HOLD: 0, Outcome.REJECT: 0}
    assert measure() == (none, None)
    assert measure(Outcome.HOLD, None) == (none | {Outcome.HOLD: 1}, None)
    assert measure(Outcome.HOLD, Outcome.HOLD) == (none | {Outcome.HOLD: 2}, True)
    assert measure(Outcome.ADVANCE, Outcome.REJECT, Outcome.ADVANCE) == (
        none | {Outcome.ADVANCE: 2, Outcome.REJECT: 1},
        False,
    )
