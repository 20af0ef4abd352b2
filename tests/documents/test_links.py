"""Contact details behind links of PDF and Word files."""

from __future__ import annotations

import io
from pathlib import Path

import docx
import pytest
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from app.documents.errors import UnreadableDocument
from app.documents.extraction.links import list_unseen, read_contact
from app.documents.parsing.contacts import find_contacts
from app.documents.sandbox.requests import extract_document
from tests.documents import samples
from tests.documents.mupdf import pymupdf

LINKEDIN = "https://www.linkedin.com/in/nora-lind-77/"


@pytest.mark.parametrize(
    ("url", "contact"),
    [
        (LINKEDIN, "linkedin.com/in/nora-lind-77"),
        ("http://no.linkedin.com/in/nora-lind?trk=x", "linkedin.com/in/nora-lind"),
        ("mailto:nora@example.com?subject=CV", "nora@example.com"),
        ("tel:+47%2040%2000%2001%2023", "+47 40 00 01 23"),
        ("https://example.com/linkedin.com/in/someone", None),
        ("https://www.linkedin.com/company/fjordline", None),
        ("javascript:alert(1)", None),
        ("mailto:" + "a" * 100_000 + "@example.com", None),
    ],
)
def test_only_links_to_contact_details_are_read(url: str, contact: str | None) -> None:
    assert read_contact(url) == contact


def test_what_the_text_shows_is_not_repeated() -> None:
    urls = [LINKEDIN, LINKEDIN, "mailto:nora@example.com", "tel:+4740000123"]
    assert list_unseen(urls, shown="Linked in/nora-lind-77 · Nora@Example.com") == ["+4740000123"]


async def _contacts(path: Path) -> tuple[str, str | None, str | None, str | None]:
    found = find_contacts((await extract_document(path)).text)
    return found.name, found.email, found.phone, found.linkedin


async def test_contacts_behind_words_and_icons_of_a_pdf_are_read(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    for top, text in ((72, "Nora Lind"), (100, "Email | Profile"), (150, "Baker, Fjord Bakery, 2019 - 2022")):
        page.insert_text((72, top), text)
    boxes = {"mailto:nora@example.com": (72, 90), LINKEDIN: (115, 90), "tel:+4740000123": (300, 60)}
    for uri, (left, top) in boxes.items():
        area = pymupdf.Rect(left, top, left + 30, top + 12)
        page.insert_link({"kind": pymupdf.LINK_URI, "from": area, "uri": uri})
    document.save(tmp_path / "cv.pdf")
    expected = ("Nora Lind", "nora@example.com", "+4740000123", "linkedin.com/in/nora-lind-77")
    assert await _contacts(tmp_path / "cv.pdf") == expected


async def test_contacts_behind_words_of_a_word_file_are_read(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Nora Lind")
    paragraph = document.add_paragraph("")
    target = document.part.relate_to(LINKEDIN, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    linked = f'<w:hyperlink {nsdecls("w", "r")} r:id="{target}"><w:r><w:t>Profile</w:t></w:r></w:hyperlink>'
    paragraph._p.append(parse_xml(linked))
    field = f"<w:fldSimple {nsdecls('w')} w:instr='HYPERLINK \"mailto:nora@example.com\"'/>"
    paragraph._p.append(parse_xml(field))
    buffer = io.BytesIO()
    document.save(buffer)
    (tmp_path / "cv.docx").write_bytes(buffer.getvalue())
    expected = ("Nora Lind", "nora@example.com", None, "linkedin.com/in/nora-lind-77")
    assert await _contacts(tmp_path / "cv.docx") == expected


async def test_two_thousand_links_do_not_flood_the_text(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 72), "Nora Lind, baker in Bergen")
    links = [document.get_new_xref() for _ in range(2_000)]
    for number, xref in enumerate(links):
        action = f"<</S/URI/URI(https://www.linkedin.com/in/person-{number})>>"
        document.update_object(xref, f"<</Type/Annot/Subtype/Link/Rect[72 60 90 72]/A{action}>>")
    document.xref_set_key(page.xref, "Annots", f"[{' '.join(f'{xref} 0 R' for xref in links)}]")
    document.save(tmp_path / "cv.pdf")
    text = (await extract_document(tmp_path / "cv.pdf")).text
    assert 0 < text.count("linkedin.com") <= 200


async def test_a_scan_with_a_link_is_still_a_scan(tmp_path: Path) -> None:
    document = pymupdf.open(stream=samples.picture_pdf(), filetype="pdf")
    area = pymupdf.Rect(72, 60, 90, 72)
    document[0].insert_link({"kind": pymupdf.LINK_URI, "from": area, "uri": "mailto:nora@example.com"})
    document.save(tmp_path / "cv.pdf")
    with pytest.raises(UnreadableDocument, match="scanned"):
        await extract_document(tmp_path / "cv.pdf")
