"""Queries for reports, their runs and the amendments of findings."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from app.analysis.tables import AnalysisRecord, AnalysisStatus, AnalysisText, FindingAmendment
from app.interviews.tables import Interview, InterviewStatus
from app.transcription.tables import SegmentOrigin, TranscriptSegment
from app.users.tables import User
from app.work_queue.items import WorkItems

LEASE_SECONDS = 3600.0
"""Longer than any report takes to write.

The same process never claims an attempt again while it is in progress.
"""

ANALYSIS_ITEMS = WorkItems(
    key=AnalysisRecord.interview_id,
    attempts=AnalysisRecord.attempts,
    claim_id=AnalysisRecord.claim_id,
    not_before_at=AnalysisRecord.not_before_at,
    updated_at=AnalysisRecord.updated_at,
    # A running report is due again after the lease, because its attempt is then gone for some reason.
    is_waiting=AnalysisRecord.status.in_([AnalysisStatus.QUEUED, AnalysisStatus.RUNNING]),
    is_claimed=AnalysisRecord.status == AnalysisStatus.RUNNING,
    waiting_values={"status": AnalysisStatus.QUEUED},
    claimed_values={"status": AnalysisStatus.RUNNING},
    # Reports that someone is waiting for go first, then the oldest.
    lease_seconds=LEASE_SECONDS,
    order_by=(AnalysisRecord.is_interactive.desc(), AnalysisRecord.not_before_at, AnalysisRecord.id),
    # Reports with an incomplete transcript must not hide the others.
    max_listed=None,
)


def find(session: Session, *, interview_id: str) -> AnalysisRecord | None:
    return session.scalar(select(AnalysisRecord).where(AnalysisRecord.interview_id == interview_id))


def find_amendment(session: Session, *, interview_id: str, finding_key: str) -> FindingAmendment | None:
    return session.scalar(
        select(FindingAmendment).where(
            FindingAmendment.interview_id == interview_id, FindingAmendment.finding_key == finding_key
        )
    )


def list_amendments(session: Session, *, interview_id: str) -> list[tuple[FindingAmendment, str | None]]:
    """All amendments of an interview's findings, with the names of their authors."""
    rows = session.execute(
        select(FindingAmendment, func.coalesce(func.nullif(User.name, ""), User.username))
        .outerjoin(User, User.id == FindingAmendment.actor_id)
        .where(FindingAmendment.interview_id == interview_id)
    )
    return [(row, name) for row, name in rows]


def queue_again(session: Session, *, interview_id: str, is_interactive: bool, now: datetime) -> None:
    """Queue a finished run; move a queued one forward if someone waits for it; never touch a running one."""
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


def stop_run(session: Session, *, interview_id: str, error: str, now: datetime) -> None:
    """End a run that waits or is under way, and take the claim of its attempt; an earlier report stays."""
    session.execute(
        update(AnalysisRecord)
        .where(
            AnalysisRecord.interview_id == interview_id,
            AnalysisRecord.status.in_([AnalysisStatus.QUEUED, AnalysisStatus.RUNNING]),
        )
        .values(
            status=AnalysisStatus.FAILED, error=error, claim_id=None, is_interactive=False, updated_at=now
        )
        .execution_options(synchronize_session=False)
    )


def list_running(session: Session) -> dict[str, int]:
    """Running interviews whose candidate consented: the sequence of the latest shown line, by id.

    Interviews with demo lines are left out.
    """
    is_demo = TranscriptSegment.origin == SegmentOrigin.DEMO
    rows = session.execute(
        select(Interview.id, func.max(TranscriptSegment.sequence).label("sequence"))
        .join(TranscriptSegment, TranscriptSegment.interview_id == Interview.id)
        .where(
            Interview.status == InterviewStatus.IN_PROGRESS,
            Interview.consented_at.is_not(None),
            TranscriptSegment.suppressed.is_(False),
        )
        .group_by(Interview.id)
        .having(func.count().filter(is_demo) == 0)
    )
    return {row.id: row.sequence for row in rows}


def read_texts(session: Session, *, interview_id: str) -> dict[str, str]:
    """Texts of earlier reports by their keys."""
    rows = session.execute(
        select(AnalysisText.key, AnalysisText.text).where(AnalysisText.interview_id == interview_id)
    )
    return {row.key: row.text for row in rows}


def keep_text(session: Session, *, interview_id: str, key: str, text: str) -> None:
    """Keep a text, unless the interview was deleted."""
    if session.get(Interview, interview_id) is not None:
        session.merge(AnalysisText(interview_id=interview_id, key=key, text=text))


def drop_texts(session: Session, *, interview_id: str, without: set[str]) -> None:
    """Remove the texts that the latest report did not use."""
    session.execute(
        delete(AnalysisText).where(
            AnalysisText.interview_id == interview_id, AnalysisText.key.not_in(without)
        )
    )


def remove_report(session: Session, *, interview_id: str) -> None:
    """Remove the report of an interview with its texts and amendments, also while it is being written."""
    session.execute(delete(AnalysisText).where(AnalysisText.interview_id == interview_id))
    session.execute(delete(FindingAmendment).where(FindingAmendment.interview_id == interview_id))
    session.execute(delete(AnalysisRecord).where(AnalysisRecord.interview_id == interview_id))


def list_reported(session: Session, *, candidate_id: str, owner_id: str) -> list[str]:
    """Ids of the owner's interviews with a candidate that have a report, newest report first."""
    return list(
        session.scalars(
            select(AnalysisRecord.interview_id)
            .join(Interview, Interview.id == AnalysisRecord.interview_id)
            .where(
                Interview.candidate_id == candidate_id,
                Interview.owner_id == owner_id,
                AnalysisRecord.report.is_not(None),
            )
            .order_by(AnalysisRecord.completed_at.desc(), AnalysisRecord.id)
        )
    )
