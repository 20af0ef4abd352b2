"""Chooses questions for a second interview: contradictions, concerns, evaded questions, open points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.analysis.concerns import list_evaded
from app.analysis.consistency.facts import Discrepancy, Origin
from app.analysis.findings import Finding, FindingKind, FollowUpPurpose, QuestionPriority
from app.analysis.observations import Observations
from app.analysis.prose import Phrases, close_quote, shorten_question, shorten_quote
from app.analysis.requirements import needs_proof
from app.analysis.selection import is_open

MAX_CONTRADICTIONS = 2
MAX_CONCERNS = 3
MAX_EVADED = 2
MAX_POINTS = 2
MAX_REQUIREMENTS = 2
MIN_FOLLOW_UPS = 3


@dataclass(frozen=True, slots=True)
class FollowUpRequest:
    """One question to suggest."""

    question: str
    priority: QuestionPriority
    purpose: FollowUpPurpose
    subject: str = ""
    is_spare: bool = False
    """Asked only while there are fewer than MIN_FOLLOW_UPS questions."""


def list_follow_ups(
    observed: Observations,
    concerns: Sequence[Finding],
    *,
    contradictions: Sequence[Discrepancy] = (),
    cv_text: str,
    phrases: Phrases,
) -> list[FollowUpRequest]:
    """Questions to suggest, the most important first.

    ``concerns`` describes the concerns of ``observed``, in the same order; ``contradictions`` are those of
    the consistency check.
    """
    words = phrases.follow_ups
    requests = [_ask_about(item, words) for item in contradictions[:MAX_CONTRADICTIONS]]
    covered: set[int] = set()
    spoken = [
        (item, finding)
        for item, finding in zip(observed.concerns, concerns, strict=True)
        if item.kind is not FindingKind.EVASION
    ]
    for item, finding in spoken[:MAX_CONCERNS]:
        covered.update(exchange.index for exchange in item.exchanges)
        requests.append(
            FollowUpRequest(
                words[item.kind.value].format(
                    quote=close_quote(shorten_quote(item.core or item.quote[0].quote))
                ),
                QuestionPriority.HIGH,
                FollowUpPurpose.CLARIFY_CONCERN,
                finding.title,
            )
        )
    # A question that was asked twice is suggested in its original wording.
    unanswered = [item.exchanges[0] for item in observed.concerns if item.kind is FindingKind.EVASION]
    repeated = {
        exchange.index
        for item in observed.concerns
        if item.kind is FindingKind.EVASION
        for exchange in item.exchanges
    }
    unanswered += [item for item in list_evaded(observed.answers) if item.index not in repeated]
    evaded = [exchange for exchange in unanswered if exchange.index not in covered]
    for exchange in evaded[:MAX_EVADED]:
        covered.add(exchange.index)
        question = shorten_question(exchange.question)
        requests.append(
            FollowUpRequest(
                words["evaded"].format(question=question),
                QuestionPriority.HIGH,
                FollowUpPurpose.VAGUE_ANSWER,
            )
        )
    for index, point in _list_open_points(observed, without=covered)[:MAX_POINTS]:
        covered.add(index)
        requests.append(
            FollowUpRequest(
                words["point"].format(point=point),
                QuestionPriority.MEDIUM,
                FollowUpPurpose.POINT_NOT_COVERED,
                point,
            )
        )
    cv_lower = cv_text.lower()
    for line in observed.not_discussed[:MAX_REQUIREMENTS]:
        priority = QuestionPriority.LOW if line.lower() in cv_lower else QuestionPriority.MEDIUM
        requests.append(
            FollowUpRequest(
                words["proof" if needs_proof(line) else "requirement"].format(requirement=line),
                priority,
                FollowUpPurpose.REQUIREMENT_NOT_DISCUSSED,
                line,
            )
        )
    thinnest = sorted(
        (item for item in observed.answers if is_open(item.exchange) and item.exchange.index not in covered),
        key=lambda item: item.rating.value,
    )
    for answer in thinnest[:MIN_FOLLOW_UPS]:
        question = shorten_question(answer.exchange.question)
        requests.append(
            FollowUpRequest(
                words["example"].format(question=question),
                QuestionPriority.LOW,
                FollowUpPurpose.VAGUE_ANSWER,
                is_spare=True,
            )
        )
    return requests


def _ask_about(item: Discrepancy, words: Mapping[str, str]) -> FollowUpRequest:
    """A neutral question that contains both quotes."""
    form = "contradiction_cv" if item.counterpart.origin is Origin.CV else "contradiction"
    question = words[form].format(
        quote=shorten_quote(item.statement.quote), other=shorten_quote(item.counterpart.quote)
    )
    return FollowUpRequest(
        question,
        QuestionPriority.HIGH,
        FollowUpPurpose.CLARIFY_CONTRADICTION,
        item.statement.quote,
    )


def _list_open_points(observed: Observations, *, without: set[int]) -> list[tuple[int, str]]:
    """The first open point of each answer, with the index of its exchange."""
    found = []
    for answer in observed.answers:
        open_points = [point.text for point in answer.points if not point.covered_by]
        if open_points and answer.exchange.index not in without:
            found.append((answer.exchange.index, open_points[0]))
    return found
