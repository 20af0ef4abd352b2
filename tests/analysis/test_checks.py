"""Checks of generated report texts: support by the transcript, form, follow-up questions."""

from __future__ import annotations

import pytest

from app.analysis.checks import Rules, question_check
from app.llm.generation import Refusal
from app.text.numbers import number_values

SOURCE = (
    "Interviewer: How did you stop the double charges?\nCandidate: I put an idempotency key on "
    "each request in Postgres. We had three hundred duplicate charges a week at Copperline, and after the "
    "rollout it was four."
)
RULES = Rules(SOURCE, min_support=0.4)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("three hundred to four", {"300", "4"}),
        ("twenty-five minutes", {"25"}),
        ("in twenty twenty-two", {"20", "22", "2022"}),
        ("at ten past eight, two hundred milliseconds", {"10", "8", "200"}),
        ("1,800 and 2.4 seconds", {"1800", "2.4"}),
        ("eight hundred and fifty", {"850"}),
        ("1.8 million", {"1800000"}),
        ("one of them", set()),
        ("one in four", {"4"}),
        ("no numbers", set()),
    ],
)
def test_numbers_are_found_in_digits_and_in_words(text: str, values: set[str]) -> None:
    assert number_values(text) == values


@pytest.mark.parametrize(
    "text",
    [
        "How did you stop the duplicate charges",
        "What would the candidate do about duplicate charges in Postgres?",
        "How would you stop 900 duplicate charges a week in Postgres?",
        "Why? And how would you stop the duplicate charges a week?",
        "What is your favourite colour, animal and holiday place?",
    ],
)
def test_an_unsuitable_follow_up_is_refused(text: str) -> None:
    assert isinstance(question_check(Rules(SOURCE, min_support=0.3))(text), Refusal)


def test_the_lead_in_of_a_good_follow_up_is_removed() -> None:
    check = question_check(Rules(SOURCE, min_support=0.3))
    assert check("All right. How did you count the duplicate charges before the rollout?") == (
        "How did you count the duplicate charges before the rollout?"
    )
