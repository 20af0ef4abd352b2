"""Question rules: distribution over categories, estimated times, tracking steps."""

from __future__ import annotations

import itertools

import pytest

from app.questions.rules import (
    ESTIMATED_MINUTES,
    Difficulty,
    can_track,
    clamp_distribution,
    estimated_minutes,
    even_distribution,
)
from app.questions.tables import QuestionCategory, TrackingStatus

ALL_TEN = dict.fromkeys(QuestionCategory, 10)


@pytest.mark.parametrize(
    ("capacity", "expected"),
    [
        (50, [10, 10, 10, 10, 10]),
        (20, [10, 10, 0, 0, 0]),
        (13, [10, 3, 0, 0, 0]),
        (0, [0] * 5),
        (-2, [0] * 5),
    ],
)
def test_capacity_is_assigned_in_the_order_of_the_categories(capacity: int, expected: list[int]) -> None:
    assert list(clamp_distribution(ALL_TEN, capacity=capacity).values()) == expected


def test_smart_add_is_clamped_to_the_capacity() -> None:
    smart = dict(zip(QuestionCategory, [1, 2, 1, 1, 1], strict=True))
    assert list(clamp_distribution(smart, capacity=4).values()) == [1, 2, 1, 0, 0]


@pytest.mark.parametrize(("total", "expected"), [(10, [2] * 5), (7, [2, 2, 1, 1, 1]), (3, [1, 1, 1, 0, 0])])
def test_an_even_distribution_gives_the_remainder_to_the_first_categories(
    total: int, expected: list[int]
) -> None:
    assert list(even_distribution(total).values()) == expected


def test_estimated_times_are_among_the_options() -> None:
    for category, difficulty in itertools.product(QuestionCategory, Difficulty):
        assert estimated_minutes(category, difficulty) in ESTIMATED_MINUTES


@pytest.mark.parametrize(
    ("old", "new", "scored", "allowed"),
    [
        ("pending", "asked", False, True),
        ("asked", "answered", False, True),
        ("pending", "skipped", False, True),
        ("asked", "skipped", False, True),
        ("answered", "pending", False, True),
        ("skipped", "pending", False, True),
        ("asked", "pending", False, True),
        ("pending", "answered", False, False),
        ("answered", "asked", False, False),
        ("skipped", "answered", False, False),
        ("answered", "skipped", False, False),
        ("pending", "answered", True, True),
        ("skipped", "answered", True, True),
        ("asked", "asked", False, True),
    ],
)
def test_tracking_status_changes(old: str, new: str, scored: bool, allowed: bool) -> None:
    assert can_track(TrackingStatus(old), TrackingStatus(new), has_score=scored) is allowed
