"""Searchable text of job descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.job_descriptions.tables import JobDescription
from app.record_search.ports import SearchText


def read_texts(session: Session, job_description_ids: Sequence[str]) -> dict[str, SearchText]:
    """Searchable texts by id; deleted records are left out."""
    rows = session.execute(
        select(
            JobDescription.id,
            JobDescription.owner_id,
            JobDescription.updated_at,
            JobDescription.status,
            JobDescription.parsed,
        ).where(JobDescription.id.in_(job_description_ids))
    )
    return {
        row.id: _to_search_text(row.owner_id, row.updated_at, row.status, row.parsed or {}) for row in rows
    }


def _to_search_text(owner_id: str, changed_at: Any, status: str, parsed: dict[str, Any]) -> SearchText:
    company = parsed.get("company") or {}
    details = [
        *(parsed.get("requiredSkills") or []),
        *(parsed.get("preferredSkills") or []),
        parsed.get("location"),
    ]
    return SearchText(
        owner_id=owner_id,
        changed_at=changed_at,
        name=_texts([parsed.get("title")]),
        contact=_texts([company.get("name")]),
        details=_texts(details),
        tag=status,
    )


def _texts(values: Sequence[object]) -> list[str]:
    return [value for value in values if isinstance(value, str)]
