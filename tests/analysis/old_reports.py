"""Reports of earlier versions, and the migration that reads them."""

from __future__ import annotations

import importlib
from typing import Any

migration = importlib.import_module("app.migrations.versions.0015_report_codes")
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
