"""Chooses what to ask in a second interview: concerns, evaded questions, requirements nobody mentioned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.analysis.concerns import list_evaded
from app.analysis.findings import Finding, FindingKind, FollowUpPurpose, QuestionPriority
from app.analysis.observations import Observations

MAX_EVADED = 2
MAX_REQUIREMENTS = 2
QUESTION_WORDS = 60
"""Words of an evaded question that are shown to the model; what was asked stands at its end."""


@dataclass(frozen=True, slots=True)
class FollowUpRequest:
    """One question to have written."""

    section: str
    """Section of the prompt that says what to ask."""
    material: str
    priority: QuestionPriority
    purpose: FollowUpPurpose
    subject: str = ""


def list_follow_ups(
    observed: Observations, concerns: Sequence[Finding], *, cv_text: str
) -> list[FollowUpRequest]:
    """Questions to have written, the most important first.

    ``concerns`` describes the concerns of ``observed``, in the same order.
    """
    requests: list[FollowUpRequest] = []
    covered: set[int] = set()
    for item, finding in zip(observed.concerns, concerns, strict=True):
        if item.kind is FindingKind.EVASION:
            continue
        covered.update(exchange.index for exchange in item.exchanges)
        requests.append(
            FollowUpRequest(
                "concern",
                item.quote_text,
                QuestionPriority.HIGH,
                FollowUpPurpose.CLARIFY_CONCERN,
                finding.title,
            )
        )
    evaded = [exchange for exchange in list_evaded(observed.scored) if exchange.index not in covered]
    for exchange in evaded[:MAX_EVADED]:
        question = " ".join(exchange.question.split()[-QUESTION_WORDS:])
        requests.append(
            FollowUpRequest("evaded", question, QuestionPriority.HIGH, FollowUpPurpose.VAGUE_ANSWER)
        )
    cv_lower = cv_text.lower()
    for line in observed.not_discussed[:MAX_REQUIREMENTS]:
        priority = QuestionPriority.LOW if line.lower() in cv_lower else QuestionPriority.MEDIUM
        requests.append(
            FollowUpRequest("requirement", line, priority, FollowUpPurpose.REQUIREMENT_NOT_DISCUSSED, line)
        )
    return requests
