"""Text of one file, extracted by its kind."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.documents.extraction.doc import read_doc
from app.documents.extraction.docx import read_docx
from app.documents.extraction.kinds import FileKind, detect_kind
from app.documents.extraction.pdf import read_pdf
from app.documents.extraction.plain_text import read_plain_text
from app.documents.extraction.rtf import read_rtf
from app.documents.extraction.word_xml import read_word_xml


@dataclass(frozen=True, slots=True)
class Extracted:
    kind: FileKind
    marked_text: str
    """The text, with hidden text between marks (``extraction.marking``)."""
    pages: int = 1
    pictures: int = 0
    """Scanned pages that need text recognition. Above 0, there is no text yet."""


def extract(path: Path, *, with_ocr: bool) -> Extracted:
    """Detect the kind of file and extract its text. Raises Unreadable."""
    kind = detect_kind(path)
    if kind == FileKind.PDF:
        read = read_pdf(path, with_ocr=with_ocr)
        return Extracted(kind, read.marked_text, pages=read.pages, pictures=read.pictures)
    if kind == FileKind.DOCX:
        return Extracted(kind, read_docx(path))
    if kind == FileKind.DOC:
        return Extracted(kind, read_doc(path))
    if kind == FileKind.RTF:
        return Extracted(kind, read_rtf(path))
    if kind == FileKind.WORD_XML:
        return Extracted(kind, read_word_xml(path))
    return Extracted(kind, read_plain_text(path))
