"""Reading order of lines on a page: labels beside blocks, tables without strokes, crooked scans."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from app.documents.extraction.ocr import place_words
from app.documents.extraction.pdf_layout import in_reading_order
from app.documents.extraction.pdf_tables import Line
from app.documents.sandbox.requests import extract_document

PAGE_WIDTH = 595.0


def line(left: float, middle: float, text: str, *, height: float = 11.0) -> Line:
    return Line(left, middle - height / 2, left + 5.5 * len(text), middle + height / 2, text)


def read(*lines: Line) -> list[str]:
    return [text for text in in_reading_order(lines, page_width=PAGE_WIDTH, rules=None) if text]


def test_dates_in_words_stay_beside_the_blocks_that_they_date() -> None:
    lines = [
        line(50, 100, "Lavoro"),
        line(70, 120, "Da giugno 2018 a oggi"),
        line(230, 120, "Fornaio capo in un panificio di paese"),
        line(230, 133, "Panificio Bosco, con sei dipendenti"),
        line(70, 153, "Da marzo 2012 a maggio 2018"),
        line(230, 153, "Fornaio di notte e pasticcere"),
        line(230, 166, "Panificio Lago, con due dipendenti"),
        line(50, 190, "Formazione"),
        line(70, 210, "Nel 2011"),
        line(230, 210, "Diploma di panificatore e pasticcere"),
        line(230, 223, "Scuola dei mestieri"),
        line(50, 247, "Altro"),
        line(70, 267, "Patente"),
        line(230, 267, "Per autocarri e per rimorchi pesanti"),
        line(70, 287, "Lingua madre"),
        line(230, 287, "Italiano, e il dialetto della valle"),
    ]
    assert read(*lines)[1:3] == [
        "Da giugno 2018 a oggi  Fornaio capo in un panificio di paese",
        "Panificio Bosco, con sei dipendenti",
    ]
    assert "Patente  Per autocarri e per rimorchi pesanti" in read(*lines)


def test_larger_headings_in_the_margin_head_the_blocks_beside_them() -> None:
    lines = []
    for number, heading in enumerate(["In brief", "Work", "Training", "Interests"]):
        top = 100 + 60 * number
        lines.append(line(50, top, heading, height=13.0))
        lines += [
            line(160, top + 12 * step, f"Text {step} of part {number}, as it goes on") for step in range(3)
        ]
    read_lines = read(*lines)
    assert read_lines[:2] == ["In brief", "Text 0 of part 0, as it goes on"]
    assert read_lines[4] == "Work"


def test_two_texts_side_by_side_stay_apart() -> None:
    margin = [line(50, 100 + 13 * n, f"Item {n} of a list") for n in range(9)]
    text = [line(230, 104 + 14 * n, f"Line {n} of the long main text beside it") for n in range(9)]
    assert read(*margin, *text)[:9] == [f"Item {n} of a list" for n in range(9)]


def test_cells_of_a_table_without_strokes_are_joined() -> None:
    lines = []
    for number, year in enumerate(["2012 – 2014", "2014 – 2016", "2016 – 2018", "2018 – 2020"]):
        top = 100 + 32 * number
        lines += [line(50, top, year), line(150, top, "Night Baker"), line(300, top, "Wick Harbour")]
        lines.append(line(300, top + 13, "Bakery"))
    assert read(*lines)[0] == "2012 – 2014  Night Baker  Wick Harbour Bakery"
    assert len(read(*lines)) == 4


def test_dates_that_a_narrow_column_breaks_are_joined() -> None:
    lines = [
        line(50, 100, "since"),
        line(120, 100, "Baker, Wick Bakery Ltd"),
        line(50, 113, "03.2021"),
        line(120, 113, "Bread and rolls for eleven shops"),
        line(50, 140, "May 2015 – Feb."),
        line(150, 140, "Miller, Tain Mill Ltd"),
        line(50, 153, "2021"),
    ]
    assert read(*lines)[0] == "since 03.2021  Baker, Wick Bakery Ltd"
    assert "May 2015 – Feb. 2021  Miller, Tain Mill Ltd" in read(*lines)


def test_a_date_does_not_end_with_the_range_below_it() -> None:
    lines = [
        line(50, 100, "2015–"),
        line(120, 100, "Trustee, Tain Museum"),
        line(50, 115, "2011–14"),
        line(120, 115, "Editor, Wick Herald"),
    ]
    assert read(*lines) == ["2015–  Trustee, Tain Museum", "2011–14  Editor, Wick Herald"]


def test_a_name_on_two_lines_comes_before_the_small_lines_beside_it() -> None:
    small = [
        line(400, 80 + 11 * n, text, height=8.0)
        for n, text in enumerate(["Harbour Row 7", "Wick", "07700 900155"])
    ]
    name = [line(60, 88, "Morwenna", height=30.0), line(60, 114, "Tregear-Adeyinka", height=30.0)]
    others = [line(60, 200 + 13 * n, f"Line {n} of the text") for n in range(5)]
    assert read(*small, *name, *others)[:2] == ["Morwenna", "Tregear-Adeyinka"]


def words(*rows: tuple[int, int, int, int, float, str]) -> str:
    """Tesseract's table with a row for each word: its line, left, top, width, confidence and text."""
    table = ["level page block par line word left top width height conf text".replace(" ", "\t")]
    table += [
        "\t".join(map(str, (5, 1, 1, 1, number, 1, left, top, width, 20, confidence, text)))
        for number, left, top, width, confidence, text in rows
    ]
    return "\n".join(table)


def test_a_crooked_scan_is_straightened() -> None:
    table = words(
        (1, 100, 100, 60, 90.0, "Night"), (1, 400, 106, 60, 90.0, "baker"),
        (2, 100, 140, 60, 90.0, "Wick"), (2, 400, 146, 60, 90.0, "Bakery"),
    )  # fmt: skip
    lines = place_words(table, scale=1.0)
    tops = [round(found.top) for found in lines if found.text in ("Night", "baker")]
    assert len(tops) == 2
    assert abs(tops[0] - tops[1]) <= 1


def test_words_far_apart_on_a_line_of_a_scan_are_cells() -> None:
    table = words(
        (1, 100, 100, 60, 90.0, "2012"), (1, 260, 100, 60, 90.0, "Baker"), (1, 325, 100, 60, 90.0, "nights")
    )
    assert [found.text for found in place_words(table, scale=1.0)] == ["2012", "Baker nights"]


def test_an_address_counts_though_recognition_is_unsure_of_it() -> None:
    table = words(
        (1, 100, 100, 60, 90.0, "morwenna"),
        (1, 162, 100, 90, 5.0, ".tregear@wickpost."),
        (1, 254, 100, 60, 80.0, "example"),
    )
    assert [found.text for found in place_words(table, scale=1.0)] == ["morwenna.tregear@wickpost.example"]


async def extract(path: Path, *runs: tuple[float, float, str, float, str]) -> str:
    """The text of a page with runs of letters: left, baseline, font, size and text."""
    document = pymupdf.open()
    page = document.new_page()
    for left, baseline, font, size, text in runs:
        page.insert_text((left, baseline), text, fontname=font, fontsize=size)
    document.save(path)
    return (await extract_document(path)).visible_text


async def test_spaced_letters_are_parted_into_words_by_their_distances(tmp_path: Path) -> None:
    font = pymupdf.Font("helv")
    runs, left = [], 60.0
    for word in ("MORWENNA", "TREGEAR"):
        for letter in word:
            runs.append((left, 80.0, "helv", 20.0, letter))
            left += font.text_length(letter, 20) + 7
        left += 8
    text = await extract(tmp_path / "cv.pdf", *runs, (60.0, 120.0, "helv", 10.0, "Baker in a small town"))
    assert text.startswith("MORWENNA TREGEAR\n")


async def test_a_bold_label_is_apart_from_the_list_beside_it(tmp_path: Path) -> None:
    bold = pymupdf.Font("hebo")
    width = bold.text_length("Ovens ", 10)
    text = await extract(
        tmp_path / "cv.pdf",
        (60.0, 80.0, "hebo", 10.0, "Ovens "),
        (60.0 + width, 80.0, "helv", 10.0, "Deck oven, Rack oven"),
        (60.0, 120.0, "helv", 10.0, "Bread in a small town"),
    )
    assert text.startswith("Ovens  Deck oven, Rack oven\n")
