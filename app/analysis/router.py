"""Routes of the analysis: read a report, have it written, check readiness."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from sqlalchemy.orm import Session

from app.analysis import service
from app.analysis.dependencies import AnalysisWorkersDep
from app.analysis.errors import AnalysisFailed
from app.analysis.rules import AnalysisProblem
from app.analysis.schemas import AnalysisResponse, AnalyzeRequest, AnalyzeResponse, ReadinessResponse
from app.core.database import SessionDep
from app.core.operations import OperationDep, OperationStage
from app.core.state import StateDep
from app.interviews.repository import get_owned
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/aisense", tags=["analysis"])


@router.get("/analysis/{interview_id}")
def read_analysis(interview_id: str, user: CurrentUser, session: SessionDep) -> AnalysisResponse:
    """The report of an interview, the state of the latest run, and the fit of candidate and job."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    return service.describe_analysis(session, interview_id=interview.id)


@router.post("/analyze")
async def analyze(
    body: AnalyzeRequest,
    user: CurrentUser,
    state: StateDep,
    workers: AnalysisWorkersDep,
    operation: OperationDep,
) -> AnalyzeResponse:
    """Have the report written and wait for it.

    The report belongs to the interview, not to this request: it is completed even if the caller
    disconnects, and concurrent requests wait for the same report.
    """

    def find(session: Session) -> str:
        interview = get_owned(session, owner_id=user.id, interview_id=body.interview_id)
        service.require_transcript(session, interview_id=interview.id)
        return interview.id

    interview_id = await state.database.read(find)
    operation.report(stage=OperationStage.QUEUED)
    done = workers.follow(interview_id, lambda stage, share: operation.report(stage=stage, share=share))
    await state.database.run(
        service.queue_analysis, interview_id=interview_id, is_interactive=True, now=state.now()
    )
    workers.wake()
    try:
        await asyncio.wrap_future(done)
    except asyncio.CancelledError:
        current = asyncio.current_task()
        if current is not None and current.cancelling():
            raise
        raise AnalysisFailed(AnalysisProblem.INTERRUPTED) from None
    answer = await state.database.read(service.describe_analysis, interview_id=interview_id)
    if answer.status == "failed" or answer.analysis is None:
        raise AnalysisFailed(answer.problem or AnalysisProblem.UNEXPECTED)
    return AnalyzeResponse(analysis=answer.analysis)


@router.get("/readiness/{interview_id}")
def read_readiness(interview_id: str, user: CurrentUser, session: SessionDep) -> ReadinessResponse:
    """Whether there is enough conversation for an analysis."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    readiness = service.check_readiness(session, interview=interview)
    return ReadinessResponse(ready=readiness.ready, reason=readiness.reason)
