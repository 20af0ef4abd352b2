"""CVs with hidden instructions, and their clean twins: the same facts, so the same questions and scores."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from app.documents.sandbox.requests import understand_text
from app.documents.tables import DocumentType
from app.documents.understanding import understand_cv
from tests.documents import nasty, samples
from tests.documents.hidden import ORDER, read
from tests.fakes.engines import FakeLlm


def make_docx(hidden: str) -> bytes:
    """The sample CV, one paragraph for each line, with ``hidden`` (WordprocessingML) in the second."""
    lines = [
        f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in samples.CV.replace("&", "and").split("\n")
    ]
    lines.insert(1, hidden)
    return nasty.docx_with("".join(lines))


def hide(properties: str) -> str:
    return f"<w:p><w:r><w:rPr>{properties}</w:rPr><w:t>{ORDER}</w:t></w:r></w:p>"


async def find_facts(folder: Path, content: bytes) -> object:
    extracted = await read(folder, content)
    text = extracted.visible_text
    understood = await understand_text(text, stated_type=DocumentType.CV, today=date(2026, 11, 21))
    facts = await understand_cv(FakeLlm([]), understood, on_stage=lambda *_: None, with_assessment=False)
    return facts.name, facts.email, facts.cv_parsed, facts.cv_profile


@pytest.mark.parametrize(
    "properties",
    ["<w:vanish/>", '<w:color w:val="FFFFFF"/>', '<w:sz w:val="2"/>'],
    ids=["invisible", "white", "one point"],
)
async def test_hidden_instructions_change_no_fact_and_are_flagged(tmp_path: Path, properties: str) -> None:
    (tmp_path / "clean").mkdir()
    clean = await find_facts(tmp_path / "clean", make_docx(""))
    poisoned = make_docx(hide(properties))
    assert await find_facts(tmp_path, poisoned) == clean
    extracted = await read(tmp_path, poisoned)
    assert ORDER in extracted.text
    # What prompts for questions contain.
    clean_text = (await read(tmp_path / "clean", make_docx(""))).visible_text
    assert extracted.visible_text.split() == clean_text.split()
    assert {flag["kind"] for flag in extracted.flags} >= {"hidden_text", "instructions"}


async def test_instructions_in_pieces_that_nobody_sees_are_put_together_and_flagged(tmp_path: Path) -> None:
    """Zero-width characters between the letters: searched for as they are, the words are not there."""
    pieces = "\u200b".join(ORDER)
    extracted = await read(tmp_path, make_docx(f"<w:p><w:r><w:t>{pieces}</w:t></w:r></w:p>"))
    assert ORDER in extracted.text
    assert "instructions" in {flag["kind"] for flag in extracted.flags}
