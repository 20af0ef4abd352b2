"""Read a document, or draw a page of it, in a guarded child process."""

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
from app.documents.sandbox.client import Call, ReaderUnavailable, ReadingFailed

__all__ = ["PageSize", "ReadDocument", "ReaderUnavailable", "draw_page", "list_pages", "read_document"]

TIME_LIMIT_SECONDS = 10.0
"""By the wall; the processor time of a child is limited to half of it, for a machine that is busy."""
RECOGNITION_SECONDS = 30.0
RECOGNITION_SECONDS_PER_PAGE = 20.0
MIN_WIDTH, MAX_WIDTH = 200, 1600
# A recruiter who looks at a page does not wait behind twenty scanned ones.
_readers = ThreadPoolExecutor(2, thread_name_prefix="document-reader")
_drawers = ThreadPoolExecutor(2, thread_name_prefix="page-drawer")


@dataclass(frozen=True)
class ReadDocument:
    kind: FileKind
    text: str
    """All of it, hidden text too; offsets of ``hidden`` and ``flags`` are into this."""
    hidden: tuple[HiddenSpan, ...] = ()
    pages: int = 1
    flags: list[dict[str, Any]] = field(default_factory=list)
    """``[{kind: "hidden_text" | "instructions", excerpt, start, end}]``"""

    @property
    def mime_type(self) -> str:
        return MIME_TYPES[self.kind]

    @cached_property
    def visible_text(self) -> str:
        """What a person sees: all that models and patterns may be given."""
        return visible(self.text, self.hidden)


class PageSize(NamedTuple):
    """``number`` counts from 1; ``width`` and ``height`` in points, as the page is shown."""

    number: int
    width: float
    height: float


async def read_document(
    path: Path, *, name: str = "", time_limit_seconds: float = TIME_LIMIT_SECONDS
) -> ReadDocument:
    """The text of a PDF, DOCX, DOC or text file; pages without text are recognised where the machine
    can, which takes seconds a page and has its own limit of time. ``name``, as the file was uploaded, only
    makes the sentence about an unsupported file more precise.

    Raises UnsupportedFile (no kind of document that is accepted), UnreadableDocument (empty, protected,
    damaged, pictures only, or too much for the limits of the child process) and ReaderUnavailable (an
    EngineError: another try may succeed).
    """
    request = {"job": "read", "path": str(path), "is_named_doc": name.lower().endswith(".doc")}
    answer, _ = await _ask(_readers, request, time_limit_seconds)
    if pictures := answer.get("pictures"):
        limit = RECOGNITION_SECONDS + RECOGNITION_SECONDS_PER_PAGE * int(pictures)
        answer, _ = await _ask(_readers, {**request, "with_ocr": True}, limit)
    return ReadDocument(
        kind=FileKind(answer["kind"]),
        text=str(answer["text"]),
        hidden=tuple(HiddenSpan(start, end, HiddenKind(kind)) for start, end, kind in answer["hidden"]),
        pages=int(answer["pages"]),
        flags=list(answer["flags"]),
    )


async def list_pages(path: Path) -> list[PageSize]:
    """The pages of a PDF; an empty list for every other kind. Raises as ``read_document`` does."""
    answer, _ = await _ask(_drawers, {"job": "pages", "path": str(path)}, TIME_LIMIT_SECONDS)
    return [PageSize(*page) for page in answer["pages"]]


async def draw_page(path: Path, number: int, width: int) -> bytes:
    """Page ``number`` (from 1) of a PDF as PNG, ``width`` pixels wide (held between 200 and 1600).

    Raises NotFound where there is no such page, else as ``read_document`` does.
    """
    width = min(MAX_WIDTH, max(MIN_WIDTH, width))
    request = {"job": "draw", "path": str(path), "number": number, "width": width}
    answer, picture = await _ask(_drawers, request, TIME_LIMIT_SECONDS)
    if answer.get("missing"):
        raise NotFound("This document has no such page.")
    return picture


async def _ask(
    threads: ThreadPoolExecutor, request: Mapping[str, Any], limit_seconds: float
) -> tuple[dict[str, Any], bytes]:
    call = Call(request, limit_seconds=max(0.001, limit_seconds))
    try:
        answer, content = await asyncio.get_running_loop().run_in_executor(threads, call.answer)
    except asyncio.CancelledError:
        call.cancel()
        raise
    except ReadingFailed as error:
        raise UnreadableDocument(error.sentence) from None
    if "error" not in answer:
        return answer, content
    if answer["supported"]:
        raise UnreadableDocument(str(answer["error"]))
    raise UnsupportedFile(str(answer["error"]))
