"""Requests to the sandbox: extract the text of a document, list its pages, draw a page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from app.core.errors import NotFound
from app.documents.errors import UnreadableDocument, UnsupportedFile
from app.documents.extraction.kinds import MIME_TYPES, FileKind
from app.documents.extraction.marking import HiddenKind, HiddenSpan, visible
from app.documents.sandbox.client import SandboxFailed, SandboxRequest, SandboxUnavailable
from app.documents.unreadable import REASONS

__all__ = [
    "ExtractedDocument",
    "PageSize",
    "SandboxUnavailable",
    "draw_page",
    "extract_document",
    "list_pages",
]

TIME_LIMIT_SECONDS = 10.0
"""Wall-clock time. A child may use half of it as processor time, in case the machine is busy."""
OCR_SECONDS = 30.0
OCR_SECONDS_PER_PAGE = 20.0
MIN_WIDTH, MAX_WIDTH = 200, 1600
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


class PageSize(NamedTuple):
    """``number`` counts from 1; ``width`` and ``height`` in points, as the page is shown."""

    number: int
    width: float
    height: float


async def extract_document(
    path: Path, *, name: str = "", time_limit_seconds: float = TIME_LIMIT_SECONDS
) -> ExtractedDocument:
    """The text of a PDF, DOCX, DOC or text file.

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
        limit = OCR_SECONDS + OCR_SECONDS_PER_PAGE * int(pictures)
        response, _ = await _send(_extraction_threads, {**request, "with_ocr": True}, limit)
    return ExtractedDocument(
        kind=FileKind(response["kind"]),
        text=str(response["text"]),
        hidden=tuple(HiddenSpan(start, end, HiddenKind(kind)) for start, end, kind in response["hidden"]),
        pages=int(response["pages"]),
        flags=list(response["flags"]),
    )


async def list_pages(path: Path) -> list[PageSize]:
    """The pages of a PDF; an empty list for other kinds. Raises the same errors as ``extract_document``."""
    response, _ = await _send(_page_threads, {"job": "pages", "path": str(path)}, TIME_LIMIT_SECONDS)
    return [PageSize(*page) for page in response["pages"]]


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
    reason = REASONS[str(response["error"])]
    raise UnreadableDocument(reason) if reason.is_accepted_kind else UnsupportedFile(reason)
