"""Tables of question sets, questions and question templates."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.ids import new_id


class QuestionCategory(StrEnum):
    """In the order in which capacity is distributed and questions are listed."""

    BEHAVIORAL = "behavioral"
    TECHNICAL = "technical"
    COGNITIVE = "cognitive"
    CULTURE = "culture"
    MOTIVATION = "motivation"


class QuestionSource(StrEnum):
    AI_GENERATED = "ai_generated"
    RECRUITER_ADDED = "recruiter_added"


class TrackingStatus(StrEnum):
    PENDING = "pending"
    ASKED = "asked"
    ANSWERED = "answered"
    SKIPPED = "skipped"


class QuestionSet(Base):
    """The questions of one interview.

    ``question_count`` is claimed by a conditional update before a question is added, so that two
    tabs together never exceed the limit.
    """

    __tablename__ = "question_sets"
    __table_args__ = (
        UniqueConstraint("interview_id"),
        CheckConstraint("question_count BETWEEN 0 AND 20", name="question_count_in_range"),
    )

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    interview_id: Mapped[str] = mapped_column(ForeignKey("interviews.id", ondelete="CASCADE"))
    candidate_id: Mapped[str | None] = mapped_column(
        ForeignKey("candidates.id", ondelete="SET NULL"), index=True
    )
    job_description_id: Mapped[str | None] = mapped_column(
        ForeignKey("job_descriptions.id", ondelete="SET NULL"), index=True
    )
    question_count: Mapped[int] = mapped_column(default=0)
    last_position: Mapped[int] = mapped_column(default=0)
    generating_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """End of the lease of a request that writes into this set; it expires if the server dies."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)


class Question(Base):
    __tablename__ = "questions"
    __table_args__ = (
        Index("ix_questions_question_set_id_position", "question_set_id", "position", unique=True),
        CheckConstraint("score IS NULL OR score BETWEEN 1 AND 10", name="score_in_range"),
    )

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    question_set_id: Mapped[str] = mapped_column(ForeignKey("question_sets.id", ondelete="CASCADE"))
    interview_id: Mapped[str] = mapped_column(ForeignKey("interviews.id", ondelete="CASCADE"), index=True)
    position: Mapped[int]
    """1, 2, … in the order of creation; a removed question leaves a gap."""
    question: Mapped[str]
    category: Mapped[QuestionCategory] = mapped_column(String(20))
    estimated_minutes: Mapped[int] = mapped_column(default=5)
    source: Mapped[QuestionSource] = mapped_column(String(20))
    based_on: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    """``{source, kind, text}`` of the line that it is about, see app/questions/facts.py."""
    good_answer: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    """Two to four answer points, for the recruiter only; None until they are written."""
    point_attempts: Mapped[int] = mapped_column(default=0, server_default="0")
    points_claim_id: Mapped[str | None] = mapped_column(String(64))
    """The attempt that writes the points now."""
    points_not_before_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Earliest instant of the next attempt; None: at once."""
    tracking_status: Mapped[TrackingStatus] = mapped_column(String(20), default=TrackingStatus.PENDING)
    notes: Mapped[str] = mapped_column(default="")
    score: Mapped[int | None]
    marked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    ai_tracking_status: Mapped[TrackingStatus] = mapped_column(String(20), default=TrackingStatus.PENDING)
    """What Question Sense suggests; it never changes ``tracking_status``."""
    ai_suggestion: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    """Why it suggests that: ``{confidence, segmentId, quote, refusedSegmentIds}``."""
    generation: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)


class QuestionTemplate(Base):
    """A reusable question set. It contains nothing about the candidate it was first written for."""

    __tablename__ = "question_templates"
    __table_args__ = (Index("ix_question_templates_owner_id_name", "owner_id", "name"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(200))
    is_shared: Mapped[bool] = mapped_column(default=False, index=True)
    """Every recruiter of this server may use it; only its owner may change it."""
    questions: Mapped[list[dict[str, Any]]] = mapped_column(JsonColumn)
    """``[{question, category, estimatedTime, restsOnCv}]``, in wire form."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
