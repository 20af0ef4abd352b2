"""Actions on the document queue: upload, process, retry, commit, and look at the results."""

from __future__ import annotations

import asyncio
import io
from typing import Any

from app.billing.service import choose_billing
from app.billing.tables import BillingAccount
from app.core.database import Database
from app.core.state import AppState
from app.documents import service
from app.documents.importing import import_document
from app.documents.pipeline.workers import DocumentWorkers
from app.documents.schemas import ProcessedDocument
from app.documents.service import Upload
from app.documents.tables import Document


def new_workers(state: AppState) -> DocumentWorkers:
    """Document workers like the server's, without its waits."""
    workers = DocumentWorkers(
        state, backoff_seconds=(0.0,), assessment_backoff_seconds=(0.0,), idle_seconds=0.01
    )
    state.hooks.after_documents_deleted[:] = [workers.forget]
    return workers


async def receive(
    state: AppState, workers: DocumentWorkers, owner_id: str, content: str | bytes, **upload: Any
) -> str:
    data = content.encode() if isinstance(content, str) else content
    request = Upload(file=io.BytesIO(data), name=upload.pop("name", "cv.txt"), **upload)
    return await service.receive_upload(state, workers, owner_id=owner_id, upload=request)


async def process(
    state: AppState, workers: DocumentWorkers, owner_id: str, content: str | bytes, **upload: Any
) -> ProcessedDocument:
    document_id = await receive(state, workers, owner_id, content, **upload)
    await service.wait_for(state, workers, document_id=document_id)
    return await state.database.read(service.read_outcome, owner_id=owner_id, document_id=document_id)


def read_document(database: Database, document_id: str) -> Document:
    with database.reading() as session:
        return session.get_one(Document, document_id)


def read_allowance(database: Database, owner_id: str) -> int:
    with database.reading() as session:
        return session.get_one(BillingAccount, owner_id).documents_remaining


def set_allowance(database: Database, owner_id: str, number: int) -> None:
    with database.transaction() as session:
        session.get_one(BillingAccount, owner_id).documents_remaining = number


async def until_assessed(database: Database, document_id: str) -> Document:
    """The document, once its assessment has ended."""
    async with asyncio.timeout(60):
        while True:
            document = read_document(database, document_id)
            if document.assessment_status not in {"queued", "running"}:
                return document
            await asyncio.sleep(0.01)


async def retry(state: AppState, workers: DocumentWorkers, owner_id: str, document_id: str) -> None:
    progress = await state.database.run(
        service.retry_document,
        billing=choose_billing(state.settings),
        owner_id=owner_id,
        document_id=document_id,
    )
    workers.announce(owner_id, progress)


async def read_in_batch(
    state: AppState, workers: DocumentWorkers, owner_id: str, batch_id: str, content: str, **upload: Any
) -> str:
    document_id = await receive(state, workers, owner_id, content, batch_id=batch_id, **upload)
    await service.wait_for(state, workers, document_id=document_id)
    return document_id


def commit(database: Database, document_id: str, owner_id: str) -> str:
    with database.transaction() as session:
        imported = import_document(
            session, document=session.get_one(Document, document_id), actor_id=owner_id
        )
        assert imported is not None
        return imported.record_id
