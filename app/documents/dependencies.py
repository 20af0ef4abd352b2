"""FastAPI dependencies of the document routes."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from app.documents.pipeline.worker import DocumentRunner


def get_document_runner(request: Request) -> DocumentRunner:
    runner = request.app.state.services.document_runner
    assert isinstance(runner, DocumentRunner)
    return runner


DocumentRunnerDep = Annotated[DocumentRunner, Depends(get_document_runner)]
