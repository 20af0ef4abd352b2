"""Routes of reports: analyze, read, readiness, access and the fit."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.analysis import service
from app.candidates.tables import Candidate
from app.core.database import Database
from app.interviews.tables import Interview
from app.job_descriptions.tables import JobDescription
from app.transcription.repository import list_spoken
from app.transcription.tables import TranscriptSegment
from app.users.tables import User
from models.ports import InvalidEngineRequest
from tests.analysis.dialogues import STRONG
from tests.conftest import Person
from tests.fakes.engines import FakeLlm


@pytest.mark.usefixtures("running_server")
def test_analyze_returns_the_report(alice: Person, spoken_interview: dict[str, Any]) -> None:
    interview_id = spoken_interview["_id"]
    response = alice.post("/api/aisense/analyze", json={"interviewId": interview_id})
    assert response.status_code == 200, response.text
    body = response.json()
    assert body["success"] is True
    analysis = body["analysis"]
    texts = {f"seg-{2 * i + 1}": answer for i, (_, answer) in enumerate(STRONG)}
    assert analysis["strengths"]
    for finding in analysis["strengths"]:
        for evidence in finding["evidence"]:
            assert evidence["quote"] in texts[evidence["segmentId"]]
    read = alice.get(f"/api/aisense/analysis/{interview_id}").json()
    assert read["hasAnalysis"] is True
    assert read["status"] == "completed"
    assert read["analysis"] == analysis


@pytest.mark.usefixtures("running_server")
def test_a_failed_analysis_returns_a_problem_code_and_a_sentence(
    alice: Person, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    # The server also reads answers while the interview runs, and may meet the first failures.
    llm.script.fail_next(InvalidEngineRequest("bad"), times=50)
    response = alice.post("/api/aisense/analyze", json={"interviewId": spoken_interview["_id"]})
    assert response.status_code == 502
    assert response.json()["problem"] == "unavailable"
    assert response.json()["error"].startswith("The language model on this server was not available.")
    read = alice.get(f"/api/aisense/analysis/{spoken_interview['_id']}").json()
    assert (read["hasAnalysis"], read["status"], read["problem"]) == (False, "failed", "unavailable")


def test_a_waiting_report_can_be_cancelled(
    alice: Person, bob: Person, spoken_interview: dict[str, Any], database: Database
) -> None:
    interview_id = spoken_interview["_id"]
    with database.transaction() as session:
        service.queue_analysis(session, interview_id=interview_id)
    cancel = f"/api/aisense/analysis/{interview_id}/cancel"
    assert bob.post(cancel).status_code == 404
    assert alice.get(f"/api/aisense/analysis/{interview_id}").json()["status"] == "queued"
    assert alice.post(cancel).status_code == 200
    read = alice.get(f"/api/aisense/analysis/{interview_id}").json()
    assert (read["status"], read["problem"]) == ("failed", "cancelled")
    assert alice.post(cancel).status_code == 200


@pytest.mark.usefixtures("running_server")
def test_a_caller_whose_interview_is_deleted_is_answered(
    alice: Person, spoken_interview: dict[str, Any], llm: FakeLlm
) -> None:
    """The interview is deleted in another tab while its report is written: the caller must not hang."""
    interview_id = spoken_interview["_id"]
    alice.patch(f"/api/interviews/recruiter/{interview_id}/complete")
    llm.script.hold()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(alice.post, "/api/aisense/analyze", json={"interviewId": interview_id})
        while alice.get(f"/api/aisense/analysis/{interview_id}").json()["status"] != "running":
            pass
        assert alice.delete(f"/api/interview/{interview_id}").status_code == 200
        assert answer.result(timeout=30).status_code == 404


@pytest.mark.usefixtures("running_server")
def test_analyze_without_a_transcript_is_refused(alice: Person, running_interview: dict[str, Any]) -> None:
    response = alice.post("/api/aisense/analyze", json={"interviewId": running_interview["_id"]})
    assert (response.status_code, response.json()["code"]) == (409, "INVALID_STATE")


def test_an_interview_without_analysis_has_status_none(alice: Person, interview: dict[str, Any]) -> None:
    body = alice.get(f"/api/aisense/analysis/{interview['_id']}").json()
    assert body == {
        "success": True,
        "hasAnalysis": False,
        "isConcealed": False,
        "analysis": None,
        "status": "none",
        "problem": None,
        "isOutdated": False,
        "fit": None,
    }


def test_readiness_before_the_interview_gives_a_reason(alice: Person, interview: dict[str, Any]) -> None:
    body = alice.get(f"/api/aisense/readiness/{interview['_id']}").json()
    assert (body["ready"], body["reason"]) == (False, "Waiting for interview to begin...")


def test_readiness_after_a_conversation_is_true(alice: Person, spoken_interview: dict[str, Any]) -> None:
    assert alice.get(f"/api/aisense/readiness/{spoken_interview['_id']}").json()["ready"] is True


@pytest.mark.parametrize("call", ["analysis", "readiness", "analyze"])
def test_reports_are_accessible_to_the_owner_only(
    call: str, bob: Person, anonymous: TestClient, interview: dict[str, Any]
) -> None:
    def request(client: Any, interview_id: str) -> int:
        if call == "analyze":
            return int(client.post("/api/aisense/analyze", json={"interviewId": interview_id}).status_code)
        return int(client.get(f"/api/aisense/{call}/{interview_id}").status_code)

    assert request(anonymous, interview["_id"]) == 401
    assert request(bob, interview["_id"]) == 404
    assert request(bob, "unknown") == 404


def test_prepared_questions_are_loaded_with_their_tracking(
    alice: Person, database: Database, spoken_interview: dict[str, Any]
) -> None:
    interview_id = spoken_interview["_id"]
    added = alice.post(
        f"/api/questions-crud/interview/{interview_id}/questions",
        json={"question": "What is Rust?", "category": "technical", "estimatedTime": 5},
    )
    assert added.status_code == 200, added.text
    with database.reading() as session:
        material = service.read_material(session, interview_id=interview_id)
    assert [(item.text, item.status) for item in material.questions] == [("What is Rust?", "pending")]


def test_the_report_is_in_the_language_of_the_interview_or_of_its_owner(
    alice: Person, database: Database, spoken_interview: dict[str, Any]
) -> None:
    interview_id = spoken_interview["_id"]

    def read() -> str | None:
        with database.reading() as session:
            return service.read_material(session, interview_id=interview_id).report_language

    assert read() is None, "the spoken one"
    with database.transaction() as session:
        session.get_one(User, alice.id).language = "fr-CA"
    assert read() == "fr"
    path = f"/api/interviews/{interview_id}"
    changed = alice.patch(path, json={"reportLanguage": "de"}).json()["interview"]
    assert (changed["reportLanguage"], read()) == ("de", "de")
    assert alice.patch(path, json={"reportLanguage": "nl"}).status_code == 422
    assert alice.patch(path, json={"reportLanguage": None}).json()["interview"]["reportLanguage"] is None
    assert read() == "fr"


def _link_documents(
    database: Database, owner: Person, interview_id: str, *, required: list[str], cv_text: str
) -> None:
    """Give the interview a candidate with this CV and a job that requires these skills."""
    candidate = Candidate(
        owner_id=owner.id, name="Cara Holm", cv_text=cv_text, cv_parsed={"skills": ["Sailing"]}
    )
    job = JobDescription(owner_id=owner.id, parsed={"requiredSkills": required})
    with database.transaction() as session:
        session.add_all([candidate, job])
        session.flush()
        interview = session.get_one(Interview, interview_id)
        interview.candidate_id, interview.job_description_id = candidate.id, job.id


def _read_fit(person: Person, interview_id: str) -> dict[str, Any]:
    fit: dict[str, Any] = person.get(f"/api/aisense/analysis/{interview_id}").json()["fit"]
    return fit


@pytest.mark.usefixtures("running_server")
def test_the_report_includes_the_fit_of_candidate_and_job(
    alice: Person, database: Database, spoken_interview: dict[str, Any]
) -> None:
    interview_id = spoken_interview["_id"]
    _link_documents(
        database, alice, interview_id, required=["Kubernetes", "Rust"], cv_text="Ran k8s clusters"
    )
    alice.post("/api/aisense/analyze", json={"interviewId": interview_id})
    fit = _read_fit(alice, interview_id)
    found = {"match": "synonym", "source": "cv", "words": "Ran k8s clusters", "segmentId": None}
    none = {"match": None, "source": None, "words": "", "segmentId": None}
    assert fit["skills"] == [
        {"skill": "Kubernetes", "score": 75, **found},
        {"skill": "Rust", "score": 0, **none},
    ]
    assert (fit["missingCritical"], fit["bonusSkills"]) == (["Rust"], ["Sailing"])
    assert fit["notCounted"] == ["level"]
    assert fit["overall"] > 0


@pytest.mark.usefixtures("running_server")
def test_a_skill_shown_in_the_interview_only_is_not_missing_while_its_words_stand(
    alice: Person, database: Database, spoken_interview: dict[str, Any]
) -> None:
    interview_id = spoken_interview["_id"]
    _link_documents(database, alice, interview_id, required=["Grafana", "Rust"], cv_text="Sailed")
    with database.transaction() as session:
        line = next(
            row for row in list_spoken(session, interview_id=interview_id) if row.speaker == "candidate"
        )
        line_id, line.text = line.id, "We used Grafana for every dashboard and checked it each week."
    alice.post("/api/aisense/analyze", json={"interviewId": interview_id})
    fit = _read_fit(alice, interview_id)
    assert fit["skills"][0] == {
        "skill": "Grafana",
        "score": 75,
        "match": "name",
        "source": "interview",
        "words": "We used Grafana for every dashboard and checked it each week.",
        "segmentId": line_id,
    }
    assert fit["missingCritical"] == ["Rust"]
    with database.transaction() as session:
        session.get_one(TranscriptSegment, line_id).text = "We built every dashboard by hand."
    assert _read_fit(alice, interview_id)["missingCritical"] == ["Grafana", "Rust"]
