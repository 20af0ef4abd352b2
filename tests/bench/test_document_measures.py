"""Quality metrics of extracted document fields."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from app.bench.document_measures import Scores, Tally, compare_cv, compare_job, values_not_in
from app.bench.documents import find_answer
from app.documents.tables import DocumentType


def test_a_tally_counts_repeated_items() -> None:
    tally = Tally()
    tally.add(["nurse", "nurse", "clerk"], ["nurse", "nurse", "driver"])
    assert (tally.right, tally.wrong, tally.missed) == (2, 1, 1)
    assert tally.f1 == pytest.approx(2 / 3)
    assert Tally().f1 is None


def test_values_are_compared_regardless_of_spelling() -> None:
    scores = Scores()
    facts = {
        "name": "Zoë O'Neil",
        "phone": "+44 (0)7700 900-123",
        "linkedin": "https://www.linkedin.com/in/zoe",
        "cvParsed": {"skills": ["Kubernetes"], "experience": [{"title": "Nurse", "company": "St. Ann"}]},
        "cvProfile": {"totalExperienceYears": 7.4},
    }
    expected = {
        "name": "zoe o’neil",
        "phone": "+4407700900123",
        "linkedin": "linkedin.com/in/zoe",
        "employers": [{"title": "nurse", "company": "St Ann"}],
        "skills": ["k8s"],
        "totalExperienceYears": 8.2,
    }
    compare_cv(scores, "x", facts, expected)
    assert scores.mistakes == []


def test_wrong_and_missed_values_are_listed() -> None:
    scores = Scores()
    compare_cv(
        scores,
        "x",
        {"name": "A B", "cvProfile": {"totalExperienceYears": 3}},
        {"name": "C D", "totalExperienceYears": 5},
    )
    assert {(m["field"], m["what"]) for m in scores.mistakes} == {
        ("name", "wrong"), ("name", "missed"), ("years_within_1", "wrong"), ("years_within_1", "missed"),
    }  # fmt: skip
    compare_job(scores, "y", {"title": "Cook", "company": {"name": "X"}}, {"title": "Cook", "company": "Y"})
    assert scores.tallies["job_title"].f1 == 1
    assert scores.tallies["job_company"].f1 == 0


def test_values_that_are_not_in_the_text_are_listed() -> None:
    text = "Ann Lee, k8s and Excel since 2020"
    extracted = {"name": "Ann Lee", "skills": ["Kubernetes", "Cobol"], "experienceLevel": "senior"}
    assert values_not_in(text, extracted) == ["skills.1: Cobol"]


def test_expected_values_are_refused_for_a_changed_document(tmp_path: Path) -> None:
    document, answers = tmp_path / "ann.txt", tmp_path / "answers"
    document.write_text("Ann")
    answers.mkdir()
    content = {"sha256": hashlib.sha256(b"Ann").hexdigest(), "cv": {"name": "Ann"}}
    (answers / "ann.txt.json").write_text(json.dumps(content))
    answer = find_answer(document, answers)
    assert answer is not None
    assert (answer.type, answer.fields) == (DocumentType.CV, {"name": "Ann"})
    document.write_text("Bob")
    with pytest.raises(ValueError, match="another"):
        find_answer(document, answers)


def test_expected_values_beside_a_document_are_chosen_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "expected.json").write_text(json.dumps({"cv": {}, "job": {"title": "Cook"}}))
    (tmp_path / "job.txt").write_text("x")
    (tmp_path / "notes.txt").write_text("x")
    answer = find_answer(tmp_path / "job.txt", None)
    assert answer is not None
    assert answer.type == DocumentType.JOB_DESCRIPTION
    assert find_answer(tmp_path / "notes.txt", None) is None
