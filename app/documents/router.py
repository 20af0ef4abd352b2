from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, File, Form, Request, UploadFile

from app.core.database import SessionDep
from app.core.operations import OperationDep, run_cancellable
from app.core.schemas import Data
from app.core.state import StateDep
from app.documents import repository, service
from app.documents.schemas import DocumentContent, DocumentList, DocumentView, ProcessedDocument
from app.documents.tables import DocumentType
from app.interviews.repository import get_owned as get_interview
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/documents", tags=["documents"])

StatedType = Literal[DocumentType.CV, DocumentType.COVER_LETTER, DocumentType.JOB_DESCRIPTION]


@router.post("/process")
async def process_document(
    request: Request,
    user: CurrentUser,
    state: StateDep,
    operation: OperationDep,
    document: Annotated[UploadFile, File()],
    interview_id: Annotated[str | None, Form(alias="interviewId", max_length=100)] = None,
    stated_type: Annotated[StatedType | None, Form(alias="type")] = None,
) -> Data[ProcessedDocument]:
    """Upload one document (at most 10 MB; PDF, DOCX, DOC, text) and turn it into a profile or a job."""
    upload = service.Upload(
        file=document.file, name=document.filename, interview_id=interview_id, stated_type=stated_type
    )
    result = await run_cancellable(
        request, service.process_upload(state, owner_id=user.id, upload=upload, operation=operation)
    )
    return Data(data=result)


@router.get("/interview/{interview_id}")
def list_documents(interview_id: str, user: CurrentUser, session: SessionDep) -> DocumentList:
    interview = get_interview(session, owner_id=user.id, interview_id=interview_id)
    rows = repository.list_of_interview(session, owner_id=user.id, interview_id=interview.id)
    return DocumentList(data=[DocumentView.of(row) for row in rows], count=len(rows))


@router.get("/{document_id}")
def read_document(document_id: str, user: CurrentUser, session: SessionDep) -> Data[DocumentContent]:
    row = repository.get_owned(session, owner_id=user.id, document_id=document_id)
    return Data(data=DocumentContent.of(row))
