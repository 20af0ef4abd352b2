"""FastAPI dependencies of the document routes."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from app.documents.pipeline.workers import DocumentWorkers


def get_document_workers(request: Request) -> DocumentWorkers:
    workers = request.app.state.services.document_workers
    assert isinstance(workers, DocumentWorkers)
    return workers


DocumentWorkersDep = Annotated[DocumentWorkers, Depends(get_document_workers)]
