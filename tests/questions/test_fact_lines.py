"""Which lines of the documents become facts, and which of them are asked about last."""

from __future__ import annotations

import pytest

from app.questions.fact_choice import fitness
from app.questions.fact_collection import collect_facts
from app.questions.facts import CandidateBrief, Fact, JobBrief, PastPosition
from app.questions.line_kinds import LineKind
from app.questions.tables import QuestionCategory


def _positions(*positions: PastPosition) -> CandidateBrief:
    return CandidateBrief(text="Groom, Elm Stables", positions=positions)


def test_a_promotion_is_no_change_of_employer() -> None:
    facts = collect_facts(
        _positions(
            PastPosition("Head Groom", "Elm Stables", start="2021", end=None),
            PastPosition("Groom", "ELM Stables", start="2017", end="2021"),
            PastPosition("Groom", "Oak Stables", start="2014", end="2017"),
        ),
        None,
    )
    assert [fact.text for fact in facts if fact.kind == "move"] == ["Groom at Oak Stables, 2014 – 2017"]


@pytest.mark.parametrize(
    ("title", "named"),
    [("DRIVER TRAINER (TRAM)", "Driver Trainer"), ("Teamleitung Empfang", "Teamleitung Empfang")],
)
def test_the_title_of_the_job_has_a_line_of_its_own(title: str, named: str) -> None:
    facts = collect_facts(None, JobBrief(text="x", title=title, responsibilities=("Feed the horses",)))
    assert [fact.text for fact in facts if fact.kind == "career"] == [named]


@pytest.mark.parametrize(
    ("plain", "referring"),
    [
        ("We breed horses for riding schools", "Most of those horses go to schools"),
        ("Wir züchten seit 1950 Pferde für Reitschulen", "Die meisten davon gehen seit 1950 an Reitschulen"),
        ("Nous élevons depuis 1950 des chevaux d’école", "Nous élevons depuis 1950 ces chevaux"),
    ],
)
def test_a_sentence_that_refers_to_another_one_comes_later(plain: str, referring: str) -> None:
    alone, after = (Fact("job", "about", text, line_kind=LineKind.COMPANY) for text in (plain, referring))
    category = QuestionCategory.MOTIVATION
    assert fitness(alone, category) - fitness(after, category) >= 1.5


@pytest.mark.parametrize("start", ["Später", "Außerdem", "Après", "Later"])
def test_a_line_that_goes_on_from_another_one_comes_later(start: str) -> None:
    alone, after = (
        Fact("cv", "statement", text) for text in ("Fed thirty horses a day", f"{start} thirty horses a day")
    )
    category = QuestionCategory.BEHAVIORAL
    assert fitness(alone, category) - fitness(after, category) >= 1.4


def test_the_kind_of_contract_and_the_place_after_it_are_not_in_the_title() -> None:
    job = JobBrief(text="x", title="Comptable junior – CDI – Saumur", responsibilities=("Tenir la caisse",))
    facts = collect_facts(None, job, language="fr")
    assert [fact.text for fact in facts if fact.kind == "career"] == ["Comptable junior"]


def test_a_position_that_was_left_is_asked_about_in_motivation_alone() -> None:
    fact = Fact("cv", "move", "Groom at Oak Stables, 2014 – 2017", line_kind=LineKind.TITLE)
    work = Fact("cv", "skill", "Clipping", line_kind=LineKind.SKILL)
    assert fitness(fact, QuestionCategory.CULTURE) < fitness(work, QuestionCategory.CULTURE)
    assert fitness(fact, QuestionCategory.MOTIVATION) > fitness(work, QuestionCategory.MOTIVATION)


def test_a_question_stays_with_its_answer() -> None:
    text = "Cut the feed of the young horses? No, bought better hay and lost fewer foals that winter"
    facts = collect_facts(_positions(PastPosition("Groom", "Elm Stables", (f"{text}.",))), None)
    assert [fact.text for fact in facts if "hay" in fact.text] == [f"{text}."]
