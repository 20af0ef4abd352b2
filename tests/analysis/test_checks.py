"""Checks of generated report texts: support by the transcript, form, follow-up questions."""

from __future__ import annotations

import pytest

from app.analysis.checks import (
    Rules,
    find_fault,
    paragraph_check,
    question_check,
    trim_conclusion,
)
from app.llm.generation import Refusal
from app.text.numbers import number_values

SOURCE = (
    "Interviewer: How did you stop the double charges?\nCandidate: I put an idempotency key on "
    "each request in Postgres. We had three hundred duplicate charges a week at Copperline, and after the "
    "rollout it was four."
)
RULES = Rules(SOURCE, min_words=5, max_words=40, min_support=0.4)


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


def test_a_text_supported_by_the_source_is_accepted() -> None:
    text = "The candidate put an idempotency key on each request, and duplicate charges fell from 300 to 4."
    assert find_fault(text, RULES) is None


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The candidate brought duplicate charges a week down from 300 to 40.", "40"),
        ("The candidate put an idempotency key in Postgres at Stripe on each request.", "Stripe"),
        ("The candidate is an excellent engineer who put a key on each request.", "it judges"),
        ("I put an idempotency key on each request in Postgres after the rollout.", "third person"),
        ("She put an idempotency key on each request in Postgres after the rollout.", "assumes a gender"),
        ("The candidate enjoys sailing, gardening and long walks beside rivers.", "keep to the words"),
        ("The candidate **put** a key on each request in Postgres.", "markup"),
        ("Put keys.", "too short"),
    ],
)
def test_an_unsupported_text_is_refused_with_a_reason(text: str, word: str) -> None:
    fault = find_fault(text, RULES)
    assert fault is not None
    assert word in fault


def test_praise_in_a_concern_is_refused() -> None:
    text = "The candidate shows a strong commitment to each request in Postgres after the rollout."
    rules = Rules(SOURCE, min_support=0.3, is_favorable=False)
    assert "praises" in (find_fault(text, rules) or "")


def test_a_conclusion_added_by_the_model_is_trimmed() -> None:
    text = "The candidate put a key on each request, demonstrating an ability to solve common problems."
    assert trim_conclusion(text, SOURCE) == "The candidate put a key on each request."


def test_a_closing_clause_with_a_fact_is_kept() -> None:
    text = "The candidate put a key on each request, leading to four duplicate charges a week."
    assert trim_conclusion(text, SOURCE) == text


def test_a_sentence_that_refers_to_a_dropped_one_is_dropped_too() -> None:
    check = paragraph_check(RULES, max_sentences=3)
    kept = check(
        "The candidate put an idempotency key on each request in Postgres. The candidate wrote 900 tests. "
        "They ran after each rollout on each request. The duplicate charges fell to four a week."
    )
    assert kept == (
        "The candidate put an idempotency key on each request in Postgres. "
        "The duplicate charges fell to four a week."
    )


def test_a_paragraph_without_an_acceptable_sentence_is_refused() -> None:
    verdict = paragraph_check(RULES, max_sentences=3)("The candidate scored 99 points in everything.")
    assert isinstance(verdict, Refusal)


def test_a_description_must_be_about_the_quoted_words() -> None:
    check = paragraph_check(RULES, max_sentences=2, about="We had three hundred duplicate charges a week.")
    assert isinstance(check("The candidate put an idempotency key on each request in Postgres."), Refusal)
    assert isinstance(check("The candidate had three hundred duplicate charges a week."), str)


def test_an_amount_must_not_be_reported_as_a_difference() -> None:
    fault = find_fault("The duplicate charges at Copperline fell by four a week after the rollout.", RULES)
    assert fault is not None
    assert "'by' before a number" in fault


def test_a_negated_finding_is_refused() -> None:
    findings = ["2 answers gave reasons for what was done", "6 of 8 open questions got a concrete answer"]
    check = paragraph_check(Rules("\n".join(findings), min_support=0.3), max_sentences=2, findings=findings)
    assert isinstance(check("The candidate did not give reasons for what was done in 2 answers."), Refusal)
    assert isinstance(check("The candidate gave reasons for what was done in 2 answers."), str)


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


def test_a_follow_up_repeats_a_word_that_may_be_misheard_in_quotes_only() -> None:
    check = question_check(Rules(SOURCE, min_support=0.3, uncertain=frozenset({"duplicate"})))
    assert isinstance(check("How did you count the duplicate charges a week?"), Refusal)
    assert not isinstance(check('How did you count the "duplicate charges" a week?'), Refusal)


def test_the_lead_in_of_a_good_follow_up_is_removed() -> None:
    check = question_check(Rules(SOURCE, min_support=0.3))
    assert check("All right. How did you count the duplicate charges before the rollout?") == (
        "How did you count the duplicate charges before the rollout?"
    )
