"""Candidates as rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from app.candidates.tables import Candidate
from app.core.database import Database
from app.core.listing import read_in_order

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


_COLUMNS = (
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
)


def export_rows(
    database: Database, *, owner_id: str, candidate_ids: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """In the order of the ids; one deleted meanwhile is left out."""
    return map(_cells, read_in_order(database, owner_id=owner_id, ids=candidate_ids, columns=_COLUMNS))


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
