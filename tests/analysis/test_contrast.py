"""Which passage the summary sets beside a line of the CV."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.analysis.consistency.facts import SaidAboutLine
from app.analysis.contrast import choose_contrast
from app.analysis.exchanges import QuestionKind
from app.analysis.findings import Background, Evidence, Speaker
from app.analysis.judging import JudgedAnswer, JudgedSentence, rate_answer
from tests.analysis.consistency.cases import cv, job
from tests.analysis.exchange_factory import make_exchange
from tests.fakes.engines import make_judgment

LINE = "- Built the cold store at Aldane Orchards, 2015"
BACKGROUND = Background(cv_parsed=cv(job("Foreman", "Aldane Orchards", "2015", None)))


def _answer(index: int, said: str, kind: QuestionKind = QuestionKind.WORK) -> JudgedAnswer:
    exchange = replace(make_exchange("How was that?", said), index=index, kind=kind)
    judgment = make_judgment(*[{} for _ in exchange.sentences])
    sentences = tuple(
        JudgedSentence(sentence, dict(labels))
        for sentence, labels in zip(exchange.sentences, judgment.sentences, strict=True)
    )
    return JudgedAnswer(
        exchange, sentences, dict(judgment.answer), "", rate_answer(judgment, has_requirement=False)
    )


def _choose(
    said: str,
    *others: str,
    without: frozenset[str] = frozenset(),
    kind: QuestionKind = QuestionKind.WORK,
) -> bool:
    answers = [_answer(index, text, kind) for index, text in enumerate((said, *others))]
    passage = SaidAboutLine(LINE, (Evidence("s2", said, Speaker.CANDIDATE, 0.0),))
    return choose_contrast([passage], answers, BACKGROUND, without=without) is not None


@pytest.mark.parametrize(
    ("said", "is_chosen"),
    [
        ("The cold store was there already, I only swept it.", True),
        ("The cold store was a fine piece of work.", False),
        ("At Aldane I was never late.", False),
        ("I only swept it.", False),
        ("I only came in 2015.", False),
    ],
)
def test_a_passage_shares_a_word_and_denies_or_restricts(said: str, is_chosen: bool) -> None:
    assert _choose(said) is is_chosen


def test_what_every_answer_is_about_does_not_point_to_a_line() -> None:
    said = "The cold store was there already, I only swept it."
    assert not _choose(said, "The cold store is large.", "I love the cold store.")


def test_a_summary_of_the_career_is_not_chosen() -> None:
    assert not _choose("I only swept the cold store.", kind=QuestionKind.MOTIVATION)


def test_what_is_quoted_elsewhere_is_not_chosen() -> None:
    assert not _choose("I only swept the cold store.", without=frozenset({"s2"}))
