"""Complete an interview in the database of a test server and give it a transcript and a report.

Arguments: the server's data folder, the interview's id. Browser tests without models get a report this way.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import app.migrations.tables  # noqa: F401 - every table, for the foreign keys
from app.core.database import Database, make_engine
from tests.reports.samples import add_fit, complete_with_report

data_dir, interview_id = sys.argv[1:]
database = Database(make_engine(f"sqlite:///{Path(data_dir) / 'greenroom.db'}"))
with database.transaction() as session:
    complete_with_report(session, interview_id, now=datetime.now(tz=UTC))
    add_fit(session, interview_id)
database.dispose()
