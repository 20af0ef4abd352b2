"""The section 'Consistency check' in stored reports and on the wire."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from app.analysis.analyze import analyze
from app.analysis.findings import Background
from app.analysis.schemas import AnalysisView
from app.candidates.tables import Candidate
from app.core.database import Database
from app.core.state import AppState
from app.interviews.tables import Interview
from app.transcription.pipeline.events import Speaker
from app.transcription.tables import TranscriptSegment
from tests.analysis.consistency.cases import WAREHOUSE
from tests.analysis.dialogues import dialogue, honest_writer
from tests.analysis.old_reports import OLD_REPORT, migration
from tests.conftest import FrozenClock, Person
from tests.fakes.engines import FakeLlm, fake_engines

SAID = "I supervise about thirty people at Brightwell, pickers and packers mainly."


def test_an_old_report_without_the_section_still_loads() -> None:
    assert AnalysisView.model_validate(migration.to_codes(OLD_REPORT)).deception_analysis is None


async def test_the_section_has_the_documented_fields() -> None:
    lines = dialogue("I: What are you responsible for?", f"C: {SAID}")
    background = Background(cv_parsed=WAREHOUSE)
    analysis = await analyze(
        fake_engines(llm=FakeLlm(honest_writer)), transcript=lines, background=background
    )
    now = datetime(2026, 11, 20, tzinfo=UTC)
    wire = AnalysisView.of(analysis, created_at=now).to_wire()["deceptionAnalysis"]
    assert set(wire) >= {
        *("overallRisk", "analysisConfidence", "metrics", "evidence", "patterns", "recommendations"),
    }
    assert set(wire["metrics"]) == {
        *("consistencyScore", "evasivenessScore", "authenticityScore", "stressIndicators"),
    }
    (item,) = wire["evidence"]
    assert {"description", "quote", "severity", "timestamp"} <= set(item)
    assert (item["kind"], item["quote"], item["segmentId"]) == ("team_size", SAID, "s2")
    assert item["counterpart"]["quote"] == "Supervises 12 staff on the late shift."
    assert item["counterpart"]["origin"] == "cv"
    assert item["description"].startswith("Possible difference")
    assert wire["recommendations"][0]["action"] == "ask_candidate"
    assert AnalysisView.model_validate(AnalysisView.of(analysis, created_at=now).to_wire())


async def test_the_check_can_be_switched_off() -> None:
    lines = dialogue("I: What are you responsible for?", f"C: {SAID}")
    analysis = await analyze(
        fake_engines(llm=FakeLlm(honest_writer)),
        transcript=lines,
        background=Background(cv_parsed=WAREHOUSE),
        checks_consistency=False,
    )
    assert analysis.consistency is None


@pytest.fixture
def contradicted(
    alice: Person, spoken_interview: dict[str, Any], database: Database, clock: FrozenClock
) -> str:
    """An interview whose transcript contradicts the CV of its candidate."""
    interview_id = str(spoken_interview["_id"])
    candidate = Candidate(owner_id=alice.id, name="Cara Holm", cv_parsed=WAREHOUSE)
    with database.transaction() as session:
        session.add(candidate)
        session.flush()
        session.get_one(Interview, interview_id).candidate_id = candidate.id
        session.add(
            TranscriptSegment(
                id="seg-last",
                interview_id=interview_id,
                sequence=500,
                speaker=Speaker.CANDIDATE,
                text=SAID,
                started_seconds=900.0,
                ended_seconds=905.0,
                spoken_at=clock.now(),
            )
        )
    return interview_id


@pytest.mark.usefixtures("running_server")
def test_the_api_serves_the_section_until_an_admin_switches_it_off(
    alice: Person, contradicted: str, state: AppState
) -> None:
    answer = alice.post("/api/aisense/analyze", json={"interviewId": contradicted})
    assert answer.status_code == 200, answer.text
    section = answer.json()["analysis"]["deceptionAnalysis"]
    assert [item["kind"] for item in section["evidence"]] == ["team_size"]
    state.settings = state.settings.model_copy(update={"consistency_check": False})
    read = alice.get(f"/api/aisense/analysis/{contradicted}").json()
    assert read["analysis"]["deceptionAnalysis"] is None
    assert read["analysis"]["summary"] == answer.json()["analysis"]["summary"]
    written = alice.post("/api/aisense/analyze", json={"interviewId": contradicted}).json()
    assert written["analysis"]["deceptionAnalysis"] is None
    state.settings = state.settings.model_copy(update={"consistency_check": True})
    # The report that was written meanwhile has no section.
    read = alice.get(f"/api/aisense/analysis/{contradicted}").json()
    assert read["analysis"]["deceptionAnalysis"] is None
