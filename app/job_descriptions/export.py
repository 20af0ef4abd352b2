"""Job descriptions as rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import select

from app.core.database import Database
from app.core.listing import in_parts
from app.job_descriptions.tables import JobDescription

HEADER = ("Title", "Company", "Status", "Level", "Location", "Skills", "Last updated")


def export_rows(
    database: Database, *, owner_id: str, job_description_ids: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """In the order of the ids, read a few hundred at a time; one deleted meanwhile is left out."""
    for part in in_parts(job_description_ids):
        with database.reading() as session:
            found = {
                row.id: row
                for row in session.execute(
                    select(
                        JobDescription.id,
                        JobDescription.owner_id,
                        JobDescription.status,
                        JobDescription.parsed,
                        JobDescription.updated_at,
                    ).where(JobDescription.id.in_(part))
                )
            }
        for key in part:
            if key in found and found[key].owner_id == owner_id:
                yield _cells(found[key])


def _cells(row: Any) -> tuple[str, ...]:
    parsed = row.parsed or {}
    skills = [*(parsed.get("requiredSkills") or []), *(parsed.get("preferredSkills") or [])]
    return (
        parsed.get("title") or "",
        (parsed.get("company") or {}).get("name") or "",
        row.status,
        parsed.get("level") or "",
        parsed.get("location") or "",
        "; ".join(dict.fromkeys(skills)),
        f"{row.updated_at:%Y-%m-%dT%H:%M:%SZ}",
    )
