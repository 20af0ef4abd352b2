"""Steps of tests about live readings."""

from __future__ import annotations

from app.analysis import service
from app.analysis.live_readings import LiveReadings
from app.analysis.workers import AnalysisWorkers
from app.core.database import Database
from app.core.state import AppState


async def read(readings: LiveReadings) -> None:
    await readings.check()
    await readings.settle()


async def write_report(state: AppState, database: Database, interview_id: str) -> None:
    with database.transaction() as session:
        service.queue_analysis(session, interview_id=interview_id, now=state.now())
    workers = AnalysisWorkers(state)
    await workers.run_next(workers.all_reports)
    with database.reading() as session:
        view = service.describe_analysis(
            session, interview_id=interview_id, is_concealed=False, shows_consistency=True
        )
    assert view.status == "completed"
