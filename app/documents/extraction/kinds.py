"""Kind of a file, detected from its content and never from its name, because names can be wrong."""

from __future__ import annotations

import re
import zipfile
from enum import StrEnum
from pathlib import Path

from app.documents.extraction.plain_text import is_text
from app.documents.unreadable import (
    DAMAGED,
    ENCRYPTED,
    HTML_NAMED_DOC,
    UNSUPPORTED,
    Reason,
    Unreadable,
)

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Word files that are not compound files: Word 2, Word 6 for DOS and Macintosh, and Write.
_BARE_WORD = re.compile(rb"[\xdb\xdc\xec]\xa5[\x00-\xff]\x00|1\xbe\x00\x00")
# Signatures of files that are uploaded by mistake or renamed. None of them can start a text.
_OTHER_KINDS = (
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"II*\x00",
    b"MM\x00*",
    b"OggS",
    b"\x7fELF",
    b"\x1f\x8b",
    b"7z\xbc\xaf",
    b"Rar!",
    b"%!PS",
    b"SQLite format 3\x00",
)
_RTF = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{\\rtf")
_MARKUP = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--.*?-->\s*)*"
    rb"<(?:!doctype\s+(?:html|svg)|html|head|body|svg|script|\?xml|mjml|style)\b",
    re.IGNORECASE | re.DOTALL,
)
_HTML = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<[?!\w]")
_WORD_XML = re.compile(
    rb"progid=[\"']Word\.Document|schemas\.microsoft\.com/office/(?:word/2003/wordml|2006/xmlPackage)"
)
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_WORD_STREAM = "WordDocument".encode("utf-16-le")


class FileKind(StrEnum):
    PDF = "pdf"
    DOCX = "docx"
    DOC = "doc"
    RTF = "rtf"
    WORD_XML = "word_xml"
    TEXT = "text"


MIME_TYPES = {
    FileKind.PDF: "application/pdf",
    FileKind.DOCX: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    FileKind.DOC: "application/msword",
    FileKind.RTF: "application/rtf",
    FileKind.WORD_XML: "application/msword",
    FileKind.TEXT: "text/plain",
}


def detect_kind(path: Path) -> FileKind:
    """The kind of file. Raises Unreadable for anything that is not PDF, Word, RTF or plain text."""
    with path.open("rb") as file:
        head = file.read(8192)
    if head.startswith(b"PK\x03\x04"):
        return _kind_of_zip(path)
    if head.startswith(_OLE):
        return _kind_of_compound(path)
    if _BARE_WORD.match(head):
        return FileKind.DOC
    if _RTF.match(head):
        return FileKind.RTF
    if _XML.match(head) and _WORD_XML.search(head):
        return FileKind.WORD_XML
    # The header of a PDF may be anywhere in the first kilobyte. In files saved from an email or a web server,
    # a few lines of text come before it, never another format.
    is_other = head.startswith(_OTHER_KINDS) or _MARKUP.match(head) or head.startswith(b"MZ")
    if not is_other and re.search(rb"(?:^|[\r\n\x00-\x1f\xbf])%PDF-\d", head[:1024]):
        return FileKind.PDF
    if is_other and not (head.startswith(b"MZ") and is_text(path.read_bytes())):
        raise Unreadable(UNSUPPORTED)
    if not is_text(path.read_bytes()):
        raise Unreadable(UNSUPPORTED)
    return FileKind.TEXT


def explain_named_doc(path: Path) -> Reason:
    """The reason for an unsupported file named .doc, depending on its real format."""
    with path.open("rb") as file:
        head = file.read(8192)
    return HTML_NAMED_DOC if _HTML.match(head) else UNSUPPORTED


def _kind_of_zip(path: Path) -> FileKind:
    try:
        with zipfile.ZipFile(path) as archive:
            names = {name.replace("\\", "/") for name in archive.namelist()}
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise Unreadable(DAMAGED) from error
    if any(name.startswith("word/") for name in names):
        return FileKind.DOCX
    raise Unreadable(UNSUPPORTED)


def _kind_of_compound(path: Path) -> FileKind:
    # The directory lists stream names in UTF-16. A DOCX with a password is a compound file with the stream
    # EncryptedPackage; a binary Word file has WordDocument.
    content = path.read_bytes()
    if _ENCRYPTED_PACKAGE in content:
        raise Unreadable(ENCRYPTED)
    if _WORD_STREAM in content:
        return FileKind.DOC
    raise Unreadable(UNSUPPORTED)
