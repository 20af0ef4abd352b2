"""FastAPI dependency for the runner of reports."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from app.analysis.runner import AnalysisRunner


def get_analysis_runner(request: Request) -> AnalysisRunner:
    runner = request.app.state.services.analysis_runner
    assert isinstance(runner, AnalysisRunner)
    return runner


AnalysisRunnerDep = Annotated[AnalysisRunner, Depends(get_analysis_runner)]
