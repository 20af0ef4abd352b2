"""Matching rules: named skills, shares of required skills, scores and reasons."""

from __future__ import annotations

import numpy as np
import pytest

from app.matching import rules
from app.matching.passages import Reason, choose_reasons
from app.skills.evidence import SkillEvidence
from app.skills.passages import is_named


@pytest.mark.parametrize(
    ("name", "named", "expected"),
    [
        ("Python", "Python", True),
        ("python", "PYTHON", True),
        ("Kafka", "Apache Kafka", True),
        ("C", "Objective C", False),
        ("C", "C", True),
        ("Java", "JavaScript", False),
        ("Spring", "Spring-like things", False),
        ("Ledgers", "Double-entry ledgers", True),
        ("Python", "", False),
    ],
)
def test_a_skill_is_recognized_as_whole_words(name: str, named: str, expected: bool) -> None:
    assert is_named(name, named) is expected


def test_required_skills_count_twice_and_one_alternative_is_enough() -> None:
    required = rules.RequiredSkills("Go | Java\nKafka", "Kubernetes")
    assert required.share("Cooking\nJava") == pytest.approx(2 / 5)
    assert required.share("Kubernetes") == pytest.approx(1 / 5)
    assert required.share("Go\nJava\nApache Kafka\nKubernetes") == 1
    assert required.share("") == 0
    assert rules.RequiredSkills("", "").share("Go") is None
    evidence = SkillEvidence(listed=["Kubernetes", "Sewing"])
    assert required.shared_and_missing(evidence) == (["Kubernetes"], ["Go / Java", "Kafka"])


def test_the_score_is_between_0_and_100_and_grows_with_both_parts() -> None:
    assert rules.score(-1.0, 0.0) == 0
    assert rules.score(1.0, 1.0) == pytest.approx(100)
    assert rules.score(rules.MATCHING_COSINE, None) == pytest.approx(100)
    assert rules.score(0.4, 0.5) > rules.score(0.3, 0.5)
    assert rules.score(0.4, 0.6) > rules.score(0.4, 0.5)
    # Shared words without a shared trade reach less than half of the score.
    assert rules.score(rules.UNRELATED_COSINE, 1.0) < 50


def test_reasons_are_the_most_similar_pairs_and_no_line_is_used_twice() -> None:
    axes = np.eye(3, dtype=np.float32)
    lines = np.asarray([[0.9, 0.1, 0], [0.8, 0.3, 0], [0, 0, 0.3]], dtype=np.float32)
    assert choose_reasons(["a", "b", "c"], axes, ["x", "y", "z"], lines) == [Reason("a", "x")]
    # "b" is also most similar to "x", which is already used for "a".
    lines[0], lines[1] = [0.9, 0.7, 0], [0.8, 0.6, 0]
    assert choose_reasons(["a", "b", "c"], axes, ["x", "y", "z"], lines) == [
        Reason("a", "x"),
        Reason("b", "y"),
    ]
    assert choose_reasons([], axes[:0], ["x"], lines[:1]) == []
    assert choose_reasons(["a"], axes[:1], [], lines[:0]) == []
