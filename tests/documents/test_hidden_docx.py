"""Hidden text in DOCX files, and revisions, links, notes and boxes."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.documents.extraction.marking import HiddenKind
from tests.documents import nasty
from tests.documents.hidden import ORDER, assert_hidden, read


def run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


def paragraph(*runs: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{''.join(runs)}</w:p>"


@pytest.mark.parametrize(
    ("properties", "kind"),
    [
        ("<w:vanish/>", HiddenKind.INVISIBLE),
        ('<w:color w:val="FFFFFF"/>', HiddenKind.SAME_COLOR),
        ('<w:color w:val="FEFDFE"/>', HiddenKind.SAME_COLOR),
        ('<w:sz w:val="2"/>', HiddenKind.TINY),
        ('<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="FFFFFF"/>', HiddenKind.SAME_COLOR),
    ],
    ids=["vanish", "white", "nearly white", "one point", "white on white shading"],
)
async def test_hidden_runs_of_a_docx_are_marked_by_kind(
    tmp_path: Path, properties: str, kind: HiddenKind
) -> None:
    xml = paragraph(run("Nora Lindqvist "), run(ORDER, properties)) + paragraph(run("Oslo, Norway"))
    extracted = await read(tmp_path, nasty.docx_with(xml))
    assert_hidden(extracted, ORDER, kind)
    assert extracted.visible_text == "Nora Lindqvist\nOslo, Norway"


@pytest.mark.parametrize(
    "xml",
    [
        paragraph(run("Seen words", '<w:vanish w:val="0"/>')),
        paragraph(run("Seen words", '<w:color w:val="FFFFFF"/><w:highlight w:val="darkBlue"/>')),
        paragraph(run("Seen words", '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="112244"/>')),
        paragraph(
            run("Seen words", '<w:color w:val="FFFFFF"/>'),
            properties='<w:shd w:val="clear" w:fill="112244"/>',
        ),
        '<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="112244"/></w:tcPr>'
        + paragraph(run("Seen words", '<w:color w:val="FFFFFF"/>'))
        + "</w:tc></w:tr></w:tbl>",
    ],
    ids=["vanish off", "highlight", "shaded run", "shaded paragraph", "shaded cell"],
)
async def test_white_text_on_a_dark_background_is_visible(tmp_path: Path, xml: str) -> None:
    extracted = await read(tmp_path, nasty.docx_with(xml))
    assert extracted.visible_text == "Seen words"
    assert extracted.flags == []


async def test_revisions_links_notes_and_boxes_of_a_docx(tmp_path: Path) -> None:
    box = (
        '<w:r><w:pict><w:txbxContent xmlns:v="urn:schemas-microsoft-com:vml">'
        + paragraph(run("In a box"))
        + "</w:txbxContent></w:pict></w:r>"
    )
    xml = (
        paragraph(
            run("Kept "),
            '<w:del w:id="1" w:author="x"><w:r><w:delText>deleted </w:delText></w:r></w:del>',
            f'<w:ins w:id="2" w:author="x">{run("inserted ")}</w:ins>',
            f'<w:moveFrom w:id="3" w:author="x">{run("moved away ")}</w:moveFrom>',
            f"<w:hyperlink>{run('linked')}</w:hyperlink>",
        )
        + paragraph(run("Before"), box)
        + "<w:tbl><w:tr><w:tc>" + paragraph(run("Python")) + "</w:tc><w:tc>" + paragraph(run("7 years"))
        + "</w:tc></w:tr></w:tbl>"
    )  # fmt: skip
    notes = f"<w:footnotes {nasty.W}><w:footnote>{paragraph(run('A footnote'))}</w:footnote></w:footnotes>"
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    links = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="n" Type="{kind}" Target="footnotes.xml"/></Relationships>'
    )
    content = nasty.docx_with(xml)
    parts = {"word/footnotes.xml": notes.encode(), "word/_rels/document.xml.rels": links.encode()}
    extracted = await read(tmp_path, nasty.replace_parts(content, parts))
    assert extracted.text.split("\n") == [
        "Kept inserted linked",
        "Before",
        "In a box",
        "Python  7 years",
        "A footnote",
    ]
