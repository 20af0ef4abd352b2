"""Pages that programs write in unusual ways: letter by letter, with ligatures, from right to left."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from app.documents.parsing.cv import parse_cv
from app.documents.sandbox.requests import extract_document

CV = [
    "Fiona Affleck",
    "fiona@affleck.example",
    "Experience",
    "2015 – 2020  Office Manager, Griffin Ltd",
    "Skills",
    "Excel, filing, Office 365",
]


async def read(path: Path, *, letters: list[tuple[float, float, str]]) -> str:
    document = pymupdf.open()
    page = document.new_page()
    writer = pymupdf.TextWriter(page.rect)
    font = pymupdf.Font("helv")
    for x, y, text in letters:
        writer.append((x, y), text, font=font, fontsize=11)
    writer.write_text(page)
    document.save(path)
    return (await extract_document(path)).visible_text


async def test_letters_placed_one_by_one_are_words(tmp_path: Path) -> None:
    font = pymupdf.Font("helv")
    letters = []
    for number, line in enumerate(CV):
        for index, letter in enumerate(line):
            if letter != " ":
                letters.append((60 + font.text_length(line[:index], 11), 80.0 + 20 * number, letter))
    cv = parse_cv(await read(tmp_path / "cv.pdf", letters=letters))
    assert cv.contacts.name == "Fiona Affleck"
    assert [(e.title, e.organization) for e in cv.experience] == [("Office Manager", "Griffin Ltd")]


async def test_lines_of_two_columns_that_alternate_in_the_file_stay_apart(tmp_path: Path) -> None:
    margin = ["Contact", "fiona@affleck.example", "07700 900155", "Skills", "Excel", "Filing", "Typing"]
    letters = []
    for number, line in enumerate(margin):
        letters += [
            (60.0, 80.0 + 18 * number, line),
            (260.0, 84.0 + 18 * number, f"Duty {number} of the long main text"),
        ]
    text = await read(tmp_path / "cv.pdf", letters=letters)
    lines = [line for line in text.split("\n") if line]
    assert lines[: len(margin)] == margin


async def test_ligatures_are_read_as_letters(tmp_path: Path) -> None:
    path = tmp_path / "cv.txt"
    path.write_text("\n".join(CV).replace("ff", "ﬀ").replace("ﬀi", "ﬃ").replace("fi", "ﬁ"), encoding="utf-8")
    cv = parse_cv((await extract_document(path)).visible_text)
    assert cv.contacts.name == "Fiona Affleck"
    assert [(e.title, e.organization) for e in cv.experience] == [("Office Manager", "Griffin Ltd")]


async def test_a_cv_of_one_line_has_contacts(tmp_path: Path) -> None:
    path = tmp_path / "cv.txt"
    path.write_text("CV Fiona Affleck, fiona@affleck.example, 07700 900155, Office Manager", encoding="utf-8")
    contacts = parse_cv((await extract_document(path)).visible_text).contacts
    assert (contacts.email, contacts.phone) == ("fiona@affleck.example", "07700 900155")


async def test_text_from_right_to_left_keeps_its_lines_and_contacts(tmp_path: Path) -> None:
    path = tmp_path / "cv.txt"
    path.write_text(
        "ליאת ברק\nliat@barak.example\n054-555-0122\n\nניסיון\n2015 – 2020  מנהלת משרד, גריפין", "utf-8"
    )
    text = (await extract_document(path)).visible_text
    contacts = parse_cv(text).contacts
    assert (contacts.email, contacts.phone) == ("liat@barak.example", "054-555-0122")
    assert text.split("\n")[0] == "ליאת ברק"
