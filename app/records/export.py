"""CSV export of a list of records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fastapi.responses import StreamingResponse
from sqlalchemy.orm import InstrumentedAttribute

from app.core.csv_export import csv_response
from app.core.database import Database
from app.core.listing import read_in_order


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordExport:
    """How one kind of record becomes a table."""

    name: str
    """Beginning of the file name."""
    header: Sequence[str]
    columns: Sequence[InstrumentedAttribute[Any]]
    """Columns to read: the id first, then others, including the owner."""
    to_cells: Callable[[Any], tuple[str, ...]]

    def stream(
        self, database: Database, *, owner_id: str, ids: Sequence[str], at: datetime
    ) -> StreamingResponse:
        """The records as CSV in the order of ``ids``; records deleted in the meantime are left out."""
        rows = read_in_order(database, owner_id=owner_id, ids=ids, columns=self.columns)
        return csv_response(name=self.name, at=at, header=self.header, rows=map(self.to_cells, rows))
