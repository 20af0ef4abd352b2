"""Codes in reports: the complete list, and the conversion of stored reports that still have sentences."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path

import sqlalchemy as sa
from alembic import command

from app.analysis.consistency.facts import Action, ClaimKind, DiscrepancySeverity, Origin
from app.analysis.findings import FindingKind, FollowUpPurpose, MissingCode, ModelRole, ReportSection
from app.analysis.rules import AnalysisProblem
from app.analysis.schemas import AnalysisView
from app.core.database import make_engine
from app.core.operations import OperationStage
from app.migrations.upgrade import _config, upgrade
from tests.analysis.old_reports import OLD_REPORT, migration
from tests.old_databases import fill

# The web client translates each of these into every language; a new code needs translations there.
CODES: dict[type[StrEnum], set[str]] = {
    ClaimKind: {
        *("start", "end", "duration", "current_employer", "first_employer", "role", "team_size", "degree"),
        *("field_of_study", "institution", "graduation", "experience", "skill", "language", "certificate"),
        *("figure", "leaving_reason", "own_work", "never", "statement"),
    },
    DiscrepancySeverity: {"minor", "moderate", "significant", "major"},
    Action: {"ask_candidate", "ask_for_proof"},
    Origin: {"cv", "transcript"},
    MissingCode: {
        *("candidate_silent", "not_english", "too_little_said", "no_evidence", "no_findings"),
        *("not_supported", "partly_not_supported", "some_not_supported", "quotes_only", "unknown_language"),
        "english_only",
    },
    ReportSection: {
        *("scores", "scores.technical", "scores.communication", "summary", "technicalAssessment"),
        *("communicationAssessment", "strengths", "concerns", "keyQuotes", "followUpQuestions"),
        "deceptionAnalysis",
    },
    FollowUpPurpose: {
        *("clarify_concern", "vague_answer", "requirement_not_discussed", "prepared_not_asked"),
        *("point_not_covered", "clarify_contradiction"),
    },
    ModelRole: {"encoder", "trained", "embeddings"},
    FindingKind: {"strength", "owned", "wrong", "conduct", "evasion", "blame", "gap"},
    AnalysisProblem: {"interrupted", "unavailable", "too_long", "cancelled", "unexpected"},
    OperationStage: {
        *("starting", "queued", "done", "reading", "understanding", "assessing", "finalizing"),
        *("transcribing", "writing_questions", "reading_transcript", "describing_strengths"),
        *("describing_concerns", "writing_summary", "writing_assessments", "choosing_quotes"),
        "writing_follow_ups",
    },
}


def test_every_code_is_listed() -> None:
    assert {kind: {member.value for member in kind} for kind in CODES} == CODES


def test_a_report_stored_with_sentences_is_converted_to_codes() -> None:
    view = AnalysisView.model_validate(migration.to_codes(OLD_REPORT))
    assert [(item.code.value, item.params) for item in view.missing] == [
        ("too_little_said", {"answers": 1, "words": 20, "minAnswers": 3, "minWords": 60}),
        ("partly_not_supported", {}),
        ("not_supported", {}),
        ("no_findings", {}),
        ("quotes_only", {"count": 1, "total": 1}),
        ("some_not_supported", {"count": 2}),
    ]
    assert [(item.purpose.value, item.subject) for item in view.follow_up_questions] == [
        ("clarify_concern", "Merges alone"),
        ("vague_answer", ""),
        ("requirement_not_discussed", "Terraform"),
        ("prepared_not_asked", ""),
    ]
    assert [(item.kind.value, item.title) for item in (*view.strengths, *view.concerns)] == [
        ("strength", ""),
        ("owned", "Merges alone"),
    ]


def test_the_upgrade_converts_stored_reports_and_problems(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'greenroom.db'}")
    with engine.connect() as connection:
        command.upgrade(_config(connection), "0014")
        connection.commit()
    fill(engine)
    values = {
        "report": json.dumps(OLD_REPORT),
        "error": "The transcript is too long for the model of this server.",
    }
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE analyses SET report = :report, error = :error"), values)
    upgrade(engine)
    with engine.connect() as connection:
        stored = connection.execute(sa.text("SELECT report, error FROM analyses")).one()
    engine.dispose()
    assert json.loads(stored.report)["missing"][0]["code"] == "too_little_said"
    assert stored.error == "too_long"
