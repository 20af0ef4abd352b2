"""Routes of reports: analyze, read, readiness, access and the fit."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.analysis import service
from app.candidates.tables import Candidate
from app.core.database import Database
from app.interviews.tables import Interview
from app.job_descriptions.tables import JobDescription
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
    llm.script.fail_next(InvalidEngineRequest("bad"))
    response = alice.post("/api/aisense/analyze", json={"interviewId": spoken_interview["_id"]})
    assert response.status_code == 502
    assert response.json()["problem"] == "unavailable"
    assert response.json()["error"].startswith("The language model on this server was not available.")
    read = alice.get(f"/api/aisense/analysis/{spoken_interview['_id']}").json()
    assert (read["hasAnalysis"], read["status"], read["problem"]) == (False, "failed", "unavailable")


@pytest.mark.usefixtures("running_server")
def test_analyze_without_a_transcript_is_refused(alice: Person, running_interview: dict[str, Any]) -> None:
    response = alice.post("/api/aisense/analyze", json={"interviewId": running_interview["_id"]})
    assert (response.status_code, response.json()["code"]) == (409, "INVALID_STATE")


def test_an_interview_without_analysis_has_status_none(alice: Person, interview: dict[str, Any]) -> None:
    body = alice.get(f"/api/aisense/analysis/{interview['_id']}").json()
    assert body == {
        "success": True,
        "hasAnalysis": False,
        "analysis": None,
        "status": "none",
        "problem": None,
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


@pytest.mark.usefixtures("running_server")
def test_the_report_includes_the_fit_of_candidate_and_job(
    alice: Person, database: Database, spoken_interview: dict[str, Any]
) -> None:
    interview_id = spoken_interview["_id"]
    candidate = Candidate(
        owner_id=alice.id, name="Cara Holm", cv_text="Ran k8s clusters", cv_parsed={"skills": ["Sailing"]}
    )
    job = JobDescription(owner_id=alice.id, parsed={"requiredSkills": ["Kubernetes", "Rust"]})
    with database.transaction() as session:
        session.add_all([candidate, job])
        session.flush()
        interview = session.get_one(Interview, interview_id)
        interview.candidate_id, interview.job_description_id = candidate.id, job.id
    alice.post("/api/aisense/analyze", json={"interviewId": interview_id})
    fit = alice.get(f"/api/aisense/analysis/{interview_id}").json()["fit"]
    assert fit["skills"] == [{"skill": "Kubernetes", "score": 75}, {"skill": "Rust", "score": 0}]
    assert (fit["missingCritical"], fit["bonusSkills"]) == (["Rust"], ["Sailing"])
    assert fit["notCounted"] == ["level"]
    assert fit["overall"] > 0
