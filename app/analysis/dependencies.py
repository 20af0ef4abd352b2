"""FastAPI dependency for the workers that write reports."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from app.analysis.workers import AnalysisWorkers


def get_analysis_workers(request: Request) -> AnalysisWorkers:
    workers = request.app.state.services.analysis_workers
    assert isinstance(workers, AnalysisWorkers)
    return workers


AnalysisWorkersDep = Annotated[AnalysisWorkers, Depends(get_analysis_workers)]
