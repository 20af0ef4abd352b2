"""Codes in reports: the complete list, and the conversion of stored reports that still have sentences."""

from __future__ import annotations

import importlib
import json
from enum import StrEnum
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command

from app.analysis.consistency.facts import Action, ClaimKind, DiscrepancySeverity, Origin
from app.analysis.findings import FindingKind, FollowUpPurpose, MissingCode, ModelRole, ReportSection
from app.analysis.rules import AnalysisProblem
from app.analysis.schemas import AnalysisView
from app.core.database import make_engine
from app.core.operations import OperationStage
from app.migrations.upgrade import _config, upgrade
from tests.core.test_upgrade import fill

migration = importlib.import_module("app.migrations.versions.0015_report_codes")

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
    },
    ReportSection: {
        *("scores", "scores.technical", "scores.communication", "summary", "technicalAssessment"),
        *("communicationAssessment", "strengths", "concerns", "keyQuotes", "followUpQuestions"),
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


NOT_SUPPORTED = "What the model wrote was not borne out by the transcript, so it was left out."
EVIDENCE = {"segmentId": "s1", "quote": "I cut it.", "speaker": "candidate", "startSeconds": 1.0}
OLD_REPORT: dict[str, Any] = {
    "sentiment": None,
    "scores": {"technical": 7.1, "communication": None},
    "scoreBasis": {
        "technical": [
            {
                "feature": "figure",
                "label": "Concrete figures",
                "effect": "raises",
                "count": 1,
                "segmentIds": ["s1"],
            }
        ],
        "communication": [],
    },
    "summary": "",
    "technicalAssessment": "",
    "communicationAssessment": "",
    "strengths": [
        {"title": "A concrete answer", "description": "", "category": "technical", "evidence": [EVIDENCE]}
    ],
    "concerns": [
        {
            "title": "Merges alone",
            "description": "",
            "category": "technical",
            "evidence": [EVIDENCE],
            "severity": "high",
        }
    ],
    "keyQuotes": [],
    "followUpQuestions": [
        {"question": "Why?", "priority": "high", "purpose": "Clarifies the concern: Merges alone"},
        {"question": "How?", "priority": "high", "purpose": "Was asked and got only a general reply."},
        {
            "question": "Who?",
            "priority": "low",
            "purpose": "Not named in the conversation, and the job asks for it: Terraform",
        },
        {"question": "When?", "priority": "medium", "purpose": "Was prepared and not asked."},
    ],
    "missing": [
        {
            "section": "scores.communication",
            "reason": "Too little was said to score: 1 answers with 20 words "
            "(at least 3 answers and 60 words are needed).",
        },
        {"section": "summary", "reason": f"A part of it is missing. {NOT_SUPPORTED}"},
        {"section": "technicalAssessment", "reason": NOT_SUPPORTED},
        {"section": "communicationAssessment", "reason": "There are no findings to rest it on."},
        {
            "section": "strengths",
            "reason": f"1 of 1 stand in the candidate's words alone. {NOT_SUPPORTED}",
        },
        {"section": "keyQuotes", "reason": f"2 were left out. {NOT_SUPPORTED}"},
    ],
    "generation": {"model": "m", "modelSha256": "", "promptVersion": "1", "durationMs": 1},
    "createdAt": "2026-11-01T10:00:00Z",
}


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
