"""Two CVs in one file: the first is read, the second is named."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from app.candidates.service import CandidateFacts
from app.documents.document_types import DocumentType
from app.documents.parsing.fields import find_fields
from app.documents.parsing.second_cv import find_second_cv
from app.documents.pipeline.stages import flag_second_cv
from app.documents.sandbox.requests import understand_text
from tests.documents.samples import CV

TODAY = date(2026, 11, 21)
OTHER = """Curriculum vitae

Pavel Osterman
Baker
Utrecht, +31 6 5550 0199, p.osterman@post.example

Work experience
Baker, Bakkerij Vier, Utrecht
March 2015 - August 2021
- Baked bread for three shops

Education
Vocational diploma, Bakery School Utrecht, 2013 - 2015
"""


def test_only_the_first_of_two_cvs_is_read() -> None:
    alone = find_fields(CV, DocumentType.CV, today=TODAY)
    both = find_fields(f"{CV}\n\n{OTHER}", DocumentType.CV, today=TODAY)
    assert both["candidate"] == alone["candidate"]
    assert both["second_cv"]["name"] == "Pavel Osterman"


def test_the_second_cv_begins_with_its_title() -> None:
    text = f"{CV}\n\n{OTHER}"
    second = find_second_cv(text)
    assert second is not None
    assert text[second.start :] == OTHER


async def test_the_warning_names_the_second_person() -> None:
    text = f"{CV}\n\n{OTHER}"
    understood = await understand_text(text, today=TODAY)
    assert isinstance(understood.facts, CandidateFacts)
    assert "Osterman" not in understood.facts.cv_text
    (flag,) = flag_second_cv(understood, text)
    assert (flag["kind"], text[flag["start"] : flag["end"]]) == ("second_cv", "Pavel Osterman")


@pytest.mark.parametrize(
    "more",
    [
        "\nReferences\nPavel Osterman, Head Baker, p.osterman@post.example, +31 6 5550 0199\n",
        f"\n{CV}",
    ],
    ids=["a referee", "the same person again"],
)
def test_one_person_is_one_cv(more: str) -> None:
    assert find_second_cv(CV + more) is None


def test_a_referee_within_the_positions_is_no_second_person() -> None:
    marker = "EDUCATION"
    assert marker in CV
    before, _, after = CV.partition(marker)
    text = f"{before}Reference: Pavel Osterman, p.osterman@post.example\n\n{marker}{after}"
    assert find_second_cv(text) is None


def test_no_other_cv_of_the_corpus_is_taken_for_two() -> None:
    folder = Path(__file__).parents[1] / "bench" / "documents"
    for name in ("invented", "languages"):
        for path in sorted((folder / name).glob("*/cv.txt")):
            assert find_second_cv(path.read_text(encoding="utf-8")) is None, path
