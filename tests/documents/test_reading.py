from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from app.documents.errors import UnreadableDocument, UnsupportedFile
from app.documents.extraction.kinds import FileKind
from app.documents.reading import read_document
from tests.documents import samples


def write(folder: Path, content: bytes, name: str = "upload") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


async def test_text_is_read_in_any_encoding(tmp_path: Path) -> None:
    text = "Zoë Müller\nIngeniería de Sistemas, área de cálculo, años de experiencia en Perú y España\n" * 4
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "latin-1"):
        read = await read_document(write(tmp_path, text.encode(encoding), encoding))
        assert read.kind == FileKind.TEXT
        assert "Ingeniería de Sistemas" in read.text, encoding


async def test_the_content_decides_and_not_the_name(tmp_path: Path) -> None:
    read = await read_document(write(tmp_path, samples.pdf_of("Words on a page"), "cv.txt"))
    assert read.kind == FileKind.PDF
    with pytest.raises(
        UnsupportedFile, match=r"File type not supported\. Please use PDF, DOCX, or TXT files\."
    ):
        await read_document(write(tmp_path, b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8, "cv.pdf"))


async def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    left = "\n".join(f"left line {n} of the margin" for n in range(8))
    right = "\n".join(f"right line {n} of the main text" for n in range(8))
    text = (await read_document(write(tmp_path, samples.pdf_of(left, right)))).text
    assert text.index("left line 7") < text.index("right line 0")


async def test_docx_gives_header_and_tables(tmp_path: Path) -> None:
    text = (await read_document(write(tmp_path, samples.docx_of("First paragraph")))).text
    assert text.index("Page header") < text.index("First paragraph")
    assert "Certificate  Kubernetes Administrator" in text


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The document is empty: it holds no text."),
        (b"  \n \n", "The document is empty: it holds no text."),
        (samples.picture_pdf(), "only pictures of pages"),
        (samples.encrypted_pdf(), "protected with a password"),
        (samples.docx_of("x")[:-400], "damaged"),
        (samples.pdf_of("x")[:200], "damaged"),
    ],
    ids=["empty", "blank", "pictures", "password", "cut docx", "cut pdf"],
)
async def test_what_cannot_be_read_is_told_in_one_sentence(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    with pytest.raises(UnreadableDocument, match=sentence):
        await read_document(write(tmp_path, content))


async def test_a_pdf_of_more_pages_than_are_read_is_refused_and_not_cut(tmp_path: Path) -> None:
    document = pymupdf.open()
    for _ in range(301):
        document.new_page().insert_text((72, 72), "Nora Lindqvist")
    path = tmp_path / "long.pdf"
    path.write_bytes(document.tobytes())
    with pytest.raises(UnreadableDocument, match="more than 300 pages"):
        await read_document(path)


async def test_a_bomb_costs_one_failed_document(tmp_path: Path) -> None:
    bomb = write(tmp_path, samples.bomb_docx())
    assert bomb.stat().st_size < 2_000_000
    with pytest.raises(UnreadableDocument, match="unpacks to far more"):
        await read_document(bomb)


async def test_external_entities_are_not_loaded(tmp_path: Path) -> None:
    secret = write(tmp_path, b"the server's secret", "secret")
    try:
        text = (await read_document(write(tmp_path, samples.entity_docx(str(secret))))).text
    except UnreadableDocument:
        return
    assert "secret" not in text


async def test_a_reader_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="more time or memory"):
        await read_document(write(tmp_path, samples.pdf_of("x")), time_limit_seconds=0.001)


async def test_nasty_files_never_do_more_than_fail(shared_data: Path) -> None:
    folder = shared_data / "nasty"
    outcomes = {}
    for path in sorted(folder.iterdir()):
        try:
            outcomes[path.name] = (await read_document(path)).kind.value
        except (UnreadableDocument, UnsupportedFile) as error:
            outcomes[path.name] = error.message
    assert len(outcomes) > 20
    assert "password" in outcomes["encrypted.docx"]
    assert outcomes["poc-xmlbomb-empty.xlsx"].startswith("File type not supported")
