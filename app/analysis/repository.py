from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.analysis.rules import MOST_ATTEMPTS
from app.analysis.tables import AnalysisRecord, AnalysisStatus
from app.questions.tables import Question


def find(session: Session, *, interview_id: str) -> AnalysisRecord | None:
    return session.scalar(select(AnalysisRecord).where(AnalysisRecord.interview_id == interview_id))


def list_questions(session: Session, *, interview_id: str) -> list[Question]:
    return list(
        session.scalars(
            select(Question).where(Question.interview_id == interview_id).order_by(Question.position)
        )
    )


def queue_again(session: Session, *, interview_id: str, is_interactive: bool, now: datetime) -> None:
    """Queue a run that has ended, and bring a queued one forward for a person; a running one goes on."""
    values: dict[str, Any] = {"not_before_at": now, "updated_at": now}
    if is_interactive:
        values["is_interactive"] = True
    session.execute(
        update(AnalysisRecord)
        .where(
            AnalysisRecord.interview_id == interview_id,
            AnalysisRecord.status.in_([AnalysisStatus.COMPLETED, AnalysisStatus.FAILED]),
        )
        .values(status=AnalysisStatus.QUEUED, attempts=0, error=None, **values)
        .execution_options(synchronize_session=False)
    )
    if is_interactive:
        session.execute(
            update(AnalysisRecord)
            .where(
                AnalysisRecord.interview_id == interview_id,
                AnalysisRecord.status == AnalysisStatus.QUEUED,
            )
            .values(**values)
            .execution_options(synchronize_session=False)
        )


def list_due(session: Session, *, now: datetime, interactive_only: bool) -> list[str]:
    """Interviews whose run may begin, those that a person waits for first, then the oldest."""
    query = select(AnalysisRecord.interview_id).where(
        AnalysisRecord.status == AnalysisStatus.QUEUED, AnalysisRecord.not_before_at <= now
    )
    if interactive_only:
        query = query.where(AnalysisRecord.is_interactive.is_(True))
    query = query.order_by(
        AnalysisRecord.is_interactive.desc(), AnalysisRecord.not_before_at, AnalysisRecord.id
    )
    return list(session.scalars(query))


def claim(session: Session, *, interview_id: str, claim_id: str, now: datetime) -> bool:
    """Take a queued run, in one conditional update; False when somebody else has it."""
    claimed = session.execute(
        update(AnalysisRecord)
        .where(
            AnalysisRecord.interview_id == interview_id,
            AnalysisRecord.status == AnalysisStatus.QUEUED,
            AnalysisRecord.not_before_at <= now,
        )
        .values(
            status=AnalysisStatus.RUNNING,
            claim_id=claim_id,
            attempts=AnalysisRecord.attempts + 1,
            updated_at=now,
        )
        .execution_options(synchronize_session=False)
        .returning(AnalysisRecord.id)
    )
    return claimed.first() is not None


def write_claimed(session: Session, *, claim_id: str, **values: Any) -> bool:
    """Write to the run that ``claim_id`` still holds; False when it holds none any more."""
    written = session.execute(
        update(AnalysisRecord)
        .where(AnalysisRecord.claim_id == claim_id, AnalysisRecord.status == AnalysisStatus.RUNNING)
        .values(**values)
        .execution_options(synchronize_session=False)
        .returning(AnalysisRecord.id)
    )
    return written.first() is not None


def requeue_interrupted(session: Session, *, now: datetime, error: str) -> None:
    """At start-up: what was running when the server died is queued again, unless it died too often."""
    running = AnalysisRecord.status == AnalysisStatus.RUNNING
    session.execute(
        update(AnalysisRecord)
        .where(running, AnalysisRecord.attempts >= MOST_ATTEMPTS)
        .values(status=AnalysisStatus.FAILED, claim_id=None, error=error, updated_at=now)
        .execution_options(synchronize_session=False)
    )
    session.execute(
        update(AnalysisRecord)
        .where(running)
        .values(status=AnalysisStatus.QUEUED, claim_id=None, not_before_at=now, updated_at=now)
        .execution_options(synchronize_session=False)
    )
