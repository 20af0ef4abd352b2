"""CSV export of candidates."""

from __future__ import annotations

from typing import Any

from app.candidates.tables import Candidate
from app.records.export import RecordExport


def _to_cells(row: Any) -> tuple[str, ...]:
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


EXPORT = RecordExport(
    name="candidates",
    header=(
        "Name",
        "Email",
        "Phone",
        "LinkedIn",
        "Current position",
        "Level",
        "Years of experience",
        "Skills",
        "Last updated",
    ),
    columns=(
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
    ),
    to_cells=_to_cells,
)
