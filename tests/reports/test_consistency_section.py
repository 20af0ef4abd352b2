"""The section 'Consistency check' in files and shared reports: present, switched off, struck."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi.testclient import TestClient

from app.analysis.amendment_schemas import AmendmentView
from app.analysis.consistency.facts import Action, ClaimKind, DiscrepancySeverity, Origin, Risk
from app.analysis.consistency.schemas import (
    CounterpartView,
    DeceptionAnalysisView,
    DeceptionEvidenceView,
    MetricsView,
    RecommendationView,
)
from app.analysis.repository import find
from app.core.state import AppState
from tests.conftest import Person
from tests.reports.exports import create_link, read_files
from tests.reports.samples import make_report

CV_LINE = "Recounted all twelve aisles."


def read_everywhere(alice: Person, anonymous: TestClient, report_id: str, token: str) -> dict[str, str]:
    """The text of each file, and of the shared report."""
    return {
        **read_files(alice, report_id),
        "link": anonymous.get(f"/api/shared-reports/{token}").text,
    }


def read_check(alice: Person, report_id: str) -> dict[str, Any]:
    analysis = alice.get(f"/api/aisense/analysis/{report_id}").json()["analysis"]
    check: dict[str, Any] = analysis["deceptionAnalysis"]
    return check


def test_the_section_is_in_every_file_until_an_admin_switches_it_off(
    alice: Person, anonymous: TestClient, state: AppState, report_id: str
) -> None:
    token = create_link(alice, report_id).json()["data"]["token"]
    for text in read_everywhere(alice, anonymous, report_id, token).values():
        assert CV_LINE in text
    state.settings = state.settings.model_copy(update={"consistency_check": False})
    for text in read_everywhere(alice, anonymous, report_id, token).values():
        assert CV_LINE not in text
        assert "Consistency check" not in text


def test_a_check_that_could_not_run_says_so_until_an_admin_switches_it_off(
    alice: Person, state: AppState, report_id: str
) -> None:
    missing = [{"section": "deceptionAnalysis", "code": "english_only", "params": {}}]
    with state.database.transaction() as session:
        record = find(session, interview_id=report_id)
        assert record is not None
        record.report = {**make_report(report_id), "deceptionAnalysis": None, "missing": missing}
    for text in read_files(alice, report_id).values():
        assert "english_only" in text or "reads statements in English only" in text
    state.settings = state.settings.model_copy(update={"consistency_check": False})
    for text in read_files(alice, report_id).values():
        assert "english_only" not in text
        assert "Consistency check" not in text


def test_a_struck_contradiction_is_left_out(alice: Person, anonymous: TestClient, report_id: str) -> None:
    token = create_link(alice, report_id).json()["data"]["token"]
    key = read_check(alice, report_id)["evidence"][0]["key"]
    path = f"/api/aisense/analysis/{report_id}/findings/{key}"
    response = alice.put(path, json={"isStruck": True, "reason": "The CV is out of date."})
    assert response.status_code == 200, response.text
    check = read_check(alice, report_id)
    assert check["evidence"][0]["amendment"]["reason"] == "The CV is out of date."
    assert (check["recommendations"], check["overallRisk"]) == ([], "low")
    for text in read_everywhere(alice, anonymous, report_id, token).values():
        assert CV_LINE not in text
        assert "out of date" not in text
    history = alice.get(f"/api/interviews/{report_id}/review/history").json()["data"]
    assert history[0]["subject"] == "Honestly, I left the recount out on the last two aisles."
    assert alice.put(path, json={}).status_code == 200
    assert read_check(alice, report_id)["recommendations"][0]["subject"] == "recounts"


def test_a_contradiction_cannot_be_reworded(alice: Person, report_id: str) -> None:
    key = read_check(alice, report_id)["evidence"][0]["key"]
    response = alice.put(f"/api/aisense/analysis/{report_id}/findings/{key}", json={"title": "Mistake"})
    assert (response.status_code, response.json()["code"]) == (409, "FINDING_HAS_NO_WORDING")


def make_evidence(subject: str, severity: DiscrepancySeverity, *, is_struck: bool) -> DeceptionEvidenceView:
    amendment = AmendmentView(
        is_struck=is_struck,
        is_reworded=False,
        title="",
        description="",
        reason="x",
        actor_name=None,
        updated_at=datetime(2026, 11, 22, tzinfo=UTC),
    )
    return DeceptionEvidenceView(
        kind=ClaimKind.TEAM_SIZE,
        subject=subject,
        description="",
        quote=f"Twelve people at {subject}.",
        severity=severity,
        timestamp=1,
        segment_id="s1",
        counterpart=CounterpartView(origin=Origin.CV, quote="Led three.", segment_id=None, timestamp=None),
        amendment=amendment,
    )


def test_risk_and_patterns_count_what_is_not_struck() -> None:
    check = DeceptionAnalysisView(
        overall_risk=Risk.HIGH,
        analysis_confidence=0.5,
        metrics=MetricsView(
            consistency_score=2.0, evasiveness_score=None, authenticity_score=None, stress_indicators=None
        ),
        evidence=[],
        patterns=[],
        recommendations=[
            RecommendationView(
                action=Action.ASK_CANDIDATE,
                priority=Risk.HIGH,
                rationale=ClaimKind.TEAM_SIZE,
                subject=subject,
            )
            for subject in ("Aldine", "Hobday", "Nordhaven")
        ],
        has_cv=True,
        statements_found=3,
        statements_compared=3,
    )
    amended = check.with_evidence(
        [
            make_evidence("Aldine", DiscrepancySeverity.MAJOR, is_struck=True),
            make_evidence("Hobday", DiscrepancySeverity.MODERATE, is_struck=False),
            make_evidence("Nordhaven", DiscrepancySeverity.MODERATE, is_struck=False),
        ]
    )
    assert amended.overall_risk is Risk.MEDIUM
    assert [(item.frequency, item.significance) for item in amended.patterns] == [(2, "moderate")]
    assert [item.subject for item in amended.recommendations] == ["Hobday", "Nordhaven"]
    assert amended.metrics.consistency_score == 2.0
    assert len(amended.evidence) == 3
