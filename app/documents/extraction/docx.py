"""Text of DOCX files, with tables, headers, footers and text boxes, in document order.

The archive is unpacked by hand with a limit on the bytes that really come out (sizes named inside
it may lie), and only then given to python-docx, whose parser loads no external entities.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx
from docx.opc.exceptions import PackageNotFoundError
from docx.oxml.ns import qn
from lxml import etree  # type: ignore[import-untyped]

from app.documents.extraction.errors import DAMAGED, ENCRYPTED, TOO_LARGE_INSIDE, Unreadable

MAX_EXPANDED_BYTES = 64 * 1024 * 1024
MAX_MEMBERS = 5_000
_MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
# Templates and files with macros hold the same text under another content type.
_SIBLINGS = (
    b"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
    b"application/vnd.ms-word.document.macroEnabled.main+xml",
    b"application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
)


def read_docx(path: Path) -> str:
    """Raises Unreadable (damaged, protected, or unpacking to more than MAX_EXPANDED_BYTES)."""
    package = _repack(path)
    try:
        document = docx.Document(package)
        lines = list(_lines(document))
    except (PackageNotFoundError, etree.XMLSyntaxError, KeyError, ValueError, AttributeError) as error:
        raise Unreadable(DAMAGED) from error
    return "\n".join(lines)


def _repack(path: Path) -> io.BytesIO:
    """The XML parts only, inflated under the limit; pictures and embedded files stay out."""
    result = io.BytesIO()
    left = MAX_EXPANDED_BYTES
    try:
        with zipfile.ZipFile(path) as archive, zipfile.ZipFile(result, "w", zipfile.ZIP_STORED) as copy:
            members = archive.infolist()
            if len(members) > MAX_MEMBERS:
                raise Unreadable(TOO_LARGE_INSIDE)
            for member in members:
                if member.flag_bits & 1:
                    raise Unreadable(ENCRYPTED)
                if member.is_dir():
                    continue
                name = member.filename.replace("\\", "/")
                content = b""
                if name.endswith((".xml", ".rels")):
                    with archive.open(member) as source:
                        content = source.read(left + 1)
                    left -= len(content)
                    if left < 0:
                        raise Unreadable(TOO_LARGE_INSIDE)
                if name == "[Content_Types].xml":
                    for sibling in _SIBLINGS:
                        content = content.replace(sibling, _MAIN.encode())
                copy.writestr(name, content)
    except (
        zipfile.BadZipFile,
        zlib.error,
        OSError,
        EOFError,
        NotImplementedError,
        zipfile.LargeZipFile,
    ) as error:
        raise Unreadable(DAMAGED) from error
    result.seek(0)
    return result


def _lines(document: Any) -> Iterator[str]:
    seen: set[str] = set()
    for section in document.sections:
        for part in (section.header, section.first_page_header):
            yield from _once(part._element, seen)
    yield from _block_lines(document.element.body)
    for section in document.sections:
        yield from _once(section.footer._element, seen)


def _once(element: Any, seen: set[str]) -> Iterator[str]:
    lines = list(_block_lines(element))
    text = "\n".join(lines).strip()
    if text and text not in seen:
        seen.add(text)
        yield from lines
        yield ""


def _block_lines(container: Any) -> Iterator[str]:
    for child in container:
        if child.tag == qn("w:p"):
            yield _paragraph(child)
            for box in child.iter(qn("w:txbxContent")):
                # Word stores a text box twice; the second is the fallback for old readers.
                if not any(a.tag.endswith("}Fallback") for a in box.iterancestors()):
                    yield from _block_lines(box)
        elif child.tag == qn("w:tbl"):
            for row in child.iter(qn("w:tr")):
                cells = [list(_block_lines(cell)) for cell in row.iterchildren(qn("w:tc"))]
                if all(len([line for line in cell if line.strip()]) <= 1 for cell in cells):
                    yield "  ".join(line for cell in cells for line in cell if line.strip())
                else:
                    for cell in cells:
                        yield from cell
        elif child.tag in (qn("w:sdt"), qn("w:sdtContent"), qn("w:ins"), qn("w:smartTag")):
            yield from _block_lines(child)


def _paragraph(paragraph: Any) -> str:
    pieces: list[str] = []
    for node in paragraph.iter():
        if node.tag == qn("w:t"):
            if not any(a.tag == qn("w:txbxContent") for a in _ancestors_until(node, paragraph)):
                pieces.append(node.text or "")
        elif node.tag in (qn("w:br"), qn("w:cr")):
            pieces.append("\n")
        elif node.tag == qn("w:tab") and node.getparent().tag == qn("w:r"):
            pieces.append("  ")
    text = "".join(pieces).strip()
    is_list = paragraph.find(f"{qn('w:pPr')}/{qn('w:numPr')}") is not None
    style = paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
    name = (style.get(qn("w:val")) or "") if style is not None else ""
    if text and (is_list or "ListBullet" in name.replace(" ", "")) and not text.startswith("-"):
        return f"- {text}"
    if text and name.lower().startswith("heading"):
        return f"\n{text}"
    return text


def _ancestors_until(node: Any, top: Any) -> Iterator[Any]:
    for ancestor in node.iterancestors():
        if ancestor is top:
            return
        yield ancestor
