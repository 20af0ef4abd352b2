"""Conversion without storage: the text of a file, or the fields that patterns find in a text."""

from __future__ import annotations

from datetime import date
from typing import BinaryIO

import anyio.to_thread

from app.candidates.service import CandidateFacts
from app.core.ids import new_id
from app.core.settings import Settings
from app.documents.sandbox.requests import extract_document, understand_text
from app.documents.schemas import ConvertedDocument, FlagView, ParsedCandidate, ParsedDocument
from app.documents.storage import store_upload
from app.documents.tables import DocumentType
from app.job_descriptions.schemas import JobParsed
from app.job_descriptions.service import JobFacts


async def convert_upload(settings: Settings, file: BinaryIO, *, name: str) -> ConvertedDocument:
    """Extract the text of a file, which is then deleted.

    Raises FileTooLarge, DiskFull, UnsupportedFile and UnreadableDocument.
    """
    stored = await anyio.to_thread.run_sync(
        lambda: store_upload(
            file,
            folder=settings.documents_dir,
            document_id=new_id(),
            max_bytes=settings.max_upload_bytes,
        )
    )
    try:
        read = await extract_document(stored.path, name=name)
    finally:
        stored.path.unlink(missing_ok=True)
    return ConvertedDocument(
        text=read.text,
        mime_type=read.mime_type,
        pages=read.pages,
        flags=[FlagView.model_validate(flag) for flag in read.flags],
    )


async def parse_text(text: str, kind: DocumentType, today: date) -> ParsedDocument:
    """Parse ``text`` as a document of this type and return the fields that patterns find.

    Raises UnreadableDocument if that needs too much time or memory.
    """
    facts = (await understand_text(text, stated_type=kind, today=today)).facts
    return ParsedDocument(
        type=kind,
        candidate_profile=ParsedCandidate.model_validate(facts)
        if isinstance(facts, CandidateFacts)
        else None,
        job_description=JobParsed.model_validate(facts.parsed) if isinstance(facts, JobFacts) else None,
    )
