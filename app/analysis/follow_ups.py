"""Chooses questions for a second interview: contradictions, concerns, evaded questions, open points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.analysis.consistency.facts import Discrepancy, Origin
from app.analysis.evasions import list_evaded
from app.analysis.findings import Finding, FindingKind, FollowUpPurpose, QuestionPriority
from app.analysis.observations import Observations
from app.analysis.prose import Phrases
from app.analysis.quoting import choose_question, close_quote, shorten_question, shorten_quote
from app.analysis.requirement_kinds import needs_proof
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
    covered: set[int] = set()
    requests = [_ask_about(item, words) for item in contradictions[:MAX_CONTRADICTIONS]]
    requests += _clarify_concerns(observed, concerns, words, covered)
    requests += _repeat_questions(observed, words, covered)
    for index, point in _list_open_points(observed, without=covered)[:MAX_POINTS]:
        covered.add(index)
        question = words["point"].format(point=point)
        requests.append(
            FollowUpRequest(question, QuestionPriority.MEDIUM, FollowUpPurpose.POINT_NOT_COVERED, point)
        )
    requests += _ask_about_requirements(observed, words, cv_text=cv_text)
    return requests + _ask_for_examples(observed, words, covered)


def _clarify_concerns(
    observed: Observations, concerns: Sequence[Finding], words: Mapping[str, str], covered: set[int]
) -> list[FollowUpRequest]:
    """Questions about spoken concerns; adds their exchanges to ``covered``, as the next functions do."""
    spoken = [
        (item, finding)
        for item, finding in zip(observed.concerns, concerns, strict=True)
        if item.kind is not FindingKind.EVASION
    ]
    requests = []
    for item, finding in spoken[:MAX_CONCERNS]:
        covered.update(exchange.index for exchange in item.exchanges)
        quote = close_quote(shorten_quote(item.core or item.quote[0].quote))
        requests.append(
            FollowUpRequest(
                words[item.kind.value].format(quote=quote),
                QuestionPriority.HIGH,
                FollowUpPurpose.CLARIFY_CONCERN,
                finding.title,
            )
        )
    return requests


def _repeat_questions(
    observed: Observations, words: Mapping[str, str], covered: set[int]
) -> list[FollowUpRequest]:
    """Evaded questions, to be asked again."""
    unanswered = [item.exchanges for item in observed.concerns if item.kind is FindingKind.EVASION]
    repeated = {exchange.index for exchanges in unanswered for exchange in exchanges}
    unanswered += [(item,) for item in list_evaded(observed.answers) if item.index not in repeated]
    requests = []
    for exchanges in [item for item in unanswered if item[0].index not in covered][:MAX_EVADED]:
        covered.add(exchanges[0].index)
        question = words["evaded"].format(question=choose_question(exchanges))
        requests.append(FollowUpRequest(question, QuestionPriority.HIGH, FollowUpPurpose.VAGUE_ANSWER))
    return requests


def _ask_about_requirements(
    observed: Observations, words: Mapping[str, str], *, cv_text: str
) -> list[FollowUpRequest]:
    """Questions about requirements that were not discussed."""
    cv_lower = cv_text.lower()
    return [
        FollowUpRequest(
            words["proof" if needs_proof(line) else "requirement"].format(requirement=line),
            QuestionPriority.LOW if line.lower() in cv_lower else QuestionPriority.MEDIUM,
            FollowUpPurpose.REQUIREMENT_NOT_DISCUSSED,
            line,
        )
        for line in observed.not_discussed[:MAX_REQUIREMENTS]
    ]


def _ask_for_examples(
    observed: Observations, words: Mapping[str, str], covered: set[int]
) -> list[FollowUpRequest]:
    """Spare requests for an example, for the answers with the least value."""
    thinnest = sorted(
        (item for item in observed.answers if is_open(item.exchange) and item.exchange.index not in covered),
        key=lambda item: item.rating.value,
    )
    return [
        FollowUpRequest(
            words["example"].format(question=shorten_question(answer.exchange.question)),
            QuestionPriority.LOW,
            FollowUpPurpose.VAGUE_ANSWER,
            is_spare=True,
        )
        for answer in thinnest[:MIN_FOLLOW_UPS]
    ]


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
