"""Hostile and broken files: each is read or fails with one clear sentence, and affects nothing else."""

from __future__ import annotations

import http.server
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from app.documents import unreadable
from app.documents.errors import UnreadableDocument, UnsupportedFile
from app.documents.extraction import ocr
from app.documents.sandbox.requests import draw_page, extract_document, list_pages
from app.documents.unreadable import REASONS, Reason
from tests.conftest import SHARED_DATA
from tests.documents import nasty, samples
from tests.documents.mupdf import pymupdf


def write(folder: Path, content: bytes, name: str = "upload") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


async def outcome(path: Path) -> Reason | str:
    """``read``, or why the file could not be read. Any other outcome fails the test."""
    try:
        read = await extract_document(path)
    except (UnreadableDocument, UnsupportedFile) as error:
        code, message = error.code, error.message
    else:
        assert any(c.isalnum() for c in read.text)
        return "read"
    assert message == REASONS[code].sentence
    return REASONS[code]


def sample_files(folder: str) -> list[Path]:
    return sorted((SHARED_DATA / folder).iterdir()) if SHARED_DATA.is_dir() else []


@pytest.mark.parametrize("path", sample_files("nasty"), ids=lambda path: path.name)
async def test_a_nasty_file_is_read_or_rejected_with_a_sentence(path: Path) -> None:
    expected = {
        "ChronologicalResume.dotx": "read",
        "ExternalEntityInText.docx": "read",
        "GeoBase_NHNC1_Data_Model_UML_EN.pdf": "read",
        "SampleDoc.doc": "read",
        "SimpleMacro.docm": "read",
        "Word6.doc": "read",
        "bug53475-password-is-pass.docx": unreadable.ENCRYPTED,
        "content-stream-unreadable.pdf": "read",
        "empty.pdf": unreadable.EMPTY,
        "encrypted.docx": unreadable.ENCRYPTED,
        "libreoffice-writer-password.pdf": unreadable.ENCRYPTED,
        "password_password_cryptoapi.doc": unreadable.ENCRYPTED,
        "poc-xmlbomb-empty.xlsx": unreadable.UNSUPPORTED,
        "truncated62886.docx": unreadable.DAMAGED,
    }
    result = await outcome(path)
    assert result == expected.get(path.name, result)


@pytest.mark.parametrize("path", [*sample_files("cv"), *sample_files("jobs")], ids=lambda path: path.name)
async def test_every_sample_is_read(path: Path) -> None:
    if "IMAGE" in path.name and not ocr.is_installed():
        pytest.skip("Tesseract is not installed")
    read = await extract_document(path)
    assert len(read.visible_text.split()) > 100
    assert read.flags == []


@pytest.mark.parametrize(
    ("make", "reasons"),
    [
        (samples.bomb_docx, {unreadable.TOO_LARGE_INSIDE}),
        (nasty.lying_docx, {unreadable.DAMAGED, unreadable.TOO_LARGE_INSIDE}),
        (nasty.crowded_docx, {unreadable.TOO_LARGE_INSIDE}),
        (nasty.nested_zip, {unreadable.DAMAGED}),
        (nasty.xml_bomb_docx, {unreadable.DAMAGED}),
        (nasty.deep_docx, {unreadable.DAMAGED}),
        (nasty.million_pages_pdf, {unreadable.DAMAGED, unreadable.TOO_LONG}),
        (nasty.claimed_pages_pdf, {unreadable.DAMAGED, unreadable.EMPTY}),
        (nasty.looping_pdf, {unreadable.DAMAGED, unreadable.EMPTY}),
        (nasty.flate_bomb_pdf, {unreadable.TOO_LARGE_INSIDE}),
        (lambda: nasty.flate_bomb_pdf(filters=3), {unreadable.TOO_LARGE_INSIDE}),
        (nasty.form_bomb_pdf, {unreadable.TOO_HARD, unreadable.TOO_LARGE_INSIDE, unreadable.DAMAGED}),
        (
            nasty.endless_drawing_pdf,
            {unreadable.EMPTY, unreadable.UNRECOGNIZED, unreadable.IMAGE_ONLY, unreadable.TOO_HARD},
        ),
        (nasty.huge_picture_pdf, {unreadable.TOO_LARGE_INSIDE}),
        (lambda: b"", {unreadable.EMPTY}),
        (lambda: b"%PDF-1.7\n", {unreadable.DAMAGED}),
        (lambda: b"%PDF-1.7\n" + bytes(range(256)) * 40, {unreadable.DAMAGED}),
        (lambda: b"PK\x03\x04" + bytes(200), {unreadable.DAMAGED}),
        (samples.encrypted_pdf, {unreadable.ENCRYPTED}),
        (lambda: samples.make_docx("Nora " * 40_000), {unreadable.TOO_MANY_CHARACTERS}),
    ],
    ids=[
        "zip bomb", "lying sizes", "100,000 members", "zip in zip", "entities", "deep nesting", "10^6 pages",
        "claimed pages", "looping pages", "Flate bomb", "Flate bomb in itself", "form bomb",
        "forms in forms", "huge picture", "no bytes", "header only", "PDF of noise", "zip of nothing",
        "password", "novel",
    ],
)  # fmt: skip
async def test_a_hostile_file_fails_alone(
    tmp_path: Path, make: Callable[[], bytes], reasons: set[Reason]
) -> None:
    path = write(tmp_path, make())
    assert await outcome(path) in reasons
    # The next document is processed as usual.
    assert await outcome(write(tmp_path, samples.make_pdf(samples.CV), "good")) == "read"


async def test_drawing_a_hostile_page_fails_or_gives_a_small_image(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument):
        await draw_page(write(tmp_path, nasty.form_bomb_pdf(), "bomb"), 1, 900)
    huge = write(tmp_path, nasty.huge_page_pdf(), "huge")
    assert (await list_pages(huge))[0].width == 14_400
    picture = pymupdf.Pixmap(await draw_page(huge, 1, 5_000))
    assert picture.width == 1_600
    assert "very large sheet" in (await extract_document(huge)).text


@pytest.mark.parametrize("kind", nasty.RENAMED)
async def test_a_renamed_file_is_rejected_by_its_content(tmp_path: Path, kind: str) -> None:
    with pytest.raises(UnsupportedFile) as refused:
        await extract_document(write(tmp_path, nasty.RENAMED[kind], "cv.pdf"))
    assert refused.value.message == unreadable.UNSUPPORTED.sentence


@pytest.fixture
def listener() -> Iterator[tuple[str, list[str]]]:
    """A web server on the loopback interface, and the paths that were requested."""
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()
        thread.join(60)


async def test_external_references_are_never_fetched(tmp_path: Path, listener: tuple[str, list[str]]) -> None:
    address, asked = listener
    kinds = {"attachedTemplate": "template.dotm", "image": "picture.png", "styles": "styles.xml"}
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    listed = "".join(
        f'<Relationship Id="{kind}" Type="{relations}/{kind}" Target="{address}/{name}" {where}/>'
        for kind, name in kinds.items()
        for where in ('TargetMode="External"', "")
    )
    namespace = "http://schemas.openxmlformats.org/package/2006/relationships"
    links = f'<Relationships xmlns="{namespace}">{listed}</Relationships>'.encode()
    document = (
        f'<!DOCTYPE w:document SYSTEM "{address}/document.dtd" [<!ENTITY e SYSTEM "{address}/entity">]>'
        f"{nasty.paragraph_document('Nora Lindqvist &e;')}"
    )
    parts = {
        "word/document.xml": document.encode(),
        "word/_rels/document.xml.rels": links,
        "word/_rels/settings.xml.rels": links,
    }
    hostile = nasty.replace_parts(samples.make_docx("x"), parts)
    assert "Nora Lindqvist" in (await extract_document(write(tmp_path, hostile))).text

    pdf = pymupdf.open()
    page = pdf.new_page()
    page.insert_text((72, 72), "Nora Lindqvist")
    page.insert_link({"kind": pymupdf.LINK_URI, "from": pymupdf.Rect(0, 0, 99, 99), "uri": f"{address}/link"})
    path = write(tmp_path, bytes(pdf.tobytes()), "linked.pdf")
    assert "Nora Lindqvist" in (await extract_document(path)).text
    assert await draw_page(path, 1, 400)
    assert asked == []


async def test_extraction_does_not_grow_the_server_memory(tmp_path: Path) -> None:
    paths = [
        write(tmp_path, samples.make_pdf(samples.CV), "cv.pdf"),
        write(tmp_path, samples.make_docx(samples.CV), "cv.docx"),
        write(tmp_path, samples.CV.encode(), "cv.txt"),
        write(tmp_path, samples.bomb_docx(), "bomb.docx"),
    ]
    server = psutil.Process(os.getpid())
    for path in paths:
        await outcome(path)
    before = server.memory_info().rss
    for _ in range(10):
        for path in paths:
            await outcome(path)
    assert server.memory_info().rss < before * 1.1
