"""Responses of the change history."""

from __future__ import annotations

from typing import Any

from app.core.schemas import ApiSchema, Identified, UtcTime
from app.record_history.tables import ChangeCause, RecordChange


class FieldChange(ApiSchema):
    path: str
    """Path of the field in the record, such as ``cvParsed.skills``."""
    before: Any
    after: Any


class RecordChangeView(Identified):
    cause: ChangeCause
    actor_name: str | None
    """Null for changes by the server, and once the user's account is deleted."""
    document_id: str | None
    document_name: str
    changes: list[FieldChange]
    created_at: UtcTime

    @classmethod
    def of(cls, row: RecordChange, actor_name: str | None) -> RecordChangeView:
        return cls(
            id=row.id,
            cause=row.cause,
            actor_name=actor_name,
            document_id=row.document_id,
            document_name=row.document_name,
            changes=[FieldChange.model_validate(change) for change in row.changes],
            created_at=row.created_at,
        )
