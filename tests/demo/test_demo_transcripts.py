"""Demo transcripts over HTTP: who may, where, and that they stay recognizable."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.clock import utc_now
from app.core.state import AppState
from app.security_events.tables import SecurityEvent
from app.transcription.pipeline.events import Speaker
from app.transcription.tables import AudioStream, SegmentOrigin, TranscriptSegment
from tests import factories
from tests.conftest import Person

Json = dict[str, Any]


@pytest.fixture
def own(ada: Person) -> Json:
    """An interview of the admin."""
    made: Json = ada.post("/api/interviews", json={"candidateName": "Cara"}).json()["interview"]
    return made


def generate(person: Person, interview: Json, **body: Any) -> Any:
    path = f"/api/interview/{interview['_id']}/demo/generate-transcript"
    return person.post(path, json={"scenario": "backend", **body})


def clear(person: Person, interview: Json) -> Any:
    return person.request("DELETE", f"/api/interview/{interview['_id']}/demo/clear-transcript")


def read_lines(person: Person, interview: Json) -> list[Json]:
    path = f"/api/interview/{interview['_id']}/transcript"
    lines: list[Json] = person.get(path).json()["data"]["segments"]
    return lines


def add_line(state: AppState, interview: Json, origin: SegmentOrigin) -> None:
    with state.database.transaction() as session:
        session.add(
            TranscriptSegment(
                interview_id=interview["_id"],
                sequence=1,
                speaker=Speaker.CANDIDATE,
                text="Really said.",
                started_seconds=1,
                ended_seconds=2,
                spoken_at=utc_now(),
                origin=origin,
            )
        )


def test_a_demo_transcript_has_ten_marked_lines_by_default(ada: Person, own: Json) -> None:
    response = generate(ada, own)
    assert response.status_code == 200, response.text
    assert response.json()["message"] == "10 demo lines were generated."
    lines = read_lines(ada, own)
    assert len(lines) == 10
    assert {(line["origin"], line["source"]) for line in lines} == {("demo", "demo")}
    assert response.json()["data"]["segments"] == lines


def test_ai_sense_can_read_a_demo_before_the_interview_starts(ada: Person, own: Json) -> None:
    def read_reason() -> str | None:
        body = ada.get(f"/api/aisense/readiness/{own['_id']}").json()
        return None if body["ready"] else body["reason"]

    assert read_reason() == "Waiting for interview to begin..."
    generate(ada, own)
    assert read_reason() is None


def test_generating_again_replaces_the_demo_lines(ada: Person, own: Json) -> None:
    generate(ada, own, segmentCount=50)
    generate(ada, own, scenario="custom", customRole="Night Nurse", segmentCount=4)
    assert len(read_lines(ada, own)) == 4


def test_prepared_questions_are_covered(ada: Person, own: Json) -> None:
    prepared = [{"question": f"Prepared {number}?"} for number in range(5)]
    ada.post(f"/api/interview/{own['_id']}/questions", json={"questions": prepared})
    response = generate(ada, own, coverQuestions=True, questionCount=4, segmentCount=12)
    assert response.json()["data"]["coveredQuestions"] == 4
    asked = [line["text"] for line in read_lines(ada, own) if line["text"].startswith("Prepared")]
    assert asked == [f"Prepared {number}?" for number in range(4)]


@pytest.mark.parametrize(
    "body",
    [
        {"segmentCount": 5},
        {"segmentCount": 2},
        {"segmentCount": 52},
        {"segmentCount": "10"},
        {"questionCount": 0},
        {"questionCount": 11},
        {"scenario": "gardener"},
        {"scenario": "custom", "customRole": "   "},
        {"scenario": "custom", "customRole": "x" * 101},
    ],
)
def test_a_malformed_request_is_refused(ada: Person, own: Json, body: Json) -> None:
    response = generate(ada, own, **body)
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
    assert read_lines(ada, own) == []


def test_recruiters_are_refused_for_their_own_interview(alice: Person, interview: Json) -> None:
    assert (generate(alice, interview).status_code, clear(alice, interview).status_code) == (403, 403)
    assert read_lines(alice, interview) == []


def test_admins_reach_their_own_interviews_only(ada: Person, alice: Person, interview: Json) -> None:
    assert (generate(ada, interview).status_code, clear(ada, interview).status_code) == (404, 404)
    assert read_lines(alice, interview) == []


@pytest.mark.parametrize("origin", [SegmentOrigin.LIVE, SegmentOrigin.CLIENT, SegmentOrigin.IMPORT])
def test_an_interview_with_real_lines_is_refused(
    ada: Person, own: Json, state: AppState, origin: SegmentOrigin
) -> None:
    add_line(state, own, origin)
    response = generate(ada, own)
    assert (response.status_code, response.json()["code"]) == (409, "REAL_TRANSCRIPT")
    assert clear(ada, own).json()["removed"] == 0
    assert [line["text"] for line in read_lines(ada, own)] == ["Really said."]


def test_a_running_interview_with_live_audio_is_refused(ada: Person, own: Json, state: AppState) -> None:
    ada.patch(f"/api/interviews/recruiter/{own['_id']}/status", json={"status": "in_progress"})
    assert generate(ada, own).status_code == 200
    with state.database.transaction() as session:
        session.add(
            AudioStream(
                interview_id=own["_id"], speaker=Speaker.INTERVIEWER, stream_id="one", anchor_seconds=0
            )
        )
    response = generate(ada, own)
    assert (response.status_code, response.json()["code"]) == (409, "LIVE_INTERVIEW")
    assert len(read_lines(ada, own)) == 10


def test_a_cancelled_interview_is_refused(ada: Person, own: Json) -> None:
    ada.patch(f"/api/interviews/{own['_id']}", json={"status": "cancelled"})
    assert (generate(ada, own).status_code, generate(ada, own).json()["code"]) == (409, "INVALID_STATE")


def test_clearing_removes_the_lines_and_the_report_that_quotes_them(
    ada: Person, own: Json, state: AppState
) -> None:
    generate(ada, own)
    factories.store_report(state, own["_id"])
    response = clear(ada, own)
    assert (response.json()["removed"], response.json()["message"]) == (10, "10 demo lines were removed.")
    assert read_lines(ada, own) == []
    analysis = ada.get(f"/api/aisense/analysis/{own['_id']}").json()
    assert (analysis["hasAnalysis"], analysis["status"]) == (False, "none")


def test_a_report_of_real_lines_survives_clearing(ada: Person, own: Json, state: AppState) -> None:
    add_line(state, own, SegmentOrigin.LIVE)
    factories.store_report(state, own["_id"])
    assert clear(ada, own).json()["removed"] == 0
    assert ada.get(f"/api/aisense/analysis/{own['_id']}").json()["hasAnalysis"] is True


def test_demo_lines_are_marked_in_the_exported_transcript(ada: Person, own: Json) -> None:
    generate(ada, own)
    path = f"/api/interviews/{own['_id']}/export"
    for kind in ("transcript.txt", "transcript.vtt"):
        text = ada.get(path, params={"file": kind, "language": "en"}).text
        assert text.count("(demo)") == 10, kind
    exported = ada.get(path, params={"file": "interview.json"}).json()
    assert {line["origin"] for line in exported["transcript"]} == {"demo"}


def test_both_actions_are_recorded(ada: Person, own: Json, state: AppState) -> None:
    generate(ada, own)
    clear(ada, own)
    clear(ada, own)
    with state.database.reading() as session:
        events = session.query(SecurityEvent).order_by(SecurityEvent.id).all()
        recorded = [event.type for event in events if event.type.startswith("demo_")]
    assert recorded == ["demo_generated", "demo_cleared"]
