"""Which answers are clearly about a requirement of the job, and which are only near to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.analysis.judging import JudgedAnswer, JudgedSentence, rate_answer
from app.analysis.requirement_passages import RequirementPassages
from app.analysis.requirements import ExchangeCosines, RequirementRelations
from models.judgement.labels import SentenceLabel
from tests.analysis.exchange_factory import make_exchange
from tests.fakes.engines import make_judgment

BEES = "Wintering of bees"


def _answer(index: int, question: str, text: str) -> JudgedAnswer:
    exchange = replace(make_exchange(question, text), index=index)
    judgment = make_judgment(*[{SentenceLabel.ACTION: 0.9} for _ in exchange.sentences])
    sentences = tuple(
        JudgedSentence(sentence, dict(labels))
        for sentence, labels in zip(exchange.sentences, judgment.sentences, strict=True)
    )
    rating = rate_answer(judgment, has_requirement=False)
    return JudgedAnswer(exchange, sentences, dict(judgment.answer), "", rating)


def _search(
    requirement: str, talk: list[tuple[str, str]], *, question: float, sentence: float
) -> RequirementPassages:
    """The passages of an interview with these cosines in its first exchange, and none in the others."""
    answers = [_answer(index, *turns) for index, turns in enumerate(talk)]
    cosines = {
        answer.exchange.index: {
            requirement: ExchangeCosines(
                question * (not answer.exchange.index),
                0.0,
                [sentence * (not answer.exchange.index)] * len(answer.sentences),
            )
        }
        for answer in answers
    }
    relations = RequirementRelations(touched={index: {} for index in cosines}, cosines=cosines)
    return RequirementPassages.of(answers, relations, language="en")


def _list_clear(
    requirement: str, *talk: tuple[str, str], question: float = 0.0, sentence: float = 0.0
) -> list[int]:
    passages = _search(requirement, list(talk), question=question, sentence=sentence)
    return [answer.exchange.index for answer in passages.list_clear(requirement)]


def _list_near(
    requirement: str, *talk: tuple[str, str], question: float = 0.0, sentence: float = 0.0
) -> list[tuple[int, int]]:
    passages = _search(requirement, list(talk), question=question, sentence=sentence)
    return [(answer.exchange.index, at) for answer, at in passages.list_nearest(requirement)]


def test_a_question_about_a_requirement_makes_its_answer_clear() -> None:
    asked = ("How do you get the hives through the cold?", "I wrap them.")
    assert _list_clear(BEES, asked, question=0.6) == [0]
    assert _list_clear(BEES, asked, question=0.5) == []


def test_a_rare_word_of_the_requirement_in_the_question_lowers_the_limit() -> None:
    asked = ("What do you do with the bees then?", "I wrap them.")
    assert _list_clear(BEES, asked, question=0.4) == [0]
    assert _list_clear(BEES, asked, question=0.3) == []
    everywhere = [("And more?", f"Bees again, row {row}.") for row in range(5)]
    assert _list_clear(BEES, asked, *everywhere, question=0.4) == []


def test_an_answer_near_in_meaning_alone_is_not_clear() -> None:
    asked = ("What else?", "I wrap the hives before the frost.")
    assert _list_clear(BEES, asked, sentence=0.5) == []
    assert _list_near(BEES, asked, sentence=0.5) == [(0, 0)]
    assert _list_near(BEES, asked, sentence=0.3) == []


def test_a_rare_word_in_a_sentence_makes_it_the_nearest() -> None:
    asked = ("What else?", "I mended the fence. My bees were out by March.")
    assert _list_near(BEES, asked, sentence=0.3) == [(0, 1)]
    assert _list_near(BEES, asked, sentence=0.2) == []


@pytest.mark.parametrize(
    ("answer", "near"), [("I kept bees for nine years.", [(0, 0)]), ("I kept bees in the yard.", [])]
)
def test_only_a_length_of_time_is_near_to_years_of_work(answer: str, near: list[tuple[int, int]]) -> None:
    requirement = "Five years of keeping bees"
    assert _list_near(requirement, ("And before?", answer), sentence=0.6) == near
    assert _list_clear(requirement, ("And before?", answer), sentence=0.6) == []


def test_an_abbreviation_that_was_said_is_clear() -> None:
    asked = ("And papers?", "The NVQ ran out in May.")
    assert _list_clear("NVQ in beekeeping, in date", asked) == [0]
    assert _list_clear("Class 2 licence with CPC", ("And the truck?", "I never took me Class 2.")) == [0]
    assert _list_clear("Class 3 licence with CPC", ("And the truck?", "I never took me Class 2.")) == []


def test_questions_of_the_candidate_are_left_out() -> None:
    asked = ("Anything to ask about our bees?", "How many bees do you keep?")
    assert _list_clear(BEES, asked, question=0.9) == []
    assert _list_near(BEES, asked, sentence=0.9) == []
