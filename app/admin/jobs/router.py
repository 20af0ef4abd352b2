"""Scheduled jobs: list, runs, and running one by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request

from app.admin.jobs.schemas import JobRunView, RegisteredJob, RunRequest
from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.schemas import Data, Page, PageDep
from app.core.state import AppState, StateDep
from app.scheduled_jobs import repository
from app.scheduled_jobs.runner import JobRunner
from app.security_events.service import Origin, Subject, record_apart
from app.security_events.tables import EventType
from app.users.audit import find_origin
from app.users.dependencies import AdminUser

router = APIRouter(prefix="/api/jobs", tags=["admin"])


def get_job_runner(request: Request) -> JobRunner:
    runner = request.app.state.job_runner
    assert isinstance(runner, JobRunner)
    return runner


RunnerDep = Annotated[JobRunner, Depends(get_job_runner)]


renewal_check = APIRouter(prefix="/api/billing/admin/jobs", tags=["billing"])


@router.get("/registry")
def list_jobs(_admin: AdminUser, runner: RunnerDep) -> Data[list[RegisteredJob]]:
    """All scheduled jobs with their schedules. Heartbeats of the server are not among them."""
    return Data(data=[RegisteredJob.of(job) for job in runner.jobs.values()])


@router.get("")
def list_job_runs(_admin: AdminUser, session: SessionDep, page: PageDep) -> Page[JobRunView]:
    """Latest runs, newest first. Jobs that run more than once an hour list only runs that did something."""
    return Page(
        data=[JobRunView.model_validate(run) for run in repository.list_runs(session, page)],
        pagination=page.describe(repository.count_runs(session)),
    )


@dataclass(frozen=True, slots=True)
class ManualRun:
    """Records that an admin started a job, as a security event."""

    runner: JobRunner
    state: AppState
    origin: Origin
    dry_run: bool

    async def start(self, key: str) -> Data[JobRunView]:
        run = JobRunView.model_validate(await self.runner.run_manually(key, dry_run=self.dry_run))
        await record_apart(
            self.state,
            EventType.JOB_STARTED,
            origin=self.origin,
            subject=Subject(kind="scheduled_job", id=key),
            details={"job": key, "dry_run": self.dry_run, "run": run.id, "status": run.status},
        )
        return Data(data=run)


def get_manual_run(
    request: Request, admin: AdminUser, state: StateDep, runner: RunnerDep, body: RunRequest | None = None
) -> ManualRun:
    return ManualRun(
        runner=runner,
        state=state,
        origin=find_origin(request, actor_id=admin.id),
        dry_run=body is not None and body.dry_run,
    )


ManualRunDep = Annotated[ManualRun, Depends(get_manual_run)]


@router.post("/{key}/run", responses=refuses(409))
async def run_job(key: str, manual_run: ManualRunDep) -> Data[JobRunView]:
    """Run a job now. Responds with the outcome, or with ``running`` if it takes longer.

    404 for an unknown job; 409 while it runs, and for a dry run of a job without dry runs.
    """
    return await manual_run.start(key)


@renewal_check.post("/daily-renewal-check", responses=refuses(409))
async def run_renewal_check(manual_run: ManualRunDep) -> Data[JobRunView]:
    """Renew due accounts and end cancelled plans now; a dry run only counts them.

    Responds like ``run_job``.
    """
    return await manual_run.start("daily-renewal-check")
