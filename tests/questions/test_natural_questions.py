"""Questions that can be asked as they stand: what is asked fits the line, and nothing is cut off."""

from __future__ import annotations

import pytest

from app.questions.clauses import tells_action
from app.questions.fact_collection import collect_facts
from app.questions.facts import CandidateBrief, Fact, JobBrief, PastPosition
from app.questions.fitness import fitness
from app.questions.line_kinds import LineClassifiers, LineKind
from app.questions.pieces import split_sentences
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.titles import name_title
from app.questions.wordings import list_questions


def ask(fact: Fact, category: QuestionCategory) -> list[str]:
    wordings = list_questions(
        fact, category=category, language="en", difficulty=Difficulty.MID, others=(), number=0
    )
    return [one.question for one in wordings]


@pytest.mark.parametrize("category", QuestionCategory)
def test_what_was_done_once_is_not_asked_about_as_daily_work(category: QuestionCategory) -> None:
    once = ask(Fact("cv", "statement", "Wrote the manual of the riding school"), category)
    daily = ask(Fact("cv", "statement", "Writing manuals for riding schools"), category)
    assert once
    assert daily
    assert not [question for question in once if "work like that" in question]
    assert set(once) != set(daily)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Broke in two young horses", True),
        ("Breaking in young horses", True),
        ("Plan the rota of six grooms", True),
        ("I broke in two young horses", True),
        ("Six grooms and a farrier", False),
        ("Second groom at the stud", False),
        ("Riding", False),
    ],
)
def test_a_line_tells_an_action_or_names_a_thing(line: str, *, expected: bool) -> None:
    assert tells_action(line) is expected


def test_an_action_is_asked_about_before_a_thing() -> None:
    lines = ("Trained the grooms of the stud", "Second groom at the stud")
    brief = CandidateBrief(text="x", positions=(PastPosition("Groom", "Elm Stud", lines),))
    facts = {fact.text: fact for fact in collect_facts(brief, None)}
    assert [facts[line].tells_action for line in lines] == [True, False]
    action, thing = (Fact("cv", "statement", "x y z", tells_action=told) for told in (True, False))
    assert all(fitness(action, category) > fitness(thing, category) for category in QuestionCategory)


@pytest.mark.parametrize(
    "title", ["Stable Hand II", "Head of Yard, Young Horses", "Groom / Rider", "Groom – Racing Yard"]
)
def test_the_whole_title_of_the_job_is_named(title: str) -> None:
    (fact,) = collect_facts(None, JobBrief(text=title, title=title))
    questions = ask(fact, QuestionCategory.MOTIVATION)
    assert questions
    assert all(title in question for question in questions)


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("Stable Manager -", "Stable Manager"),
        ("Stable Manager (m/w/d) –", "Stable Manager"),
        ("Newmarket\tStable Manager", "Stable Manager"),
    ],
)
def test_a_title_ends_without_a_mark_and_has_no_other_column(title: str, named: str) -> None:
    assert name_title(title, LineClassifiers()) == named


def test_a_reference_to_the_employer_above_is_no_name() -> None:
    brief = CandidateBrief(text="x", positions=(PastPosition("Groom", "SAME STUD"),))
    assert [fact.line_kind for fact in collect_facts(brief, None)] == [LineKind.OTHER]


@pytest.mark.parametrize(
    "text",
    [
        "Shoed the horses of Prof. Hill and of two other families.",
        "You have shoed horses for min. 3 years at a stud.",
        "Ran the yard of the Dept. Equine Science from Oct. 2019 on.",
    ],
)
def test_an_abbreviation_ends_no_sentence(text: str) -> None:
    assert split_sentences(text) == [text]


def test_a_full_stop_ends_a_sentence() -> None:
    sentences = ["You feed the horses of the yard.", "12 horses are looked after by each groom."]
    assert split_sentences(" ".join(sentences)) == sentences
