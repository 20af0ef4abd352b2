"""Candidates as rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import select

from app.candidates.tables import Candidate
from app.core.database import Database
from app.core.listing import in_parts

HEADER = (
    "Name",
    "Email",
    "Phone",
    "LinkedIn",
    "Current position",
    "Level",
    "Years of experience",
    "Skills",
    "Last updated",
)


def export_rows(
    database: Database, *, owner_id: str, candidate_ids: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """In the order of the ids, read a few hundred at a time; one deleted meanwhile is left out."""
    for part in in_parts(candidate_ids):
        with database.reading() as session:
            found = {
                row.id: row
                for row in session.execute(
                    select(
                        Candidate.id,
                        Candidate.owner_id,
                        Candidate.name,
                        Candidate.email,
                        Candidate.phone,
                        Candidate.linkedin,
                        Candidate.current_position,
                        Candidate.cv_parsed,
                        Candidate.cv_profile,
                        Candidate.updated_at,
                    ).where(Candidate.id.in_(part))
                )
            }
        for key in part:
            if key in found and found[key].owner_id == owner_id:
                yield _cells(found[key])


def _cells(row: Any) -> tuple[str, ...]:
    parsed = row.cv_parsed or {}
    profile = row.cv_profile or {}
    years = profile.get("totalExperienceYears")
    return (
        row.name,
        row.email or "",
        row.phone or "",
        row.linkedin or "",
        row.current_position,
        profile.get("experienceLevel") or parsed.get("experienceLevel") or "",
        "" if years is None else f"{years:g}",
        "; ".join(parsed.get("skills") or []),
        f"{row.updated_at:%Y-%m-%dT%H:%M:%SZ}",
    )
