"""Hostile files, generated on demand so that none is in the repository."""

from __future__ import annotations

import functools
import io
import struct
import zipfile
import zlib

from tests.documents import samples
from tests.documents.mupdf import pymupdf

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

NO_RELATIONS = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'


def docx_with(document_xml: str) -> bytes:
    """A DOCX with this content in its ``w:body``."""
    body = f"<w:document {W}><w:body>{document_xml}</w:body></w:document>"
    # Drop its own relationships, and with them its page header.
    parts = {"word/document.xml": body.encode(), "word/_rels/document.xml.rels": NO_RELATIONS}
    return replace_parts(samples.make_docx("x"), parts)


def paragraph_document(text: str) -> str:
    return f"<w:document {W}><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>"


def replace_parts(package: bytes, parts: dict[str, bytes]) -> bytes:
    """A copy of ``package`` with these parts added or replaced."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(package)) as original,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as copy,
    ):
        for member in original.infolist():
            if member.filename not in parts:
                copy.writestr(member.filename, original.read(member))
        for name, content in parts.items():
            copy.writestr(name, content)
    return out.getvalue()


def lying_docx() -> bytes:
    """A DOCX whose main part claims 100 bytes and unpacks to 200 MB."""
    bomb = bytearray(replace_parts(samples.make_docx("x"), {"word/document.xml": b" " * (200 * 1024 * 1024)}))
    true, lie = struct.pack("<I", 200 * 1024 * 1024), struct.pack("<I", 100)
    return bytes(bomb).replace(true, lie)


def crowded_docx() -> bytes:
    out = io.BytesIO(samples.make_docx("x"))
    with zipfile.ZipFile(out, "a") as package:
        for number in range(100_000):
            package.writestr(f"word/part{number}.xml", b"")
    return out.getvalue()


def nested_zip() -> bytes:
    inner = b"0" * (50 * 1024 * 1024)
    for depth in range(5):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
            package.writestr(f"word/embeddings/{depth}.zip", inner)
        inner = out.getvalue()
    return inner


def xml_bomb_docx() -> bytes:
    entities = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    text = f"<!DOCTYPE w:document [{entities}]>{paragraph_document('laugh &a11;')}"
    return replace_parts(samples.make_docx("x"), {"word/document.xml": text.encode()})


def deep_docx() -> bytes:
    depth = 100_000
    return docx_with("<w:sdt>" * depth + "</w:sdt>" * depth)


def build_pdf(*objects: bytes) -> bytes:
    """A PDF of the numbered objects; the first one is its catalog."""
    out, places = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)


def million_pages_pdf() -> bytes:
    """One page object, listed a million times."""
    return build_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1000000/Kids[" + b"3 0 R " * 1_000_000 + b"]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
    )


def claimed_pages_pdf() -> bytes:
    """A PDF that claims a million pages and has one."""
    return build_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1000000/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
    )


def looping_pdf() -> bytes:
    return build_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]/Parent 3 0 R>>",
        b"<</Type/Pages/Count 2/Kids[2 0 R 2 0 R]/Parent 2 0 R>>",
    )


@functools.cache
def _blanks() -> bytes:
    """1 GB of spaces, compressed."""
    squeeze = zlib.compressobj(9)
    block = b" " * (1024 * 1024)
    return b"".join(squeeze.compress(block) for _ in range(1024)) + squeeze.flush()


def flate_bomb_pdf(*, filters: int = 1) -> bytes:
    """A page whose content unpacks to 1 GB of spaces."""
    content = _blanks()
    for _ in range(filters - 1):
        content = zlib.compress(content, 9)
    names = b"/FlateDecode " * filters
    return build_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>",
        b"<</Length %d/Filter[%s]>>stream\n%s\nendstream" % (len(content), names, content),
    )


def form_bomb_pdf() -> bytes:
    """A page that draws a form of 1 GB of spaces six times."""
    content = _blanks()
    return build_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>",
        b"<</Length 35>>stream\n/F Do /F Do /F Do /F Do /F Do /F Do\nendstream",
        b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/FlateDecode/Length %d>>stream\n%s\nendstream"
        % (len(content), content),
    )


def endless_drawing_pdf() -> bytes:
    """A page that draws a form which draws two forms, forty levels deep."""
    levels = 40
    forms = [
        b"<</Type/XObject/Subtype/Form/BBox[0 0 500 500]/Resources<</XObject<</F %d 0 R>>>>"
        b"/Length 11>>stream\n/F Do /F Do\nendstream" % (6 + number)
        for number in range(levels)
    ]
    return build_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>",
        b"<</Length 5>>stream\n/F Do\nendstream",
        *forms,
        b"<</Type/XObject/Subtype/Form/BBox[0 0 500 500]/Length 16>>stream\n0 0 500 500 re f\nendstream",
    )


def huge_page_pdf() -> bytes:
    """A page of 200 x 200 inches, with text in proportion."""
    document = pymupdf.open()
    page = document.new_page(width=14_400, height=14_400)
    page.insert_text((500, 1_000), "Nora Lindqvist on a very large sheet", fontsize=200)
    return bytes(document.tobytes())


def huge_picture_pdf() -> bytes:
    """An image of 60,000 x 60,000 pixels in a few kilobytes."""
    rows = zlib.compress(b"\x00" * (60_000 // 8) * 60_000, 9)
    return build_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
        b"<</Length 28>>stream\nq 595 0 0 842 0 0 cm /I Do Q\nendstream",
        b"<</Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 1/ColorSpace/DeviceGray"
        b"/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (len(rows), rows),
    )


def _zip(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return out.getvalue()


RENAMED = {
    "exe": b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff" + bytes(range(256)) * 20,
    "elf": b"\x7fELF\x02\x01\x01" + bytes(200),
    "html": b"<!DOCTYPE html>\n<html><body><h1>Nora</h1><script>alert(1)</script></body></html>",
    "html without a doctype": b"\n<!-- saved --><HTML lang=en><p>Nora</p></HTML>",
    "svg": b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><text>Nora</text></svg>',
    "png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8,
    "jpeg": b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(range(256)) * 8,
    "zip": _zip({"a.txt": b"x"}),
    "xlsx": _zip({"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b"<workbook/>"}),
    "nul-filled text": b"Nora Lindqvist" + bytes(4096),
    "nothing but NULs": bytes(4096),
    "text with a NUL at its end": b"Nora Lindqvist, Oslo\n" * 1000 + b"\x00\x00\x00",
}
