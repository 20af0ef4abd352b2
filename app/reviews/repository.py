"""Queries on reviews."""

from __future__ import annotations

from sqlalchemy import and_, exists, func, or_, select
from sqlalchemy.orm import Session
from sqlalchemy.sql.functions import coalesce

from app.interviews.tables import Interview
from app.reviews.errors import ReviewerNotFound
from app.reviews.tables import Decision, ReviewChange, Reviewer, Scorecard
from app.users.tables import User

_NAME: coalesce[str] = func.coalesce(func.nullif(User.name, ""), User.username)
MAX_COLLEAGUES = 10


def find_reviewable(session: Session, *, user_id: str, interview_id: str) -> Interview | None:
    is_reviewer = exists().where(Reviewer.interview_id == Interview.id, Reviewer.user_id == user_id)
    return session.scalar(
        select(Interview).where(
            or_(Interview.id == interview_id, Interview.session_id == interview_id),
            or_(Interview.owner_id == user_id, is_reviewer),
        )
    )


def list_shared_with(
    session: Session, *, user_id: str, offset: int, limit: int
) -> tuple[list[tuple[Interview, str, bool, Reviewer]], int]:
    """One page of (interview, owner's name, whether the user has scored it, naming), and the total.

    Interviews that the user has not scored come first, then the most recently assigned.
    """
    total = session.scalar(select(func.count()).select_from(Reviewer).where(Reviewer.user_id == user_id)) or 0
    has_scored = exists().where(
        Scorecard.interview_id == Interview.id,
        Scorecard.user_id == user_id,
        Scorecard.submitted_at.is_not(None),
    )
    rows = session.execute(
        select(Interview, _NAME, has_scored, Reviewer)
        .join(Reviewer, Reviewer.interview_id == Interview.id)
        .join(User, User.id == Interview.owner_id)
        .where(Reviewer.user_id == user_id)
        .order_by(has_scored, Reviewer.created_at.desc(), Reviewer.id)
        .offset(offset)
        .limit(limit)
    )
    return [(interview, name, bool(scored), reviewer) for interview, name, scored, reviewer in rows], total


def find_reviewer(session: Session, *, interview_id: str, user_id: str) -> Reviewer | None:
    return session.scalar(
        select(Reviewer).where(Reviewer.interview_id == interview_id, Reviewer.user_id == user_id)
    )


def get_reviewer(session: Session, *, interview_id: str, reviewer_id: str) -> Reviewer:
    """Raises ReviewerNotFound, even if the reviewer exists but belongs to another interview."""
    reviewer = session.scalar(
        select(Reviewer).where(Reviewer.interview_id == interview_id, Reviewer.id == reviewer_id)
    )
    if reviewer is None:
        raise ReviewerNotFound
    return reviewer


def list_reviewers(session: Session, *, interview_id: str) -> list[tuple[Reviewer, str, bool]]:
    """(reviewer, name, whether they have scored), in the order in which they were named."""
    card = and_(Scorecard.interview_id == Reviewer.interview_id, Scorecard.user_id == Reviewer.user_id)
    rows = session.execute(
        select(Reviewer, _NAME, Scorecard.submitted_at.is_not(None))
        .join(User, User.id == Reviewer.user_id)
        .outerjoin(Scorecard, card)
        .where(Reviewer.interview_id == interview_id)
        .order_by(Reviewer.created_at, Reviewer.id)
    )
    return [(reviewer, name, bool(scored)) for reviewer, name, scored in rows]


def count_reviewers(session: Session, *, interview_id: str) -> int:
    return (
        session.scalar(
            select(func.count()).select_from(Reviewer).where(Reviewer.interview_id == interview_id)
        )
        or 0
    )


def search_colleagues(session: Session, *, interview: Interview, text: str) -> list[User]:
    """Active users who can still be named as reviewers, by a literal search in name and username."""
    is_reviewer = exists().where(Reviewer.interview_id == interview.id, Reviewer.user_id == User.id)
    return list(
        session.scalars(
            select(User)
            .where(
                User.is_active,
                User.id != interview.owner_id,
                ~is_reviewer,
                or_(
                    User.name.icontains(text, autoescape=True), User.username.icontains(text, autoescape=True)
                ),
            )
            .order_by(func.lower(_NAME), User.id)
            .limit(MAX_COLLEAGUES)
        )
    )


def find_scorecard(session: Session, *, interview_id: str, user_id: str) -> Scorecard | None:
    return session.scalar(
        select(Scorecard).where(Scorecard.interview_id == interview_id, Scorecard.user_id == user_id)
    )


def list_submitted(session: Session, *, interview_id: str) -> list[tuple[Scorecard, str]]:
    """Submitted scorecards with the names of their authors, in the order of submission."""
    rows = session.execute(
        select(Scorecard, _NAME)
        .join(User, User.id == Scorecard.user_id)
        .where(Scorecard.interview_id == interview_id, Scorecard.submitted_at.is_not(None))
        .order_by(Scorecard.submitted_at, Scorecard.id)
    )
    return [(card, name) for card, name in rows]


def find_decision(session: Session, *, interview_id: str) -> tuple[Decision, str | None] | None:
    """The decision and the name of the user who made it."""
    row = session.execute(
        select(Decision, _NAME)
        .outerjoin(User, User.id == Decision.decided_by_id)
        .where(Decision.interview_id == interview_id)
    ).first()
    return None if row is None else (row[0], row[1])


def list_changes(
    session: Session, *, interview_id: str, offset: int, limit: int
) -> tuple[list[tuple[ReviewChange, str | None]], int]:
    """One page of changes with the names of their authors, newest first; and the total."""
    condition = ReviewChange.interview_id == interview_id
    total = session.scalar(select(func.count()).select_from(ReviewChange).where(condition)) or 0
    rows = session.execute(
        select(ReviewChange, _NAME)
        .outerjoin(User, User.id == ReviewChange.actor_id)
        .where(condition)
        .order_by(ReviewChange.created_at.desc(), ReviewChange.id.desc())
        .offset(offset)
        .limit(limit)
    )
    return [(change, name) for change, name in rows], total
