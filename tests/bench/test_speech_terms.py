"""Terms of CV and job in the speech bench: what the model is told, and what came out right."""

from __future__ import annotations

import json
from pathlib import Path

from app.bench.speech_terms import TermCount, count_terms, list_term_words, read_hints

EXPECTED = {
    "cv": {"name": "Ana Ruiz", "employers": [{"company": "Copperline"}], "skills": ["Kafka", "code review"]},
    "job": {"company": "Larkfield", "requiredSkills": ["Knowledge of PCI DSS", "Go or Java"]},
}


def test_hints_come_from_the_expected_fields_of_cv_and_job(tmp_path: Path) -> None:
    assert read_hints(tmp_path) == ""
    (tmp_path / "expected.json").write_text(json.dumps(EXPECTED))
    assert read_hints(tmp_path) == (
        "Ana Ruiz, Copperline, Kafka, code review, Larkfield, Knowledge of PCI DSS, Go or Java"
    )


def test_terms_are_the_capitalized_words_of_the_hints() -> None:
    terms = list_term_words("Ana Ruiz, Kafka, code review, Knowledge of PCI DSS, Go or Java")
    assert terms == {"ana", "ruiz", "kafka", "pci", "dss", "go", "java"}


def test_each_place_with_a_term_is_compared() -> None:
    count = count_terms(
        "We moved it to Kafka, and Kafka at Copperline held.",
        "We moved it to Kafka and cough car at copper line held.",
        {"kafka", "copperline", "java"},
    )
    assert count == TermCount(said=3, right=1, missed=("kafka", "copperline"))


def test_a_term_that_nobody_said_counts_neither_way() -> None:
    assert count_terms("Nothing of the kind.", "Kafka.", {"kafka"}) == TermCount()
    assert count_terms("Kafka it was.", "", {"kafka"}) == TermCount(1, 0, ("kafka",))
