"""HTTP routes of documents."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, File, Form, Query, Request, UploadFile
from fastapi.responses import FileResponse, Response
from pydantic import StringConstraints
from sqlalchemy.orm import Session

from app.billing.service import choose_billing
from app.candidates import repository as candidates
from app.core.database import SessionDep
from app.core.errors import NotFound, ValidationFailed
from app.core.files import copy_file
from app.core.limits import accept_upload, limit_body
from app.core.operations import OperationDep, run_cancellable
from app.core.refusals import refuses
from app.core.schemas import ApiSchema, Data, Success
from app.core.state import AppState, StateDep
from app.documents import deletion, repository, service
from app.documents.conversion import convert_upload, parse_text
from app.documents.dependencies import DocumentWorkersDep
from app.documents.errors import FileMissing
from app.documents.extraction.kinds import MIME_TYPES, FileKind
from app.documents.extraction.length import MAX_CHARACTERS
from app.documents.files import PRIVATE, send_file
from app.documents.sandbox.requests import MAX_WIDTH, MIN_WIDTH, detect_type, draw_page, list_pages
from app.documents.schemas import (
    ConvertedDocument,
    DetectedTypeView,
    DocumentContent,
    DocumentList,
    DocumentView,
    PageView,
    ParsedDocument,
    ProcessedDocument,
)
from app.documents.storage import name_file
from app.documents.tables import Document, DocumentType
from app.interviews.repository import get_owned as get_interview
from app.job_descriptions import repository as job_descriptions
from app.users.audit import records_deletion
from app.users.dependencies import CurrentUser

router = APIRouter(tags=["documents"])

StatedType = Literal[DocumentType.CV, DocumentType.COVER_LETTER, DocumentType.JOB_DESCRIPTION]
Text = Annotated[str, StringConstraints(max_length=MAX_CHARACTERS)]


class DetectTypeRequest(ApiSchema):
    text: Text


class ParseRequest(ApiSchema):
    text: Text
    type: StatedType


@router.post("/api/documents/process", responses=refuses(402, 404, 409, 415, 429))
@accept_upload
async def process_document(
    request: Request,
    user: CurrentUser,
    state: StateDep,
    workers: DocumentWorkersDep,
    operation: OperationDep,
    document: Annotated[UploadFile, File()],
    interview_id: Annotated[str | None, Form(alias="interviewId", max_length=100)] = None,
    candidate_id: Annotated[str | None, Form(alias="candidateId", max_length=100)] = None,
    job_description_id: Annotated[str | None, Form(alias="jobDescriptionId", max_length=100)] = None,
    stated_type: Annotated[StatedType | None, Form(alias="type")] = None,
) -> Data[ProcessedDocument]:
    """Upload one document (PDF, DOCX, DOC or text, at most 10 MB) and create a candidate or job description.

    With ``candidateId`` or ``jobDescriptionId``, it is merged into that record; 422 ``NOT_OF_CANDIDATE`` or
    ``NOT_OF_JOB`` if it is of the other kind. Responds when the facts are stored; the sentences of the
    language model follow (``isAssessmentPending``). Processing continues if the caller leaves.
    """
    if candidate_id and job_description_id:
        raise ValidationFailed([("jobDescriptionId", "Name either a candidate or a job description.")])
    upload = service.Upload(
        file=document.file,
        name=document.filename,
        interview_id=interview_id,
        candidate_id=candidate_id,
        job_description_id=job_description_id,
        stated_type=stated_type,
    )
    operation.report(stage="queued", share=0.0)
    document_id = await service.receive_upload(state, workers, owner_id=user.id, upload=upload)
    await run_cancellable(
        request, service.wait_for(state, workers, document_id=document_id, operation=operation)
    )
    result = await state.database.read(service.read_outcome, owner_id=user.id, document_id=document_id)
    return Data(data=result)


@router.post("/api/documents/convert", responses=refuses(415, 429))
@accept_upload
async def convert_document(
    _user: CurrentUser, state: StateDep, document: Annotated[UploadFile, File()]
) -> Data[ConvertedDocument]:
    """The text of one file. Nothing is stored or charged."""
    return Data(data=await convert_upload(state.settings, document.file, name=document.filename or ""))


@router.post("/api/documents/detect-type", responses=refuses(429))
@limit_body(1_000_000)
async def detect_document_type(_user: CurrentUser, body: DetectTypeRequest) -> Data[DetectedTypeView]:
    detected = await detect_type(body.text)
    return Data(data=DetectedTypeView(type=detected.type, confidence=detected.confidence))


@router.post("/api/documents/parse", responses=refuses(429))
@limit_body(1_000_000)
async def parse_document(_user: CurrentUser, state: StateDep, body: ParseRequest) -> Data[ParsedDocument]:
    """The fields that patterns find, without the model. Nothing is stored or charged."""
    today: date = state.now().date()
    return Data(data=await parse_text(body.text, body.type, today))


@router.get("/api/documents/interview/{interview_id}")
def list_documents(
    interview_id: str, user: CurrentUser, session: SessionDep, workers: DocumentWorkersDep
) -> DocumentList:
    interview = get_interview(session, owner_id=user.id, interview_id=interview_id)
    rows = repository.list_of_interview(session, owner_id=user.id, interview_id=interview.id)
    return DocumentList(data=service.show_documents(session, workers, rows), count=len(rows))


@router.get("/api/candidates/{candidate_id}/documents")
def list_candidate_documents(
    candidate_id: str, user: CurrentUser, session: SessionDep, workers: DocumentWorkersDep
) -> DocumentList:
    candidate = candidates.get_owned(session, owner_id=user.id, candidate_id=candidate_id)
    rows = repository.list_of_candidate(session, owner_id=user.id, candidate_id=candidate.id)
    return DocumentList(data=service.show_documents(session, workers, rows), count=len(rows))


@router.get("/api/job-descriptions/{job_description_id}/documents")
def list_job_description_documents(
    job_description_id: str, user: CurrentUser, session: SessionDep, workers: DocumentWorkersDep
) -> DocumentList:
    job = job_descriptions.get_owned(session, owner_id=user.id, job_description_id=job_description_id)
    rows = repository.list_of_job_description(session, owner_id=user.id, job_description_id=job.id)
    return DocumentList(data=service.show_documents(session, workers, rows), count=len(rows))


@router.get("/api/documents/{document_id}")
def read_document(
    document_id: str, user: CurrentUser, session: SessionDep, workers: DocumentWorkersDep
) -> Data[DocumentContent]:
    row = repository.get_owned(session, owner_id=user.id, document_id=document_id)
    return Data(data=service.show_content(session, workers, row))


@router.post("/api/documents/{document_id}/retry", responses=refuses(402, 409, 415, 429))
async def retry_document(
    document_id: str, user: CurrentUser, state: StateDep, workers: DocumentWorkersDep
) -> Data[DocumentView]:
    """Queue a failed document again, or the failed assessment of an imported one."""
    progress = await state.database.run(
        service.retry_document,
        billing=choose_billing(state.settings),
        owner_id=user.id,
        document_id=document_id,
    )
    workers.announce(user.id, progress)

    def show(session: Session) -> DocumentView:
        row = repository.get_owned(session, owner_id=user.id, document_id=document_id)
        return service.show_documents(session, workers, [row])[0]

    return Data(data=await state.database.read(show))


@router.post("/api/documents/{document_id}/merge", responses=refuses(409))
def merge_document(
    document_id: str, user: CurrentUser, session: SessionDep, workers: DocumentWorkersDep
) -> Data[DocumentView]:
    """Merge a document into its profile although it names another person."""
    row = service.merge_document(session, owner_id=user.id, document_id=document_id)
    return Data(data=service.show_documents(session, workers, [row])[0])


@router.delete(
    "/api/documents/{document_id}",
    dependencies=[records_deletion("document", "document_id")],
    responses=refuses(409),
)
def delete_document(document_id: str, user: CurrentUser, session: SessionDep, state: StateDep) -> Success:
    """Delete a document that no candidate or job description refers to; its processing ends."""
    deletion.delete_document(session, state=state, owner_id=user.id, document_id=document_id)
    return Success()


@router.get("/api/documents/{document_id}/file", response_class=FileResponse, responses=refuses(416))
def read_file(
    document_id: str, user: CurrentUser, session: SessionDep, state: StateDep, download: bool = False
) -> FileResponse:
    """The original file; shown inline only if browsers display its type without running it."""
    row = repository.get_owned(session, owner_id=user.id, document_id=document_id)
    return send_file(row, state.files, as_attachment=download)


@asynccontextmanager
async def _copy(state: AppState, document: Document) -> AsyncIterator[Path]:
    """The file of a document to read. Raises NotFound and FileStoreUnavailable."""
    async with AsyncExitStack() as stack:
        try:
            path = await stack.enter_async_context(copy_file(state.files, name_file(document.id)))
        except FileNotFoundError:
            raise FileMissing from None
        yield path


@router.get("/api/documents/{document_id}/pages")
async def list_document_pages(document_id: str, user: CurrentUser, state: StateDep) -> Data[list[PageView]]:
    """The pages of a PDF; an empty list for other kinds."""
    row = await state.database.read(repository.get_owned, owner_id=user.id, document_id=document_id)
    if row.mime_type != MIME_TYPES[FileKind.PDF]:
        return Data(data=[])
    async with _copy(state, row) as path:
        pages = await list_pages(path)
    return Data(data=[PageView(number=number, width=width, height=height) for number, width, height in pages])


@router.get("/api/documents/{document_id}/pages/{number}.png", response_class=Response)
async def draw_document_page(
    document_id: str,
    number: int,
    user: CurrentUser,
    state: StateDep,
    width: Annotated[int, Query(ge=MIN_WIDTH, le=MAX_WIDTH)] = 900,
) -> Response:
    """One page of a PDF as an image, drawn in the sandbox."""
    row = await state.database.read(repository.get_owned, owner_id=user.id, document_id=document_id)
    if row.mime_type != MIME_TYPES[FileKind.PDF]:
        raise NotFound("Only PDF documents have pages.")
    async with _copy(state, row) as path:
        picture = await draw_page(path, number, width)
    return Response(picture, media_type="image/png", headers=PRIVATE)
