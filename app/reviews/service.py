"""Use cases of reviews: score, look, name reviewers, decide; each change is recorded."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.interviews.tables import Interview
from app.reviews import access, repository, rules
from app.reviews.errors import ColleagueNotFound, InterviewNotHeld, OwnerIsReviewer, TooManyReviewers
from app.reviews.schemas import (
    AgreementView,
    DecisionView,
    ReviewedInterview,
    ReviewerView,
    ReviewView,
    SaveDecision,
    SaveScorecard,
    ScorecardView,
)
from app.reviews.tables import Decision, ReviewChange, ReviewChangeKind, Reviewer, Scorecard
from app.users import repository as users
from app.users.tables import User


def record_change(
    session: Session,
    *,
    interview_id: str,
    actor_id: str,
    kind: ReviewChangeKind,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    subject: str = "",
    now: datetime,
) -> None:
    """Record a change by a person in the history of an interview's review."""
    session.add(
        ReviewChange(
            interview_id=interview_id,
            actor_id=actor_id,
            kind=kind,
            subject=subject,
            before=None if before is None else dict(before),
            after=None if after is None else dict(after),
            created_at=now,
        )
    )
    session.flush()


def describe_review(session: Session, *, interview: Interview, user: User, scores_first: bool) -> ReviewView:
    """The review as this user may see it.

    It hides the judgment of others until the user has scored or chosen to look.
    """
    owner = users.find_by_id(session, interview.owner_id)
    assert owner is not None
    is_owner = interview.owner_id == user.id
    is_concealed = access.is_report_concealed(
        session, interview_id=interview.id, user_id=user.id, scores_first=scores_first
    )
    cards = [
        ScorecardView.of(card, author_name=name, reader_id=user.id)
        for card, name in repository.list_submitted(session, interview_id=interview.id)
    ]
    found = repository.find_decision(session, interview_id=interview.id)
    decision = None if found is None else DecisionView.of(found[0], name=found[1])
    return ReviewView(
        interview=ReviewedInterview.of(interview, owner=owner),
        is_owner=is_owner,
        can_score=interview.started_at is not None,
        is_concealed=is_concealed,
        mine=next((card for card in cards if card.is_mine), None),
        reviewers=[
            ReviewerView.of(reviewer, name=name, has_scored=has_scored)
            for reviewer, name, has_scored in repository.list_reviewers(session, interview_id=interview.id)
        ],
        scorecards=[] if is_concealed else cards,
        agreement=None if is_concealed else _measure(cards),
        decision=None if is_concealed and not is_owner else decision,
    )


def _measure(cards: list[ScorecardView]) -> AgreementView:
    agreement = rules.measure_agreement(
        technical=[card.technical for card in cards],
        communication=[card.communication for card in cards],
        recommendations=[card.recommendation for card in cards],
    )
    return AgreementView.model_validate(agreement)


def save_scorecard(
    session: Session,
    *,
    interview: Interview,
    user_id: str,
    request: SaveScorecard,
    scores_first: bool,
    now: datetime,
) -> None:
    """Save the user's scorecard. Raises InterviewNotHeld."""
    _require_held(interview)
    card = _find_or_add(session, interview_id=interview.id, user_id=user_id, now=now)
    before = None if card.submitted_at is None else _describe_scores(card)
    card.technical, card.communication = request.technical, request.communication
    card.recommendation, card.notes = request.recommendation, request.notes
    after = _describe_scores(card)
    if before == after:
        return
    if card.submitted_at is None:
        card.submitted_at = now
        card.is_blind = scores_first and card.looked_at is None
    elif card.is_blind and _has_new_judgment(before, after):
        card.is_changed_after_report = True
    card.updated_at = now
    record_change(
        session,
        interview_id=interview.id,
        actor_id=user_id,
        kind=ReviewChangeKind.SCORECARD,
        before=before,
        after=after,
        now=now,
    )


def _describe_scores(card: Scorecard) -> dict[str, Any]:
    return {
        "technical": card.technical,
        "communication": card.communication,
        "recommendation": card.recommendation,
        "notes": card.notes,
    }


def _has_new_judgment(before: Mapping[str, Any] | None, after: Mapping[str, Any]) -> bool:
    """Whether more than the notes changed."""
    return before is not None and any(before[key] != after[key] for key in after if key != "notes")


def look_at_report(session: Session, *, interview: Interview, user_id: str, now: datetime) -> None:
    """Show the report to a user who has not scored. Does nothing if they have already scored or looked."""
    card = _find_or_add(session, interview_id=interview.id, user_id=user_id, now=now)
    if card.submitted_at is not None or card.looked_at is not None:
        return
    card.looked_at = now
    record_change(session, interview_id=interview.id, actor_id=user_id, kind=ReviewChangeKind.LOOKED, now=now)


def _find_or_add(session: Session, *, interview_id: str, user_id: str, now: datetime) -> Scorecard:
    card = repository.find_scorecard(session, interview_id=interview_id, user_id=user_id)
    if card is None:
        card = Scorecard(interview_id=interview_id, user_id=user_id, notes="", updated_at=now)
        session.add(card)
        session.flush()
    return card


def add_reviewer(session: Session, *, interview: Interview, username: str, now: datetime) -> None:
    """Name a user as reviewer. Idempotent.

    Raises ColleagueNotFound (also for a deactivated user), OwnerIsReviewer and TooManyReviewers.
    """
    user = users.find_by_username(session, username)
    if user is None or not user.is_active:
        raise ColleagueNotFound
    if user.id == interview.owner_id:
        raise OwnerIsReviewer
    if repository.find_reviewer(session, interview_id=interview.id, user_id=user.id) is not None:
        return
    if repository.count_reviewers(session, interview_id=interview.id) >= rules.MAX_REVIEWERS:
        raise TooManyReviewers(rules.MAX_REVIEWERS)
    session.add(Reviewer(interview_id=interview.id, user_id=user.id, created_at=now))
    _record_reviewer(session, interview=interview, user=user, kind=ReviewChangeKind.REVIEWER_ADDED, now=now)


def remove_reviewer(session: Session, *, interview: Interview, reviewer_id: str, now: datetime) -> None:
    """End a reviewer's access. A scorecard that they have submitted stays. Raises ReviewerNotFound."""
    reviewer = repository.get_reviewer(session, interview_id=interview.id, reviewer_id=reviewer_id)
    user = users.find_by_id(session, reviewer.user_id)
    assert user is not None
    session.delete(reviewer)
    _record_reviewer(session, interview=interview, user=user, kind=ReviewChangeKind.REVIEWER_REMOVED, now=now)


def _record_reviewer(
    session: Session, *, interview: Interview, user: User, kind: ReviewChangeKind, now: datetime
) -> None:
    record_change(
        session,
        interview_id=interview.id,
        actor_id=interview.owner_id,
        kind=kind,
        subject=user.name or user.username,
        now=now,
    )


def save_decision(
    session: Session, *, interview: Interview, user_id: str, request: SaveDecision, now: datetime
) -> None:
    """Decide on the candidate, or change the decision. Raises InterviewNotHeld."""
    _require_held(interview)
    decision = session.get(Decision, interview.id)
    before = None if decision is None else {"outcome": decision.outcome, "reason": decision.reason}
    after = {"outcome": request.outcome, "reason": request.reason}
    if before == after:
        return
    if decision is None:
        decision = Decision(interview_id=interview.id)
        session.add(decision)
    decision.outcome, decision.reason = request.outcome, request.reason
    decision.decided_by_id, decision.decided_at = user_id, now
    record_change(
        session,
        interview_id=interview.id,
        actor_id=user_id,
        kind=ReviewChangeKind.DECISION,
        before=before,
        after=after,
        now=now,
    )


def _require_held(interview: Interview) -> None:
    if interview.started_at is None:
        raise InterviewNotHeld
