"""Imported interviews over HTTP: preview, import, and the mark that they keep."""

from __future__ import annotations

import io
import json
from typing import Any

import docx
import pytest

from app.analysis.tables import AnalysisRecord
from app.core.state import AppState
from tests import factories
from tests.conftest import Person
from tests.interviews.steps import read_credits

Json = dict[str, Any]
TEXT = """[00:05] Anna: What did you build last?
[00:10] Tom: A register for forty clinics, with two colleagues.
[00:20] Guest: Hm.
"""
ROLES = {"Anna": "interviewer", "Tom": "candidate"}


def preview(person: Person, content: bytes = TEXT.encode(), name: str = "talk.txt") -> Any:
    return person.post("/api/interview-imports/preview", files={"transcript": (name, content)})


def send(person: Person, content: bytes = TEXT.encode(), **changes: Any) -> Any:
    details = {
        "importId": "import-number-one",
        "roles": ROLES,
        "candidateName": "Tom Lind",
        "position": "Clerk",
        "heldAt": "2020-03-01T09:00:00Z",
        **changes,
    }
    return person.post(
        "/api/interview-imports",
        data={"details": json.dumps(details)},
        files={"transcript": ("talk.txt", content)},
    )


def test_the_preview_lists_speakers_and_stores_nothing(alice: Person) -> None:
    data = preview(alice).json()["data"]
    assert data["lineCount"] == 3
    assert [(row["name"], row["lineCount"], row["suggestedRole"]) for row in data["speakers"]] == [
        ("Tom", 1, "candidate"),
        ("Anna", 1, "interviewer"),
        ("Guest", 1, "interviewer"),
    ]
    assert data["lines"][0] == {"speaker": "Anna", "text": "What did you build last?", "startSeconds": 5}
    assert alice.get("/api/interviews").json()["pagination"]["total"] == 0


def test_speakers_called_by_their_role_are_recognized(alice: Person) -> None:
    content = b"Candidate: Short.\nInterviewer: A much longer question than the answer to it was."
    roles = {row["name"]: row["suggestedRole"] for row in preview(alice, content).json()["data"]["speakers"]}
    assert roles == {"Candidate": "candidate", "Interviewer": "interviewer"}


def test_a_word_file_is_read(alice: Person) -> None:
    document = docx.Document()
    for line in TEXT.splitlines():
        document.add_paragraph(line)
    content = io.BytesIO()
    document.save(content)
    data = preview(alice, content.getvalue(), "talk.docx").json()["data"]
    assert [row["text"] for row in data["lines"]][:2] == [
        "What did you build last?",
        "A register for forty clinics, with two colleagues.",
    ]


def test_an_import_is_a_completed_interview_with_marked_lines(alice: Person, state: AppState) -> None:
    before = read_credits(state, alice)
    response = send(alice)
    assert response.status_code == 200, response.text
    interview = response.json()["interview"]
    assert (interview["status"], interview["origin"], interview["candidateName"]) == (
        "completed",
        "imported",
        "Tom Lind",
    )
    assert (interview["startedAt"], interview["completedAt"]) == (
        "2020-03-01T09:00:00.000Z",
        "2020-03-01T09:00:08.200Z",
    )
    path = f"/api/interview/{interview['_id']}/transcript"
    lines = alice.get(path).json()["data"]["segments"]
    assert [(row["speaker"], row["text"], row["startSeconds"], row["origin"]) for row in lines] == [
        ("interviewer", "What did you build last?", 0, "import"),
        ("candidate", "A register for forty clinics, with two colleagues.", 5, "import"),
    ]
    assert read_credits(state, alice) == before
    with state.database.reading() as session:
        record = session.query(AnalysisRecord).filter_by(interview_id=interview["_id"]).one()
        assert record.status == "queued"


def test_the_mark_stays_in_exports_and_cannot_be_changed(alice: Person) -> None:
    interview = send(alice).json()["interview"]
    alice.patch(f"/api/interviews/{interview['_id']}", json={"origin": "held", "title": "Mine"})
    assert alice.get("/api/interviews").json()["data"][0]["origin"] == "imported"
    path = f"/api/interviews/{interview['_id']}/export"
    text = alice.get(path, params={"file": "transcript.txt", "language": "en"}).text
    assert "This interview was held elsewhere. Its transcript was imported." in text
    assert text.count("(imported)") == 2
    exported = alice.get(path, params={"file": "interview.json"}).json()
    assert exported["interview"]["origin"] == "imported"


def test_an_imported_interview_cannot_be_scheduled_again(ada: Person) -> None:
    interview = send(ada).json()["interview"]
    response = ada.patch(f"/api/interviews/recruiter/{interview['_id']}/status", json={"status": "scheduled"})
    assert response.status_code == 409


def test_the_same_import_arrives_twice(alice: Person, bob: Person) -> None:
    first, second = (send(alice).json()["interview"]["_id"] for _ in range(2))
    assert first == second
    assert send(bob).json()["interview"]["_id"] != first
    assert alice.get("/api/interviews").json()["pagination"]["total"] == 1


def test_profile_and_job_are_linked(alice: Person, state: AppState) -> None:
    candidate = factories.create_candidate(state, alice.id)
    job = factories.create_job_description(state, alice.id)
    interview = send(alice, candidateProfileId=candidate, jobDescriptionId=job).json()["interview"]
    assert (interview["candidateProfileId"], interview["jobDescriptionId"]) == (candidate, job)


def test_a_foreign_profile_stores_nothing(alice: Person, bob: Person, state: AppState) -> None:
    candidate = factories.create_candidate(state, alice.id)
    assert send(bob, candidateProfileId=candidate).status_code == 404
    assert bob.get("/api/interviews").json()["pagination"]["total"] == 0


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"roles": {"Tom": "candidate"}}, "ROLES_INCOMPLETE"),
        ({"roles": {"Anna": "candidate", "Tom": "candidate"}}, "ROLES_INCOMPLETE"),
        ({"heldAt": "2190-01-01T00:00:00Z"}, "TIME_HAS_NOT_PASSED"),
        ({"candidateName": " "}, "VALIDATION_ERROR"),
        ({"roles": {"Tom": "judge"}}, "VALIDATION_ERROR"),
        ({"importId": "x"}, "VALIDATION_ERROR"),
    ],
)
def test_a_wrong_request_stores_nothing(alice: Person, changes: Json, code: str) -> None:
    response = send(alice, **changes)
    assert (response.status_code, response.json()["code"]) == (422, code)
    assert alice.get("/api/interviews").json()["pagination"]["total"] == 0


def test_details_that_are_no_json_name_the_field(alice: Person) -> None:
    response = alice.post(
        "/api/interview-imports",
        data={"details": "{"},
        files={"transcript": ("talk.txt", TEXT.encode())},
    )
    assert response.status_code == 422
    assert response.json()["fields"][0]["path"].startswith("details")


def test_a_hostile_file_is_refused_over_http(alice: Person) -> None:
    for content in (b"\x00" * 1_000, b"PK\x03\x04" + b"\x00" * 1_000):
        response = preview(alice, content, "talk.docx")
        assert response.status_code == 422, response.text


def test_what_no_answer_can_contain_is_replaced(alice: Person) -> None:
    """JSON may spell half of a character, or NUL, as an escape. The preview failed with 500."""
    lines = [
        {"speaker": "An\ud800na", "text": "Hello\udfff there", "start": 0},
        {"speaker": "Tom", "text": "a\0b", "start": 1},
        {"speaker": "Tom", "text": "\ud83d\ude00", "start": 9},
    ]
    content = json.dumps(lines).encode()
    response = preview(alice, content, "talk.json")
    assert response.status_code == 200
    shown = [(line["speaker"], line["text"]) for line in response.json()["data"]["lines"]]
    assert shown == [("An\ufffdna", "Hello\ufffd there"), ("Tom", "a\ufffdb"), ("Tom", "\U0001f600")]
    roles = {"An\ufffdna": "interviewer", "Tom": "candidate"}
    imported = send(alice, content, roles=roles)
    assert imported.status_code == 200, imported.text
