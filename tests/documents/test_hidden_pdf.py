"""Hidden text in PDF files: what is marked as hidden, and what only looks like it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.documents.extraction import ocr
from app.documents.extraction.marking import HiddenKind
from tests.documents import samples
from tests.documents.hidden import ORDER, assert_hidden, read
from tests.documents.mupdf import pymupdf


def page_with(draw: object = None) -> tuple[Any, Any]:
    document = pymupdf.open()
    page = document.new_page()
    for number, line in enumerate(samples.CV.replace("–", "-").split("\n")):
        page.insert_text((72, 72 + 16 * number), line, fontsize=10)
    return document, page


@pytest.mark.parametrize(
    ("setting", "kind"),
    [
        ({"color": (1, 1, 1)}, HiddenKind.SAME_COLOR),
        ({"color": (0.98, 0.97, 0.98)}, HiddenKind.SAME_COLOR),
        ({"fontsize": 1}, HiddenKind.TINY),
        ({"render_mode": 3}, HiddenKind.INVISIBLE),
        ({"fill_opacity": 0}, HiddenKind.INVISIBLE),
        ({"point": (700, 300)}, HiddenKind.OUTSIDE),
        ({"point": (60, -90)}, HiddenKind.OUTSIDE),
    ],
    ids=["white", "nearly white", "tiny", "not drawn", "transparent", "right of the page", "above the page"],
)
async def test_hidden_text_of_a_pdf_is_marked_by_kind(
    tmp_path: Path, setting: dict[str, object], kind: HiddenKind
) -> None:
    document, page = page_with()
    page.insert_text(**{"point": (72, 700), "text": ORDER, "fontsize": 10, **setting})
    extracted = await read(tmp_path, document.tobytes())
    assert_hidden(extracted, ORDER, kind)
    assert any(f["kind"] == "instructions" for f in extracted.flags)
    clean_copy, _ = page_with()
    assert extracted.visible_text == (await read(tmp_path, clean_copy.tobytes())).text


async def test_text_under_a_box_is_hidden_but_white_text_on_a_box_is_visible(tmp_path: Path) -> None:
    document, page = page_with()
    page.insert_text((72, 650), "Covered by a dark box", fontsize=10)
    page.draw_rect(pymupdf.Rect(60, 630, 400, 670), color=(0.1, 0.1, 0.3), fill=(0.1, 0.1, 0.3))
    page.draw_rect(pymupdf.Rect(60, 690, 400, 730), color=(0.1, 0.1, 0.3), fill=(0.1, 0.1, 0.3))
    page.insert_text((72, 712), "White on a dark box", fontsize=10, color=(1, 1, 1))
    extracted = await read(tmp_path, document.tobytes())
    assert_hidden(extracted, "Covered by a dark box", HiddenKind.COVERED)
    assert "White on a dark box" in extracted.visible_text


async def test_pale_small_and_bold_text_is_visible(tmp_path: Path) -> None:
    document, page = page_with()
    page.insert_text((72, 650), "Pale grey words", fontsize=8, color=(0.75, 0.75, 0.75))
    page.insert_text((72, 670), "Small print of four points", fontsize=4)
    page.insert_text((72, 700), "HEAVY HEADING", fontsize=26, fontname="hebo")
    page.insert_text((72, 730), "Orange words", fontsize=10, color=(1, 0.6, 0))
    extracted = await read(tmp_path, document.tobytes())
    assert extracted.hidden == ()
    for words in ("Pale grey words", "Small print of four points", "HEAVY HEADING", "Orange words"):
        assert words in extracted.visible_text


async def test_the_text_layer_of_a_scan_is_visible_only_over_its_words(tmp_path: Path) -> None:
    _, page = page_with()
    picture = page.get_pixmap(dpi=100)
    scan = pymupdf.open()
    page = scan.new_page()
    page.insert_image(page.rect, pixmap=picture)
    for number, line in enumerate(samples.CV.replace("–", "-").split("\n")):
        page.insert_text((72, 72 + 16 * number), line, fontsize=10, render_mode=3)
    page.insert_text((72, 760), ORDER, fontsize=10, render_mode=3)
    extracted = await read(tmp_path, scan.tobytes())
    assert "Fjordline Freight AS" in extracted.visible_text
    assert ORDER not in extracted.visible_text


async def test_a_scan_in_strips_keeps_its_text_layer(tmp_path: Path) -> None:
    _, page = page_with()
    scan = pymupdf.open()
    target = scan.new_page()
    for number in range(6):
        strip = pymupdf.Rect(0, 140 * number, page.rect.width, 140 * (number + 1)) & page.rect
        target.insert_image(strip, pixmap=page.get_pixmap(dpi=100, clip=strip))
    for number, line in enumerate(samples.CV.replace("–", "-").split("\n")):
        target.insert_text((72, 72 + 16 * number), line, fontsize=10, render_mode=3)
    extracted = await read(tmp_path, scan.tobytes())
    assert "Fjordline Freight AS" in extracted.visible_text
    assert extracted.flags == []


async def test_hidden_text_on_a_scan_is_kept_beside_recognized_text(tmp_path: Path) -> None:
    if not ocr.is_installed():
        pytest.skip("Tesseract is not installed")
    _, page = page_with()
    scan = pymupdf.open()
    target = scan.new_page()
    target.insert_image(target.rect, pixmap=page.get_pixmap(dpi=150))
    target.insert_text((72, 800), ORDER, fontsize=1)
    extracted = await read(tmp_path, scan.tobytes())
    assert_hidden(extracted, ORDER, HiddenKind.TINY)
    assert "Fjordline Freight" in extracted.visible_text


async def test_file_properties_that_address_an_ai_are_flagged(tmp_path: Path) -> None:
    document, _ = page_with()
    document.set_metadata({"title": "CV of Nora Lindqvist", "keywords": ORDER})
    extracted = await read(tmp_path, document.tobytes())
    assert_hidden(extracted, ORDER, HiddenKind.METADATA)
    assert "CV of Nora Lindqvist" not in extracted.text
