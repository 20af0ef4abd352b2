"""Requests to the sandbox: extract a document, find fields in a text, draw a page, print a PDF."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from app.core.errors import NotFound
from app.core.schemas import ApiSchema
from app.documents.document_types import DocumentType
from app.documents.errors import UnreadableDocument, UnsupportedFile
from app.documents.extraction.kinds import MIME_TYPES, FileKind
from app.documents.extraction.marking import HiddenKind, HiddenSpan, visible
from app.documents.facts import Facts, facts_from_fields
from app.documents.sandbox.client import SandboxFailed, SandboxRequest, SandboxUnavailable
from app.documents.unreadable import DAMAGED, REASONS

__all__ = [
    "DetectedDocumentType",
    "ExtractedDocument",
    "PageSize",
    "PrintedPage",
    "SandboxUnavailable",
    "UnderstoodText",
    "UnnamedPosition",
    "detect_type",
    "draw_page",
    "extract_document",
    "find_evidence",
    "list_pages",
    "print_html",
    "understand_text",
]

TIME_LIMIT_SECONDS = 10.0
"""Wall-clock time. A child may use half of it as processor time, in case the machine is busy."""
TEXT_SECONDS = 8.0
OCR_SECONDS = 30.0
OCR_SECONDS_PER_PAGE = 20.0
OCR_MAX_PAGES = 20
MIN_WIDTH, MAX_WIDTH = 200, 1600
"""Of the image of a page, in pixels."""
# Two pools, so that showing a page does not wait behind twenty scanned ones.
_extraction_threads = ThreadPoolExecutor(2, thread_name_prefix="document-extraction")
_page_threads = ThreadPoolExecutor(2, thread_name_prefix="document-pages")


@dataclass(frozen=True)
class ExtractedDocument:
    kind: FileKind
    text: str
    """The whole text, hidden text included; the offsets of ``hidden`` and ``flags`` refer to it."""
    hidden: tuple[HiddenSpan, ...] = ()
    pages: int = 1
    flags: list[dict[str, Any]] = field(default_factory=list)
    """``[{kind: "hidden_text" | "instructions", excerpt, start, end}]``"""

    @property
    def mime_type(self) -> str:
        return MIME_TYPES[self.kind]

    @cached_property
    def visible_text(self) -> str:
        """The text that a person sees. Models and patterns get only this."""
        return visible(self.text, self.hidden)


class DetectedDocumentType(NamedTuple):
    type: DocumentType
    confidence: float
    """0 to 1: the share of the evidence that supports this type."""


class Place(ApiSchema):
    """``text[start:end]`` is the evidence for the value at ``path``."""

    path: str
    start: int
    end: int


class UnnamedPosition(ApiSchema):
    """A position of a CV whose title or employer patterns did not find."""

    entry: int
    """Its index in ``experience``."""
    header: list[str]
    """The header lines without their dates."""
    title: str
    organization: str


class SecondPerson(ApiSchema):
    """A second CV in the same file, which is not read."""

    name: str
    start: int
    """Offset of its first line in the text."""


@dataclass(frozen=True, slots=True)
class UnderstoodText:
    """What patterns found in the text of a document."""

    text: str
    """Without the second CV, if there is one."""
    type: DocumentType
    type_confidence: float
    facts: Facts | None
    unnamed: tuple[UnnamedPosition, ...] = ()
    second_cv: SecondPerson | None = None


class PageSize(NamedTuple):
    """``number`` counts from 1; ``width`` and ``height`` in points, as the page is shown."""

    number: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """HTML to print as a PDF."""

    pieces: list[str]
    """Pieces of the body; none is split between pages unless it is taller than a page."""
    style: str
    """A style sheet."""
    title: str
    author: str
    language: str
    at: datetime


async def extract_document(
    path: Path, *, name: str = "", time_limit_seconds: float = TIME_LIMIT_SECONDS
) -> ExtractedDocument:
    """The text of a PDF, DOCX, DOC, RTF or text file.

    Scanned pages go through text recognition where it is installed; this takes seconds per page and has its
    own time limit. ``name`` is the uploaded file's name; it only makes the message about an unsupported
    file more precise.

    Raises UnsupportedFile (not an accepted kind of file), UnreadableDocument (empty, protected, damaged,
    scanned without text recognition, or too large for the child's limits) and SandboxUnavailable (an
    EngineError: another attempt may succeed).
    """
    request = {"job": "extract", "path": str(path), "is_named_doc": name.lower().endswith(".doc")}
    response, _ = await _send(_extraction_threads, request, time_limit_seconds)
    if pictures := response.get("pictures"):
        with _checked():
            limit = OCR_SECONDS + OCR_SECONDS_PER_PAGE * min(OCR_MAX_PAGES, int(pictures))
        response, _ = await _send(_extraction_threads, {**request, "with_ocr": True}, limit)
    with _checked():
        return ExtractedDocument(
            kind=FileKind(response["kind"]),
            text=str(response["text"]),
            hidden=tuple(HiddenSpan(start, end, HiddenKind(kind)) for start, end, kind in response["hidden"]),
            pages=int(response["pages"]),
            flags=list(response["flags"]),
        )


async def understand_text(
    text: str, *, stated_type: DocumentType | None = None, today: date
) -> UnderstoodText:
    """Detect the type of the document, unless it is stated, and the facts that patterns find.

    Raises UnreadableDocument (the text needs too much time or memory) and SandboxUnavailable.
    """
    request = {
        "job": "understand",
        "text": text,
        "type": None if stated_type is None else stated_type.value,
        "today": today.isoformat(),
    }
    response, _ = await _send(_extraction_threads, request, TEXT_SECONDS)
    with _checked():
        fields = response["fields"]
        found = fields.get("second_cv")
        second = None if found is None else SecondPerson.model_validate(found)
        text = text if second is None else text[: second.start]
        return UnderstoodText(
            text=text,
            type=DocumentType(response["type"]),
            type_confidence=float(response["confidence"]),
            facts=facts_from_fields(fields, text),
            unnamed=tuple(map(UnnamedPosition.model_validate, fields.get("unnamed", ()))),
            second_cv=second,
        )


async def detect_type(text: str) -> DetectedDocumentType:
    """The type of the document with this text. Raises the same errors as ``understand_text``."""
    response, _ = await _send(_extraction_threads, {"job": "detect", "text": text}, TEXT_SECONDS)
    with _checked():
        return DetectedDocumentType(DocumentType(response["type"]), float(response["confidence"]))


async def find_evidence(parsed: Mapping[str, Any], text: str) -> list[dict[str, Any]]:
    """``[{path, start, end}]``: the places in ``text`` of the values in ``parsed``.

    Raises the same errors as ``understand_text``.
    """
    request = {"job": "locate", "parsed": dict(parsed), "text": text}
    response, _ = await _send(_extraction_threads, request, TEXT_SECONDS)
    with _checked():
        return [Place.model_validate(place).model_dump() for place in response["evidence"]]


async def list_pages(path: Path) -> list[PageSize]:
    """The pages of a PDF; an empty list for other kinds. Raises the same errors as ``extract_document``."""
    response, _ = await _send(_page_threads, {"job": "pages", "path": str(path)}, TIME_LIMIT_SECONDS)
    with _checked():
        sizes = [(int(number), float(width), float(height)) for number, width, height in response["pages"]]
    return [PageSize(*size) for size in sizes]


async def draw_page(path: Path, number: int, width: int) -> bytes:
    """Page ``number`` (from 1) of a PDF as PNG, ``width`` pixels wide (clamped to 200 to 1600).

    Raises NotFound if the page does not exist, and the same errors as ``extract_document``.
    """
    width = min(MAX_WIDTH, max(MIN_WIDTH, width))
    request = {"job": "draw", "path": str(path), "number": number, "width": width}
    response, image = await _send(_page_threads, request, TIME_LIMIT_SECONDS)
    if response.get("missing"):
        raise NotFound("This document does not have that page.")
    return image


async def print_html(page: PrintedPage) -> bytes:
    """The PDF of HTML, on A4.

    The layout runs in the sandbox because it reads text by strangers, and because it would block the server's
    other threads. Raises UnreadableDocument and SandboxUnavailable.
    """
    request = {"job": "print", **asdict(page), "at": page.at.isoformat()}
    _, content = await _send(_page_threads, request, TIME_LIMIT_SECONDS)
    return content


@contextmanager
def _checked() -> Iterator[None]:
    """Treat a malformed response as a damaged document: it may have taken over the process that sent it."""
    try:
        yield
    except (KeyError, TypeError, ValueError):
        raise UnreadableDocument(DAMAGED) from None


async def _send(
    threads: ThreadPoolExecutor, request: Mapping[str, Any], limit_seconds: float
) -> tuple[dict[str, Any], bytes]:
    call = SandboxRequest(request, limit_seconds=max(0.001, limit_seconds))
    try:
        response, content = await asyncio.get_running_loop().run_in_executor(threads, call.send)
    except asyncio.CancelledError:
        call.cancel()
        raise
    except SandboxFailed as error:
        raise UnreadableDocument(error.reason) from None
    if "error" not in response:
        return response, content
    with _checked():
        reason = REASONS[str(response["error"])]
    raise UnreadableDocument(reason) if reason.is_accepted_kind else UnsupportedFile(reason)
