"""Text extraction from text files, PDF and DOCX, and its limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.documents.errors import UnreadableDocument, UnsupportedFile
from app.documents.extraction import ocr
from app.documents.extraction.kinds import FileKind
from app.documents.extraction.plain_text import read_plain_text
from app.documents.sandbox.requests import extract_document
from tests.documents import samples
from tests.documents.mupdf import pymupdf


def write(folder: Path, content: bytes, name: str = "upload") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


async def test_text_is_extracted_in_any_encoding(tmp_path: Path) -> None:
    text = "Zoë Müller\nIngeniería de Sistemas, área de cálculo, años de experiencia en Perú y España\n" * 4
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "latin-1"):
        read = await extract_document(write(tmp_path, text.encode(encoding), encoding))
        assert read.kind == FileKind.TEXT
        assert "Ingeniería de Sistemas" in read.text, encoding


async def test_the_kind_of_file_depends_on_its_content(tmp_path: Path) -> None:
    read = await extract_document(write(tmp_path, samples.make_pdf("Words on a page"), "cv.txt"))
    assert read.kind == FileKind.PDF
    with pytest.raises(
        UnsupportedFile, match=r"File type not supported\. Please use PDF, DOCX, or TXT files\."
    ):
        await extract_document(write(tmp_path, b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8, "cv.pdf"))


async def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    left = "\n".join(f"left line {n} of the margin" for n in range(8))
    right = "\n".join(f"right line {n} of the main text" for n in range(8))
    text = (await extract_document(write(tmp_path, samples.make_pdf(left, right)))).text
    assert text.index("left line 7") < text.index("right line 0")


async def test_docx_headers_and_tables_are_extracted(tmp_path: Path) -> None:
    text = (await extract_document(write(tmp_path, samples.make_docx("First paragraph")))).text
    assert text.index("Page header") < text.index("First paragraph")
    assert "Certificate  Kubernetes Administrator" in text


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The document is empty: it contains no text."),
        (b"  \n \n", "The document is empty: it contains no text."),
        (samples.picture_pdf(), "contains only scanned pages"),
        (samples.encrypted_pdf(), "protected with a password"),
        (samples.make_docx("x")[:-400], "damaged"),
        (samples.make_pdf("x")[:200], "damaged"),
    ],
    ids=["empty", "blank", "pictures", "password", "cut docx", "cut pdf"],
)
async def test_an_unreadable_file_gives_one_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    with pytest.raises(UnreadableDocument, match=sentence):
        await extract_document(write(tmp_path, content))


async def test_a_pdf_with_too_many_pages_is_rejected(tmp_path: Path) -> None:
    document = pymupdf.open()
    for _ in range(301):
        document.new_page().insert_text((72, 72), "Nora Lindqvist")
    path = tmp_path / "long.pdf"
    path.write_bytes(document.tobytes())
    with pytest.raises(UnreadableDocument, match="more than 300 pages"):
        await extract_document(path)


async def test_a_zip_bomb_fails_alone(tmp_path: Path) -> None:
    bomb = write(tmp_path, samples.bomb_docx())
    assert bomb.stat().st_size < 2_000_000
    with pytest.raises(UnreadableDocument, match="unpacks to an unusually large size"):
        await extract_document(bomb)


async def test_external_entities_are_not_loaded(tmp_path: Path) -> None:
    secret = write(tmp_path, b"the server's secret", "secret")
    try:
        text = (await extract_document(write(tmp_path, samples.entity_docx(str(secret))))).text
    except UnreadableDocument:
        return
    assert "secret" not in text


async def test_a_child_is_killed_at_its_time_limit(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="too much time or memory"):
        await extract_document(write(tmp_path, samples.make_pdf("x")), time_limit_seconds=0.001)


def lines_pdf(*placed: tuple[float, float, float, str], rotate: int = 0, turned: int = 0) -> bytes:
    """One page with each text at (left, baseline, size)."""
    document = pymupdf.open()
    page = document.new_page()
    for left, baseline, size, text in placed:
        page.insert_text((left, baseline), text, fontsize=size, rotate=turned)
    page.set_rotation(rotate)
    return bytes(document.tobytes())


async def extract_text(folder: Path, content: bytes) -> str:
    return (await extract_document(write(folder, content))).text


async def test_a_name_in_large_letters_precedes_the_address_beside_it(tmp_path: Path) -> None:
    content = lines_pdf(
        (400, 60, 9, "12 Harbour Street"), (400, 72, 9, "Bergen, Norway"), (400, 84, 9, "+47 55 00 01 02"),
        (72, 80, 24, "Nora Lindqvist"), (72, 130, 10, "Engineer of platforms in logistics"),
    )  # fmt: skip
    lines = (await extract_text(tmp_path, content)).split("\n")
    assert lines[:4] == ["Nora Lindqvist", "12 Harbour Street", "Bergen, Norway", "+47 55 00 01 02"]


async def test_a_wrapped_cell_stays_together_beside_centered_text(tmp_path: Path) -> None:
    content = lines_pdf(
        (72, 100, 10, "Institute of Marine Engineering of"), (72, 112, 10, "Western Norway"),
        (400, 106, 10, "Bergen"), (72, 140, 10, "Researcher"), (400, 140, 10, "2015 - 2018"),
    )  # fmt: skip
    text = await extract_text(tmp_path, content)
    assert "Institute of Marine Engineering of Western Norway  Bergen" in text
    assert "Researcher  2015 - 2018" in text


async def test_a_date_broken_after_its_dash_is_joined(tmp_path: Path) -> None:
    content = lines_pdf(
        (72, 100, 10, "2017 -"), (72, 112, 10, "Present"),
        (140, 100, 10, "Product Manager, Nordhavn Logistics"), (140, 112, 10, "Leads three regions"),
    )  # fmt: skip
    assert "2017 - Present  Product Manager, Nordhavn Logistics" in await extract_text(tmp_path, content)


async def test_rows_of_a_drawn_table_stay_together(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    rows = [
        ("Fjordline Freight", "Moved 140 services", "2021"),
        ("Halden Shipping", "Ran the servers of six", "2017"),
        ("Port of Moss", "Wrote the booking system", "2014"),
        ("City of Drammen", "Kept the network", "2011"),
        ("Self-employed", "Built shops", "2009"),
    ]
    for number, row in enumerate(rows):
        top = 100 + 40 * number
        for column, cell in enumerate(row):
            box = pymupdf.Rect(72 + 150 * column, top, 222 + 150 * column, top + 40)
            page.draw_rect(box)
            page.insert_text((box.x0 + 5, top + 14), cell, fontsize=9)
        page.insert_text((222 + 5, top + 28), "in two lines", fontsize=9)
    text = await extract_text(tmp_path, document.tobytes())
    for employer, task, year in rows:
        assert f"{employer}  {task} in two lines  {year}" in text


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("turned", [0, 90, 270])
async def test_rotated_pages_are_read_in_order(tmp_path: Path, rotate: int, turned: int) -> None:
    words = ["Nora Lindqvist", "Engineer in Oslo", "Fjordline Freight AS"]
    step = {0: (0, 20), 90: (20, 0), 270: (-20, 0)}[turned]
    placed = [(300 + step[0] * n, 400 + step[1] * n, 10, word) for n, word in enumerate(words)]
    text = await extract_text(tmp_path, lines_pdf(*placed, rotate=rotate, turned=turned))
    assert [line for line in text.split("\n") if line] == words


async def test_scanned_pages_between_others_are_recognized(tmp_path: Path) -> None:
    if not ocr.is_installed():
        pytest.skip("Tesseract is not installed")
    source = pymupdf.open(stream=samples.make_pdf(samples.CV), filetype="pdf")
    picture = source[0].get_pixmap(dpi=150)
    scan = source.new_page()
    scan.insert_image(scan.rect, pixmap=picture)
    source.new_page().insert_text((72, 72), "The last page has text of its own")
    read = await extract_document(write(tmp_path, bytes(source.tobytes())))
    assert read.pages == 3
    assert read.text.count("Fjordline Freight") == 2
    assert read.text.rstrip().endswith("text of its own")
    assert read.hidden == ()


async def test_a_scan_reads_like_the_page_it_shows(shared_data: Path) -> None:
    if not ocr.is_installed():
        pytest.skip("Tesseract is not installed")
    text = (await extract_document(shared_data / "cv" / "robison_full_IMAGE-ONLY.pdf")).visible_text
    for words in (
        "Christopher Robison", "cdr@cdr2.com", "(415) 810-6991", "Conversant, Inc.",
        "- Implemented automated notifications", "Feb 2020 - May 2023", "Sep 2007 - Jul 2010",
    ):  # fmt: skip
        assert words in text


@pytest.mark.parametrize(
    ("text", "encodings"),
    [
        ("Jürgen Müller\nStraße 5, München, “Größe” 2015–2020 €\n",
         ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "cp1252"]),
        ("Just plain words and one naïve café\n", ["latin-1", "cp1252"]),
        ("Иван Петров, инженер. Опыт работы: Москва, 2015. Образование: МГУ.\n",
         ["utf-8", "utf-16-le", "utf-16-be", "cp1251", "koi8_r"]),
        ("氏名：山田太郎\n東京大学卒業。ソフトウェアエンジニアとして五年間の経験があります。\n",
         ["utf-8", "utf-16-le", "shift_jis", "euc_jp"]),
        ("Łukasz Żółć, doświadczenie: inżynier, Gdańsk, umiejętności, wykształcenie wyższe\n", ["cp1250"]),
        ("姓名：王小明\n教育背景：北京大学，计算机科学。工作经验三年。\n", ["gb18030", "utf-16-be"]),
    ],
    ids=["German", "English", "Russian", "Japanese", "Polish", "Chinese"],
)  # fmt: skip
def test_text_files_are_decoded_from_any_encoding(tmp_path: Path, text: str, encodings: list[str]) -> None:
    for encoding in encodings:
        assert read_plain_text(write(tmp_path, text.encode(encoding))) == text, encoding


async def test_the_content_and_not_the_name_decides_how_a_file_is_read(tmp_path: Path) -> None:
    pdf = await extract_document(write(tmp_path, samples.make_pdf(samples.CV), "pdf"), name="cv.txt")
    assert (pdf.kind, "Nora Lindqvist" in pdf.text) == (FileKind.PDF, True)
    text = await extract_document(write(tmp_path, samples.CV.encode(), "text"), name="cv.pdf")
    assert (text.kind, "Nora Lindqvist" in text.text) == (FileKind.TEXT, True)
