"""HTTP routes of bulk imports."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, File, Form, Query, Request, Response, UploadFile

from app.core.database import SessionDep
from app.core.limits import accept_upload
from app.core.operations import OperationDep, run_cancellable
from app.core.refusals import refuses
from app.core.schemas import Data, Page, PageDep, Success
from app.core.state import StateDep
from app.document_batches import commit, merge_preview, preview, repository, service
from app.document_batches.schemas import (
    AddedDocument,
    BatchPreview,
    BatchRow,
    BatchView,
    CommitBatch,
    CommitResult,
    MergePreview,
)
from app.document_batches.tables import BatchStatus
from app.documents.dependencies import DocumentWorkersDep
from app.documents.router import StatedType
from app.documents.service import Upload, receive_upload, wait_for
from app.users.audit import records_deletion
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/document-batches", tags=["document batches"])


@router.post("")
def create_batch(
    user: CurrentUser, session: SessionDep, state: StateDep, workers: DocumentWorkersDep
) -> Data[BatchView]:
    batch = service.create_batch(session, owner_id=user.id, now=state.now())
    return Data(data=service.show_batch(session, workers, batch))


@router.get("")
def list_batches(
    user: CurrentUser,
    session: SessionDep,
    page: PageDep,
    status: Annotated[BatchStatus | None, Query()] = None,
) -> Page[BatchRow]:
    """The caller's batches, newest first, so that an unfinished import can be resumed."""
    rows, total = repository.list_owned(session, owner_id=user.id, status=status, page=page)
    return Page(
        data=[
            BatchRow(
                batch_id=batch.id, status=batch.status, created_at=batch.created_at, document_count=count
            )
            for batch, count in rows
        ],
        pagination=page.describe(total),
    )


@router.get("/{batch_id}")
def read_batch(
    batch_id: str, user: CurrentUser, session: SessionDep, workers: DocumentWorkersDep
) -> Data[BatchView]:
    batch = repository.get_owned(session, owner_id=user.id, batch_id=batch_id)
    return Data(data=service.show_batch(session, workers, batch))


@router.delete(
    "/{batch_id}", dependencies=[records_deletion("document_batch", "batch_id")], responses=refuses(409)
)
def delete_batch(batch_id: str, user: CurrentUser, session: SessionDep, state: StateDep) -> Success:
    """Delete an open batch with its documents; 409 ``INVALID_STATE`` once it is committed."""
    service.delete_batch(session, state=state, owner_id=user.id, batch_id=batch_id)
    return Success()


@router.post(
    "/{batch_id}/documents", responses=refuses(402, 409, 415, 429) | {202: {"model": Data[AddedDocument]}}
)
@accept_upload
async def add_document(
    batch_id: str,
    request: Request,
    response: Response,
    user: CurrentUser,
    state: StateDep,
    workers: DocumentWorkersDep,
    operation: OperationDep,
    document: Annotated[UploadFile, File()],
    stated_type: Annotated[StatedType | None, Form(alias="type")] = None,
    wait: bool = True,
) -> Data[AddedDocument]:
    """Add one document (PDF, DOCX, DOC or text, at most 10 MB). It is processed even if the caller leaves.

    With ``wait=false`` the response is 202 as soon as the document is stored. 402 ``DOCUMENTS_LIMIT``; 409
    once the batch is committed; 422 if the batch is full.
    """
    operation.report(stage="queued", share=0.0)
    upload = Upload(
        file=document.file,
        name=document.filename,
        batch_id=batch_id,
        stated_type=stated_type,
        is_waited_for=wait,
    )
    admit = service.admission(owner_id=user.id, batch_id=batch_id, now=state.now())
    document_id = await receive_upload(state, workers, owner_id=user.id, upload=upload, admit=admit)
    if wait:
        await run_cancellable(request, wait_for(state, workers, document_id=document_id, operation=operation))
    else:
        response.status_code = 202
    added = await state.database.read(
        service.show_added, workers, owner_id=user.id, document_id=document_id, is_awaited=wait
    )
    return Data(data=added)


@router.get("/{batch_id}/preview")
def preview_batch(batch_id: str, user: CurrentUser, session: SessionDep) -> Data[BatchPreview]:
    """Everything that could be imported now, with its duplicates."""
    batch = repository.get_owned(session, owner_id=user.id, batch_id=batch_id)
    return Data(data=preview.preview_batch(session, owner_id=user.id, batch_id=batch.id))


@router.get("/{batch_id}/documents/{document_id}/merge", responses=refuses(409))
def preview_merge(
    batch_id: str, document_id: str, user: CurrentUser, session: SessionDep
) -> Data[MergePreview]:
    """Show how importing this document would change the record it duplicates; 409 if it duplicates none."""
    batch = repository.get_owned(session, owner_id=user.id, batch_id=batch_id)
    return Data(
        data=merge_preview.preview_merge(
            session, owner_id=user.id, batch_id=batch.id, document_id=document_id
        )
    )


@router.post("/{batch_id}/commit", responses=refuses(402, 409))
async def commit_batch(
    batch_id: str, body: CommitBatch, user: CurrentUser, state: StateDep, workers: DocumentWorkersDep
) -> Data[CommitResult]:
    """Import the selected documents, once, in slices: other requests are answered in between.

    Repeating the same selection gives the same response, and continues an import that was interrupted;
    another selection gives 409.
    """
    result = await commit.commit_batch(
        state.database, owner_id=user.id, batch_id=batch_id, selection=body, now=state.now()
    )
    workers.wake()
    return Data(data=result)
