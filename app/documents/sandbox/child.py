"""Sandbox child: extracts the text of one untrusted file, or draws a page of it.

It limits its own memory, processor time and file sizes before it opens the file. Its response is one line
of JSON, followed by the bytes of the image if a page is drawn.
"""

from __future__ import annotations

import importlib
import json
import resource
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from app.documents.extraction.length import MAX_CHARACTERS, check_length

__all__ = ["MAX_CHARACTERS", "Response", "encode", "handle", "limit_resources", "preload"]

MEMORY_BYTES = 1024 * 1024 * 1024
PROCESSOR_SECONDS = 5
OCR_PROCESSOR_SECONDS = 60
"""Per process while text recognition runs."""
MAX_OPEN_FILES = 64
Response = tuple[dict[str, object], bytes]


def limit_resources(*, processor_seconds: int) -> None:
    """Limit this process and every process that it starts."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (MAX_OPEN_FILES, MAX_OPEN_FILES))


def preload() -> None:
    """Import what every child needs, once, in the process that forks the children."""
    importlib.import_module("app.documents.extraction.text")
    importlib.import_module("app.documents.extraction.pdf_pictures")
    instructions = importlib.import_module("app.documents.extraction.instructions")
    instructions.compiled_patterns()


def handle(request: Mapping[str, Any]) -> Response:
    """The response to ``{job, path, …}``; ``{error}`` with a reason's code if the file is unreadable."""
    from app.documents.extraction.kinds import explain_named_doc
    from app.documents.unreadable import TOO_LARGE_INSIDE, Unreadable

    with_ocr = bool(request.get("with_ocr"))
    limit_resources(processor_seconds=OCR_PROCESSOR_SECONDS if with_ocr else PROCESSOR_SECONDS)
    jobs: dict[str, Callable[[Mapping[str, Any]], Response]] = {
        "extract": _extract,
        "pages": _list_pages,
        "draw": _draw_page,
    }
    try:
        return jobs[str(request["job"])](request)
    except Unreadable as error:
        reason = error.reason
        if not reason.is_accepted_kind and request.get("is_named_doc"):
            reason = explain_named_doc(Path(str(request["path"])))
        return {"error": reason.code}, b""
    except MemoryError:
        return {"error": TOO_LARGE_INSIDE.code}, b""


def _extract(request: Mapping[str, Any]) -> Response:
    """``{kind, text, hidden: [[start, end, kind]], pages, flags}``, or ``{pictures}``: the number of scanned
    pages, if text recognition is needed. Another request with ``with_ocr`` runs it."""
    from app.documents.extraction.cleaning import clean
    from app.documents.extraction.instructions import find_flags
    from app.documents.extraction.marking import resolve
    from app.documents.extraction.text import extract
    from app.documents.unreadable import EMPTY, Unreadable

    path = Path(str(request["path"]))
    if path.stat().st_size == 0:
        raise Unreadable(EMPTY)
    extracted = extract(path, with_ocr=bool(request.get("with_ocr")))
    if extracted.pictures:
        return {"pictures": extracted.pictures}, b""
    text, hidden = resolve(clean(extracted.marked_text))
    if not any(c.isalnum() for c in text):
        raise Unreadable(EMPTY)
    check_length(len(text))
    return {
        "kind": extracted.kind.value,
        "text": text,
        "hidden": [[span.start, span.end, span.kind.value] for span in hidden],
        "pages": extracted.pages,
        "flags": find_flags(text, hidden),
    }, b""


def _list_pages(request: Mapping[str, Any]) -> Response:
    from app.documents.extraction.pdf_pictures import list_pages

    return {"pages": list_pages(Path(str(request["path"])))}, b""


def _draw_page(request: Mapping[str, Any]) -> Response:
    from app.documents.extraction.pdf_pictures import draw_page

    image = draw_page(Path(str(request["path"])), int(request["number"]), int(request["width"]))
    if image is None:
        return {"missing": True}, b""
    return {}, image


def encode(response: Response) -> bytes:
    """The bytes to send; ``client`` decodes them."""
    head, content = response
    return json.dumps(head).encode() + b"\n" + content
