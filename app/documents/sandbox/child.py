"""Sandbox child: opens one untrusted file, searches one untrusted text for fields, or prints a PDF.

It limits its own memory, processor time and files before it starts. Its response is one line of JSON,
followed by the bytes of the image or the PDF. The patterns that parse a document run only here: a pattern
that hangs costs one document.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from app.core.confinement import forbid_new_privileges, limit_resources, restrict_files
from app.documents.document_types import DocumentType
from app.documents.extraction.length import check_length

MEMORY_BYTES = 512 * 1024 * 1024
PROCESSOR_SECONDS = 5
OCR_PROCESSOR_SECONDS = 60
"""Per process while text recognition runs."""
TEXT_PROCESSOR_SECONDS = 3
"""For a job on a text. A document has two such jobs after its extraction."""
MAX_OPEN_FILES = 64
Response = tuple[dict[str, object], bytes]


def confine(*paths: Path, processor_seconds: int) -> None:
    """Allow this process, and every process that it starts, only these files and few resources."""
    forbid_new_privileges()
    restrict_files(paths)
    limit_resources(memory_bytes=MEMORY_BYTES, processor_seconds=processor_seconds, open_files=MAX_OPEN_FILES)


def preload() -> None:
    """Import the modules that every child needs, once, in the process that forks the children."""
    importlib.import_module("app.documents.extraction.text")
    importlib.import_module("app.documents.extraction.pdf_pictures")
    instructions = importlib.import_module("app.documents.extraction.instructions")
    instructions.compiled_patterns()
    # Compile patterns and read word lists: afterwards a child needs milliseconds for a short text.
    importlib.import_module("app.documents.parsing.kind").detect_type("")
    find_fields = importlib.import_module("app.documents.parsing.fields").find_fields
    for kind in DocumentType:
        find_fields("Jane Roe\n\nSkills\n- Python since 2019", kind, today=date(2026, 1, 1))


def handle(request: Mapping[str, Any]) -> Response:
    """The response to ``{job, path, …}`` for a file, or to ``{job, …}`` for a text.

    ``{error}`` with a reason's code if the file is unreadable or the text needs too much memory.
    """
    from app.documents.unreadable import TOO_LARGE_INSIDE, Unreadable

    text_jobs: dict[str, Callable[[Mapping[str, Any]], Response]] = {
        "detect": _detect_type,
        "understand": _understand,
        "locate": _locate,
        "print": _print,
    }
    job = str(request["job"])
    try:
        if job in text_jobs:
            confine(processor_seconds=PROCESSOR_SECONDS if job == "print" else TEXT_PROCESSOR_SECONDS)
            return text_jobs[job](request)
        return _handle_file(request)
    except Unreadable as error:
        return {"error": error.reason.code}, b""
    except MemoryError:
        return {"error": TOO_LARGE_INSIDE.code}, b""


def _handle_file(request: Mapping[str, Any]) -> Response:
    from app.documents.extraction.kinds import explain_named_doc
    from app.documents.unreadable import Unreadable

    path = Path(str(request["path"]))
    with_ocr = bool(request.get("with_ocr"))
    confine(path, processor_seconds=OCR_PROCESSOR_SECONDS if with_ocr else PROCESSOR_SECONDS)
    jobs: dict[str, Callable[[Mapping[str, Any]], Response]] = {
        "extract": _extract,
        "pages": _list_pages,
        "draw": _draw_page,
    }
    try:
        return jobs[str(request["job"])](request)
    except Unreadable as error:
        if error.reason.is_accepted_kind or not request.get("is_named_doc"):
            raise
        return {"error": explain_named_doc(path).code}, b""


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


def _detect_type(request: Mapping[str, Any]) -> Response:
    from app.documents.parsing.kind import detect_type

    detected = detect_type(str(request["text"]))
    return {"type": detected.type.value, "confidence": detected.confidence}, b""


def _understand(request: Mapping[str, Any]) -> Response:
    """``{type, confidence, fields}``; the type is detected if the request does not state it."""
    from app.documents.parsing.fields import find_fields
    from app.documents.parsing.kind import DetectedType, detect_type

    text, stated = str(request["text"]), request.get("type")
    detected = DetectedType(DocumentType(stated), 1.0) if stated else detect_type(text)
    fields = find_fields(text, detected.type, today=date.fromisoformat(str(request["today"])))
    return {"type": detected.type.value, "confidence": detected.confidence, "fields": fields}, b""


def _locate(request: Mapping[str, Any]) -> Response:
    from app.documents.parsing.evidence import locate

    return {"evidence": [dict(place) for place in locate(request["parsed"], str(request["text"]))]}, b""


def _print(request: Mapping[str, Any]) -> Response:
    from app.documents.sandbox.printing import print_page

    return {}, print_page(request)


def encode(response: Response) -> bytes:
    """The bytes to send; ``client`` decodes them."""
    head, content = response
    return json.dumps(head).encode() + b"\n" + content
