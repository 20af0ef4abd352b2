"""Headings of questions: what is accepted, and in which case."""

from __future__ import annotations

import pytest

from app.analysis.headings import heading_check
from app.llm.generation import Refusal


@pytest.mark.parametrize(
    ("question", "text", "heading"),
    [
        ("How do you close the till at night?", "Closing the till at night.", "closing the till at night"),
        ("How did you bring SAP to Norwell?", "Bringing SAP to Norwell", "bringing SAP to Norwell"),
        ("Which Orders Did You Cancel yourself?", "Orders Cancelled yourself", "Orders cancelled yourself"),
        ("What if the crane will not move?", "A crane that will not move", "a crane that will not move"),
    ],
)
def test_a_heading_keeps_the_words_of_the_question(question: str, text: str, heading: str) -> None:
    assert heading_check(question)(text) == heading


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How do you close the till at night?", "How do you close the till?"),
        ("How do you close the till at night?", "Closing your till"),
        ("How do you close the till at night?", "Closing the shop at night"),
        ("How do you close the till at night?", "Till"),
        ("How do you close the till at night?", "Closing the"),
        ("How do you close the till at night?", "Night closing"),
        ("How do you close the till at night?", ""),
        ("What if the crane will not move?", "A crane that will move"),
        ("What did you change as lead of the reading room last spring?", "Lead changes in the reading room"),
        ("How do you sort the stock, the orders, the returns and the letters of suppliers?", "Stock sorting"),
        ("How do you sort the stock, the orders, the returns and the letters of suppliers?", "The stock"),
    ],
)
def test_other_headings_are_refused(question: str, text: str) -> None:
    assert isinstance(heading_check(question)(text), Refusal)


def test_a_word_that_may_be_misheard_is_refused() -> None:
    check = heading_check("How do you close the till at night?", uncertain=frozenset({"till"}))
    assert isinstance(check("Closing the till at night"), Refusal)
    assert check("Closing at night") == "closing at night"
