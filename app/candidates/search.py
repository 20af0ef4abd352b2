"""Searchable text of candidates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.candidates.tables import Candidate
from app.record_search.ports import SearchText


def read_texts(session: Session, candidate_ids: Sequence[str]) -> dict[str, SearchText]:
    """Searchable texts by id; deleted records are left out."""
    rows = session.execute(
        select(
            Candidate.id,
            Candidate.owner_id,
            Candidate.updated_at,
            Candidate.name,
            Candidate.email,
            Candidate.phone,
            Candidate.linkedin,
            Candidate.current_position,
            Candidate.cv_parsed,
        ).where(Candidate.id.in_(candidate_ids))
    )
    return {
        row.id: SearchText(
            owner_id=row.owner_id,
            changed_at=row.updated_at,
            name=[row.name],
            contact=[text for text in (row.email, row.phone, row.linkedin) if text],
            details=[row.current_position, *_details(row.cv_parsed or {})],
        )
        for row in rows
    }


def _details(cv_parsed: dict[str, Any]) -> list[str]:
    """Skills, places, and the titles and employers of all positions."""
    texts = [*(cv_parsed.get("skills") or []), cv_parsed.get("location")]
    for entry in cv_parsed.get("experience") or []:
        texts += [entry.get("title"), entry.get("company"), entry.get("location")]
    return [text for text in texts if isinstance(text, str)]
