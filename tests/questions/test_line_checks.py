"""Checks of a question against the line that it is about."""

from __future__ import annotations

import pytest

from app.questions.checks import check_question
from app.questions.facts import Fact
from app.questions.tables import QuestionCategory

FEED = "Ordered feed and tools"
RIDES = "Led rides along the coast for beginners"


def _check(question: str, *, opening: str = "") -> object:
    return check_question(
        question,
        fact=Fact("cv", "statement", FEED, "Head groom at Willow Stables"),
        category=QuestionCategory.BEHAVIORAL,
        known=f"{FEED}\n{RIDES}",
        language="en",
        others=[],
        employers=("Willow Stables",),
        opening=opening,
    )


def test_a_question_that_mixes_two_lines_is_refused() -> None:
    mixed = "How did you order feed and tools when you led rides along the coast?"
    assert "mixes" in str(_check(mixed))
    assert _check(f"{mixed[:-1].partition(' when')[0]} at Willow Stables?") == (
        "How did you order feed and tools at Willow Stables?"
    )


def test_a_question_that_does_not_begin_as_asked_is_refused() -> None:
    question = "About feed and tools, what was the hardest moment when you ordered them?"
    assert "begin with" in str(_check(question, opening="What was the hardest moment when you"))
    assert _check(question) == question


@pytest.mark.parametrize(
    ("text", "is_refused"),
    [
        ("Suppose that your team orders feed and tools for the whole season?", True),
        ("Suppose that your team orders feed and tools twice. What would you do first?", False),
        ("Suppose that your team orders feed and tools twice, how would you find out why?", False),
    ],
)
def test_a_situation_without_a_question_is_refused(text: str, is_refused: bool) -> None:
    result = check_question(
        text,
        fact=Fact("job", "responsibility", "Order feed and tools"),
        category=QuestionCategory.COGNITIVE,
        known=FEED,
        job_text=FEED,
        language="en",
        others=[],
        opening="Suppose that",
    )
    assert ("ask something" in str(result)) is is_refused


def test_a_question_that_adds_to_its_line_is_refused() -> None:
    opening = "What was the hardest moment when you"
    assert "adds things" in str(
        _check(f"{opening} ordered feed and tools for the veterinary hospital?", opening=opening)
    )
    assert isinstance(_check(f"{opening} ordered feed and tools?", opening=opening), str)
    assert "without changing" in str(
        _check(f"{opening} ordered feed and tools at Willow Stables?", opening=opening)
    )
    assert "adds things" in str(
        _check(f"{opening} ordered feed and tools that the head groom chose?", opening=opening)
    )


def test_a_situation_may_be_longer_than_another_question() -> None:
    text = f"Suppose that you order feed and tools{' and more of it' * 11}. What would you do first?"
    assert 45 < len(text.split()) <= 60

    def check(category: QuestionCategory) -> object:
        return check_question(
            text,
            fact=Fact("job", "responsibility", "Order feed and tools"),
            category=category,
            known=FEED,
            job_text=FEED,
            language="en",
            others=[],
            opening="Suppose that",
        )

    assert check(QuestionCategory.COGNITIVE) == text
    assert "45 words" in str(check(QuestionCategory.TECHNICAL))


def test_small_words_of_another_language_add_nothing_to_a_line() -> None:
    text = "Wie setzen Sie Futter und Werkzeug für sich und für die anderen ein?"
    result = check_question(
        text,
        fact=Fact("cv", "statement", "Futter und Werkzeug"),
        category=QuestionCategory.TECHNICAL,
        known="Futter und Werkzeug",
        language="de",
        others=[],
        opening="Wie setzen Sie",
    )
    assert result == text
