"""Replace English sentences in stored reports by codes

Revision ID: 0015
Revises: 0014
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

Report = dict[str, Any]

_REASONS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (r"The candidate is not heard in this transcript\.", "candidate_silent", ()),
    (r"What counts as evidence is listed for English only, .*", "not_english", ()),
    (r"No answer held enough concrete evidence .*", "no_evidence", ()),
    (r"There are no findings to .*", "no_findings", ()),
    (r"A part of it is missing\. .*", "partly_not_supported", ()),
    (r"(\d+) were left out\. .*", "some_not_supported", ("count",)),
    (r"(\d+) of (\d+) stand in the candidate's words alone\. .*", "quotes_only", ("count", "total")),
    (
        r"Too little was said to score: (\d+) answers with (\d+) words "
        r"\(at least (\d+) answers and (\d+) words are needed\)\.",
        "too_little_said",
        ("answers", "words", "minAnswers", "minWords"),
    ),
)
_PURPOSES = (
    (r"Clarifies the concern: (.*)", "clarify_concern"),
    (r"Was asked and got only a general reply\.()", "vague_answer"),
    (r"Not named in the conversation, and the job asks for it: (.*)", "requirement_not_discussed"),
    (r"Was prepared and not asked\.()", "prepared_not_asked"),
)
_UNTITLED = {
    "A concrete answer": "strength",
    "A practice that is a risk, in the candidate's own words": "owned",
    "A question that got only a general reply": "evasion",
    "Fault put on others": "blame",
    "Experience that is missing": "gap",
}
_PROBLEMS = {
    "The server stopped while it wrote this report. Please try again.": "interrupted",
    "The AI on this server was not available. Please try again.": "unavailable",
    "The transcript is too long for the model of this server.": "too_long",
}


def upgrade() -> None:
    _rewrite(to_codes, lambda error: _PROBLEMS.get(error, "unexpected"))


def downgrade() -> None:
    """Store the codes in place of the sentences, which cannot be recovered in full."""
    _rewrite(to_sentences, lambda error: error)


def _rewrite(convert: Callable[[Report], Report], convert_error: Callable[[str], str]) -> None:
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT id, report, error FROM analyses")).all()
    for row in rows:
        report = json.loads(row.report) if row.report else None
        values = {
            "id": row.id,
            "report": row.report if not report else json.dumps(convert(report)),
            "error": None if row.error is None else convert_error(row.error),
        }
        connection.execute(
            sa.text("UPDATE analyses SET report = :report, error = :error WHERE id = :id"), values
        )


def to_codes(report: Report) -> Report:
    """Convert a report of revision 0014: replace its sentences by codes."""
    converted = dict(report)
    converted["missing"] = [_missing(item) for item in report.get("missing", [])]
    converted["scoreBasis"] = {
        category: [{key: value for key, value in row.items() if key != "label"} for row in rows]
        for category, rows in report.get("scoreBasis", {}).items()
    }
    converted["strengths"] = [_finding(item, "strength") for item in report.get("strengths", [])]
    converted["concerns"] = [
        _finding(item, "evasion" if item.get("category") == "communication" else "owned")
        for item in report.get("concerns", [])
    ]
    converted["keyQuotes"] = [
        item | {"significance": _title(item.get("significance", ""))} for item in report.get("keyQuotes", [])
    ]
    converted["followUpQuestions"] = [_follow_up(item) for item in report.get("followUpQuestions", [])]
    return converted


def _missing(item: Report) -> Report:
    section = item["section"]
    for pattern, code, names in _REASONS:
        if match := re.fullmatch(pattern, item.get("reason", "")):
            params = dict(zip(names, map(int, match.groups()), strict=True))
            return {"section": section, "code": code, "params": params}
    return {"section": section, "code": "not_supported", "params": {}}


def _title(title: str) -> str:
    return "" if title in _UNTITLED else title


def _finding(item: Report, kind: str) -> Report:
    title = item.get("title", "")
    return item | {"kind": _UNTITLED.get(title, kind), "title": _title(title)}


def _follow_up(item: Report) -> Report:
    purpose = item.get("purpose", "")
    for pattern, code in _PURPOSES:
        if match := re.fullmatch(pattern, purpose):
            return item | {"purpose": code, "subject": _title(match.group(1))}
    return item | {"purpose": "clarify_concern", "subject": purpose}


def to_sentences(report: Report) -> Report:
    """Convert a report of revision 0015 to the form of 0014, with codes in place of the sentences."""
    converted = dict(report)
    converted["missing"] = [
        {"section": item["section"], "reason": item["code"]} for item in report.get("missing", [])
    ]
    converted["scoreBasis"] = {
        category: [row | {"label": row["feature"]} for row in rows]
        for category, rows in report.get("scoreBasis", {}).items()
    }
    for key in ("strengths", "concerns"):
        converted[key] = [item | {"title": item["title"] or item["kind"]} for item in report.get(key, [])]
    converted["followUpQuestions"] = [
        item | {"purpose": item["subject"] or item["purpose"]} for item in report.get("followUpQuestions", [])
    ]
    return converted
