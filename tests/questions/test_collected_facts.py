"""Facts collected from a CV and a job: titles, employers, and lines that are several."""

from __future__ import annotations

import pytest

from app.questions.fact_collection import collect_facts
from app.questions.facts import CandidateBrief, JobBrief, PastPosition
from app.questions.line_kinds import LineKind
from tests.questions import samples


def test_the_position_is_asked_about_once() -> None:
    job = JobBrief(
        text="x",
        title="Head Groom",
        company="Willow Stables",
        responsibilities=("Head Groom, Willow Stables", "Plan the rota of six grooms"),
    )
    facts = collect_facts(None, job)
    assert [fact.text for fact in facts if fact.line_kind is LineKind.TITLE] == [
        "Head Groom at Willow Stables"
    ]


def test_a_line_that_begins_with_a_period_is_the_head_of_an_entry() -> None:
    lines = ("2005 – 2008 Milking, baling and building site jobs", "Milking, baling and repair of fences")
    kinds = {fact.text: fact.line_kind for fact in collect_facts(samples.make_brief(*lines), None)}
    assert [kinds[line] for line in lines] == [LineKind.OTHER, LineKind.WORK]


def test_a_list_with_semicolons_is_several_lines() -> None:
    job = JobBrief(text="x", requirements=("knowledge of feed; experience of teaching; driving licence",))
    texts = [fact.text for fact in collect_facts(None, job)]
    assert texts == ["knowledge of feed", "experience of teaching", "driving licence"]


def test_a_line_that_begins_with_the_name_of_the_employer_is_about_it() -> None:
    job = JobBrief(
        text="x", company="Willow Stables Ltd", about="Willow orders feed and bedding every month."
    )
    (fact,) = collect_facts(None, job)
    assert fact.line_kind is LineKind.COMPANY


def test_a_position_is_named_in_the_language_of_the_questions() -> None:
    job = JobBrief(text="x", title="Pferdewirtin (m/w/d) (80 %)", company="Hof Weide")
    candidate = CandidateBrief(text="x", positions=(PastPosition("Groom", "Elm Stables"),))
    assert [fact.text for fact in collect_facts(candidate, job, language="de")] == [
        "Groom (Elm Stables)",
        "Pferdewirtin (Hof Weide)",
    ]
    assert [fact.text for fact in collect_facts(candidate, job)] == [
        "Groom at Elm Stables",
        "Pferdewirtin at Hof Weide",
    ]


@pytest.mark.parametrize(
    ("title", "employer", "is_asked_about"),
    [
        ("Head Groom", "Willow Stables", True),
        ("Willow", "Willow Stables", False),
        ("Willow & Sons horse dealers", "Elm Bridge", False),
        ("Head Groom", "14 horses", False),
        ("Looked after the horses of the riding school", "Willow Stables", False),
    ],
)
def test_only_what_is_a_position_is_asked_about_as_one(
    title: str, employer: str, *, is_asked_about: bool
) -> None:
    brief = CandidateBrief(text="x", positions=(PastPosition(title, employer),))
    assert bool(collect_facts(brief, None)) is is_asked_about


def test_a_duty_is_not_taken_for_the_title_of_the_job() -> None:
    job = JobBrief(
        text="x", title="Look after the horses and advise their owners", requirements=("Hoof care",)
    )
    assert [fact.text for fact in collect_facts(None, job)] == ["Hoof care"]


def test_a_text_of_two_sentences_is_two_lines() -> None:
    job = JobBrief(
        text="x", responsibilities=("Order feed for the whole stable. Lead the rides along the coast.",)
    )
    assert [fact.text for fact in collect_facts(None, job)] == [
        "Order feed for the whole stable.",
        "Lead the rides along the coast.",
    ]
