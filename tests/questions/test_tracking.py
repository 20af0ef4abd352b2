"""Tracking of questions during an interview: status and score."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import Person
from tests.questions.calls import track


def test_a_score_marks_the_question_answered_and_clearing_it_changes_nothing_else(
    alice: Person, interview: dict[str, Any], question: dict[str, Any]
) -> None:
    scored = track(alice, interview, question["_id"], score=8, notes="Clear").json()["question"]
    tracking = scored["humanTracking"]
    assert (tracking["status"], tracking["score"], tracking["notes"]) == ("answered", 8, "Clear")
    assert tracking["markedAt"].endswith("Z")
    cleared = track(alice, interview, question["_id"], score=None).json()["question"]["humanTracking"]
    assert cleared == {**tracking, "score": None}


def test_tracking_allows_only_the_specified_status_changes(
    alice: Person, interview: dict[str, Any], question: dict[str, Any]
) -> None:
    skipped_step = track(alice, interview, question["_id"], status="answered")
    assert (skipped_step.status_code, skipped_step.json()["code"]) == (409, "INVALID_STATE")
    for status in ("asked", "answered", "pending", "skipped", "pending"):
        response = track(alice, interview, question["_id"], status=status).json()["question"]
        assert response["humanTracking"]["status"] == status
    assert track(alice, interview, question["_id"], notes="").status_code == 200


@pytest.mark.parametrize("score", [0, 11, 7.5, "8", True])
def test_a_score_is_a_whole_number_from_one_to_ten(
    alice: Person, interview: dict[str, Any], question: dict[str, Any], score: Any
) -> None:
    assert track(alice, interview, question["_id"], score=score).status_code == 422
