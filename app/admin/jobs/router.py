"""Scheduled jobs: list, runs, and running one by hand."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from app.admin.jobs.schemas import JobRunView, RegisteredJob, RunRequest
from app.core.database import SessionDep
from app.core.schemas import Data
from app.scheduled_jobs import repository
from app.scheduled_jobs.runner import JobRunner
from app.users.dependencies import AdminUser

router = APIRouter(prefix="/api/jobs", tags=["admin"])


def get_job_runner(request: Request) -> JobRunner:
    runner = request.app.state.job_runner
    assert isinstance(runner, JobRunner)
    return runner


RunnerDep = Annotated[JobRunner, Depends(get_job_runner)]


@router.get("/registry")
def list_jobs(_admin: AdminUser, runner: RunnerDep) -> Data[list[RegisteredJob]]:
    """All scheduled jobs with their schedules."""
    return Data(data=[RegisteredJob.of(job) for job in runner.jobs.values()])


@router.get("")
def list_job_runs(
    _admin: AdminUser, session: SessionDep, limit: Annotated[int, Query(ge=1, le=200)] = 50
) -> Data[list[JobRunView]]:
    """Latest runs, newest first. Jobs that run every few seconds appear only with runs that did something."""
    return Data(data=[JobRunView.model_validate(run) for run in repository.list_runs(session, limit=limit)])


@router.post("/{key}/run")
async def run_job(
    key: str, _admin: AdminUser, runner: RunnerDep, body: RunRequest | None = None
) -> Data[JobRunView]:
    """Run a job now. Responds with the outcome, or with ``running`` if it takes longer.

    404 for an unknown job; 409 while it runs, and for a dry run of a job without dry runs.
    """
    run = await runner.run_manually(key, dry_run=body is not None and body.dry_run)
    return Data(data=JobRunView.model_validate(run))
