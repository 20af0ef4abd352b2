"""Queries of bulk imports."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session, defer

from app.candidates.rules import PersonKeys
from app.candidates.tables import Candidate
from app.core.access_attempts import note_not_found
from app.core.schemas import PageParams
from app.document_batches.errors import BatchNotFound
from app.document_batches.rules import KnownPerson, KnownPosition
from app.document_batches.tables import BatchStatus, DocumentBatch
from app.documents.tables import Document, DocumentType, ProcessingStatus
from app.job_descriptions.tables import JobDescription

PENDING = (ProcessingStatus.QUEUED, ProcessingStatus.PROCESSING)


def get_owned(session: Session, *, owner_id: str, batch_id: str) -> DocumentBatch:
    """A batch by id. Raises BatchNotFound, even if the batch exists but has another owner."""
    batch = session.scalar(
        select(DocumentBatch).where(DocumentBatch.owner_id == owner_id, DocumentBatch.id == batch_id)
    )
    if batch is None:
        note_not_found(batch_id)
        raise BatchNotFound
    return batch


def list_owned(
    session: Session, *, owner_id: str, status: BatchStatus | None, page: PageParams
) -> tuple[list[tuple[DocumentBatch, int]], int]:
    """One page of the batches, newest first, each with the number of its documents; and their total."""
    count = (
        select(func.count())
        .where(Document.batch_id == DocumentBatch.id)
        .correlate(DocumentBatch)
        .scalar_subquery()
    )
    conditions = [DocumentBatch.owner_id == owner_id]
    if status is not None:
        conditions.append(DocumentBatch.status == status)
    rows = session.execute(
        select(DocumentBatch, count)
        .where(*conditions)
        .order_by(DocumentBatch.created_at.desc(), DocumentBatch.id.desc())
        .offset(page.offset)
        .limit(page.limit)
    )
    total = session.scalar(select(func.count()).select_from(DocumentBatch).where(*conditions)) or 0
    return [(batch, number) for batch, number in rows], total


def claim_commit(
    session: Session, *, owner_id: str, batch_id: str, plan: Mapping[str, Any], now: datetime
) -> bool:
    """Claim an open batch for its import; False if it does not exist or was imported before."""
    claimed = session.execute(
        update(DocumentBatch)
        .where(
            DocumentBatch.id == batch_id,
            DocumentBatch.owner_id == owner_id,
            DocumentBatch.status == BatchStatus.OPEN,
        )
        .values(status=BatchStatus.COMMITTING, plan=plan, updated_at=now)
        .returning(DocumentBatch.id)
    )
    return claimed.first() is not None


def count_documents(session: Session, *, batch_id: str) -> int:
    return (
        session.scalar(select(func.count()).select_from(Document).where(Document.batch_id == batch_id)) or 0
    )


def list_documents(session: Session, *, batch_id: str, with_facts: bool = False) -> list[Document]:
    """Documents in the order of upload, without their texts: the list is polled while they are processed."""
    left_out: list[Any] = [Document.raw_text, Document.parsed_data, Document.evidence]
    if not with_facts:
        left_out.append(Document.facts)
    return list(
        session.scalars(
            select(Document)
            .options(*(defer(column, raiseload=True) for column in left_out))
            .where(Document.batch_id == batch_id)
            .order_by(Document.created_at, Document.id)
        )
    )


def move_documents(session: Session, *, document_ids: Collection[str], to_batch_id: str) -> None:
    session.execute(
        update(Document)
        .where(Document.id.in_(document_ids))
        .values(batch_id=to_batch_id)
        .execution_options(synchronize_session=False)
    )


def load_with_facts(session: Session, *, document_ids: Collection[str]) -> dict[str, Document]:
    """The documents that still exist, by id, without their texts."""
    left_out = (Document.raw_text, Document.parsed_data, Document.evidence)
    rows = session.scalars(
        select(Document)
        .options(*(defer(column, raiseload=True) for column in left_out))
        .where(Document.id.in_(document_ids))
    )
    return {row.id: row for row in rows}


def end_waiting(session: Session, *, batch_id: str) -> None:
    """The batch is committed: documents that are processed again later are imported individually."""
    session.execute(
        update(Document)
        .where(Document.batch_id == batch_id)
        .values(awaits_commit=False)
        .execution_options(synchronize_session=False)
    )


def list_interrupted(session: Session, *, before: datetime) -> list[str]:
    """Ids of the batches whose import began before ``before`` and has not ended."""
    return list(
        session.scalars(
            select(DocumentBatch.id).where(
                DocumentBatch.status == BatchStatus.COMMITTING, DocumentBatch.updated_at < before
            )
        )
    )


def list_known_people(
    session: Session, *, owner_id: str, keys: Collection[PersonKeys], candidate_ids: Collection[str]
) -> list[tuple[KnownPerson, str]]:
    """Candidates that may match one of ``keys`` or have one of the ids, oldest first, with their names."""
    emails = {key.email for key in keys if key.email}
    names = {key.name for key in keys if key.name}
    rows = session.execute(
        select(
            Candidate.id,
            Candidate.name,
            Candidate.email_key,
            Candidate.name_key,
            Candidate.phone_key,
            Candidate.linkedin_key,
        )
        .where(
            Candidate.owner_id == owner_id,
            or_(
                Candidate.email_key.in_(emails),
                Candidate.name_key.in_(names),
                Candidate.id.in_(candidate_ids),
            ),
        )
        .order_by(Candidate.created_at, Candidate.id)
    )
    return [
        (
            KnownPerson(row.id, PersonKeys(row.email_key, row.name_key, row.phone_key, row.linkedin_key)),
            row.name,
        )
        for row in rows
    ]


def list_known_positions(
    session: Session, *, owner_id: str, title_keys: Collection[str], job_description_ids: Collection[str]
) -> list[tuple[KnownPosition, str]]:
    """Job descriptions with one of these titles or ids, oldest first, with their titles."""
    rows = session.execute(
        select(
            JobDescription.id,
            JobDescription.title_key,
            JobDescription.company_key,
            JobDescription.parsed["title"].as_string().label("title"),
        )
        .where(
            JobDescription.owner_id == owner_id,
            or_(JobDescription.title_key.in_(title_keys), JobDescription.id.in_(job_description_ids)),
        )
        .order_by(JobDescription.created_at, JobDescription.id)
    )
    return [(KnownPosition(row.id, row.title_key, row.company_key), row.title or "") for row in rows]


def list_imported_copies(
    session: Session, *, owner_id: str, hashes: Collection[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """By ``sha256``: the candidate and the job description that the same file was imported into."""
    rows = session.execute(
        select(Document.sha256, Document.candidate_id, Document.job_description_id)
        .where(
            Document.owner_id == owner_id,
            Document.sha256.in_(hashes),
            or_(Document.candidate_id.is_not(None), Document.job_description_id.is_not(None)),
            Document.type != DocumentType.UNSUPPORTED,
        )
        .order_by(Document.created_at)
    )
    people: dict[str, str] = {}
    positions: dict[str, str] = {}
    for sha256, candidate_id, job_description_id in rows:
        if candidate_id:
            people.setdefault(sha256, candidate_id)
        if job_description_id:
            positions.setdefault(sha256, job_description_id)
    return people, positions


def list_unchanged_since(session: Session, *, before: datetime) -> list[str]:
    """Ids of the batches that have not changed since ``before``."""
    return list(session.scalars(select(DocumentBatch.id).where(DocumentBatch.updated_at < before)))
