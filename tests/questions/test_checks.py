"""Checks of generated questions: form, source, forbidden topics, language, similarity."""

from __future__ import annotations

from typing import Any

import pytest

from app.llm.generation import Refusal
from app.questions.checks import check_question, is_similar, tidy
from app.questions.facts import Fact
from app.questions.tables import QuestionCategory

FACT = Fact("cv", "statement", "Moved 140 services from Nomad to Kubernetes without a closed warehouse")
GOOD = "Can you walk me through how you moved 140 services from Nomad to Kubernetes?"
KNOWN = FACT.text + " in 2021"


def check(
    text: str, *, category: str = "behavioral", language: str = "en", others: tuple[str, ...] = ()
) -> object:
    return check_question(
        text, fact=FACT, category=QuestionCategory(category), known=KNOWN, language=language, others=others
    )


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f'"{GOOD}"',
        f"1. {GOOD}",
        f"Question: {GOOD}",
        f"Sure. {GOOD}",
        f'"{GOOD}',
        f"- {GOOD}\n",
        f"**{GOOD}**",
        GOOD.replace("?", "."),
        f"{GOOD} And what would you do differently?",
        f"{GOOD}\nThis question asks for a real situation.",
    ],
)
def test_text_around_a_good_question_is_removed(text: str) -> None:
    assert check(text) == GOOD


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Tell me about the services you moved from Nomad to Kubernetes.", "question mark"),
        ("Why Nomad and Kubernetes?", "words"),
        (GOOD[:-1] + " and then " * 40 + "?", "words"),
        ("How do you usually deal with difficult situations in your team at work?", "must name"),
        ("How old are you, and how did you move services from Nomad to Kubernetes?", "no place"),
        ("How did your husband feel while you moved services from Nomad to Kubernetes?", "no place"),
        ("Where are you originally from, and why did you move services to Kubernetes?", "no place"),
        ("How would you answer this interview question on services moved to Kubernetes?", "instructions"),
        ("Can you walk me through how you moved 950 services from Nomad to Kubernetes?", "number"),
        (
            "Moved 140 services from Nomad to Kubernetes without a closed warehouse, right?",
            "repeats the line",
        ),
        ("¿Cómo movió los servicios de Nomad a Kubernetes en el almacén de la empresa?", "language"),
    ],
)
def test_a_bad_question_is_refused_with_a_reason(text: str, reason: str) -> None:
    refused = check(text)
    assert isinstance(refused, Refusal)
    assert reason in refused.reason


def test_a_question_that_names_the_wrong_employer_is_refused() -> None:
    fact = Fact("cv", "statement", "Mentored two interns", where="Engineer at Tidewater Commerce")
    verdicts = [
        check_question(
            f"What did you learn about teaching when you mentored two interns at {employer}?",
            fact=fact,
            category=QuestionCategory.CULTURE,
            known="Mentored two interns",
            language="en",
            others=(),
            employers=("Tidewater Commerce", "Oakmere Systems"),
        )
        for employer in ("Tidewater Commerce", "Oakmere Systems")
    ]
    assert isinstance(verdicts[0], str)
    assert isinstance(verdicts[1], Refusal)


def test_an_invented_number_is_allowed_in_a_hypothetical_problem_only() -> None:
    text = "Suppose that 30 services fail on Kubernetes after the move from Nomad: where do you look first?"
    assert check(text, category="cognitive") == text
    assert isinstance(check(text, category="technical"), Refusal)


def test_a_near_duplicate_question_is_refused() -> None:
    other = "Could you walk me through how you moved the 140 services from Nomad to Kubernetes?"
    assert isinstance(check(GOOD, others=(other,)), Refusal)


def test_health_as_a_topic_of_work_is_allowed() -> None:
    fact = Fact("job", "responsibility", "Monitor the health of cluster nodes and patients' records")
    text = "How do you monitor the health of cluster nodes when records arrive late?"
    verdict = check_question(
        text, fact=fact, category=QuestionCategory.TECHNICAL, known=fact.text, language="en", others=()
    )
    assert verdict == text


def test_a_question_must_share_at_least_one_name_with_its_fact() -> None:
    fact = Fact("cv", "statement", "Desarrollo y mantenimiento de bases de datos PostgreSQL para bancos")
    arguments = {"category": QuestionCategory.TECHNICAL, "known": fact.text, "language": "en", "others": ()}
    named = "How do you keep a PostgreSQL server fast under load?"
    assert check_question(named, fact=fact, **arguments) == named  # type: ignore[arg-type]
    other = "How do you keep an Oracle server fast under load?"
    assert isinstance(check_question(other, fact=fact, **arguments), Refusal)  # type: ignore[arg-type]


def test_a_question_about_the_job_must_not_name_a_past_employer() -> None:
    fact = Fact("job", "career", "Senior developer")
    arguments = {
        "fact": fact,
        "category": QuestionCategory.MOTIVATION,
        "known": "Director of Operations at Alpine Technologies. Senior developer at Larkfield",
        "job_text": "Senior developer at Larkfield",
        "language": "en",
        "others": (),
        "employers": ("Alpine Technologies",),
    }
    wrong = "What attracts you to the role of senior developer at Alpine Technologies?"
    right = "What attracts you to the role of senior developer at Larkfield?"
    assert isinstance(check_question(wrong, **arguments), Refusal)  # type: ignore[arg-type]
    assert check_question(right, **arguments) == right  # type: ignore[arg-type]


def test_an_english_question_that_quotes_german_counts_as_english() -> None:
    line = "Betreuung der Datenbanken mit PostgreSQL"
    arguments = {
        "fact": Fact("cv", "statement", line),
        "category": QuestionCategory.TECHNICAL,
        "known": line,
        "others": (),
    }
    english = "How do you manage die Betreuung der Datenbanken mit PostgreSQL?"
    german = "Wie gehen Sie vor, wenn Sie die Betreuung der Datenbanken mit PostgreSQL planen?"
    assert isinstance(check_question(english, language="de", **arguments), Refusal)  # type: ignore[arg-type]
    assert check_question(german, language="de", **arguments) == german  # type: ignore[arg-type]


def test_a_question_in_another_language_than_requested_is_refused() -> None:
    text = "¿Cómo movió usted los 140 servicios de Nomad a Kubernetes en el almacén?"
    fact = Fact("cv", "statement", "Movió 140 servicios de Nomad a Kubernetes sin cerrar el almacén")
    arguments = {"fact": fact, "category": QuestionCategory.TECHNICAL, "known": fact.text, "others": ()}
    assert check_question(text, language="es", **arguments) == text  # type: ignore[arg-type]
    assert isinstance(check_question(text, language="en", **arguments), Refusal)  # type: ignore[arg-type]


def test_vectors_above_the_threshold_are_similar() -> None:
    assert is_similar([1.0, 0.0], [[0.9, 0.436]])
    assert not is_similar([1.0, 0.0], [[0.6, 0.8]])


def test_tidy_keeps_a_quotation_inside_the_question() -> None:
    assert tidy('What does "done" mean to you?') == 'What does "done" mean to you?'


@pytest.mark.parametrize(
    ("opening", "rest", "is_right"),
    [
        ("Can you walk me through how you", "moved services from Nomad to Kubernetes?", True),
        ("Can you walk me through how you", "moving services from Nomad to Kubernetes?", False),
        ("How exactly did you", "move services from Nomad to Kubernetes?", True),
        ("How exactly did you", "moved services from Nomad to Kubernetes?", False),
        ("How did you manage to", "moving services from Nomad to Kubernetes?", False),
        ("What matters most when it comes to", "moving services from Nomad to Kubernetes?", True),
    ],
)
def test_a_verb_in_the_wrong_form_after_the_opening_is_refused(
    opening: str, rest: str, *, is_right: bool
) -> None:
    verdict = check_question(
        f"{opening} {rest}",
        fact=Fact("cv", "statement", "Moved services from Nomad to Kubernetes"),
        category=QuestionCategory.BEHAVIORAL,
        known=KNOWN,
        language="en",
        others=(),
        opening=opening,
    )
    assert isinstance(verdict, str) is is_right
    assert is_right or "grammar" in str(verdict)


def test_a_question_about_a_small_part_of_its_line_is_refused() -> None:
    opening = "What was the hardest part of"
    arguments: dict[str, Any] = {
        "fact": Fact("cv", "statement", "Moved services from Nomad to Kubernetes for warehouses in Oslo"),
        "category": QuestionCategory.BEHAVIORAL,
        "known": KNOWN,
        "language": "en",
        "others": (),
        "opening": opening,
    }
    assert "leaves out" in str(check_question(f"{opening} your services in Oslo?", **arguments))
    whole = f"{opening} moving services from Nomad to Kubernetes for warehouses in Oslo?"
    assert check_question(whole, **arguments) == whole
    part = f"{opening} moving services from Nomad to Kubernetes for warehouses?"
    assert "without changing" in str(check_question(part, **arguments))


@pytest.mark.parametrize(
    ("line", "opening", "question"),
    [
        (
            "Grew the flock from 4 to 11",
            "How did you manage to",
            "How did you manage to grow the flock from 4 to 11?",
        ),
        (
            "Taught shearing to beginners",
            "What was the hardest part of",
            "What was the hardest part of teaching shearing to beginners?",
        ),
        (
            "Take in lambs and give advice",
            "What appeals to you about",
            "What appeals to you about taking in lambs and giving advice?",
        ),
        (
            "Prepare the flock for its first inspection",
            "How would you",
            "How would you prepare the flock for its first inspection?",
        ),
    ],
)
def test_a_line_put_into_a_sentence_is_accepted(line: str, opening: str, question: str) -> None:
    checked = check_question(
        question,
        fact=Fact("job" if opening == "How would you" else "cv", "statement", line),
        category=QuestionCategory.TECHNICAL,
        known=line,
        job_text=line,
        language="en",
        others=(),
        opening=opening,
    )
    assert checked == question


@pytest.mark.parametrize(
    "question",
    [
        "Which steps did you take to led the flock and write the records?",
        "Which steps did you take to lead the flock and wrote the records?",
    ],
)
def test_a_past_form_after_to_is_refused(question: str) -> None:
    checked = check_question(
        question,
        fact=Fact("cv", "statement", "Led the flock and wrote the records"),
        category=QuestionCategory.TECHNICAL,
        known="Led the flock and wrote the records",
        language="en",
        others=(),
        opening="Which steps did you take to",
    )
    assert checked == Refusal("its grammar is wrong after the words that are given")


def test_one_verb_of_two_with_the_ending_is_refused() -> None:
    line = "Record the births and give notice of them"
    checked = check_question(
        "What interests you about record the births and giving notice of them?",
        fact=Fact("job", "responsibility", line),
        category=QuestionCategory.MOTIVATION,
        known=line,
        job_text=line,
        language="en",
        others=(),
        opening="What interests you about",
    )
    assert checked == Refusal("its grammar is wrong after the words that are given")
