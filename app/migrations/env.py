"""Alembic environment: run the revisions over the connection of app.migrations.upgrade."""

from __future__ import annotations

from typing import Literal

from alembic import context
from sqlalchemy.engine import Connection

from app.core.database import UtcDateTime
from app.migrations.tables import metadata
from app.record_search.ports import PREFIX as SEARCH_PREFIX


def _render_item(kind: str, item: object, _context: object) -> str | Literal[False]:
    """Render plain column types in revisions, so that revisions stay valid when the code changes."""
    return "sa.DateTime()" if kind == "type" and isinstance(item, UtcDateTime) else False


def _include_name(name: str | None, kind: str, _parents: object) -> bool:
    """Exclude the search index: its own code creates its tables and those that SQLite keeps for it."""
    return not (kind == "table" and name is not None and name.startswith(SEARCH_PREFIX))


def run() -> None:
    """Migrate over the connection that ``app.migrations.upgrade`` passed in the attributes."""
    connection: Connection = context.config.attributes["connection"]
    context.configure(
        connection=connection,
        target_metadata=metadata,
        # SQLite can alter little of a table, so Alembic rebuilds it.
        render_as_batch=True,
        compare_type=True,
        render_item=_render_item,
        include_name=_include_name,
    )
    with context.begin_transaction():
        context.run_migrations()


run()
