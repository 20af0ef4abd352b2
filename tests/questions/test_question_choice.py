"""Questions that code could ask about a line, how they are read, and which one is chosen."""

from __future__ import annotations

import pytest

from app.questions.fact_choice import FactChooser
from app.questions.facts import Fact
from app.questions.forms import list_opening_keys
from app.questions.line_kinds import LineKind
from app.questions.question_choice import QuestionChooser
from app.questions.question_rater import NAME, digest_examples, load_question_rater
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.trained import find_trained
from app.questions.wordings import Wording, list_questions

DUTY = Fact("job", "responsibility", "Plan the rota of six grooms")
DONE = Fact("cv", "statement", "Trained two young horses for the riding school")
LICENCE = Fact("job", "requirement", "Licence for horse trailers", line_kind=LineKind.CREDENTIAL)
FACTS = (
    DUTY,
    DONE,
    Fact("job", "responsibility", "Order hay and straw from the farms of the valley"),
    Fact("job", "requirement", "Knowledge of hoof care", line_kind=LineKind.SKILL),
    Fact("cv", "skill", "Outlook", line_kind=LineKind.SKILL),
    Fact("cv", "career", "Groom at Lower Farm", line_kind=LineKind.TITLE, spoken="Groom at Lower Farm"),
)


def ask(
    fact: Fact, category: QuestionCategory, others: tuple[str, ...] = (), language: str = "en"
) -> list[Wording]:
    return list_questions(
        fact, category=category, language=language, difficulty=Difficulty.MID, others=others, number=0
    )


def test_the_reader_was_trained_from_the_present_ratings() -> None:
    assert find_trained(NAME, digest_examples()), "run python -m tests.tools.train_question_rater"


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("category", QuestionCategory)
def test_no_question_begins_or_ends_like_one_of_the_set(category: QuestionCategory, language: str) -> None:
    others: tuple[str, ...] = ()
    for fact in (DUTY, DONE):
        asked = ask(fact, category, others, language)
        assert asked
        assert not list_opening_keys(others) & list_opening_keys(one.question for one in asked)
        others += (asked[0].question,)


def test_a_task_can_be_asked_about_in_one_sentence() -> None:
    questions = [one.question for one in ask(DUTY, QuestionCategory.TECHNICAL)]
    assert "How would you plan the rota of six grooms, and what would you watch out for?" in questions


def test_the_reader_prefers_a_task_to_a_certificate() -> None:
    pairs = [(fact, one) for fact in (DUTY, LICENCE) for one in ask(fact, QuestionCategory.COGNITIVE)]
    shares = load_question_rater().read(pairs, language="en")
    best = {
        fact.text: max(s for (f, _), s in zip(pairs, shares, strict=True) if f is fact) for fact, _ in pairs
    }
    assert best[DUTY.text] > best[LICENCE.text]


def test_the_best_question_is_always_the_same_and_no_line_comes_twice() -> None:
    def write() -> list[str]:
        facts = FactChooser(FACTS)
        chooser = QuestionChooser(facts, "en", Difficulty.MID)
        others: list[str] = []
        for number, category in enumerate(QuestionCategory):
            fact, question = next(chooser.rank(category, focus="", others=others, number=number))
            assert all(fact.said[1:] not in other for other in others)
            facts.take(fact)
            others.append(question)
        return others

    assert write() == write()
