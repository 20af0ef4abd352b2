"""Text of RTF files: stories, tables, formatting, links, code pages, and damaged files."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from app.documents import unreadable
from app.documents.errors import UnreadableDocument
from app.documents.extraction.kinds import FileKind
from app.documents.extraction.marking import HiddenKind, resolve
from app.documents.extraction.rtf import read_rtf
from app.documents.sandbox.requests import extract_document
from app.documents.unreadable import Reason
from tests.documents.hidden import ORDER, assert_hidden
from tests.documents.hidden import read as extract
from tests.documents.reading import find_reason

COLORS = rb"{\colortbl;\red255\green255\blue255;\red0\green0\blue96;\red250\green250\blue250;}"
CV = (
    rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fcharset204 Arial;}}"
    + COLORS
    + rb"{\stylesheet{\ql Normal;}{\s1\sb240 heading 1;}{\*\cs10 Default Font;}}{\info{\title Secret plan}}"
    rb"{\header\pard\plain Nora Lindqvist, Troms\'f8\par}"
    rb"\pard\plain\s1 Experience\par"
    rb"\trowd\cellx2000\cellx9000\pard\intbl 2021\cell Fjordline Freight\cell\row"
    rb"\pard Moved 140 services{\footnote\pard\plain With two others\par}\par"
    rb'{\field{\*\fldinst{HYPERLINK "mailto:nora@example.com"}}{\fldrslt{\ul Write to me}}}\par'
    rb"{\f1\'cc\'ee\'f1\'ea\'e2\'e0} \u8211\'96 \u-10179?\u-8704?\par}"
)


def write(folder: Path, content: bytes) -> Path:
    path = folder / "upload"
    path.write_bytes(content)
    return path


def read(folder: Path, body: bytes, *, header: bytes = b"") -> str:
    return read_rtf(write(folder, rb"{\rtf1\ansi" + header + rb"\ql " + body + b"}"))


def read_lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


@pytest.mark.parametrize("name", ["cv.doc", "cv.docx", "cv.pdf", "cv.rtf"])
async def test_rtf_is_read_under_any_name(tmp_path: Path, name: str) -> None:
    found = await extract_document(write(tmp_path, CV), name=name)
    assert (found.kind, found.mime_type, found.hidden) == (FileKind.RTF, "application/rtf", ())
    assert read_lines(found.text) == [
        "Nora Lindqvist, Troms\u00f8", "Experience", "2021  Fjordline Freight", "Moved 140 services",
        "Write to me  nora@example.com", "\u041c\u043e\u0441\u043a\u0432\u0430 \u2013 \U0001f600",
        "With two others",
    ]  # fmt: skip


async def test_blank_lines_and_a_byte_order_mark_may_come_before_the_text(tmp_path: Path) -> None:
    found = await extract_document(write(tmp_path, b"\xef\xbb\xbf\r\n" + rb"{\rtf1 Nora Lindqvist}"))
    assert (found.kind, found.text) == (FileKind.RTF, "Nora Lindqvist")


def test_headers_come_first_and_footers_last_and_each_once(tmp_path: Path) -> None:
    body = (
        rb"{\headerl Nora\par}{\headerr Nora\par}{\footer Page {\chpgn}of 2\par}{\footerf Nora\par}"
        rb"Text{\footnote Note}{\*\annotation Remark}\par"
    )
    assert read_lines(read(tmp_path, body)) == ["Nora", "Text", "Note", "Page of 2"]


def test_a_table_row_is_one_line(tmp_path: Path) -> None:
    body = (
        rb"Before\par\trowd\cellx1\cellx2\pard\intbl 2021\cell Fjordline\cell\row"
        rb"\pard\intbl 2017\cell Halden\par Ran six servers\cell{\trowd\cellx1\cellx2\row}"
        # A program that leaves \intbl out.
        rb"\trowd\cellx1\cellx2\pard 2015\cell\par Orkdal Foods\cell\row\pard After\par"
    )
    assert read_lines(read(tmp_path, body)) == [
        "Before", "2021  Fjordline", "2017", "Halden", "Ran six servers", "2015  Orkdal Foods", "After",
    ]  # fmt: skip


def test_a_table_in_a_cell_stays_in_its_row(tmp_path: Path) -> None:
    body = (
        rb"\trowd\cellx1\cellx2\pard\intbl\itap1 Left\cell\pard\intbl\itap2 A\nestcell B\nestcell"
        rb"{\*\nesttableprops\trowd\cellx1\cellx2\nestrow}{\nonesttables\par}"
        rb"\pard\intbl\itap2 C\nestcell D\nestcell{\*\nesttableprops\trowd\nestrow}\pard\intbl\cell\row"
        rb"\pard After\par"
    )
    assert read_lines(read(tmp_path, body)) == ["Left", "A  B", "C  D", "After"]


def test_columns_sections_and_breaks_end_lines(tmp_path: Path) -> None:
    body = (
        rb"\sectd\cols2 Skills\column Languages\line Norwegian\tab native\sect Page\page two\par e\_mail"
        b"\\\nend\\par"
    )
    assert read(tmp_path, body).split("\n") == [
        "Skills", "Languages", "Norwegian\tnative", "Page", "two", "e-mail", "end",
    ]  # fmt: skip


def test_lists_and_headings_are_told_from_paragraphs(tmp_path: Path) -> None:
    styles = rb"{\stylesheet{Normal;}{\s2{\*\x y}heading 2;}{\s3 List Bullet;}}"
    body = (
        rb"\pard Plain\par\pard\s2 Work\par\pard\s3 Baked\par\pard\ls1{\listtext\'b7\tab}Sold\par"
        rb"\pard{\pntext 1.\tab}Bought\par Not listed\par\pard\sb240 Schools\par\pard\brdrb Prizes\par"
    )
    assert read(tmp_path, body, header=styles).split("\n") == [
        "Plain", "", "Work", "- Baked", "- Sold", "- Bought", "Not listed", "", "Schools", "", "Prizes",
    ]  # fmt: skip


def test_text_boxes_follow_their_paragraph_without_the_copy_for_old_programs(tmp_path: Path) -> None:
    body = (
        rb"Anchor{\shp{\*\shpinst\shpleft0{\sp{\sn txflTextFlow}{\sv 0}}{\shptxt Boxed\par words\par}}"
        rb"{\shprslt{\*\do{\dptxbxtext Copy\par}}}} here\par{\*\do\dobxpage{\dptxbxtext Old box\par}}\par"
    )
    assert read_lines(read(tmp_path, body)) == ["Anchor here", "Boxed", "words", "Old box"]


def test_pictures_objects_and_unknown_groups_are_left_out(tmp_path: Path) -> None:
    body = (
        rb"A{\pict\wmetafile8 0a0b0c}{\object{\*\objdata 0102}{\result Sheet}}{\*\future words}"
        rb"{\*\themedata 504b}{\xe Index}{\pict\bin5 }{}}x}B{\upr{Bad}{\*\ud{Good}}}\par"
    )
    assert read(tmp_path, body) == "ABGood"


def test_hidden_tiny_and_deleted_text_is_marked(tmp_path: Path) -> None:
    body = rb"Seen {\v not seen }{\deleted removed }{\fs2 dust}\v  off\v0  end{\v\plain  plain}\par"
    text, hidden = resolve(read(tmp_path, body))
    assert text == "Seen not seen dust off end plain"
    assert [(text[span.start : span.end].strip(), span.kind) for span in hidden] == [
        ("not seen", HiddenKind.INVISIBLE), ("dust", HiddenKind.TINY), ("off", HiddenKind.INVISIBLE),
    ]  # fmt: skip


async def test_hidden_orders_are_withheld(tmp_path: Path) -> None:
    order = ORDER.encode()
    white = await extract(tmp_path, rb"{\rtf1" + COLORS + rb"Nora\par{\cf1 " + order + rb"}\par}")
    assert_hidden(white, ORDER, HiddenKind.SAME_COLOR)
    unseen = await extract(tmp_path, rb"{\rtf1 Nora\par{\v " + order + rb"}\par}")
    assert_hidden(unseen, ORDER, HiddenKind.INVISIBLE)


@pytest.mark.parametrize(
    ("body", "is_hidden"),
    [
        (rb"{\cf1 Words}\par", True),
        (rb"{\cf2 Words}\par", False),
        (rb"{\cf9 Words}\par", False),
        (rb"\pard\cbpat2{\cf1 Words}\par", False),
        (rb"\pard\cbpat3{\cf1 Words}\par", True),
        (rb"\pard\shading10000{\cf1 Words}\par", False),
        (rb"{\cf1\highlight2 Words}\par", False),
        (rb"\trowd\clcbpat2\cellx1\cellx2\pard\intbl{\cf1 Words}\cell\cell\row", False),
        (rb"\trowd\clcbpat2\cellx1\cellx2\pard\intbl\cell{\cf1 Words}\cell\row", True),
        (rb"{\shp{\*\shpinst{\shptxt{\cf1 Words}\par}}}\par", False),
        (rb"{\shp{\*\shpinst\shpleft0\shptop0\shpbottom900\shpright900\shpwr3}}{\cf1 Words}\par", False),
        (rb"{\shp{\*\shpinst\shpleft0\shptop0\shpbottom90\shpright900\shpwr3}}{\cf1 Words}\par", True),
        (rb"{\*\background{\shp{\*\shpinst}}}{\cf1 Words}\par", False),
    ],
    ids=["paper", "blue", "unknown color", "shaded", "shaded white", "solid", "highlighted", "dark cell",
         "white cell", "box", "shape behind", "line", "dark page"],
)  # fmt: skip
def test_white_text_is_hidden_on_white_only(tmp_path: Path, body: bytes, is_hidden: bool) -> None:
    text, hidden = resolve(read(tmp_path, body, header=COLORS))
    assert "Words" in text
    assert [span.kind for span in hidden] == [HiddenKind.SAME_COLOR] * is_hidden


def test_forged_marks_are_removed(tmp_path: Path) -> None:
    assert read(tmp_path, rb"Se\u-560 ?en\u-529 ?\par") == "Seen"


def test_field_codes_are_dropped_and_contacts_behind_links_kept(tmp_path: Path) -> None:
    body = (
        rb'{\field{\*\fldinst{HYPERLINK \\l "top" }}{\fldrslt Up}} '
        rb"{\field{\*\fldinst{ PAGE {\field{\*\fldinst X}{\fldrslt Y}}}}{\fldrslt 2}}\par"
        rb'{\field{\*\fldinst HYPERLINK "https://www.linkedin.com/in/nora-lind" \\o "tip"}{\fldrslt In}}\par'
        rb'{\deleted{\field{\*\fldinst HYPERLINK "mailto:old@example.com"}{\fldrslt Old}}}\par'
    )
    assert read_lines(read(tmp_path, body)) == ["Up 2", "In  linkedin.com/in/nora-lind"]


@pytest.mark.parametrize(
    ("header", "body", "text"),
    [
        (rb"\ansicpg1250", rb"\'a3\'f3d\'9f", "\u0141\u00f3d\u017a"),
        (rb"\mac", rb"Jos\'8e", "Jos\u00e9"),
        (rb"\ansicpg65001", b"Zo\xc3\xab", "Zo\u00eb"),
        (rb"\ansicpg99999", rb"Zo\'eb", "Zo\u00eb"),
        (rb"\deff3{\fonttbl{\f3\fcharset161 A;}}", rb"\'c5\'eb\'dd\'ed", "\u0395\u03bb\u03ad\u03bd"),
        (rb"{\fonttbl{\f1\fcharset128 A;}}", rb"\f1\'8e\'52\'93\'63", "\u5c71\u7530"),
        (rb"{\fonttbl{\f1\fcharset128 A;}}", rb"\f1\'8eR\'93c", "\u5c71\u7530"),
        (rb"{\fonttbl{\f1\fcharset2 Wingdings;}}", rb"{\f1 J}Nora", "Nora"),
        (b"", rb"\uc2 \u23665\'8e\'52{\uc0\u30000}\u22826 xyz", "\u5c71\u7530\u592az"),
        (b"", rb"\u8226\bullet a\u8226\par", "\u2022a\u2022"),
        (b"", rb"\ldblquote a\rdblquote\emdash b\~c\\\{\}", "\u201ca\u201d\u2014b\u00a0c\\{}"),
        (b"", rb"\u-10179?x\u0 ?", "\ufffdx\x00"),
    ],
    ids=["Polish", "Macintosh", "UTF-8", "unknown", "default font", "Japanese", "raw second byte", "symbols",
         "Unicode", "word as fallback", "signs", "half a character"],
)  # fmt: skip
def test_text_is_decoded(tmp_path: Path, header: bytes, body: bytes, text: str) -> None:
    assert read(tmp_path, body, header=header) == text


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (CV[: CV.index(b"Moved") + 3], unreadable.DAMAGED),
        (CV[: CV.index(b"Freight")], unreadable.DAMAGED),
        (CV[: CV.index(b"Secret")], unreadable.DAMAGED),
        (rb"{\rtf1 Nora{\pict\bin900 x}\par}", unreadable.DAMAGED),
        (rb"{\rtf1" + b"{" * 100_000, unreadable.TOO_HARD),
        (rb"{\rtf1 " + b"word " * 200_000 + b"}", unreadable.TOO_MANY_CHARACTERS),
        (rb"{\rtf1{\info{\author Nora}}}", unreadable.EMPTY),
    ],
    ids=["cut word", "cut row", "cut header", "cut data", "deep", "long", "empty"],
)
async def test_an_unreadable_file_is_refused_with_its_reason(
    tmp_path: Path, content: bytes, reason: Reason
) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        await extract_document(write(tmp_path, content), name="cv.doc")
    assert (refused.value.code, refused.value.message) == (reason.code, reason.sentence)


def test_a_forgotten_last_brace_and_bytes_after_the_end_are_accepted(tmp_path: Path) -> None:
    assert read_rtf(write(tmp_path, CV[:-1])).endswith("With two others")
    assert read_rtf(write(tmp_path, rb"{\rtf1 Nora\par}}}" + bytes(9))) == "Nora"


@pytest.mark.parametrize(
    "piece",
    [rb"{\shp{\*\shpinst{\shptxt a\par", rb"{\footnote a\par", rb"\pard\intbl\itap9 a\nestcell", rb"\cellx1",
     rb"\u8226", rb"\'", rb"\bin-1", rb"{\*\fldinst HYPERLINK ", rb"\shpwr3"],
    ids=["boxes", "notes", "tables", "columns", "Unicode", "half bytes", "data", "fields", "shapes"],
)  # fmt: skip
def test_repeated_pieces_take_linear_time(tmp_path: Path, piece: bytes) -> None:
    def seconds(count: int) -> float:
        path = write(tmp_path, rb"{\rtf1 " + piece * count + b"}")
        began = time.process_time()
        find_reason(read_rtf, path)
        return time.process_time() - began

    assert seconds(8_000) < 8 * seconds(2_000) + 0.5


def test_blank_lines_count_as_text(tmp_path: Path) -> None:
    path = write(tmp_path, rb"{\rtf1 " + rb"\par" * 130_000 + b"}")
    assert find_reason(read_rtf, path) == unreadable.TOO_MANY_CHARACTERS


def test_cut_and_corrupted_files_raise_only_unreadable(tmp_path: Path) -> None:
    """Any exception other than Unreadable fails the test."""
    chance = random.Random(17)
    contents = [CV[:size] for size in range(0, len(CV), 9)]
    for _ in range(300):
        changed = bytearray(CV)
        for _ in range(chance.choice([1, 1, 4, 16])):
            changed[chance.randrange(len(CV))] = chance.choice([*b"{}\\\\'-90 u", chance.randrange(256)])
        contents.append(bytes(changed))
    result = [find_reason(read_rtf, write(tmp_path, content)) for content in contents]
    assert set(result) <= {*unreadable.REASONS.values(), None}
    assert None in result
    assert unreadable.DAMAGED in result
