from __future__ import annotations

from alembic import context
from sqlalchemy.engine import Connection

from app.migrations.tables import metadata


def run() -> None:
    """Migrate over the connection that ``app.migrations.upgrade`` put into the attributes."""
    connection: Connection = context.config.attributes["connection"]
    context.configure(
        connection=connection,
        target_metadata=metadata,
        # SQLite cannot alter most of a table: Alembic then writes it anew.
        render_as_batch=True,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


run()
