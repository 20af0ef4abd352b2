"""Job descriptions as rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from app.core.database import Database
from app.core.listing import read_in_order
from app.job_descriptions.tables import JobDescription

HEADER = ("Title", "Company", "Status", "Level", "Location", "Skills", "Last updated")


_COLUMNS = (
    JobDescription.id,
    JobDescription.owner_id,
    JobDescription.status,
    JobDescription.parsed,
    JobDescription.updated_at,
)


def export_rows(
    database: Database, *, owner_id: str, job_description_ids: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """In the order of the ids; one deleted meanwhile is left out."""
    return map(_cells, read_in_order(database, owner_id=owner_id, ids=job_description_ids, columns=_COLUMNS))


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
