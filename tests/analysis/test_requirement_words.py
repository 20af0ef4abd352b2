"""Requirements that an exchange is about, by words alone, in German and French."""

from __future__ import annotations

import pytest

from app.analysis.requirement_words import MIN_SHARE, RequirementWords


def _rate(requirement: str, question: str, answer: str = "", *, language: str = "de") -> float:
    words = RequirementWords.of([question], language=language)
    return words.rate(requirement, question=question, whole=f"{question} {answer}")


def test_a_question_with_a_telling_word_is_about_the_requirement() -> None:
    assert _rate("Vorbereitung und Leitung von Wahlabenden", "Wie planen Sie einen Wahlabend?") >= MIN_SHARE


@pytest.mark.parametrize(
    ("requirement", "question", "answer", "language"),
    [
        ("Erfahrung mit Orgeln", "Welche Erfahrung haben Sie mit Kindern?", "Ich leite zwei Chöre.", "de"),
        ("Sens de l'organisation", "Pourquoi partir ?", "Ce travail n'a plus de sens.", "fr"),
        ("Maîtrise d'un orgue", "D'où venez-vous ?", "D'un village, loin d'ici.", "fr"),
    ],
)
def test_common_words_are_about_nothing(requirement: str, question: str, answer: str, language: str) -> None:
    assert not _rate(requirement, question, answer, language=language)


def test_one_word_of_an_answer_is_too_little() -> None:
    requirement = "Wartung der Orgel und der Heizung"
    assert not _rate(requirement, "Wie war Ihr Tag?", "Die Heizung war kalt, da fuhr ich heim.")


def test_the_head_of_a_compound_counts_and_its_modifier_does_not() -> None:
    question = "Erzählen Sie von einer schwierigen Versammlung."
    assert _rate("Leitung von Mitgliederversammlungen", question)
    assert not _rate("Leitung von Mitgliederversammlungen", "Wie werben Sie um Mitglieder?")


def test_a_question_has_enough_words_of_one_part_of_a_long_requirement() -> None:
    requirement = "Surveiller l'état et l'usure des tuyaux d'étain, tenir le registre des réparations"
    assert _rate(requirement, "Comment tenez-vous le registre ?", language="fr")
    assert not _rate("Contrôler l'usure des vieux tuyaux d'étain", "Un étain pur, pourquoi ?", language="fr")


def test_a_french_elision_hides_no_word() -> None:
    assert _rate("Entretien de l'orgue", "Que faites-vous d'abord avec l'orgue ?", language="fr")


def test_years_of_work_need_a_question_about_their_number() -> None:
    requirement = "Mindestens drei Jahre Erfahrung im Orgelbau"
    assert not _rate(requirement, "Was reizt Sie am Orgelbau?", "Der Klang.")
    assert _rate(requirement, "Wie lange arbeiten Sie im Orgelbau?", "Seit vier Jahren.")


def test_a_word_of_many_questions_says_nothing() -> None:
    questions = [f"Was mögen Sie an Orgel {number}?" for number in range(4)]
    words = RequirementWords.of(questions, language="de")
    assert not words.is_asked("Stimmen einer Orgel", questions[0])


def test_a_name_in_the_answer_is_enough() -> None:
    assert _rate("Kenntnisse in Python oder R", "Womit rechnen Sie?", "Meist mit Python.")
