"""CSV export of job descriptions."""

from __future__ import annotations

from typing import Any

from app.job_descriptions.tables import JobDescription
from app.records.export import RecordExport


def _to_cells(row: Any) -> tuple[str, ...]:
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


EXPORT = RecordExport(
    name="jobs",
    header=("Title", "Company", "Status", "Level", "Location", "Skills", "Last updated"),
    columns=(
        JobDescription.id,
        JobDescription.owner_id,
        JobDescription.status,
        JobDescription.parsed,
        JobDescription.updated_at,
    ),
    to_cells=_to_cells,
)
