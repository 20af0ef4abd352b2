"""Lines that look like a task or a subject, and are none."""

from __future__ import annotations

import pytest

from app.questions.clauses import tells_past
from app.questions.fact_collection import collect_facts
from app.questions.facts import CandidateBrief, Fact, JobBrief, PastPosition
from app.questions.fitness import fitness
from app.questions.line_kinds import LineKind
from app.questions.line_places import DocumentLines
from app.questions.pieces import tidy_line
from app.questions.reading_out import cost_of_reading_out
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.titles import is_nameable, is_speakable
from app.questions.wordings import list_questions


def read_duty(line: str, language: str) -> Fact:
    (fact,) = collect_facts(None, JobBrief(text=line, responsibilities=(line,)), language=language)
    return fact


def read_statement(line: str, language: str) -> Fact:
    position = PastPosition("Stable Manager", "Lower Farm Ltd", (line,))
    facts = collect_facts(CandidateBrief(text=line, positions=(position,)), None, language=language)
    return next(fact for fact in facts if fact.text == line)


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("You need a licence for horse trailers and two years in a riding school.", "en"),
        ("You must know the rules of the racing authority well.", "en"),
        ("Sie verfügen über eine abgeschlossene Ausbildung zum Pferdewirt.", "de"),
        ("Vous avez des notions de maréchalerie et de soins aux chevaux.", "fr"),
    ],
)
def test_a_sentence_about_what_the_person_has_is_a_demand(line: str, language: str) -> None:
    assert read_duty(line, language).line_kind not in {LineKind.WORK, LineKind.COMPANY}


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("You need to feed thirty horses before breakfast every day.", "en"),
        ("Ensure stables are clean before the first riders come", "en"),
        ("Vous avez à organiser les promenades et à nourrir les chevaux.", "fr"),
    ],
)
def test_a_sentence_about_what_the_person_does_stays_a_task(line: str, language: str) -> None:
    assert read_duty(line, language).line_kind is LineKind.WORK


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("There is a weekly meeting of all grooms with the vet.", "en"),
        ("Es gibt eine wöchentliche Besprechung aller Pferdepfleger mit der Tierärztin.", "de"),
        ("Il y a une réunion de tous les palefreniers chaque semaine.", "fr"),
        ("Three stables are empty and the roof has to be repaired", "en"),
    ],
)
def test_what_there_is_is_no_task(line: str, language: str) -> None:
    assert read_duty(line, language).line_kind is not LineKind.WORK


@pytest.mark.parametrize(
    ("line", "language", "is_result"),
    [
        ("Brought the waiting list down from 40 to 12 riders", "en", True),
        ("Senkung der Tierarztbesuche von 30 auf 12 im Jahr", "de", True),
        ("Baisse des chutes de cavaliers de 42 à 19 par an", "fr", True),
        ("Encadrement de 4 à 6 palefreniers", "fr", False),
    ],
)
def test_a_number_before_and_after_is_a_result(line: str, language: str, *, is_result: bool) -> None:
    assert (read_statement(line, language).line_kind is LineKind.RESULT) is is_result


def test_of_columns_only_the_longest_is_asked_about() -> None:
    assert tidy_line("June 2026\t\tTwo weeks at the riding school of Hesdin") == (
        "Two weeks at the riding school of Hesdin"
    )
    assert tidy_line("Fed thirty horses      2019") == "Fed thirty horses"


@pytest.mark.parametrize("line", ["Hay | Straw | Oats", "Hoof care ........ good"])
def test_marks_between_columns_are_hard_to_read_out(line: str) -> None:
    assert cost_of_reading_out(line) > cost_of_reading_out("Hoof care and hay") + 2


def test_an_arrow_is_hard_to_read_out() -> None:
    assert cost_of_reading_out("Moved 5 h → 1 h") > cost_of_reading_out("Moved 5 h to 1 h")


def test_a_title_with_an_arrow_is_not_said() -> None:
    assert not is_speakable("Groom → Stable Manager")
    assert not is_nameable("Groom => Stable Manager")


@pytest.mark.parametrize("category", [QuestionCategory.BEHAVIORAL, QuestionCategory.CULTURE])
def test_a_line_about_the_employer_is_only_asked_about_as_such(category: QuestionCategory) -> None:
    fact = Fact("job", "about", "We have forty horses in the valley", line_kind=LineKind.COMPANY)

    def ask(others: tuple[str, ...]) -> list[str]:
        questions = list_questions(
            fact, category=category, language="en", difficulty=Difficulty.MID, others=others, number=0
        )
        return [question.ask for question in questions]

    first = list_questions(
        fact, category=category, language="en", difficulty=Difficulty.MID, others=(), number=0
    )
    assert ask((first[0].question,)) == ask(())


def test_a_line_that_nobody_can_be_asked_about_comes_after_a_used_one() -> None:
    scores = [
        fitness(Fact("cv", "statement", "Fed thirty horses", suitability=share), QuestionCategory.BEHAVIORAL)
        for share in (1.0, 0.1)
    ]
    assert scores[0] - scores[1] > 11


def test_coming_and_going_is_no_deed() -> None:
    assert not tells_past("Came back when the stables were sold")


def test_the_number_of_an_item_is_not_read_out() -> None:
    lines = ("1 Lead the morning ride", "2 Plan the rota of six grooms", "3 Order hay for the winter")
    facts = collect_facts(None, JobBrief(text="\n".join(lines), responsibilities=lines))
    assert [fact.text for fact in facts] == [line[2:] for line in lines]


def test_a_number_that_counts_things_is_read_out() -> None:
    lines = ("12 horses fed and groomed every morning", "2 stables cleaned by noon")
    facts = collect_facts(None, JobBrief(text="\n".join(lines), responsibilities=lines))
    assert [fact.text for fact in facts] == list(lines)


def test_the_letter_of_a_column_is_not_read_out() -> None:
    rows = ("Able to feed horses by the book", "Good with nervous riders", "Ready to work in the rain")
    text = "\n".join(f"{row:<50}E" for row in rows)
    facts = collect_facts(None, JobBrief(text=text, requirements=tuple(f"{row} E" for row in rows)))
    assert [fact.text for fact in facts] == list(rows)


def test_a_letter_that_ends_a_name_stays() -> None:
    line = "Horses with vitamin E"
    facts = collect_facts(None, JobBrief(text=line, requirements=(line,)))
    assert [fact.text for fact in facts] == [line]


def test_a_duty_of_any_kind_is_no_subject() -> None:
    line = "Any other duties commensurate with the post"
    assert collect_facts(None, JobBrief(text=line, responsibilities=(line,))) == []


@pytest.mark.parametrize("employer", ["Stable Manager", "Deputy Yard Steward"])
def test_a_title_is_no_employer(employer: str) -> None:
    line = "Fed thirty horses a day"
    position = PastPosition("Head Groom", employer, (line,))
    facts = collect_facts(CandidateBrief(text=line, positions=(position,)), None)
    assert [fact.text for fact in facts] == [line]


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Came home to Galway at the start of the winter, then maternity leave", "en"),
        ("Kündigung wegen Schließung des Reitstalls im Sommer", "de"),
        ("Licenciement économique en juin 2020, puis six mois de formation", "fr"),
        ("Stayed at home with our twins until they went to school", "en"),
        ("Career break to look after a relative", "en"),
        ("Ende durch Aufhebungsvertrag nach dem Verkauf des Hofes", "de"),
        ("Kinderpause und Umzug nach Kassel", "de"),
        ("Rupture conventionnelle après la vente du centre équestre", "fr"),
    ],
)
def test_family_and_why_a_position_ended_are_not_asked(line: str, language: str) -> None:
    position = PastPosition("Stable Manager", "Lower Farm Ltd", (line, "Fed thirty horses a day"))
    facts = collect_facts(CandidateBrief(text=line, positions=(position,)), None, language=language)
    assert line not in [fact.text for fact in facts]


@pytest.mark.parametrize(
    "line",
    [
        "Cared for two people with dementia at home",
        "Worked with families at home with a new baby",
        "Ran the school's career breakfast for forty parents",
    ],
)
def test_work_with_families_is_asked_about(line: str) -> None:
    position = PastPosition("Health Visitor", "Lower Farm Ltd", (line,))
    facts = collect_facts(CandidateBrief(text=line, positions=(position,)), None)
    assert line in [fact.text for fact in facts]


def test_an_abbreviation_does_not_cut_a_line_that_is_completed() -> None:
    lines = (
        "Sie leiten den Reitbetrieb und sorgen für die Sicherheit aller Gäste auf dem",
        "gesamten Hof. Sie übernehmen nach einem Jahr auch noch die Rolle der ganz",
        "verantwortlichen Person gem. Art. 15 der Hofordnung.",
    )
    document = DocumentLines("\n".join(lines), is_of_job=True)
    assert document.complete("Sie übernehmen nach einem Jahr auch noch die Rolle der ganz") == (
        "Sie übernehmen nach einem Jahr auch noch die Rolle der ganz verantwortlichen Person gem. Art. 15 "
        "der Hofordnung."
    )
