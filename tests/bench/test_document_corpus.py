"""Parsing of whole documents about invented people, compared with expected values by the bench's metrics."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from app.bench.document_measures import Scores, compare_cv, compare_job, values_not_in
from app.bench.documents import Answer, find_answer
from app.candidates.service import CandidateFacts
from app.documents.facts import build_parsed_data, facts_from_fields
from app.documents.parsing.fields import find_fields
from app.documents.parsing.kind import detect_type
from app.documents.sandbox.requests import extract_document
from app.documents.tables import DocumentType
from app.job_descriptions.service import JobFacts

FOLDER = Path(__file__).parent / "documents"
PEOPLE = sorted(path.name for path in (FOLDER / "invented").iterdir())
JOBS = sorted(path.name for path in (FOLDER / "jobs").iterdir())
LANGUAGES = sorted((FOLDER / "languages").iterdir())
LANGUAGE_MINIMUMS = {
    "type": 1.0, "name": 0.95, "employers": 0.88, "titles": 0.82, "dates": 0.94, "skills": 0.93,
    "years_within_1": 0.87,
}  # fmt: skip
"""Below what was measured; without the line reader, these fields are between 0.5 and 0.8."""
FORM_MINIMUMS = {
    "mixed": {
        "type": 1.0, "name": 0.97, "employers": 0.9, "titles": 0.9, "skills": 0.83, "years_within_1": 0.87,
    },
    "second-mixed": {
        "type": 1.0, "name": 0.94, "employers": 0.85, "titles": 0.84, "skills": 0.87, "years_within_1": 0.82,
    },
    "fourth-mixed": {
        "type": 1.0, "name": 0.95, "employers": 0.9, "titles": 0.9, "skills": 0.93, "years_within_1": 0.92,
    },
    "sixth-mixed": {
        "type": 1.0, "name": 0.97, "employers": 0.96, "titles": 0.95, "skills": 0.95, "years_within_1": 0.96,
    },
    "seventh-mixed": {
        "type": 1.0, "name": 0.9, "employers": 0.88, "titles": 0.85, "skills": 0.85, "years_within_1": 0.85,
    },
    "eighth-mixed": {
        "type": 1.0, "name": 0.9, "employers": 0.88, "titles": 0.84, "skills": 0.85, "years_within_1": 0.86,
    },
    "ninth-mixed": {
        "type": 1.0, "name": 0.97, "employers": 0.94, "titles": 0.92, "skills": 0.87, "years_within_1": 0.94,
    },
    "tenth-mixed": {
        "type": 1.0, "name": 0.97, "employers": 0.95, "titles": 0.92, "skills": 0.9, "years_within_1": 0.92,
    },
    "eleventh-mixed": {
        "type": 1.0, "name": 0.97, "employers": 0.94, "titles": 0.93, "dates": 0.96, "skills": 0.85,
        "years_within_1": 0.96,
    },
    "twelfth-mixed": {
        "type": 1.0, "name": 0.95, "employers": 0.93, "titles": 0.93, "dates": 0.97, "skills": 0.94,
        "years_within_1": 0.95,
    },
    "thirteenth-mixed": {
        "type": 1.0, "name": 0.98, "employers": 0.95, "titles": 0.93, "dates": 0.97, "skills": 0.9,
        "years_within_1": 0.92,
    },
    "fourteenth-mixed": {
        "type": 0.97, "name": 0.97, "employers": 0.88, "titles": 0.86, "dates": 0.94, "skills": 0.84,
        "years_within_1": 0.9,
    },
    "fifteenth-mixed": {
        "type": 1.0, "name": 0.98, "employers": 0.94, "titles": 0.96, "dates": 0.97, "skills": 0.86,
        "years_within_1": 0.9,
    },
}  # fmt: skip
"""Below what was measured; in ``mixed``, employers and titles were below 0.8 before the changes."""
SCANS = {
    "ninth-mixed": frozenset({"g7-1", "g7-2"}),
    "tenth-mixed": frozenset({"g7-1", "g7-2", "g7-3", "g7-4", "g7-5"}),
    "eleventh-mixed": frozenset({"g7-1", "g7-2", "g7-3", "g7-4", "g7-5"}),
    "twelfth-mixed": frozenset({"g7-1", "g7-2", "g7-3", "g7-4", "g7-5"}),
    "thirteenth-mixed": frozenset({"g7-1", "g7-2", "g7-3", "g7-4", "g7-5"}),
    "fourteenth-mixed": frozenset({"g7-1", "g7-2", "g7-3", "g7-4", "g7-5"}),
    "fifteenth-mixed": frozenset({"g7-1", "g7-2", "g7-3", "g7-4", "g7-5"}),
}
"""Scanned pages: text recognition is optional, and slow."""
DOCUMENTS = sorted(path.name for path in (FOLDER / "kinds").glob("*.txt"))
TODAY = date(2026, 11, 21)


@pytest.mark.parametrize("name", PEOPLE)
def test_cvs_in_many_layouts_are_parsed(name: str) -> None:
    folder = FOLDER / "invented" / name
    text = (folder / "cv.txt").read_text(encoding="utf-8")
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["cv"]
    facts = facts_from_fields(find_fields(text, DocumentType.CV, today=TODAY), text)
    assert isinstance(facts, CandidateFacts)
    scores = Scores()
    person = {**build_parsed_data(facts), "cvParsed": facts.cv_parsed, "cvProfile": facts.cv_profile}
    compare_cv(scores, name, person, expected)
    assert scores.mistakes == []
    assert values_not_in(text, build_parsed_data(facts)) == []
    assert detect_type(text).type == "cv"


def test_cvs_in_many_languages_are_parsed() -> None:
    """Twenty languages, and headings and titles that no word list has."""
    scores = Scores()
    for folder in LANGUAGES:
        text = (folder / "cv.txt").read_text(encoding="utf-8")
        expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["cv"]
        facts = facts_from_fields(find_fields(text, DocumentType.CV, today=TODAY), text)
        assert isinstance(facts, CandidateFacts)
        scores.compare(folder.name, "type", [detect_type(text).type], ["cv"])
        person = {**build_parsed_data(facts), "cvParsed": facts.cv_parsed, "cvProfile": facts.cv_profile}
        compare_cv(scores, folder.name, person, expected)
        assert values_not_in(text, build_parsed_data(facts)) == []
    for field, minimum in LANGUAGE_MINIMUMS.items():
        f1 = scores.tallies[field].f1
        assert (f1 or 0.0) >= minimum, (field, f1, scores.mistakes)


@pytest.mark.parametrize("name", sorted(FORM_MINIMUMS))
async def test_cvs_of_many_forms_are_parsed(name: str) -> None:
    """Side bars, tables, LaTeX style, exports, as PDF, Word files and text."""
    scores = Scores()
    for path in sorted((FOLDER / name).glob("*/cv.*")):
        if path.parent.name in SCANS.get(name, ()):
            continue
        answer = find_answer(path, None)
        assert answer is not None
        text = (await extract_document(path)).visible_text
        facts = facts_from_fields(find_fields(text, DocumentType.CV, today=answer.today), text)
        assert isinstance(facts, CandidateFacts)
        parsed = build_parsed_data(facts)
        scores.compare(path.parent.name, "type", [detect_type(text).type], ["cv"])
        person = {**parsed, "cvParsed": facts.cv_parsed, "cvProfile": facts.cv_profile}
        compare_cv(scores, path.parent.name, person, answer.fields)
        assert values_not_in(text, parsed) == []
    metrics = scores.metrics()
    low = {
        field: metrics[field]["f1"]
        for field, least in FORM_MINIMUMS[name].items()
        if (metrics[field]["f1"] or 0) < least
    }
    assert low == {}


@pytest.mark.parametrize("name", JOBS)
def test_job_descriptions_in_many_layouts_are_parsed(name: str) -> None:
    folder = FOLDER / "jobs" / name
    text = (folder / "job.txt").read_text(encoding="utf-8")
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["job"]
    facts = facts_from_fields(find_fields(text, DocumentType.JOB_DESCRIPTION, today=TODAY), text)
    assert isinstance(facts, JobFacts)
    scores = Scores()
    compare_job(scores, name, facts.parsed, expected)
    assert scores.mistakes == []
    assert detect_type(text).type == "job_description"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_kinds_of_documents_are_distinguished(name: str) -> None:
    answer = find_answer(FOLDER / "kinds" / name, FOLDER / "kinds" / "answers")
    assert answer is not None
    assert detect_type((FOLDER / "kinds" / name).read_text(encoding="utf-8")).type == answer.type


def list_documents(folder: Path) -> list[tuple[Path, Answer]]:
    """Documents below ``folder`` that have expected values."""
    found = []
    for source in sorted((FOLDER / "answers").glob("*.json")):
        for path in folder.rglob(source.stem):
            answer = find_answer(path, FOLDER / "answers")
            if answer is not None:
                found.append((path, answer))
    return found


async def test_documents_of_the_shared_corpus_are_parsed_as_expected(shared_data: Path) -> None:
    scores = Scores()
    for path, answer in list_documents(shared_data):
        text = (await extract_document(path)).visible_text
        scores.compare(path.name, "type", [detect_type(text).type], [answer.type])
        if answer.type == "cv" and answer.fields:
            facts = facts_from_fields(find_fields(text, DocumentType.CV, today=answer.today), text)
            assert isinstance(facts, CandidateFacts)
            person = {**build_parsed_data(facts), "cvParsed": facts.cv_parsed, "cvProfile": facts.cv_profile}
            compare_cv(scores, path.name, person, answer.fields)
            assert values_not_in(text, build_parsed_data(facts)) == []
    for field, minimum in {
        "type": 0.97, "name": 0.95, "email": 0.98, "phone": 0.98, "linkedin": 0.98, "employers": 0.85,
        "titles": 0.85, "skills": 0.8, "years_within_1": 0.85,
    }.items():  # fmt: skip
        f1 = scores.tallies[field].f1
        assert (f1 or 0.0) >= minimum, (field, f1, scores.mistakes)
