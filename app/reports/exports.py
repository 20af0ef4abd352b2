"""Files of one interview: report (PDF, DOCX), transcript (TXT, VTT, DOCX), everything (JSON)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial
from zoneinfo import ZoneInfo

import anyio.to_thread
from sqlalchemy.orm import Session

from app.documents.errors import UnreadableDocument
from app.documents.sandbox.requests import PrintedPage, SandboxUnavailable, print_html
from app.interviews.tables import Interview
from app.recordings.service import measure_tracks
from app.recordings.store import RecordingStore
from app.reports import html
from app.reports.blocks import Block
from app.reports.cleaning import one_line
from app.reports.errors import ExportFailed
from app.reports.file_names import build_file_name
from app.reports.interview_export import build_export
from app.reports.material import ReportMaterial, read_owner_material
from app.reports.report_document import build_report
from app.reports.transcript_document import build_transcript, write_plain_text, write_web_vtt
from app.reports.word_document import MEDIA_TYPE as DOCX
from app.reports.word_document import write_word_document
from app.reports.words import Words


class ExportKind(StrEnum):
    """A file to export, by subject and extension."""

    REPORT_PDF = "report.pdf"
    REPORT_DOCX = "report.docx"
    INTERVIEW_JSON = "interview.json"
    TRANSCRIPT_TXT = "transcript.txt"
    TRANSCRIPT_VTT = "transcript.vtt"
    TRANSCRIPT_DOCX = "transcript.docx"


_MEDIA_TYPES = {
    "pdf": "application/pdf",
    "docx": DOCX,
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "vtt": "text/vtt; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class ExportedFile:
    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class ExportContext:
    words: Words
    timezone: ZoneInfo
    author: str
    """Name of the product, for the document properties."""
    now: datetime
    recordings: RecordingStore


@dataclass(frozen=True, slots=True)
class PdfBody:
    pieces: list[str]
    """HTML, as ``PrintedPage`` takes it."""


@dataclass(frozen=True, slots=True)
class WordBody:
    blocks: list[Block]


@dataclass(frozen=True, slots=True)
class ExportDraft:
    """A file that is still to be laid out, outside of the transaction."""

    name: str
    media_type: str
    title: str
    body: bytes | PdfBody | WordBody
    """The content itself, or its material."""


def prepare_export(
    session: Session,
    *,
    interview: Interview,
    material: ReportMaterial,
    kind: ExportKind,
    context: ExportContext,
) -> ExportDraft:
    """Read the content of the file. Raises ReportConcealed, NoReport and NoTranscript."""
    subject, _, extension = kind.value.partition(".")
    today = context.now.astimezone(context.timezone).date()
    body: bytes | PdfBody | WordBody
    words, timezone = context.words, context.timezone
    match kind:
        case ExportKind.REPORT_PDF:
            body = PdfBody(html.to_html(build_report(material, words, timezone=timezone)))
        case ExportKind.REPORT_DOCX:
            body = WordBody(build_report(material, words, timezone=timezone))
        case ExportKind.TRANSCRIPT_DOCX:
            body = WordBody(build_transcript(material, words, timezone=timezone))
        case ExportKind.TRANSCRIPT_TXT:
            # With a byte order mark, because old editors otherwise misread accented letters.
            body = write_plain_text(material, words, timezone=timezone).encode("utf-8-sig", errors="replace")
        case ExportKind.TRANSCRIPT_VTT:
            body = write_web_vtt(material, words).encode(errors="replace")
        case ExportKind.INTERVIEW_JSON:
            owned = read_owner_material(session, interview=interview)
            export = build_export(
                material,
                owned,
                recorded_seconds=measure_tracks(context.recordings, interview.id),
                now=context.now,
            )
            body = export.model_dump_json(by_alias=True, indent=2).encode()
    return ExportDraft(
        name=build_file_name(subject, material.candidate_name, on=today, extension=extension),
        media_type=_MEDIA_TYPES[extension],
        title=_build_title(material, subject, words),
        body=body,
    )


def _build_title(material: ReportMaterial, subject: str, words: Words) -> str:
    name = one_line(material.candidate_name) or words.get("header.unnamed")
    return f"{words.get('export.transcriptOf' if subject == 'transcript' else 'header.kind')}: {name}"


async def finish_export(draft: ExportDraft, *, context: ExportContext) -> ExportedFile:
    """Lay the file out. Raises ExportFailed."""
    match draft.body:
        case bytes():
            content = draft.body
        case PdfBody():
            content = await _write_pdf(draft.body, title=draft.title, context=context)
        case WordBody():
            content = await anyio.to_thread.run_sync(
                partial(
                    write_word_document,
                    draft.body.blocks,
                    title=draft.title,
                    author=context.author,
                    now=context.now,
                )
            )
    return ExportedFile(draft.name, draft.media_type, content)


async def _write_pdf(body: PdfBody, *, title: str, context: ExportContext) -> bytes:
    page = PrintedPage(
        pieces=body.pieces,
        style=html.STYLE,
        title=title,
        author=context.author,
        language=context.words.language,
        at=context.now,
    )
    try:
        return await print_html(page)
    except (UnreadableDocument, SandboxUnavailable):
        raise ExportFailed from None
