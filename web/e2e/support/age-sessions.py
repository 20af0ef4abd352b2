"""Make every session of a test server an hour older, as if its user had signed in an hour ago.

Argument: the server's data folder.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import update

import app.migrations.tables  # noqa: F401 - every table, for the foreign keys
from app.core.database import Database, make_engine
from app.users.tables import SessionToken

database = Database(make_engine(f"sqlite:///{Path(sys.argv[1]) / 'greenroom.db'}"))
with database.transaction() as session:
    earlier = datetime.now(tz=UTC) - timedelta(hours=1)
    session.execute(update(SessionToken).values(created_at=earlier, authenticated_at=None))
database.dispose()
