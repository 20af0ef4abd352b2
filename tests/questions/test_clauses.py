"""Lines that become part of a sentence instead of being quoted."""

from __future__ import annotations

import pytest

from app.questions.clauses import find_clause
from app.questions.fact_collection import collect_facts
from app.questions.facts import CandidateBrief, Fact, JobBrief, PastPosition
from app.questions.fitness import fitness
from app.questions.forms import is_for_model, is_list, word_question
from app.questions.line_kinds import LineKind
from app.questions.tables import QuestionCategory


def of_cv(text: str) -> Fact:
    return Fact("cv", "statement", text)


def of_job(text: str) -> Fact:
    return Fact("job", "responsibility", text)


@pytest.mark.parametrize(
    ("fact", "clause"),
    [
        (of_cv("Rebuilt the stables after a fire."), "rebuilt the stables after a fire"),
        (
            of_cv("Fed 40 horses a week, which nobody had done before"),
            "fed 40 horses a week, which nobody had done before",
        ),
        (of_cv("Trained grooms, drivers and farm hands"), "trained grooms, drivers and farm hands"),
        (of_cv("Manage a yard of 30 horses"), "manage a yard of 30 horses"),
        (of_job("Plan the rota of six grooms"), "plan the rota of six grooms"),
        (of_job("To keep hay for 2.5 months in stock"), "keep hay for 2.5 months in stock"),
        (of_job("You’ll also lunge the young horses"), "lunge the young horses"),
        (of_job("Report to the owner of the stables"), "report to the owner of the stables"),
        (of_job("You plan the rota of six grooms"), "plan the rota of six grooms"),
    ],
)
def test_a_line_that_begins_with_a_verb_is_a_clause(fact: Fact, clause: str) -> None:
    assert find_clause(fact, "en") == clause


@pytest.mark.parametrize(
    "fact",
    [
        of_cv("Promoted to head groom after one year"),
        of_cv("Plan of the new stables"),
        of_cv("Lead groom at weekends"),
        of_cv("Rebuilt my uncle's stables"),
        of_cv("Rebuilt the stables; no fire since then"),
        of_cv("Rebuilt the stables (with help)"),
        of_cv("Fed horses, mucking out, repairs"),
        of_cv("Care of horses and ponies"),
        of_job("Rebuilt the stables after a fire"),
        of_job("Order of hay and straw"),
        of_job("Keep your own horse here"),
        of_job("You will be the first groom here"),
        of_job("You will know all horses by name"),
        of_job("To feed the horses, and to clean the stables"),
        of_cv("Mentor for young grooms and drivers"),
        of_cv("Fed also the ponies of the neighbours"),
        Fact("job", "requirement", "Manage a yard of 30 horses"),
        Fact("cv", "statement", "Manage a yard of 30 horses", line_kind=LineKind.TRAIT),
        Fact("cv", "statement", "Manage a yard of 30 horses", is_foreign=True),
    ],
    ids=lambda fact: fact.text,
)
def test_any_other_line_is_quoted(fact: Fact) -> None:
    assert find_clause(fact, "en") is None
    question = word_question(fact, category=QuestionCategory.BEHAVIORAL, language="en", others=(), number=0)
    assert question is not None
    assert f"“{fact.text}”" in question


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("Nourrir les chevaux de l’écurie", "nourrir les chevaux de l’écurie"),
        ("Vérifier l’état des clôtures", "vérifier l’état des clôtures"),
        ("Chantier des nouvelles écuries", None),
        ("Nourrir les chevaux et réparer les clôtures", None),
        ("Nourrir les chevaux et les faire courir", None),
        ("Soin des chevaux et des poneys", None),
    ],
)
def test_a_french_duty_with_one_infinitive_is_a_clause(line: str, clause: str | None) -> None:
    assert find_clause(of_job(line), "fr") == clause


def test_a_german_line_is_always_quoted() -> None:
    assert find_clause(of_job("Pferde füttern und Ställe ausmisten"), "de") is None


def test_a_clause_is_part_of_its_question() -> None:
    fact = of_job("Plan the rota of six grooms")
    question = word_question(fact, category=QuestionCategory.TECHNICAL, language="en", others=(), number=0)
    assert question is not None
    assert question.startswith("Part of this job is to plan the rota of six grooms. ")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Hay, straw, oats", True),
        ("Feed for horses, ponies and donkeys", False),
    ],
)
def test_a_preposition_in_its_first_part_makes_a_line_no_list(line: str, *, expected: bool) -> None:
    assert is_list(line) is expected


def kinds_of_job(**of_job_brief: object) -> dict[str, LineKind]:
    facts = collect_facts(None, JobBrief(text="x", **of_job_brief))  # type: ignore[arg-type]
    return {fact.text: fact.line_kind for fact in facts}


def test_a_sentence_that_begins_with_a_verb_says_nothing_about_the_employer() -> None:
    kinds = kinds_of_job(about="Manage the horses of Elm Stables and their riders.", company="Elm Stables")
    assert kinds["Manage the horses of Elm Stables and their riders."] is LineKind.WORK


def test_a_sentence_that_tells_a_duty_says_nothing_about_the_employer() -> None:
    about = "You will support three grooms of Elm Stables who look after forty horses."
    assert kinds_of_job(about=about, company="Elm Stables") == {about: LineKind.WORK}


def test_a_sentence_with_the_genders_of_a_title_is_no_line() -> None:
    assert not kinds_of_job(about="Leitung (w/m/d) für unseren neuen Reitstall am Hafen in Kiel.")


@pytest.mark.parametrize(
    ("title", "company", "expected"),
    [
        ("Night Porter, Hotel Aurora, Whitby", "", "Night Porter at Hotel Aurora"),
        ("Head Groom, Willow Stables", "Willow", "Head Groom at Willow Stables"),
        ("Team Leader, Customer Service", "Willow", "Team Leader, Customer Service at Willow"),
    ],
)
def test_a_title_with_its_employer_names_both(title: str, company: str, expected: str) -> None:
    assert expected in kinds_of_job(title=title, company=company)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("FEED THE HORSES EVERY MORNING", "Feed the horses every morning"),
        ("– Feed the horses every morning", "Feed the horses every morning"),
        ("HACCP audits and stable hygiene", "HACCP audits and stable hygiene"),
    ],
)
def test_a_line_loses_its_bullet_and_its_capitals(line: str, expected: str) -> None:
    assert list(kinds_of_job(responsibilities=(line,))) == [expected]


@pytest.mark.parametrize("company", ["Feed the horses of our guests", "OUR STABLES"])
def test_a_line_or_a_heading_is_no_employer(company: str) -> None:
    kinds = kinds_of_job(
        title="Head Groom", company=company, responsibilities=("Feed the horses of our guests",)
    )
    assert "Head Groom" in kinds


def test_the_name_of_the_employer_above_a_sentence_is_no_part_of_it() -> None:
    about = "Elm Stables Elm keeps forty horses of private owners."
    assert list(kinds_of_job(about=about, company="Elm Stables")) == [
        "Elm keeps forty horses of private owners."
    ]


def test_the_head_of_a_document_is_no_sentence_about_the_employer() -> None:
    about = "Elm Stables – Whitby – start in January or April"
    assert not kinds_of_job(about=about, company="Elm Stables")


def test_a_duty_says_nothing_about_the_employer() -> None:
    facts = [
        Fact("job", kind, "The stables of the club have forty boxes", line_kind=LineKind.COMPANY)
        for kind in ("about", "responsibility")
    ]
    scores = [fitness(fact, QuestionCategory.MOTIVATION) for fact in facts]
    assert scores[0] > scores[1] + 2


def test_a_second_title_of_a_position_loses_its_adverb() -> None:
    candidate = CandidateBrief(text="x", positions=(PastPosition("then Head Groom", "Elm Stables"),))
    assert [fact.text for fact in collect_facts(candidate, None)] == ["Head Groom at Elm Stables"]


def test_the_model_gets_only_clauses_in_which_the_writer_does_not_speak() -> None:
    lines = (
        ("Rebuilt the stables of our club", False),
        ("Rebuilt the stables", True),
        ("Care of horses and ponies", False),
        ("Rebuilt the stables with their owners", False),
    )
    for line, expected in lines:
        assert is_for_model("en", QuestionCategory.BEHAVIORAL, of_cv(line)) is expected


def test_an_old_or_temporary_position_is_not_asked_about_as_a_change() -> None:
    lines = ("Groom, Elm Stables", "Placement, Assistant Groom, Oak Stables", "Carter, Ash Farm")
    candidate = CandidateBrief(
        text="\n".join(lines),
        positions=(
            PastPosition("Groom", "Elm Stables", start="2022-01"),
            PastPosition("Assistant Groom", "Oak Stables", start="2020-01", end="2020-09"),
            PastPosition("Carter", "Ash Farm", start="2010-01", end="2014-09"),
        ),
    )
    assert [fact.text for fact in collect_facts(candidate, None) if fact.kind == "move"] == []
