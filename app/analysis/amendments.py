"""Findings that people strike or reword: applied when a report is read, with the original kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy.orm import Session

from app.analysis import repository
from app.analysis.amendment_schemas import AmendableFinding, AmendFinding, AmendmentView, Wording
from app.analysis.consistency.schemas import DeceptionEvidenceView
from app.analysis.errors import FindingHasNoWording, FindingNotFound
from app.analysis.findings import FollowUpPurpose, QuoteContext, RequirementStatus
from app.analysis.schemas import (
    AnalysisView,
    FollowUpView,
    KeyQuoteView,
    RequirementFindingView,
    StrengthView,
)
from app.analysis.tables import FindingAmendment
from app.reviews.service import record_change
from app.reviews.tables import ReviewChangeKind

FindingT = TypeVar("FindingT", bound=AmendableFinding)
NO_WORDING = Wording("", "")


def make_key(section: str, quotes: Iterable[tuple[str, str]]) -> str:
    """The key of a finding: its section and its evidence as (segment id, quote), in any order.

    Two findings of a section may have the same title, but never the same evidence.
    """
    text = json.dumps([section, sorted(quotes)], ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def apply_amendments(session: Session, *, interview_id: str, analysis: AnalysisView) -> AnalysisView:
    """The report with finding keys and amendments applied. Struck findings stay, marked ``isStruck``."""
    rows = repository.list_amendments(session, interview_id=interview_id)
    found = {row.finding_key: (row, name) for row, name in rows}

    def amend(section: str, findings: Sequence[FindingT]) -> list[FindingT]:
        return [_amend_one(section, finding, found) for finding in findings]

    check = analysis.deception_analysis
    strengths = amend("strengths", analysis.strengths)
    concerns = amend("concerns", analysis.concerns)
    contradictions = amend("consistency", check.evidence) if check else []
    by_quote = {
        **_list_amended_by_quote(QuoteContext.STRENGTH, strengths),
        **_list_amended_by_quote(QuoteContext.CONCERN, concerns),
    }
    return analysis.model_copy(
        update={
            "strengths": strengths,
            "concerns": concerns,
            "requirements": list(_amend_requirements(analysis.requirements, concerns)),
            "key_quotes": list(_amend_key_quotes(analysis.key_quotes, by_quote)),
            "follow_up_questions": list(
                _amend_follow_ups(analysis.follow_up_questions, concerns, contradictions)
            ),
            "deception_analysis": check and check.with_evidence(contradictions),
            "has_struck_findings": any(finding.is_struck for finding in (*strengths, *concerns)),
        }
    )


def _amend_one(
    section: str, finding: FindingT, found: dict[str, tuple[FindingAmendment, str | None]]
) -> FindingT:
    key = make_key(section, finding.list_quotes())
    if key not in found:
        return finding.model_copy(update={"key": key})
    row, actor_name = found[key]
    original = finding.get_wording() or NO_WORDING
    amendment = AmendmentView(
        is_struck=row.is_struck,
        is_reworded=row.title is not None or row.description is not None,
        title=original.title,
        description=original.description,
        reason=row.reason,
        actor_name=actor_name,
        updated_at=row.updated_at,
    )
    reworded = {"title": row.title, "description": row.description}
    texts = {name: text for name, text in reworded.items() if text is not None}
    return finding.model_copy(update={"key": key, "amendment": amendment, **texts})


def _list_amended_by_quote(
    context: QuoteContext, findings: Iterable[StrengthView]
) -> dict[tuple[QuoteContext, str, str], StrengthView]:
    """Amended findings by the key quote that repeats their first evidence."""
    return {
        (context, finding.evidence[0].segment_id, finding.evidence[0].quote): finding
        for finding in findings
        if finding.amendment and finding.evidence
    }


def _amend_key_quotes(
    quotes: Iterable[KeyQuoteView], amended: Mapping[tuple[QuoteContext, str, str], StrengthView]
) -> Iterator[KeyQuoteView]:
    """The key quotes without those of struck findings; those of reworded ones have the new title."""
    for quote in quotes:
        finding = amended.get((quote.context, quote.segment_id, quote.text))
        if finding is None:
            yield quote
        elif not finding.is_struck:
            yield quote.model_copy(update={"significance": finding.title})


def _amend_requirements(
    requirements: Iterable[RequirementFindingView], concerns: Iterable[StrengthView]
) -> Iterator[RequirementFindingView]:
    """The requirements, of which none is in doubt because of a concern that was struck."""
    struck = {
        (item.segment_id, item.quote)
        for finding in concerns
        if finding.is_struck
        for item in finding.evidence
    }
    for item in requirements:
        quotes = {(evidence.segment_id, evidence.quote) for evidence in item.evidence}
        is_in_doubt = item.status in (RequirementStatus.CONCERN, RequirementStatus.DENIED)
        if is_in_doubt and quotes & struck:
            yield item.model_copy(update={"status": RequirementStatus.DISCUSSED})
        else:
            yield item


def _amend_follow_ups(
    questions: Iterable[FollowUpView],
    concerns: Iterable[StrengthView],
    contradictions: Iterable[DeceptionEvidenceView],
) -> Iterator[FollowUpView]:
    """The follow-up questions without those about struck findings; those about reworded concerns follow."""
    struck = {item.quote for item in contradictions if item.is_struck}
    amended = {item.amendment.title: item for item in concerns if item.amendment and item.amendment.title}
    for question in questions:
        if question.purpose is FollowUpPurpose.CLARIFY_CONTRADICTION and question.subject in struck:
            continue
        is_about_concern = question.purpose is FollowUpPurpose.CLARIFY_CONCERN
        concern = amended.get(question.subject) if is_about_concern else None
        if concern is None:
            yield question
        elif not concern.is_struck:
            yield question.model_copy(update={"subject": concern.title})


def finalize_findings(analysis: AnalysisView) -> AnalysisView:
    """The report with all amendments, for exports and shared links.

    Struck findings are left out, and reworded ones do not show who reworded what.
    """

    def finalize(findings: Sequence[FindingT]) -> list[FindingT]:
        kept = [finding for finding in findings if not finding.is_struck]
        return [finding.model_copy(update={"amendment": None}) for finding in kept]

    check = analysis.deception_analysis
    return analysis.model_copy(
        update={
            "strengths": finalize(analysis.strengths),
            "concerns": finalize(analysis.concerns),
            "deception_analysis": check and check.with_evidence(finalize(check.evidence)),
        }
    )


def get_finding(analysis: AnalysisView | None, key: str) -> AmendableFinding:
    """A finding of a report with its amendments applied. Raises FindingNotFound."""
    findings: list[AmendableFinding] = []
    if analysis is not None:
        findings += [*analysis.strengths, *analysis.concerns]
        findings += analysis.deception_analysis.evidence if analysis.deception_analysis else []
    for finding in findings:
        if finding.key == key:
            return finding
    raise FindingNotFound


def amend_finding(
    session: Session,
    *,
    interview_id: str,
    finding: AmendableFinding,
    actor_id: str,
    request: AmendFinding,
    now: datetime,
) -> None:
    """Strike, reword or restore a finding as ``get_finding`` returned it, and record the change.

    Raises FindingHasNoWording.
    """
    wording = finding.get_wording()
    if wording is None and not (request.title is None and request.description is None):
        raise FindingHasNoWording
    worded = wording or NO_WORDING
    original = Wording(amended.title, amended.description) if (amended := finding.amendment) else worded
    title = None if request.title == original.title else request.title
    description = None if request.description == original.description else request.description
    row = repository.find_amendment(session, interview_id=interview_id, finding_key=finding.key)
    before = {"isStruck": finding.is_struck, **worded._asdict()}
    after: dict[str, Any] = {
        "isStruck": request.is_struck,
        "title": original.title if title is None else title,
        "description": original.description if description is None else description,
    }
    if before == after and (row is None or row.reason == request.reason):
        return
    if not request.is_struck and title is None and description is None:
        assert row is not None
        session.delete(row)
    else:
        if row is None:
            row = FindingAmendment(interview_id=interview_id, finding_key=finding.key)
            session.add(row)
        row.is_struck, row.title, row.description = request.is_struck, title, description
        row.reason, row.actor_id, row.updated_at = request.reason, actor_id, now
    record_change(
        session,
        interview_id=interview_id,
        actor_id=actor_id,
        kind=ReviewChangeKind.FINDING,
        subject=original.title or finding.list_quotes()[0][1],
        before=before,
        after=after | {"reason": request.reason},
        now=now,
    )
