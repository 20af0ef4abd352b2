"""Lines in spoken, formal words, and how hard they are to read out."""

from __future__ import annotations

import pytest

from app.questions.fact_collection import collect_facts
from app.questions.facts import Fact, JobBrief
from app.questions.forms import word_question
from app.questions.line_kinds import LineKind
from app.questions.reading_out import cost_of_reading_out
from app.questions.spoken_lines import say_line
from app.questions.tables import QuestionCategory
from app.questions.titles import is_speakable, say_position


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Du fütterst die Pferde", "Sie füttern die Pferde"),
        (
            "Du mistest die Boxen und striegelst deine Pferde",
            "Sie misten die Boxen und striegeln Ihre Pferde",
        ),
        ("Du nimmst Futter an, löst Bunde auf", "Sie nehmen Futter an, lösen Bunde auf"),
        ("Du baust Zäune und setzt Pfosten", "Sie bauen Zäune und setzen Pfosten"),
        ("du kümmerst dich selbst um alles", "Sie kümmern sich selbst um alles"),
        ("Du hast Freude an Pferden", "Sie haben Freude an Pferden"),
        ("Du berätst Reiter und hältst Kurse", "Sie beraten Reiter und halten Kurse"),
        ("Pferde inkl. Fohlen füttern", "Pferde inklusive Fohlen füttern"),
    ],
)
def test_a_german_line_is_turned_to_the_formal_address(line: str, said: str) -> None:
    assert say_line(line, "de") == said


@pytest.mark.parametrize(
    "line", ["Bei uns lernst du viel", "Dein Platz ist im Stall", "Du gibst ihm, was dir fehlt"]
)
def test_an_informal_line_that_cannot_be_turned_is_not_said(line: str) -> None:
    assert say_line(line, "de") is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nourrissez les chevaux", "vous nourrissez les chevaux"),
        ("Soignez les poulains et préparez la paille", "vous soignez les poulains et préparez la paille"),
        ("chez le maréchal-ferrant", "chez le maréchal-ferrant"),
        ("Vous nourrissez les chevaux", "Vous nourrissez les chevaux"),
    ],
)
def test_a_french_duty_gets_its_subject(line: str, said: str) -> None:
    assert say_line(line, "fr") == said


def test_a_question_says_the_spoken_line_and_keeps_the_written_one() -> None:
    line = "Du fütterst die jungen Pferde"
    job = JobBrief(text=line, responsibilities=(line,))
    (fact,) = (fact for fact in collect_facts(None, job, language="de") if fact.kind == "responsibility")
    question = word_question(fact, category=QuestionCategory.TECHNICAL, language="de", others=(), number=0)
    assert fact.text == line
    assert question is not None
    assert "Sie füttern die jungen Pferde" in question


@pytest.mark.parametrize(
    ("easy", "hard"),
    [
        ("Feeding of horses and ponies", "Feedg. of horses a. ponies"),
        ("Pflege von Pferden z. B. im Winter", "Pfl. von Pferden im Winter"),
        ("Reiterinnen und Reiter beraten", "Reiter/innen beraten"),
        ("Soin des chevaux", "Soigneur(se) de chevaux"),
        ("Horses and ponies", " ".join(["horses"] * 30)),
    ],
)
def test_a_line_of_abbreviations_is_harder_to_read_out(easy: str, hard: str) -> None:
    assert cost_of_reading_out(hard) - cost_of_reading_out(easy) >= 1.2


@pytest.mark.parametrize(
    ("title", "is_named"),
    [
        ("Groom or Rider", True),
        ("Groom – Skelby", True),
        ("Groom, Skelby", True),
        ("Pfleger/in", False),
        ("Groom (mares)", False),
        ("Soigneur·se", False),
    ],
)
def test_a_title_with_marks_is_named_after_a_colon_at_most(title: str, *, is_named: bool) -> None:
    assert not is_speakable(title)
    fact = Fact("job", "career", title, line_kind=LineKind.TITLE)
    question = word_question(fact, category=QuestionCategory.MOTIVATION, language="en", others=(), number=0)
    assert question is not None
    assert (f": {title}. " in question) is is_named
    assert (title in question) is is_named
    assert "position" in question


@pytest.mark.parametrize(
    ("employer", "language", "said"),
    [
        ("Elm Stables", "en", "Groom at Elm Stables"),
        ("Elm Stables (Skelby)", "en", "Groom at Elm Stables"),
        ("Pasture Team", "en", ""),
        ("Skelby", "en", ""),
        ("Skelby", "de", "Groom, Skelby"),
        ("WILLOW STABLES", "en", "Groom at Willow Stables"),
        ("Gestüt Ulmenhof", "de", "Groom, Gestüt Ulmenhof"),
    ],
)
def test_an_employer_is_named_where_it_fits_into_a_sentence(employer: str, language: str, said: str) -> None:
    assert say_position("Groom", employer, language) == said
