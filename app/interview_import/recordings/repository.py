"""Queries for imported recordings and their lines."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import and_, delete, func, or_, select
from sqlalchemy.orm import Session

from app.core.access_attempts import note_not_found
from app.interview_import.recordings.errors import RecordingImportNotFound
from app.interview_import.recordings.rules import KEEP_DRAFT, KEEP_FAILED
from app.interview_import.recordings.tables import (
    RecordingImport,
    RecordingImportLine,
    RecordingImportStatus,
)
from app.work_queue.items import Claim, WorkItems

RECORDING_IMPORT_ITEMS = WorkItems(
    key=RecordingImport.id,
    attempts=RecordingImport.attempts,
    claim_id=RecordingImport.claim_id,
    not_before_at=RecordingImport.not_before_at,
    updated_at=RecordingImport.updated_at,
    is_waiting=RecordingImport.status == RecordingImportStatus.QUEUED,
    is_claimed=RecordingImport.status == RecordingImportStatus.RUNNING,
    waiting_values={"status": RecordingImportStatus.QUEUED},
    claimed_values={"status": RecordingImportStatus.RUNNING},
    order_by=(RecordingImport.created_at, RecordingImport.id),
)


def get_owned(session: Session, *, owner_id: str, import_id: str) -> RecordingImport:
    """Raises RecordingImportNotFound, even if the import exists but belongs to another user."""
    found = session.get(RecordingImport, import_id)
    if found is None or found.owner_id != owner_id:
        note_not_found(import_id)
        raise RecordingImportNotFound
    return found


def list_owned(session: Session, *, owner_id: str) -> list[RecordingImport]:
    """All imports of a user, newest first."""
    return list(
        session.scalars(
            select(RecordingImport)
            .where(RecordingImport.owner_id == owner_id)
            .order_by(RecordingImport.created_at.desc(), RecordingImport.id)
        )
    )


def count_open(session: Session, *, owner_id: str) -> int:
    """Imports of a user whose files are still on the disk."""
    return session.scalar(
        select(func.count()).where(
            RecordingImport.owner_id == owner_id,
            RecordingImport.status != RecordingImportStatus.COMPLETED,
        )
    ) or 0  # fmt: skip


def holds(session: Session, claim: Claim) -> RecordingImport | None:
    """The import of a claim; None if the claim is lost or the import was deleted."""
    found = session.get(RecordingImport, claim.key)
    return found if found is not None and found.claim_id == claim.claim_id else None


def list_numbers(session: Session, *, import_id: str, voice: int) -> set[int]:
    """Indexes of a voice's transcribed utterances."""
    return set(
        session.scalars(
            select(RecordingImportLine.number).where(
                RecordingImportLine.import_id == import_id, RecordingImportLine.voice == voice
            )
        )
    )


def store_line(
    session: Session, claim: Claim, *, voice: int, number: int, line: dict[str, Any], share: float
) -> bool:
    """Store a transcribed utterance and the progress; False, and nothing stored, if the claim is lost."""
    found = holds(session, claim)
    if found is None:
        return False
    session.merge(RecordingImportLine(import_id=claim.key, voice=voice, number=number, line=line))
    found.share = max(found.share, share)
    return True


def list_lines(session: Session, *, import_id: str) -> list[tuple[int, dict[str, Any]]]:
    """(voice, line) of all utterances."""
    rows = session.execute(
        select(RecordingImportLine.voice, RecordingImportLine.line).where(
            RecordingImportLine.import_id == import_id
        )
    )
    return [(row.voice, row.line) for row in rows]


def remove_lines(session: Session, *, import_id: str) -> None:
    session.execute(delete(RecordingImportLine).where(RecordingImportLine.import_id == import_id))


def list_known(session: Session, import_ids: Collection[str]) -> set[str]:
    """The ids that belong to an import whose files are still needed."""
    return set(
        session.scalars(
            select(RecordingImport.id).where(
                RecordingImport.id.in_(import_ids),
                RecordingImport.status != RecordingImportStatus.COMPLETED,
            )
        )
    )


def remove_abandoned(session: Session, *, now: datetime) -> list[str]:
    """Remove drafts that were not started, failed imports that were not tried again, and old notices of
    completed ones; their ids."""
    return list(
        session.scalars(
            delete(RecordingImport)
            .where(
                or_(
                    and_(
                        RecordingImport.status == RecordingImportStatus.DRAFT,
                        RecordingImport.updated_at < now - KEEP_DRAFT,
                    ),
                    and_(
                        RecordingImport.status.in_(
                            [RecordingImportStatus.FAILED, RecordingImportStatus.COMPLETED]
                        ),
                        RecordingImport.updated_at < now - KEEP_FAILED,
                    ),
                )
            )
            .returning(RecordingImport.id)
        )
    )
