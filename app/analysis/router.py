"""Routes of the analysis: read or request a report, amend a finding, check readiness."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from sqlalchemy.orm import Session

from app.analysis import amendments, repository, service
from app.analysis.amendment_schemas import AmendFinding
from app.analysis.dependencies import AnalysisWorkersDep
from app.analysis.errors import AnalysisFailed
from app.analysis.rules import AnalysisProblem
from app.analysis.schemas import AnalysisResponse, AnalyzeRequest, AnalyzeResponse, ReadinessResponse
from app.core.database import SessionDep
from app.core.operations import OperationDep, OperationStage
from app.core.refusals import refuses
from app.core.schemas import Success
from app.core.state import AppState, StateDep
from app.interviews.errors import InterviewNotFound
from app.interviews.repository import get_owned
from app.reviews.access import get_reviewable, is_report_concealed
from app.reviews.errors import ReportConcealed
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/aisense", tags=["analysis"])


@router.get("/analysis/{interview_id}")
def read_analysis(
    interview_id: str, user: CurrentUser, session: SessionDep, state: StateDep
) -> AnalysisResponse:
    """The report of an interview, the state of the latest run, and the fit of candidate and job.

    For the owner and the named reviewers. Concealed until the user has scored or has chosen to look.
    """
    interview = get_reviewable(session, user_id=user.id, interview_id=interview_id)
    return _describe(session, state=state, interview_id=interview.id, user_id=user.id)


def _is_concealed(session: Session, *, state: AppState, interview_id: str, user_id: str) -> bool:
    return is_report_concealed(
        session,
        interview_id=interview_id,
        user_id=user_id,
        scores_first=state.settings.score_before_report,
    )


def _describe(session: Session, *, state: AppState, interview_id: str, user_id: str) -> AnalysisResponse:
    return service.describe_analysis(
        session,
        interview_id=interview_id,
        is_concealed=_is_concealed(session, state=state, interview_id=interview_id, user_id=user_id),
        shows_consistency=state.settings.consistency_check,
    )


@router.put("/analysis/{interview_id}/findings/{finding_key}", responses=refuses(409))
def amend_finding(
    interview_id: str,
    finding_key: str,
    body: AmendFinding,
    user: CurrentUser,
    session: SessionDep,
    state: StateDep,
) -> AnalysisResponse:
    """Strike, reword or restore a finding. For the owner and the named reviewers, once they see the report.

    404 ``FINDING_NOT_FOUND`` if the report does not have it, 409 ``REPORT_CONCEALED`` before.
    """
    interview = get_reviewable(session, user_id=user.id, interview_id=interview_id)
    analysis = service.read_report(
        session, interview_id=interview.id, shows_consistency=state.settings.consistency_check
    )
    finding = amendments.get_finding(analysis, finding_key)
    if _is_concealed(session, state=state, interview_id=interview.id, user_id=user.id):
        raise ReportConcealed
    amendments.amend_finding(
        session,
        interview_id=interview.id,
        finding=finding,
        actor_id=user.id,
        request=body,
        now=state.now(),
    )
    return _describe(session, state=state, interview_id=interview.id, user_id=user.id)


@router.post("/analyze", responses=refuses(404, 409, 429))
async def analyze(
    body: AnalyzeRequest,
    user: CurrentUser,
    state: StateDep,
    workers: AnalysisWorkersDep,
    operation: OperationDep,
) -> AnalyzeResponse:
    """Request the report and wait for it.

    The report belongs to the interview, not to this request: it is completed even if the caller
    disconnects, and concurrent requests wait for the same report.
    """

    def find(session: Session) -> str:
        interview = get_owned(session, owner_id=user.id, interview_id=body.interview_id)
        service.require_transcript(session, interview_id=interview.id)
        return interview.id

    def report(stage: OperationStage, share: float) -> None:
        operation.report(stage=stage, share=share)

    interview_id = await state.database.read(find)
    operation.report(stage=OperationStage.QUEUED)
    done = workers.follow(interview_id, report)
    try:
        await state.database.run(
            service.queue_analysis, interview_id=interview_id, is_interactive=True, now=state.now()
        )
        workers.wake()
        await asyncio.wrap_future(done)
    except asyncio.CancelledError:
        current = asyncio.current_task()
        if current is not None and current.cancelling():
            raise
        # The run was stopped, or the server is shutting down.
    finally:
        workers.stop_following(interview_id, report, done)
    answer = await state.database.read(_describe, state=state, interview_id=interview_id, user_id=user.id)
    if answer.status == "none":
        # The interview was deleted while its report was queued or being written.
        raise InterviewNotFound
    if answer.status == "failed" or not answer.has_analysis:
        raise AnalysisFailed(answer.problem or AnalysisProblem.INTERRUPTED)
    return AnalyzeResponse(analysis=answer.analysis)


@router.post("/analysis/{interview_id}/cancel", responses=refuses(409))
async def cancel_analysis(
    interview_id: str, user: CurrentUser, state: StateDep, workers: AnalysisWorkersDep
) -> Success:
    """Stop the report that is queued or being written; an earlier report stays.

    The texts written so far are kept, and the next run continues from there. Does nothing without a run.
    """

    def stop(session: Session) -> str:
        interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
        repository.stop_run(
            session, interview_id=interview.id, error=AnalysisProblem.CANCELLED, now=state.now()
        )
        return interview.id

    workers.cancel([await state.database.run(stop)])
    return Success()


@router.get("/readiness/{interview_id}")
def read_readiness(interview_id: str, user: CurrentUser, session: SessionDep) -> ReadinessResponse:
    """Whether there is enough conversation for an analysis."""
    interview = get_owned(session, owner_id=user.id, interview_id=interview_id)
    readiness = service.check_readiness(session, interview=interview)
    return ReadinessResponse(ready=readiness.ready, reason=readiness.reason)
