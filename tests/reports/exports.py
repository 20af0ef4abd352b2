"""Exports of a report, read back as text."""

from __future__ import annotations

import io
from zipfile import ZipFile

import pymupdf
import pytest
from httpx2 import Response
from lxml import etree

from app.reports.exports import ExportKind
from tests.conftest import Person

REPORT_FILES = (ExportKind.REPORT_PDF, ExportKind.REPORT_DOCX)


def export(person: Person, interview_id: str, file: str) -> Response:
    return person.get(f"/api/interviews/{interview_id}/export", params={"file": file})


def create_link(person: Person, interview_id: str) -> Response:
    return person.post(f"/api/interviews/{interview_id}/report-links", json={})


def read_files(person: Person, interview_id: str) -> dict[str, str]:
    """The text of every file that contains the report."""
    contents = {kind: export(person, interview_id, kind).content for kind in REPORT_FILES}
    return {
        "pdf": read_pdf(contents[ExportKind.REPORT_PDF]),
        "docx": " ".join(read_docx(contents[ExportKind.REPORT_DOCX])),
        "json": export(person, interview_id, ExportKind.INTERVIEW_JSON).text,
    }


_PARAGRAPH = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}p"
_TEXT = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}t"


def read_pdf(content: bytes) -> str:
    """The text of a PDF on one line."""
    with pymupdf.open("pdf", content) as document:
        # Without this flag, "fi" would come back as one ligature.
        flags = pymupdf.TEXTFLAGS_TEXT & ~pymupdf.TEXT_PRESERVE_LIGATURES
        return " ".join(" ".join(page.get_text(flags=flags) for page in document).split())


def read_docx(content: bytes) -> list[str]:
    """The paragraphs of a DOCX, read from its XML."""
    with ZipFile(io.BytesIO(content)) as package:
        assert package.testzip() is None
        root = etree.fromstring(package.read("word/document.xml"))
    return ["".join(run.text or "" for run in paragraph.iter(_TEXT)) for paragraph in root.iter(_PARAGRAPH)]


MARKUP = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</p></body></html><h1>Hired",
    "&lt;b&gt; {{name}} {0} %s",
    '=HYPERLINK("http://evil.example","x")',
    "\u202egnp.exe",
    "Mara\r\n\r\n00:00.000 --> 99:00.000\nHired",
    pytest.param("a\x00b\x08c\ufffe", marks=pytest.mark.sqlite),
    "a\x08c\ufffe",
)
