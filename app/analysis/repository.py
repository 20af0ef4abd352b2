"""Queries for reports and their runs."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.analysis.tables import AnalysisRecord, AnalysisStatus
from app.questions.tables import Question
from app.work_queue.items import WorkItems

ANALYSIS_ITEMS = WorkItems(
    key=AnalysisRecord.interview_id,
    attempts=AnalysisRecord.attempts,
    claim_id=AnalysisRecord.claim_id,
    not_before_at=AnalysisRecord.not_before_at,
    updated_at=AnalysisRecord.updated_at,
    is_waiting=AnalysisRecord.status == AnalysisStatus.QUEUED,
    is_claimed=AnalysisRecord.status == AnalysisStatus.RUNNING,
    waiting_values={"status": AnalysisStatus.QUEUED},
    claimed_values={"status": AnalysisStatus.RUNNING},
    # Reports that a person waits for go first, then the oldest.
    order_by=(AnalysisRecord.is_interactive.desc(), AnalysisRecord.not_before_at, AnalysisRecord.id),
    # Reports whose transcript is not complete yet must not hide the others.
    max_listed=None,
)


def find(session: Session, *, interview_id: str) -> AnalysisRecord | None:
    return session.scalar(select(AnalysisRecord).where(AnalysisRecord.interview_id == interview_id))


def list_questions(session: Session, *, interview_id: str) -> list[Question]:
    return list(
        session.scalars(
            select(Question).where(Question.interview_id == interview_id).order_by(Question.position)
        )
    )


def queue_again(session: Session, *, interview_id: str, is_interactive: bool, now: datetime) -> None:
    """Queue a finished run; move a queued one forward if someone waits for it; leave a running one alone."""
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
