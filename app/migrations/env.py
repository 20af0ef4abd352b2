from __future__ import annotations

from typing import Literal

from alembic import context
from sqlalchemy.engine import Connection

from app.core.database import UtcDateTime
from app.migrations.tables import metadata
from app.record_search.schema import PREFIX as SEARCH_PREFIX


def _render_item(kind: str, item: object, _context: object) -> str | Literal[False]:
    """Revisions name plain types only, so that they stay true when the code moves on."""
    return "sa.DateTime()" if kind == "type" and isinstance(item, UtcDateTime) else False


def _include_name(name: str | None, kind: str, _parents: object) -> bool:
    """The search index is made by its own code: its tables, and those SQLite keeps for it, are no one's
    to compare."""
    return not (kind == "table" and name is not None and name.startswith(SEARCH_PREFIX))


def run() -> None:
    """Migrate over the connection that ``app.migrations.upgrade`` put into the attributes."""
    connection: Connection = context.config.attributes["connection"]
    context.configure(
        connection=connection,
        target_metadata=metadata,
        # SQLite cannot alter most of a table: Alembic then writes it anew.
        render_as_batch=True,
        compare_type=True,
        render_item=_render_item,
        include_name=_include_name,
    )
    with context.begin_transaction():
        context.run_migrations()


run()
