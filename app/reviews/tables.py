"""Tables of reviews: reviewers, scorecards, decisions and the history of all changes."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.ids import new_id


class Outcome(StrEnum):
    """Outcome that a scorecard recommends or a decision sets."""

    ADVANCE = "advance"
    HOLD = "hold"
    REJECT = "reject"


class ReviewChangeKind(StrEnum):
    SCORECARD = "scorecard"
    LOOKED = "looked"
    """Chose to see the report before scoring."""
    DECISION = "decision"
    REVIEWER_ADDED = "reviewer_added"
    REVIEWER_REMOVED = "reviewer_removed"
    FINDING = "finding"
    TRANSCRIPT = "transcript"
    """Corrected a line of the transcript."""


class Reviewer(Base):
    """A user named as reviewer by the owner of an interview, who may read and score it."""

    __tablename__ = "interview_reviewers"
    __table_args__ = (UniqueConstraint("interview_id", "user_id"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    interview_id: Mapped[str] = mapped_column(ForeignKey("interviews.id", ondelete="CASCADE"))
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)


class Scorecard(Base):
    """The review of one user: the owner's, or a reviewer's.

    The row exists from the first score or from the choice to look at the report, whichever comes first. It
    stays when the reviewer is removed, so that an owner cannot delete an unwelcome score.
    """

    __tablename__ = "scorecards"
    __table_args__ = (UniqueConstraint("interview_id", "user_id"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    interview_id: Mapped[str] = mapped_column(ForeignKey("interviews.id", ondelete="CASCADE"))
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    technical: Mapped[int | None]
    """1 to 10; None if the user could not judge it."""
    communication: Mapped[int | None]
    recommendation: Mapped[Outcome | None] = mapped_column(String(20))
    notes: Mapped[str] = mapped_column(default="", server_default="")
    looked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the user chose to see the report before scoring."""
    submitted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the user first scored; None before."""
    is_blind: Mapped[bool] = mapped_column(default=False, server_default=false())
    """The first scores were given before the report was shown."""
    is_changed_after_report: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Scores given blind were changed later."""
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)


class Decision(Base):
    """The owner's decision about the candidate, with the reason."""

    __tablename__ = "interview_decisions"

    interview_id: Mapped[str] = mapped_column(
        ForeignKey("interviews.id", ondelete="CASCADE"), primary_key=True
    )
    outcome: Mapped[Outcome] = mapped_column(String(20))
    reason: Mapped[str]
    decided_by_id: Mapped[str | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), index=True)
    decided_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)


class ReviewChange(Base):
    """One change by a person: author, time, and the values before and after. Never updated."""

    __tablename__ = "review_changes"
    __table_args__ = (Index("ix_review_changes_interview", "interview_id", "created_at"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    interview_id: Mapped[str] = mapped_column(ForeignKey("interviews.id", ondelete="CASCADE"))
    actor_id: Mapped[str | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), index=True)
    kind: Mapped[ReviewChangeKind] = mapped_column(String(20))
    subject: Mapped[str] = mapped_column(default="", server_default="")
    """Label of the changed item, for people: the original title of a finding, the name of a reviewer."""
    before: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    """The changed fields in wire spelling; None if there was nothing before."""
    after: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
