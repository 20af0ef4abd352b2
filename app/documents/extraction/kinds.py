"""What a file is, decided by its content and never by its name (ruling 16)."""

from __future__ import annotations

import zipfile
from enum import StrEnum
from pathlib import Path

from app.documents.extraction.errors import DAMAGED, ENCRYPTED, UNSUPPORTED, Unreadable

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLD_WORD = (b"\xdb\xa5-", b"1\xbe\x00\x00", b"\xecp\xa5")
# Signatures of what is uploaded by mistake or renamed; none of them is text.
_NOT_TEXT = (
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"BM",
    b"II*\x00",
    b"MM\x00*",
    b"RIFF",
    b"OggS",
    b"ID3",
    b"\x7fELF",
    b"MZ",
    b"\x1f\x8b",
    b"7z\xbc\xaf",
    b"Rar!",
    b"%!PS",
    b"{\\rtf",
    b"SQLite format",
)


class FileKind(StrEnum):
    PDF = "pdf"
    DOCX = "docx"
    DOC = "doc"
    TEXT = "text"


MIME_TYPES = {
    FileKind.PDF: "application/pdf",
    FileKind.DOCX: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    FileKind.DOC: "application/msword",
    FileKind.TEXT: "text/plain",
}


def detect_kind(path: Path) -> FileKind:
    """Raises Unreadable for whatever is not PDF, Word or plain text."""
    with path.open("rb") as file:
        head = file.read(8192)
    # The PDF standard lets the header stand anywhere in the first kilobyte.
    if b"%PDF-" in head[:1024]:
        return FileKind.PDF
    if head.startswith(b"PK\x03\x04"):
        return _kind_of_zip(path)
    if head.startswith(_OLE):
        return _kind_of_compound(path)
    if head.startswith(_OLD_WORD):
        return FileKind.DOC
    if head.startswith(_NOT_TEXT) and not _reads_as_text(head):
        raise Unreadable(UNSUPPORTED, supported=False)
    if head.startswith((b"{\\rtf", b"%!PS")) or not _reads_as_text(head):
        raise Unreadable(UNSUPPORTED, supported=False)
    return FileKind.TEXT


def _kind_of_zip(path: Path) -> FileKind:
    try:
        with zipfile.ZipFile(path) as archive:
            names = {name.replace("\\", "/") for name in archive.namelist()}
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise Unreadable(DAMAGED) from error
    if any(name.startswith("word/") for name in names):
        return FileKind.DOCX
    raise Unreadable(UNSUPPORTED, supported=False)


def _kind_of_compound(path: Path) -> FileKind:
    # Stream names stand in the directory as UTF-16. A DOCX with a password is a compound file that
    # holds EncryptedPackage; the old Word format holds WordDocument.
    content = path.read_bytes()
    if "EncryptedPackage".encode("utf-16-le") in content:
        raise Unreadable(ENCRYPTED)
    if "WordDocument".encode("utf-16-le") in content:
        return FileKind.DOC
    raise Unreadable(UNSUPPORTED, supported=False)


def _reads_as_text(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        return True
    if b"\x00" in head:
        # UTF-16 without a mark has its zeros on one side only.
        even, odd = head[0::2].count(0), head[1::2].count(0)
        return max(even, odd) > len(head) // 5 and min(even, odd) <= max(even, odd) // 20
    control = sum(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in head)
    return control <= len(head) // 100
