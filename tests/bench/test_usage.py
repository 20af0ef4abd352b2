"""`greenroom bench usage`: the invented database is what the report of the bench says."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import func, select

from app.bench.usage_data import fill
from app.core.database import Database, make_engine
from app.interviews.tables import Interview
from app.usage.rollup import get_last_rolled_up
from app.usage.tables import DailyUsage, EngineCall


def test_all_calls_but_the_recent_ones_are_rolled_up(data_dir: Path) -> None:
    path = data_dir / "greenroom.db"
    user_ids = fill(path, users=5, interviews=20, calls=300, recent=30)
    database = Database(make_engine(f"sqlite:///{path}"))
    with database.reading() as session:
        last = get_last_rolled_up(session)
        calls = session.scalar(select(func.count(EngineCall.id)))
        recent = session.scalar(select(func.count()).where(EngineCall.id > last))
        rolled_up = session.scalar(select(func.sum(DailyUsage.calls)))
        owners = set(session.scalars(select(Interview.owner_id)))
        interviews = session.scalar(select(func.count(Interview.id)))
    database.dispose()
    assert (calls, recent, rolled_up) == (300, 30, 270)
    assert owners == set(user_ids)
    assert interviews == 20
