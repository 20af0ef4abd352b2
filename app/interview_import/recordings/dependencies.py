"""FastAPI dependency for the worker that imports recordings."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from app.interview_import.recordings.workers import RecordingImportWorkers


def get_recording_import_workers(request: Request) -> RecordingImportWorkers:
    workers = request.app.state.services.recording_import_workers
    assert isinstance(workers, RecordingImportWorkers)
    return workers


RecordingImportWorkersDep = Annotated[RecordingImportWorkers, Depends(get_recording_import_workers)]
