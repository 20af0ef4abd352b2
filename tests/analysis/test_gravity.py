"""How grave an admitted practice is, beside the others of an interview."""

from __future__ import annotations

from app.analysis.gravity import rate_gravity, rate_told_gravity
from app.analysis.summary import DOUBTFUL, GRAVE

SHORT = "I write a note in the morning."
LONG = (
    "When the store is full on a Friday I simply put the date of Monday on the last crates, because "
    "otherwise somebody would have to stay on until late in the evening to get them all done."
)


def test_a_practice_with_its_occasion_and_reason_is_graver_than_a_short_remark() -> None:
    assert rate_gravity(0.98, SHORT) < DOUBTFUL
    assert rate_gravity(0.8, LONG) > GRAVE


def test_gravity_rises_with_the_certainty() -> None:
    assert rate_gravity(0.6, LONG) < rate_gravity(0.95, LONG) < 1.0


def test_certainties_at_the_limits_are_rated() -> None:
    assert 0.0 < rate_gravity(0.0, SHORT) < rate_gravity(1.0, SHORT * 50) < 1.0


def test_what_the_heads_rate_follows_them_with_the_judge_as_a_second_sign() -> None:
    assert rate_told_gravity(0.45, 0.5) > GRAVE > rate_told_gravity(0.4, 0.5) > DOUBTFUL
    assert rate_told_gravity(0.15, 0.5) < DOUBTFUL
    assert rate_told_gravity(0.45, 0.1) < GRAVE
    assert 0.0 < rate_told_gravity(0.0, 0.0) < rate_told_gravity(1.0, 1.0) < 1.0
