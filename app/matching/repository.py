"""Queries for embeddings and the records they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import ColumnElement, Row, and_, delete, exists, func, select, update
from sqlalchemy.orm import Session

from app.candidates.tables import Candidate
from app.job_descriptions.tables import JobDescription, JobStatus
from app.matching.embedding import is_of_model
from app.matching.tables import EmbeddedKind, RecordEmbedding
from models.ports import ModelIdentity

Record: TypeAlias = Candidate | JobDescription
_TABLES: Mapping[EmbeddedKind, type[Candidate] | type[JobDescription]] = {
    EmbeddedKind.CANDIDATE: Candidate,
    EmbeddedKind.JOB_DESCRIPTION: JobDescription,
}


@dataclass(frozen=True, slots=True)
class NewEmbedding:
    """The new embedding of one record. ``vector`` is None if the text, and so the vector, is unchanged."""

    owner_id: str
    record_id: str
    record_updated_at: datetime
    model: str
    source_sha256: str
    skills: str
    preferred_skills: str
    vector: bytes | None


def _is_fresh(kind: EmbeddedKind, identity: ModelIdentity) -> ColumnElement[bool]:
    table = _TABLES[kind]
    return exists().where(
        RecordEmbedding.record_kind == kind,
        RecordEmbedding.record_id == table.id,
        RecordEmbedding.record_updated_at == table.updated_at,
        is_of_model(identity),
    )


def list_stale(session: Session, *, kind: EmbeddedKind, identity: ModelIdentity, limit: int) -> list[Record]:
    """Records whose vector is missing, out of date or from another model; latest change first."""
    table = _TABLES[kind]
    query = select(table).where(~_is_fresh(kind, identity)).order_by(table.updated_at.desc()).limit(limit)
    rows: Iterable[Record] = session.scalars(query)
    return list(rows)


def has_stale(session: Session, *, owner_id: str, kind: EmbeddedKind, identity: ModelIdentity) -> bool:
    table = _TABLES[kind]
    found = session.scalar(
        select(table.id).where(table.owner_id == owner_id, ~_is_fresh(kind, identity)).limit(1)
    )
    return found is not None


def is_fresh(session: Session, *, kind: EmbeddedKind, record_id: str, identity: ModelIdentity) -> bool:
    table = _TABLES[kind]
    found = session.scalar(select(table.id).where(table.id == record_id, _is_fresh(kind, identity)))
    return found is not None


def known_sources(
    session: Session, *, kind: EmbeddedKind, record_ids: Sequence[str], identity: ModelIdentity
) -> dict[str, str]:
    """Hash of the embedded text of each record, if it was embedded with these weights."""
    rows = session.execute(
        select(RecordEmbedding.record_id, RecordEmbedding.source_sha256).where(
            RecordEmbedding.record_kind == kind,
            RecordEmbedding.record_id.in_(record_ids),
            is_of_model(identity),
        )
    )
    return {row.record_id: row.source_sha256 for row in rows}


def save_embeddings(session: Session, *, kind: EmbeddedKind, made: Sequence[NewEmbedding]) -> None:
    """Replace the embeddings of records; records deleted in the meantime get none."""
    table = _TABLES[kind]
    record_ids = [item.record_id for item in made]
    there = set(session.scalars(select(table.id).where(table.id.in_(record_ids))))
    replaced = [item for item in made if item.record_id in there]
    for item in replaced:
        values = {
            "record_updated_at": item.record_updated_at,
            "model": item.model,
            "source_sha256": item.source_sha256,
            "skills": item.skills,
            "preferred_skills": item.preferred_skills,
        }
        of_record = and_(RecordEmbedding.record_kind == kind, RecordEmbedding.record_id == item.record_id)
        if item.vector is None:
            session.execute(update(RecordEmbedding).where(of_record).values(**values))
            continue
        session.execute(delete(RecordEmbedding).where(of_record))
        session.add(
            RecordEmbedding(
                owner_id=item.owner_id,
                record_kind=kind,
                record_id=item.record_id,
                vector=item.vector,
                **values,
            )
        )
        session.flush()


def delete_embeddings(session: Session, *, kind: EmbeddedKind, record_id: str) -> None:
    session.execute(
        delete(RecordEmbedding).where(
            RecordEmbedding.record_kind == kind, RecordEmbedding.record_id == record_id
        )
    )


EmbeddedRow: TypeAlias = Row[str, bytes, str, str]
"""``record_id``, ``vector``, ``skills``, ``preferred_skills`` of one record, for comparison."""

_COMPARED = (
    RecordEmbedding.record_id,
    RecordEmbedding.vector,
    RecordEmbedding.skills,
    RecordEmbedding.preferred_skills,
)


def find_embedded(
    session: Session, *, kind: EmbeddedKind, record_id: str, identity: ModelIdentity
) -> EmbeddedRow | None:
    """The vector of a record by these weights, even if the record has changed since; None without one."""
    return session.execute(
        select(*_COMPARED).where(
            RecordEmbedding.record_kind == kind,
            RecordEmbedding.record_id == record_id,
            is_of_model(identity),
        )
    ).first()


def list_comparable(
    session: Session, *, owner_id: str, kind: EmbeddedKind, identity: ModelIdentity, width_bytes: int
) -> Sequence[EmbeddedRow]:
    """All embeddings of one owner and kind, except closed job descriptions.

    Plain rows, because there may be tens of thousands.
    """
    query = select(*_COMPARED).where(
        RecordEmbedding.owner_id == owner_id,
        RecordEmbedding.record_kind == kind,
        is_of_model(identity),
        func.length(RecordEmbedding.vector) == width_bytes,
    )
    if kind is EmbeddedKind.JOB_DESCRIPTION:
        query = query.join(JobDescription, JobDescription.id == RecordEmbedding.record_id).where(
            JobDescription.status != JobStatus.CLOSED
        )
    return session.execute(query).all()


def load_candidates(session: Session, ids: Sequence[str]) -> dict[str, Candidate]:
    return {row.id: row for row in session.scalars(select(Candidate).where(Candidate.id.in_(ids)))}


def load_job_descriptions(session: Session, ids: Sequence[str]) -> dict[str, JobDescription]:
    rows = session.scalars(select(JobDescription).where(JobDescription.id.in_(ids)))
    return {row.id: row for row in rows}
