"""Text of binary Word files (.doc): stories, tables, fields, formatting and code pages."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from app.documents.extraction.kinds import FileKind
from app.documents.extraction.marking import HiddenKind, resolve
from app.documents.sandbox.requests import extract_document
from tests.documents import doc_files as doc
from tests.documents.doc_files import CV, Run, Style, read, word_6, word_97, write


async def test_text_of_8_bit_and_16_bit_pieces_is_joined(tmp_path: Path) -> None:
    read = await extract_document(write(tmp_path, CV))
    assert read.kind == FileKind.DOC
    assert read.text.splitlines() == [
        "Nora Lindqvist",
        "Engineer in Troms\u00f8 \u2013 \u0141\u00f3d\u017a and \u6771\u4eac \U0001f600",
        "- Moved 140 services",
    ]


def test_headers_come_first_and_footers_last(tmp_path: Path) -> None:
    header, footer = "Nora Lindqvist, Oslo\r", "Printed in May\r"
    starts = [0, 0, 0, 0, 0, 0, 0, 0, len(header), len(header), len(header) + len(footer)]
    # Six separators of notes, then: no header of even pages, a header, no footer of even pages, a footer.
    content = word_97(
        {
            "text": [Run("The main text\x02\r")],
            "footnotes": [Run("\x02 A footnote\r")],
            "headers": [Run(header), Run(footer)],
            "comments": [Run("A reviewer's remark\r")],
            "endnotes": [Run("An endnote\r")],
            "boxes": [Run("Words in a box\r")],
        },
        header_starts=[*starts, len(header) + len(footer)],
    )
    lines = [line.strip() for line in read(tmp_path, content).split("\n") if line.strip()]
    assert lines == [
        "Nora Lindqvist, Oslo", "The main text", "A footnote", "An endnote", "Words in a box",
        "Printed in May",
    ]  # fmt: skip


def test_a_table_row_is_one_line(tmp_path: Path) -> None:
    content = word_97(
        {
            "text": [
                Run("Before\r"),
                Run("2021\x07", paragraph=doc.CELL), Run("\x07", paragraph=doc.CELL),
                Run("Fjordline Freight\x07", paragraph=doc.CELL), Run("\x07", paragraph=doc.ROW_END),
                Run("2017\x07", paragraph=doc.CELL),
                Run("Halden Shipping\r", paragraph=doc.CELL), Run("Ran six servers\x07", paragraph=doc.CELL),
                Run("\x07", paragraph=doc.ROW_END),
                # A blank paragraph in a cell does not end the row.
                Run("2015\x07", paragraph=doc.CELL), Run("\r", paragraph=doc.CELL),
                Run("Orkdal Foods\x07", paragraph=doc.CELL), Run("\x07", paragraph=doc.ROW_END),
                Run("After\r"),
            ]
        }
    )  # fmt: skip
    assert read(tmp_path, content).split("\n") == [
        "Before", "2021  Fjordline Freight", "2017", "Halden Shipping", "Ran six servers",
        "2015  Orkdal Foods", "After",
    ]  # fmt: skip


def test_rows_are_found_without_paragraph_formatting(tmp_path: Path) -> None:
    content = word_97({"text": [Run("2021\x07Fjordline\x07\x072017\x07Halden\x07\x07After\r")]})
    assert read(tmp_path, content).split("\n") == ["2021  Fjordline", "2017  Halden", "After"]


def test_field_codes_are_dropped_and_their_results_kept(tmp_path: Path) -> None:
    text = (
        'See \x13 HYPERLINK "https://example.com/\x13 DATE \x14 today\x15" \x14my '
        "\x13 PAGE \x142\x15nd page\x15 now."
        "\x13 TOC without a result \x15\rA stray \x15 end, and \x13 a field that never ends\r"
    )
    assert read(tmp_path, word_97({"text": [Run(text)]})).split("\n") == [
        "See my 2nd page now.",
        "A stray  end, and  a field that never ends",
    ]


def test_special_characters_become_plain_ones(tmp_path: Path) -> None:
    text = "line\x0bbreak\tco\x1eop soft\x1fware \x01picture\x08\x0cnext page\r"
    assert read(tmp_path, word_97({"text": [Run(text)]})).split("\n") == [
        "line", "break\tco-op software picture", "next page",
    ]  # fmt: skip


def test_hidden_tiny_and_deleted_text_is_marked(tmp_path: Path) -> None:
    content = word_97(
        {
            "text": [
                Run("Seen "), Run("not seen ", doc.HIDDEN), Run("removed ", doc.DELETED),
                Run("dust", doc.TINY), Run(" end\r"),
            ]
        }
    )  # fmt: skip
    text, hidden = resolve(read(tmp_path, content))
    assert "removed" not in text
    assert [(text[span.start : span.end].strip(), span.kind) for span in hidden] == [
        ("not seen", HiddenKind.INVISIBLE),
        ("dust", HiddenKind.TINY),
    ]


def test_styles_hide_text_and_make_lists(tmp_path: Path) -> None:
    styles = [
        Style(paragraph=b""),
        Style(paragraph=doc.IN_LIST),
        Style(base=1, paragraph=b""),
        Style(paragraph=b"", characters=doc.HIDDEN),
        Style(base=3, characters=b""),
        Style(base=2, paragraph=b"", characters=b"\x3c\x08\x81"),
        Style(base=3, paragraph=b"", characters=b"\x3c\x08\x81"),
    ]
    content = word_97(
        {
            "text": [
                Run("Plain\r", paragraph=struct.pack("<H", 0)),
                Run("Listed\r", paragraph=struct.pack("<H", 2)),
                Run("Not listed\r", paragraph=struct.pack("<H", 2) + doc.NOT_IN_LIST),
                Run("Secret but "), Run("shown ", doc.SHOWN), Run("here\r", paragraph=struct.pack("<H", 3)),
                Run("By a style", doc.with_style(4)), Run(" of words\r", paragraph=struct.pack("<H", 0)),
                Run("Opposite\r", paragraph=struct.pack("<H", 5)),
                Run("Opposite of hidden\r", paragraph=struct.pack("<H", 6)),
            ]
        },
        styles=styles,
    )  # fmt: skip
    text, hidden = resolve(read(tmp_path, content))
    assert [line.strip() for line in text.split("\n") if line.strip()] == [
        "Plain", "- Listed", "Not listed", "Secret but shown here", "By a style of words", "- Opposite",
        "Opposite of hidden",
    ]  # fmt: skip
    assert [text[span.start : span.end].strip() for span in hidden] == [
        "Secret but", "here\nBy a style", "Opposite",
    ]  # fmt: skip


def test_styles_based_on_each_other_are_resolved_without_a_loop(tmp_path: Path) -> None:
    styles = [Style(base=1, paragraph=b""), Style(base=0, paragraph=b"", characters=doc.HIDDEN)]
    content = word_97({"text": [Run("Text\r", paragraph=struct.pack("<H", 0))]}, styles=styles)
    assert "Text" in read(tmp_path, content)


def test_hidden_text_of_word_6_is_found(tmp_path: Path) -> None:
    content = word_6([Run("Seen "), Run("not seen", doc.HIDDEN_6), Run(" end\r")])
    text, hidden = resolve(read(tmp_path, content))
    assert [text[span.start : span.end] for span in hidden] == ["not seen"]


@pytest.mark.parametrize(
    ("text", "language", "encoding", "characters"),
    [
        ("Zo\u00eb M\u00fcller \u2013 Stra\u00dfe", 0x407, "cp1252", 0),
        ("\u0418\u0432\u0430\u043d \u041f\u0435\u0442\u0440\u043e\u0432", 0x419, "cp1251", 0),
        ("\u0141ukasz \u017b\u00f3\u0142\u0107", 0x415, "cp1250", 0),
        ("\u0395\u03bb\u03ad\u03bd\u03b7", 0x408, "cp1253", 0),
        ("\u5c71\u7530\u592a\u90ce", 0x411, "cp932", 0),
        ("\u738b\u5c0f\u660e", 0x804, "gbk", 0),
        ("Jos\u00e9 Nu\u00f1ez", 0x40A, "mac_roman", 256),
    ],
    ids=["German", "Russian", "Polish", "Greek", "Japanese", "Chinese", "Macintosh"],
)
def test_word_6_text_is_decoded_by_its_language(
    tmp_path: Path, text: str, language: int, encoding: str, characters: int
) -> None:
    runs = [
        Run(f"{text}\r"),
        Run("1\x07", paragraph=doc.CELL_6), Run("2\x07", paragraph=doc.CELL_6),
        Run("\x07", paragraph=doc.ROW_END_6),
    ]  # fmt: skip
    content = word_6(runs, language=language, encoding=encoding, characters=characters)
    assert read(tmp_path, content).split("\n") == [text, "1  2"]
