"""Word documents saved as one XML file: Word 2003 XML and flat DOCX."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import pytest

from app.documents import unreadable
from app.documents.errors import UnreadableDocument, UnsupportedFile
from app.documents.extraction.docx_package import MAX_MEMBERS
from app.documents.extraction.kinds import FileKind
from app.documents.extraction.marking import HiddenKind
from app.documents.extraction.word_xml import read_word_xml
from app.documents.sandbox.requests import extract_document
from app.documents.unreadable import Reason, Unreadable
from tests.documents import samples
from tests.documents.hidden import ORDER, assert_hidden, read
from tests.documents.reading import find_reason

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<?mso-application progid="Word.Document"?>\n'
NAMES = (
    'xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" '
    'xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:wx="http://schemas.microsoft.com/office/word/2003/auxHint" '
    'xmlns:aml="http://schemas.microsoft.com/aml/2001/core"'
)
PACKAGE = "http://schemas.microsoft.com/office/2006/xmlPackage"


def run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


def paragraph(*runs: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{''.join(runs)}</w:p>"


def line(text: str) -> str:
    return paragraph(run(text))


def annotation(kind: str, content: str = "") -> str:
    content = content and f"<aml:content>{content}</aml:content>"
    return f'<aml:annotation aml:id="1" w:type="Word.{kind}" aml:author="Nora">{content}</aml:annotation>'


def word_2003(body: str, *, before: str = "") -> bytes:
    """A file with this content in its section, and ``before`` in front of the body."""
    body = f"<w:body><wx:sect>{body}</wx:sect></w:body>"
    return f"{HEAD}<w:wordDocument {NAMES}>{before}{body}</w:wordDocument>".encode()


def table(*rows: list[str]) -> str:
    cells = ("".join(f"<w:tc>{line(cell)}</w:tc>" for cell in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


def flat_docx(package: bytes) -> bytes:
    """The parts of a DOCX in one XML file, as Word writes them."""
    parts = []
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        for name in archive.namelist():
            if name.endswith((".xml", ".rels")):
                xml = archive.read(name).decode().partition("?>")[2]
                parts.append(f'<pkg:part pkg:name="/{name}"><pkg:xmlData>{xml}</pkg:xmlData></pkg:part>')
    parts.append('<pkg:part pkg:name="/word/media/a.png"><pkg:binaryData>AAAA</pkg:binaryData></pkg:part>')
    return f'{HEAD}<pkg:package xmlns:pkg="{PACKAGE}">{"".join(parts)}</pkg:package>'.encode()


async def read_text(folder: Path, content: bytes) -> str:
    return (await read(folder, content)).text


async def test_a_file_named_doc_is_read_in_document_order(tmp_path: Path) -> None:
    path = tmp_path / "upload"
    path.write_bytes(
        word_2003(
            "<wx:sub-section><wx:pBdrGroup>"
            + line("Nora Lindqvist")
            + "</wx:pBdrGroup>"
            + paragraph(run("Moved 140 services"), properties='<w:listPr><w:ilvl w:val="0"/></w:listPr>')
            + "</wx:sub-section><own:cv xmlns:own='urn:own'>"
            + table(["2019 - 2021", "Fjordline Freight AS"], ["2017", "Halden Shipping"])
            + "</own:cv>"
            + "<w:sectPr><w:hdr w:type='odd'>"
            + line("nora@example.com")
            + "</w:hdr><w:ftr w:type='odd'>"
            + line("Page 1")
            + "</w:ftr></w:sectPr>"
        )
    )
    extracted = await extract_document(path, name="cv.doc")
    assert extracted.kind == FileKind.WORD_XML
    assert extracted.mime_type == "application/msword"
    assert extracted.text.split("\n") == [
        "nora@example.com",
        "",
        "Nora Lindqvist",
        "- Moved 140 services",
        "2019 - 2021  Fjordline Freight AS",
        "2017  Halden Shipping",
        "Page 1",
    ]


async def test_headers_of_an_earlier_section_are_read_once(tmp_path: Path) -> None:
    header = f"<w:sectPr><w:hdr w:type='odd'>{line('Nora Lindqvist')}</w:hdr></w:sectPr>"
    body = paragraph(run("First"), properties=header) + line("Second") + header
    assert await read_text(tmp_path, word_2003(body)) == "Nora Lindqvist\n\nFirst\nSecond"


@pytest.mark.parametrize(
    ("properties", "kind"),
    [
        ("<w:vanish/>", HiddenKind.INVISIBLE),
        ('<w:rStyle w:val="Unseen"/>', HiddenKind.INVISIBLE),
        ('<w:color w:val="FFFFFF"/>', HiddenKind.SAME_COLOR),
        ('<w:sz w:val="2"/>', HiddenKind.TINY),
    ],
    ids=["vanish", "style", "white", "one point"],
)
async def test_hidden_text_is_marked(tmp_path: Path, properties: str, kind: HiddenKind) -> None:
    style = '<w:style w:type="character" w:styleId="Unseen"><w:rPr><w:vanish/></w:rPr></w:style>'
    body = paragraph(run("Nora Lindqvist "), run(ORDER, properties)) + line("Oslo")
    content = word_2003(body, before=f"<w:styles>{style}</w:styles>")
    extracted = await read(tmp_path, content)
    assert_hidden(extracted, ORDER, kind)
    assert extracted.visible_text == "Nora Lindqvist\nOslo"


@pytest.mark.parametrize(
    ("background", "is_visible"),
    [
        ('<w:background w:bgcolor="#112244"/>', True),
        ('<w:background w:bgcolor="navy"/>', True),
        ('<w:background><v:background id="picture"/></w:background>', True),
        ('<w:background w:bgcolor="white"/>', False),
        ('<w:background w:bgcolor="#FFFFEE"/>', False),
    ],
)
async def test_white_text_is_visible_on_a_dark_page(
    tmp_path: Path, background: str, is_visible: bool
) -> None:
    body = paragraph(run("Oslo "), run("Seen words", '<w:color w:val="FFFFFF"/>'))
    extracted = await read(tmp_path, word_2003(body, before=f"<w:bgPict>{background}</w:bgPict>"))
    assert ("Seen words" in extracted.visible_text) == is_visible


async def test_deleted_text_and_comments_are_left_out_and_insertions_kept(tmp_path: Path) -> None:
    deletion = annotation("Deletion")
    body = (
        paragraph(
            run("Lead "),
            annotation("Deletion", "<w:r><w:delText>Junior</w:delText></w:r>" + run("Trainee")),
            annotation("Insertion", run("Engineer")),
            f"<w:r>{annotation('Comment', line('Ask her'))}</w:r>",
        )
        + paragraph(annotation("Deletion", run("Gone")), properties=f"<w:rPr>{deletion}</w:rPr>")
        + f"<w:tbl><w:tr><w:trPr>{deletion}</w:trPr><w:tc>{line('Gone row')}</w:tc></w:tr></w:tbl>"
        + annotation("Insertion", line("New paragraph"))
        + paragraph(
            run("Shown", f"{annotation('Formatting', '<w:rPr><w:vanish/></w:rPr>')}<w:b/>"),
        )
    )
    extracted = await read(tmp_path, word_2003(body))
    assert extracted.visible_text == "Lead Engineer\nNew paragraph\nShown"
    assert extracted.hidden == ()


async def test_links_boxes_and_notes_are_read_once(tmp_path: Path) -> None:
    picture = "<w:binData w:name='a.png'>AAAA</w:binData>"
    textbox = f"<v:textbox><w:txbxContent>{line('Boxed')}</w:txbxContent></v:textbox>"
    note = f"<w:footnote>{line('A note')}</w:footnote>"
    end = f"<w:endnote>{line('At the end')}</w:endnote>"
    body = (
        paragraph('<w:hlink w:dest="mailto:nora@example.com">\n', run("Write to me"), "</w:hlink>")
        + paragraph(run("Kubernetes"), f"<w:r>{note}</w:r><w:r>{end}</w:r>")
        + paragraph(f"<w:r><w:pict>{picture}<v:shape>{textbox}</v:shape></w:pict></w:r>")
    )
    separator = (
        "<w:footnotePr><w:footnote w:type='separator'>" + line("Rule") + "</w:footnote></w:footnotePr>"
    )
    text = await read_text(tmp_path, word_2003(body, before=f"<w:docPr>{separator}</w:docPr>"))
    assert text.replace("\n\n", "\n").split("\n") == [
        "Write to me  nora@example.com",
        "Kubernetes",
        "Boxed",
        "A note",
        "At the end",
    ]


async def test_a_flat_docx_is_read_like_its_archive(tmp_path: Path) -> None:
    package = samples.make_docx(samples.CV)
    archive, flat = await read(tmp_path, package), await read(tmp_path, flat_docx(package))
    assert flat.kind == FileKind.WORD_XML
    assert "Nora Lindqvist" in flat.text
    assert flat.text == archive.text


def entity_bomb(use: str) -> bytes:
    entities = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 20}">' for n in range(9))
    declared = f'<!DOCTYPE w:wordDocument [<!ENTITY e0 "Nora Lindqvist">{entities}]>'
    return word_2003(use).replace(b"<w:wordDocument", declared.encode() + b"<w:wordDocument", 1)


def crowded_package() -> bytes:
    part = '<pkg:part pkg:name="/word/{}.xml"><pkg:xmlData><a/></pkg:xmlData></pkg:part>'
    parts = "".join(part.format(number) for number in range(MAX_MEMBERS + 1))
    return f'{HEAD}<pkg:package xmlns:pkg="{PACKAGE}">{parts}</pkg:package>'.encode()


def swelling_package() -> bytes:
    names = " ".join(f'xmlns:n{number}="urn:{number:0500}"' for number in range(200))
    return crowded_package().replace(b"<pkg:package", f"<pkg:package {names}".encode(), 1)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (word_2003(line("Nora Lindqvist"))[:-30], unreadable.DAMAGED),
        (word_2003(paragraph()), unreadable.EMPTY),
        (entity_bomb('<w:p><w:hlink w:dest="&e9;"/></w:p>'), unreadable.DAMAGED),
        (entity_bomb(paragraph(run("&e9;"))), unreadable.DAMAGED),
        (crowded_package(), unreadable.TOO_LARGE_INSIDE),
        (swelling_package(), unreadable.TOO_LARGE_INSIDE),
    ],
    ids=["cut", "empty", "entities in an attribute", "entities in text", "many parts",
         "namespaces repeated in each part"],
)  # fmt: skip
async def test_an_unreadable_file_is_refused_with_its_reason(
    tmp_path: Path, content: bytes, reason: Reason
) -> None:
    path = tmp_path / "upload"
    path.write_bytes(content)
    with pytest.raises(UnreadableDocument) as refused:
        await extract_document(path, name="cv.doc")
    assert (refused.value.code, refused.value.message) == (reason.code, reason.sentence)


@pytest.mark.parametrize(
    "content",
    [
        word_2003("").replace(b"w:body", b"w:other"),
        word_2003("<wx:sub-section>" * 5_000 + "</wx:sub-section>" * 5_000),
    ],
    ids=["no body", "deep"],
)
def test_damage_is_found_before_the_text_is_read(tmp_path: Path, content: bytes) -> None:
    """In the sandbox, a crash of the reader would look the same."""
    path = tmp_path / "upload"
    path.write_bytes(content)
    with pytest.raises(Unreadable) as refused:
        read_word_xml(path)
    assert refused.value.reason == unreadable.DAMAGED


async def test_a_file_on_the_server_is_never_included(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("Secret words")
    declared = f'<!DOCTYPE w:wordDocument [<!ENTITY secret SYSTEM "{secret.as_uri()}">]>'
    content = word_2003(line("Nora &secret; Lindqvist"))
    path = tmp_path / "upload"
    path.write_bytes(content.replace(b"<w:wordDocument", declared.encode() + b"<w:wordDocument", 1))
    # Outside the sandbox, which would not let it open the file either.
    assert read_word_xml(path).strip() == "Nora"


@pytest.mark.parametrize(
    "content",
    [
        f"{HEAD}<style {NAMES}/>".encode(),
        flat_docx(samples.make_docx("x")).replace(b'"/word/', b'"/ppt/'),
    ],
    ids=["style sheet", "presentation"],
)
async def test_xml_of_another_kind_is_not_supported(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "upload"
    path.write_bytes(content)
    with pytest.raises(UnsupportedFile) as refused:
        await extract_document(path, name="cv.doc")
    assert refused.value.code == unreadable.UNSUPPORTED.code


async def test_a_text_that_mentions_word_2003_stays_a_text(tmp_path: Path) -> None:
    text = "Nora Lindqvist\nWrote a converter for http://schemas.microsoft.com/office/word/2003/wordml"
    extracted = await read(tmp_path, text.encode())
    assert (extracted.kind, extracted.text) == (FileKind.TEXT, text)


def test_cut_and_corrupted_files_raise_only_unreadable(tmp_path: Path) -> None:
    """Any exception other than Unreadable fails the test."""
    chance = random.Random(17)
    whole = word_2003(
        paragraph(run("Nora", "<w:vanish/>"), f'<w:hlink w:dest="tel:1">{run("Call")}</w:hlink>')
        + table(["a", "b"])
        + paragraph(annotation("Deletion", run("x")), f"<w:r><w:footnote>{line('n')}</w:footnote></w:r>")
        + f"<w:sectPr><w:hdr>{line('h')}</w:hdr></w:sectPr>",
        before='<w:bgPict><w:background w:bgcolor="#112244"/></w:bgPict>',
    )
    flat = flat_docx(samples.make_docx("Nora Lindqvist"))
    contents = [whole[:size] for size in range(0, len(whole), 40)]
    for original in [whole] * 300 + [flat] * 60:
        changed = bytearray(original)
        for _ in range(chance.choice([1, 1, 2, 4])):
            # Letters mostly: any other byte ends the parse at once.
            changed[chance.randrange(len(changed))] = chance.choice(b"abprstw:/ <>\x00\xff")
        contents.append(bytes(changed))
    path = tmp_path / "upload"
    reasons: set[Reason | None] = set()
    for content in contents:
        path.write_bytes(content)
        reasons.add(find_reason(read_word_xml, path))
    assert {None, unreadable.DAMAGED} <= reasons <= {*unreadable.REASONS.values(), None}
