"""Transcript lines that a person corrects: the original is kept, and the report knows that it is outdated."""

from __future__ import annotations

from typing import Any

import pytest
from httpx2 import Response

from app.core.state import AppState
from app.interviews.tables import Interview, InterviewStatus
from app.transcription.tables import TranscriptSegment
from tests.conftest import FrozenClock, Person
from tests.reports.samples import LINES, complete_with_report

HEARD = LINES[1][1]
CORRECT = "I mapped the islands first, then we switched one island a night."


@pytest.fixture
def completed_id(state: AppState, interview: dict[str, Any]) -> str:
    """The id of Alice's completed interview with a transcript and a report, which is shown at once."""
    state.settings = state.settings.model_copy(update={"score_before_report": False})
    interview_id: str = interview["_id"]
    with state.database.transaction() as session:
        complete_with_report(session, interview_id, now=state.now())
    return interview_id


def correct(person: Person, interview_id: str, text: str, *, line: int = 1) -> Response:
    path = f"/api/interview/{interview_id}/transcript/{interview_id}-{line}"
    return person.put(path, json={"text": text})


def read_line(person: Person, interview_id: str) -> dict[str, Any]:
    data = person.get(f"/api/interview/{interview_id}/transcript").json()["data"]
    line: dict[str, Any] = data["segments"][1]
    return line


def test_a_corrected_line_keeps_its_original_and_its_history(alice: Person, completed_id: str) -> None:
    response = correct(alice, completed_id, f"  {CORRECT} ")
    assert response.status_code == 200, response.text
    line = read_line(alice, completed_id)
    assert (line["text"], line["originalText"]) == (CORRECT, HEARD)
    correct(alice, completed_id, "Once more.")
    assert read_line(alice, completed_id)["originalText"] == HEARD
    history = alice.get(f"/api/interviews/{completed_id}/review/history").json()["data"]
    assert [change["kind"] for change in history] == ["transcript", "transcript"]
    assert {(change["before"]["text"], change["after"]["text"]) for change in history} == {
        (HEARD, CORRECT),
        (CORRECT, "Once more."),
    }


def test_the_original_text_restores_the_line(alice: Person, completed_id: str) -> None:
    correct(alice, completed_id, CORRECT)
    correct(alice, completed_id, HEARD)
    line = read_line(alice, completed_id)
    assert (line["text"], line["originalText"]) == (HEARD, None)


def test_a_correction_makes_the_report_outdated(alice: Person, clock: FrozenClock, completed_id: str) -> None:
    path = f"/api/aisense/analysis/{completed_id}"
    assert alice.get(path).json()["isOutdated"] is False
    clock.advance(minutes=1)
    correct(alice, completed_id, CORRECT)
    assert alice.get(path).json()["isOutdated"] is True


def test_files_have_the_corrected_line_and_say_so(alice: Person, completed_id: str) -> None:
    correct(alice, completed_id, CORRECT)
    response = alice.get(f"/api/interviews/{completed_id}/export", params={"file": "transcript.txt"})
    assert f"[0:07] Candidate (corrected): {CORRECT}" in response.content.decode("utf-8-sig")


@pytest.mark.parametrize("text", ["", "  ", "x" * 20_001, None])
def test_an_invalid_correction_is_refused(alice: Person, completed_id: str, text: str) -> None:
    response = correct(alice, completed_id, text)
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
    assert read_line(alice, completed_id)["text"] == HEARD


def test_only_the_owner_corrects_and_only_lines_of_the_interview(
    alice: Person, bob: Person, completed_id: str
) -> None:
    alice.post(f"/api/interviews/{completed_id}/reviewers", json={"username": "bob"})
    assert correct(bob, completed_id, CORRECT).status_code == 404
    unknown = correct(alice, completed_id, CORRECT, line=99)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "SEGMENT_NOT_FOUND")
    assert read_line(alice, completed_id)["originalText"] is None


def test_lines_are_corrected_after_the_interview(alice: Person, state: AppState, completed_id: str) -> None:
    with state.database.transaction() as session:
        session.get_one(Interview, completed_id).status = InterviewStatus.IN_PROGRESS
    response = correct(alice, completed_id, CORRECT)
    assert (response.status_code, response.json()["code"]) == (409, "TRANSCRIPT_NOT_FINAL")


@pytest.mark.parametrize("texts", [(CORRECT,), (CORRECT, HEARD)])
def test_a_line_that_a_person_has_read_has_no_uncertain_words(
    alice: Person, state: AppState, completed_id: str, texts: tuple[str, ...]
) -> None:
    with state.database.transaction() as session:
        session.get_one(TranscriptSegment, f"{completed_id}-1").words = [
            {"text": text, "start": 7.0, "end": 7.5, "confidence": 0.1} for text in HEARD.split()
        ]
    assert len(read_line(alice, completed_id)["marks"]) == len(HEARD.split())
    for text in texts:
        correct(alice, completed_id, text)
    assert read_line(alice, completed_id)["marks"] == []
